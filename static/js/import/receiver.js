// The receiver of imported manifests: an editor registers here.

import { atom } from "../lib/atoms.js";

export const receiver = atom(/** @type {((source: string) => void) | null} */ (null));
