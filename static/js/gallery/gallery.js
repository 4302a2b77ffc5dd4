// The first page. Cards and links come from the server; this adds bringing, creating, filtering and my scenarios.

import { $, $$ } from "../lib/dom.js";
import { copyText } from "../lib/clipboard.js";
import { setUpBring } from "./bring.js";
import { createBlank } from "./blank.js";
import { setUpMine } from "./mine.js";
import { setUpPredict, setUpTopics } from "./cases.js";

setUpTopics($("#topics"), $$("#cases > [data-topic]"));
setUpPredict($("#predict"), document.body);
setUpBring();
setUpMine($("#mine"));

$("#copy-command").addEventListener("click", () => copyText($(".dz code").textContent, "The command"));
$("#blank").addEventListener("click", (event) => createBlank(event.currentTarget));
$("#surprise").addEventListener("click", () => {
  const links = $$("#cases a");
  if (links.length) location.assign(links[Math.floor(Math.random() * links.length)].href);
});
