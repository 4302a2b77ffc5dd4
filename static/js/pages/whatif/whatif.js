// What it would take to place a pending pod: causes, verified repairs, and one of them tried.

import { effect } from "../../lib/atoms.js";
import { $, $$, typingIn } from "../../lib/dom.js";
import { labelled } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { mount } from "../../lib/view.js";
import { get } from "../../net/api.js";
import { load } from "./data.js";
import { Detail } from "./detail.js";
import { Head } from "./head.js";
import { List } from "./list.js";
import { boot, choose, chosen, nodeNames, pending, pod, repairs } from "./state.js";
import { TrialStrip } from "./strip.js";

mount($("#head"), Head);
mount($("#tried"), () => TrialStrip({}));
mount($("#list"), List);
mount($("#detail"), Detail);
load();

pending.subscribe(async () => {
  const overview = await get(`/runs/${boot.run.id}/overview`);
  nodeNames.set(overview.nodes.names);
});

effect(() => {
  const name = pod.get();
  const more = $$("[data-question=more]")[0];
  if (more instanceof HTMLAnchorElement && name) more.search = String(new URLSearchParams({ pod: name }));
  document.title = `${name ? labelled(t("Repairs"), name) : t("Repairs")} · SchedScope`;
});

effect(() => {
  $("#detail").hidden = !repairs.get()[chosen.get()];
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
  const step = event.key === "," ? -1 : event.key === "." ? 1 : 0;
  const next = chosen.get() + step;
  if (step && next >= 0 && next < repairs.get().length) choose(next);
});
