// Day two: what happens next. Actions are played on a simulated clock, and any moment of it can be looked at.

import { $ } from "../../lib/dom.js";
import { mountActions } from "./actions.js";
import { load } from "./data.js";
import { mountEnds } from "./ends.js";
import { mountHead } from "./head.js";
import { spellTimeline } from "./names.js";
import { mountSide } from "./side.js";
import { mountBottom, mountButtons, mountStepping } from "./stepping.js";
import { mountTimeline } from "./timeline.js";

spellTimeline();
mountHead($("#head"));
mountActions($("#actions"));
mountTimeline($("#timeline"));
mountButtons($("#play"));
mountEnds($("#ends"));
mountSide($("#side"));
mountBottom($("#bottom"));
mountStepping();
load();
