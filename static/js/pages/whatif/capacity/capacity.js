// Questions about the whole cluster: what places most pods, how many more fit, which nodes could go.

import { effect } from "../../../lib/atoms.js";
import { $ } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { Failure } from "../../../lib/failure.js";
import { h, mount } from "../../../lib/view.js";
import { Cluster } from "../../../model/cluster.js";
import { get, messageOf } from "../../../net/api.js";
import { runOver } from "../runOver.js";
import { boot } from "../state.js";
import { TrialStrip } from "../strip.js";
import { nodesToDrop } from "./drop.js";
import { Form } from "./form.js";
import { Head, TITLES } from "./head.js";
import { mixOf } from "./mix.js";
import { nodesLeaving } from "./leaving.js";
import { howManyMore } from "./more.js";
import { ask, cluster, failure, inquiry, isSearching, suggestions, template, url } from "./state.js";
import { wholeRun } from "./wholerun.js";

document.title = `${TITLES[boot.question]()} · SchedScope`;
mount($("#head"), Head);
mount($("#tried"), () => TrialStrip({}));
mount($("#ask"), Form);
mount($("#body"), Body);
begin();

async function begin() {
  try {
    await runOver(boot.run.id);
    if (boot.question === "more") return await beginMore();
    ask({ kind: boot.question === "run" ? "run" : "removal" });
    if (boot.question === "drop") cluster.set(new Cluster(await get(`/runs/${boot.run.id}/cluster`)));
  } catch (error) {
    failure.set(new Error(messageOf(error)));
  }
}

async function beginMore() {
  const { causes } = await get(`/runs/${boot.run.id}/causes`);
  const groups = causes.flatMap(({ workloads }) => workloads);
  suggestions.set(groups.map(({ namespace, pods }) => `${namespace}/${pods[0]}`));
  $("#ask").hidden = false;
  effect(() => {
    const { pod, count, by } = url.state.get();
    const manifest = template.get();
    if (!pod && !manifest) return inquiry.set(null);
    const key = by ? { key: by } : {};
    ask({ kind: "capacity", mix: mixOf(pod ?? ""), template: manifest, count: Number(count ?? 0), ...key });
  });
}

function Body() {
  const error = failure.get();
  if (error) return h(Failure, { error });
  const question = inquiry.get();
  if (!question)
    return boot.question === "more" && !url.state.get().pod && !template.get()
      ? h("p.rp-sec.soft", t("Enter a pod: copies of it are placed until one does not fit."))
      : h("p.rp-sec.soft", t("Running…"));
  const { whole_run: whole, capacity, removal, leaving } = question;
  const searching = isSearching(question);
  if (whole) return wholeRun(whole, question.id, searching);
  if (capacity) return howManyMore(capacity, searching);
  if (leaving) return nodesLeaving(leaving, searching);
  if (removal) return nodesToDrop(removal, searching, cluster.get());
  return h("p.rp-sec.soft", t("Searching…"));
}
