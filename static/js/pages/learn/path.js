// The path of the lessons: what is kept in this browser, and which is next. No lesson is locked.

import { $, $$ } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { nextOf, progress } from "./progress.js";

const stops = $$("#path > li");
const path = stops.map((stop) => stop.dataset.lesson ?? "");

function show() {
  const finished = progress().kept.filter((slug) => path.includes(slug));
  const next = nextOf(path, finished);
  for (const stop of stops) {
    const isKept = finished.includes(stop.dataset.lesson ?? "");
    const isNext = stop.dataset.lesson === next;
    stop.classList.toggle("done", isKept);
    stop.classList.toggle("now", isNext);
    if (isNext) stop.setAttribute("aria-current", "step");
    else stop.removeAttribute("aria-current");
    $(".ask", stop).hidden = isKept;
    $(".keep-s", stop).hidden = !isKept;
    $(".go", stop).hidden = !isNext;
    $(".go-t", stop).textContent = finished.length ? t("Continue") : t("Begin");
  }
  $("#kept").hidden = finished.length === 0;
  $("#kept-n").textContent = integer(finished.length);
  $("#kept-bar", document, HTMLProgressElement).value = finished.length;
}

addEventListener("pageshow", show); // a lesson may have been kept meanwhile
addEventListener("storage", show);
show();
