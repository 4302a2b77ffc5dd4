// The receivers of what is brought: an editor of imported manifests, the first page of anything.

import { atom } from "../lib/atoms.js";

/** @typedef {{files?: File[], text?: string, title?: string}} Brought */

export const receiver = atom(/** @type {((source: string) => void) | null} */ (null));

/** What is dropped or pasted anywhere on a page; without it the dialog opens. */
export const door = atom(/** @type {((brought: Brought) => void) | null} */ (null));
