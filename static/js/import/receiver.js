// The page that can take manifests into what it shows: an editor says so here.

import { atom } from "../lib/atoms.js";

/** @type {import("../lib/atoms.js").Atom<((source: string) => void) | null>} */
export const receiver = atom(null);
