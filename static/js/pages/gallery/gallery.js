// The first page. Cards and links come from the server; this adds the door, the guess, filters and my
// scenarios.

import { copyText } from "../../lib/clipboard.js";
import { $, $$ } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { createBlank } from "./blank.js";
import { setUpFilters, setUpPredict } from "./cases.js";
import { setUpDoor } from "./door.js";
import { setUpLive } from "./live.js";
import { setUpMine } from "./mine.js";

setUpDoor($("#bring"));
setUpFilters($("#cases"));
setUpPredict($("#predict"), document.body);
setUpMine($("#mine"));
$$("#live").forEach(setUpLive);

for (const button of $$("[data-copy]"))
  button.addEventListener("click", () =>
    copyText(button.previousElementSibling?.textContent ?? "", t("The command")),
  );
const blank = $("#blank", document, HTMLButtonElement);
blank.addEventListener("click", () => createBlank(blank));
$("#surprise").addEventListener("click", () => {
  const cards = $$("#cases .case");
  const example = cards[Math.floor(Math.random() * cards.length)]?.dataset.example;
  if (example) location.assign(example);
});
