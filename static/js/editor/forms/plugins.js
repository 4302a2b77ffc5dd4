// The plugins of the default profile with their weights, from the server.

import { atom } from "../../lib/atoms.js";
import { get } from "../../net/api.js";

/** @import { PluginOut, PluginsOut } from "../../types/api.js" */

export const scorePlugins = atom(/** @type {PluginOut[]} */ ([]));

/** @type {Promise<void> | null} */
let request = null;

export function loadPlugins() {
  request ??= get("/plugins")
    .then((/** @type {PluginsOut} */ { plugins }) => scorePlugins.set(plugins))
    .catch(() => void (request = null));
}
