// The plugins of the default profile with their weights, as the server knows them.

import { atom } from "../../lib/atoms.js";
import { get } from "../../net/api.js";

/** @type {import("../../lib/atoms.js").Atom<{name: string, weight: number}[]>} */
export const scorePlugins = atom([]);

let asked = null;

export function loadPlugins() {
  asked ??= get("/plugins")
    .then(({ plugins }) => scorePlugins.set(plugins))
    .catch(() => (asked = null));
}
