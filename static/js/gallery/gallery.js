// The first page. Cards and links come from the server; this adds bringing, creating, filtering and my
// scenarios.

import { $, $$, around } from "../lib/dom.js";
import { copyText } from "../lib/clipboard.js";
import { EVENT_HINT, isEvent } from "../lib/event.js";
import { t } from "../lib/i18n.js";
import { toast } from "../lib/toast.js";
import { setUpBring } from "./bring.js";
import { createBlank } from "./blank.js";
import { setUpMine } from "./mine.js";
import { setUpFilters, setUpPredict } from "./cases.js";

setUpFilters($("#cases"));
setUpPredict($("#predict"), document.body);
setUpBring();
setUpMine($("#mine"));

addEventListener("paste", (event) => {
  if (around(event, "input, textarea, dialog")) return;
  if (isEvent(event.clipboardData?.getData("text/plain") ?? "")) toast(EVENT_HINT());
});
$("#copy-command").addEventListener("click", () => copyText($(".dz code").textContent, t("The command")));
const blank = $("#blank", document, HTMLButtonElement);
blank.addEventListener("click", () => createBlank(blank));
$("#surprise").addEventListener("click", () => {
  const cards = $$("#cases .case");
  const example = cards[Math.floor(Math.random() * cards.length)]?.dataset.example;
  if (example) location.assign(example);
});
