// Whether single characters are keys of the page. Users of speech input, or who hit keys by accident,
// switch them off.

import { atom } from "../../../lib/atoms.js";
import { store, stored } from "../../../lib/stored.js";

const STORED = "workbench.letters";

export const lettersOn = atom(stored(STORED) !== "off");

lettersOn.subscribe((on) => store(STORED, on ? "on" : "off"));
