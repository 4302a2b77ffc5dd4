// Sweeps: the same cluster over seeds, weights, versions, losses and added nodes, thousands of runs at a
// time.

import { effect } from "../../lib/atoms.js";
import { $ } from "../../lib/dom.js";
import { mount } from "../../lib/view.js";
import { Pictures, Side } from "./board.js";
import { load } from "./data.js";
import { Head, nameTab } from "./head.js";
import { newButton } from "./list.js";
import { sweeps } from "./core/state.js";

mount($("#head"), Head);
mount($("#pictures"), Pictures);
mount($("#side"), Side);
mount($("#bottom"), () => newButton("primary grow"));
effect(nameTab);
effect(() => {
  const all = sweeps.get();
  if (all) $("#side").hidden = $("#bottom").hidden = !all.length;
});
load();
