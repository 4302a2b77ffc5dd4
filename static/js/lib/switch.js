// A switch: on or off, at once.

import { h } from "./view.js";

/** @import { Atom } from "./atoms.js" */
/** @import { Child } from "./view.js" */

/** @param {{of: Atom<boolean>, children?: Child}} props the atom that it switches; the children are its label */
export const Switch = ({ of, children }) =>
  h(
    "button.switch",
    { role: "switch", "aria-checked": String(of.get()), onclick: () => of.update((on) => !on) },
    children,
    h("i"),
  );
