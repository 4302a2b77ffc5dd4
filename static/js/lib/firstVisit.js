// What is explained once: whether this browser opens a page of that kind for the first time.

/** Whether it is the first visit, which it is no more from now on. @param {string} name of the kind */
export function firstVisit(name) {
  try {
    const isFirst = localStorage.getItem(name) === null;
    localStorage.setItem(name, "seen");
    return isFirst;
  } catch {
    return true; // storage is blocked
  }
}
