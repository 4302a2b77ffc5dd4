// The plugins of the default profile with their weights, as the server knows them.

import { atom } from "../../lib/atoms.js";
import { get } from "../../net/api.js";

/** @import { PluginOut, PluginsOut } from "../../types/api.js" */

export const scorePlugins = atom(/** @type {PluginOut[]} */ ([]));

/** @type {Promise<void> | null} */
let asked = null;

export function loadPlugins() {
  asked ??= get("/plugins")
    .then((/** @type {PluginsOut} */ { plugins }) => scorePlugins.set(plugins))
    .catch(() => void (asked = null));
}
