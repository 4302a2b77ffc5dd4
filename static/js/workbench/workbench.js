// The workbench: mounts its parts. Each draws from the atoms of state.js; nothing here knows what they show.

import { effect } from "../lib/atoms.js";
import { $ } from "../lib/dom.js";
import { commands, listen } from "./commands.js";
import { follow } from "./data.js";
import { prefetchPlotly } from "./figures.js";
import { paramsOf } from "./pointer.js";
import { log, pointer, url } from "./state.js";
import { mountHeader } from "./header.js";
import { helpDialog } from "./help.js";
import { mountLeft } from "./left.js";
import { palette } from "./palette.js";
import { mountRail } from "./rail.js";
import { mountStage } from "./stages/stage.js";
import { mountStepper } from "./stepper.js";
import { mountTimeline } from "./timeline.js";
import { copyLink, mountWhy } from "./why/why.js";

const find = palette(() => list);
const help = helpDialog(() => list);
const list = commands({ find: () => find(true), why: () => $("#why-body").focus(), copy: copyLink, help });

listen(list);
addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  find();
});
$("#find").addEventListener("click", () => find());
$("#help").addEventListener("click", help);

const editor = mountLeft();
mountHeader(editor);
mountRail($("#rail"));
mountStage($("#stage"));
mountWhy($("#why"));
mountTimeline($("#timeline"));
mountStepper($("#stepper"), list);
follow();
addEventListener("load", prefetchPlotly);

// The address bar is the link: once the run is complete it names the step that the page opened with.
effect([pointer, log], (at, known) => {
  const { pod, point } = url.state.get();
  if (at && known.finished && !(pod && point)) url.write(paramsOf(at, known));
});
