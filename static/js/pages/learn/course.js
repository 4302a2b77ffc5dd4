// A course: a list of links. Which are done is kept in this browser, by link, so that a course that changes
// loses nothing.

import { $, $$ } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { storeJson, storedJson } from "../../lib/stored.js";

const KEY = "schedscope.course";
const MOST = 500; // links that are remembered, the newest ones

const stops = $$("#stops > li");

function done() {
  const read = storedJson(KEY);
  return Array.isArray(read) ? read.filter((entry) => typeof entry === "string") : [];
}

/** @param {string} address @param {boolean} isDone */
function keep(address, isDone) {
  const others = done().filter((other) => other !== address);
  storeJson(KEY, [...others, ...(isDone ? [address] : [])].slice(-MOST));
}

function show() {
  const finished = new Set(done());
  let count = 0;
  let next = false;
  for (const stop of stops) {
    const isDone = finished.has(stop.dataset.stop ?? "");
    const isNext = /** @type {boolean} */ (!isDone && !next);
    count += Number(isDone);
    next ||= isNext;
    stop.classList.toggle("done", isDone);
    stop.classList.toggle("now", isNext);
    if (isNext) stop.setAttribute("aria-current", "step");
    else stop.removeAttribute("aria-current");
    $("input", stop, HTMLInputElement).checked = isDone;
  }
  if (!stops.length) return;
  $("#done").hidden = count === 0;
  $("#done-n").textContent = integer(count);
  $("#done-bar", document, HTMLProgressElement).value = count;
}

for (const stop of stops) {
  const address = stop.dataset.stop ?? "";
  const box = $("input", stop, HTMLInputElement);
  box.addEventListener("change", () => {
    keep(address, box.checked);
    show();
  });
  $("a", stop).addEventListener("click", () => keep(address, true));
}
addEventListener("pageshow", show); // a link may have been opened meanwhile
addEventListener("storage", show);
show();
