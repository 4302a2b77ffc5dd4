// Day two: what happens next. Actions are played on a simulated clock, and any moment of it can be looked at.

import { effect } from "../../lib/atoms.js";
import { $ } from "../../lib/dom.js";
import { mount } from "../../lib/view.js";
import { offline } from "../../net/offline.js";
import { Actions } from "./actions.js";
import { Asking } from "./asking.js";
import { load } from "./data.js";
import { Ends } from "./ends.js";
import { Head, nameTab } from "./head.js";
import { Side } from "./side.js";
import { asking, failure } from "./state.js";
import { Bottom, Buttons, followKeys, playOn } from "./stepping.js";
import { Chart } from "./timeline.js";

mount($("#head"), Head);
mount($("#actions"), Actions);
mount($("#asking"), Asking);
mount($("#timeline"), Chart);
mount($("#play"), Buttons);
mount($("#ends"), Ends);
mount($("#side"), Side);
mount($("#bottom"), Bottom);
effect(nameTab);
effect(playOn);
followKeys();
load();

$("#actions").hidden = offline;
// Nothing is drawn before it is known what of.
effect(() => {
  const isAsking = asking.get();
  $("#asking").hidden = !isAsking || failure.get() !== null;
  for (const part of ["#timeline", "#play", "#ends", "#side", "#bottom"]) $(part).hidden = isAsking;
});
