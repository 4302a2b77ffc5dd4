// A switch: on or off, at once.

import { h } from "./view.js";

/** @import { Atom } from "./atoms.js" */
/** @import { Child } from "./view.js" */

/**
 * The children are its label.
 * @param {{of: Atom<boolean>, children?: Child}} props the atom that it switches
 */
export const Switch = ({ of, children }) =>
  h(
    "button.switch",
    { role: "switch", "aria-checked": String(of.get()), onclick: () => of.update((on) => !on) },
    children,
    h("i"),
  );
