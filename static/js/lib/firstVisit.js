// What is explained once: whether this browser opens a page of that kind for the first time.

import { store, stored } from "./stored.js";

/** Whether it is the first visit, which it is no more from now on. @param {string} name of the kind */
export function firstVisit(name) {
  const isFirst = stored(name) === null;
  store(name, "seen");
  return isFirst;
}
