// The page that can take manifests into what it shows: an editor says so here.

import { atom } from "../lib/atoms.js";

export const receiver = atom(/** @type {((source: string) => void) | null} */ (null));
