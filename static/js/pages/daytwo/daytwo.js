// Day two: what happens next. Actions are played on a simulated clock, and any moment of it can be looked at.

import { effect } from "../../lib/atoms.js";
import { $ } from "../../lib/dom.js";
import { mountActions } from "./actions.js";
import { mountAsking } from "./asking.js";
import { load } from "./data.js";
import { mountEnds } from "./ends.js";
import { mountHead } from "./head.js";
import { mountSide } from "./side.js";
import { asking } from "./state.js";
import { mountBottom, mountButtons, mountStepping } from "./stepping.js";
import { mountTimeline } from "./timeline.js";

mountHead($("#head"));
mountActions($("#actions"));
mountAsking($("#asking"));
mountTimeline($("#timeline"));
mountButtons($("#play"));
mountEnds($("#ends"));
mountSide($("#side"));
mountBottom($("#bottom"));
mountStepping();
load();

// Nothing is drawn before it is known what of.
effect(() => {
  const isAsking = asking.get();
  for (const part of ["#timeline", "#play", "#ends", "#side", "#bottom"]) $(part).hidden = isAsking;
});
