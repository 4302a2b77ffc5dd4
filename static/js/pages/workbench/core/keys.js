// Whether single characters are keys of the page. Users of speech input, or who hit keys by accident,
// switch them off.

import { atom } from "../../../lib/atoms.js";

const STORED = "workbench.letters";

export const lettersOn = atom(stored());

lettersOn.subscribe((on) => {
  try {
    localStorage.setItem(STORED, on ? "on" : "off");
  } catch {
    // storage is blocked: the choice holds for this page
  }
});

function stored() {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}
