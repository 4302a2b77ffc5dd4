// Two runs side by side: their inputs, where they diverge, and what follows from it.

import { effect } from "../../lib/atoms.js";
import { $, typingIn } from "../../lib/dom.js";
import { mount } from "../../lib/view.js";
import { load } from "./data.js";
import { Headline } from "./headline.js";
import { Inputs } from "./inputs.js";
import { Pods } from "./pods.js";
import { Rail } from "./rail.js";
import { nameTab, Runs } from "./runs.js";
import { Stage } from "./stage.js";
import { attempt, changedOnly } from "./state.js";
import { step, Steps } from "./steps.js";
import { Why } from "./why.js";

mount($("#headline"), Headline);
mount($("#runs"), Runs);
mount($("#inputs"), Inputs);
mount($("#crail"), Rail);
mount($("#cstage"), Stage);
mount($("#cwhy"), Why);
mount($("#differences"), Steps);
mount($("#pod-chooser"), Pods);
load();
effect(nameTab);
effect(() => {
  $("#pod-chooser").hidden = !attempt.get();
});

const changed = $("#changed");
changed.addEventListener("click", () => changedOnly.update((on) => !on));
effect(() => changed.setAttribute("aria-checked", String(changedOnly.get())));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
  const direction = event.key === "," ? -1 : event.key === "." ? 1 : 0;
  if (direction) step(direction);
});
