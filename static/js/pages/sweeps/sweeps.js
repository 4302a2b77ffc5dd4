// Sweeps: the same cluster over seeds, weights, versions, losses and added nodes, thousands of runs at a
// time.

import { copyText } from "../../lib/clipboard.js";
import { $, $$ } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { mountBoard } from "./board.js";
import { load } from "./data.js";
import { mountHead } from "./head.js";
import { spellSweeps } from "./names.js";
import { url } from "./core/state.js";

spellSweeps();
mountHead($("#head"));
mountBoard($("#pictures"), $("#side"), $("#bottom"));
load();

$$(".views [aria-current]")[0]?.scrollIntoView({ inline: "center", block: "nearest" }); // on a phone

$("#share").addEventListener("click", () => copyText(url.href(), t("The link")));
