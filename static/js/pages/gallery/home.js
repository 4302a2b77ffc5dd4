// The first page. What it shows comes from the server; this adds the door, the guess, and what is done to
// runs.

import { $, $$ } from "../../lib/dom.js";
import { createBlank } from "./blank.js";
import { setUpDoor } from "./door.js";
import { setUpMine } from "./mine.js";
import { setUpPuzzle } from "./puzzle.js";
import { openSample } from "./sample.js";
import { setUpCommand, setUpWays } from "./ways.js";

const box = $("#bring");
setUpWays(box);
setUpDoor(box);
setUpCommand($("#way-command", box));
setUpMine($("#mine"));
$$("#live").forEach(setUpPuzzle);

/** @type {HTMLButtonElement[]} */
const samples = $$("[data-cluster]", box);
for (const button of samples) button.addEventListener("click", () => openSample(button));
const blank = $("#blank", box, HTMLButtonElement);
blank.addEventListener("click", () => createBlank(blank));

// Cases were listed here once.
if (location.hash.startsWith("#case-")) location.replace(`/cases/${location.hash}`);
