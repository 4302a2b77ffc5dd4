// Questions about the whole cluster: what places most pods, how many more fit, which nodes could go.

import { effect } from "../../../lib/atoms.js";
import { $, $$, h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { redraw } from "../../../lib/redraw.js";
import { problemList } from "../../../lib/problems.js";
import { Cluster } from "../../../model/cluster.js";
import { get, messageOf } from "../../../net/api.js";
import { runOver } from "../runOver.js";
import { boot } from "../state.js";
import { trialStrip } from "../strip.js";
import { ask } from "./data.js";
import { nodesToDrop } from "./drop.js";
import { mountForm } from "./form.js";
import { mountHead } from "./head.js";
import { mixOf } from "./mix.js";
import { howManyMore } from "./more.js";
import { cluster, failure, inquiry, isSearching, template, url } from "./state.js";
import { wholeRun } from "./wholerun.js";

const body = $("#body");

mountHead($("#head"));
$("#tried").append(trialStrip());
effect(show);
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
  mountForm(
    $("#ask"),
    groups.map(({ namespace, pods }) => `${namespace}/${pods[0]}`),
  );
  effect(() => {
    const { pod, count, by } = url.state.get();
    const manifest = template.get();
    if (!pod && !manifest) return inquiry.set(null);
    const key = by ? { key: by } : {};
    ask({ kind: "capacity", mix: mixOf(pod ?? ""), template: manifest, count: Number(count ?? 0), ...key });
  });
}

function show() {
  const error = failure.get();
  const opened = $$("details[open] > summary", body).map(({ textContent }) => textContent);
  redraw(body, error ? problemList([{ path: "", message: error.message }]) : answer());
  for (const summary of $$("summary", body))
    if (opened.includes(summary.textContent)) summary.parentElement?.setAttribute("open", "");
}

function answer() {
  const question = inquiry.get();
  if (!question)
    return boot.question === "more" && !url.state.get().pod && !template.get()
      ? h("p.rp-sec.soft", t("Enter a pod: copies of it are placed until one does not fit."))
      : h("p.rp-sec.soft", t("Running…"));
  const { whole_run: whole, capacity, removal } = question;
  const searching = isSearching(question);
  if (whole) return wholeRun(whole, question.id, searching);
  if (capacity) return howManyMore(capacity, searching);
  if (removal) return nodesToDrop(removal, searching, cluster.get());
  return h("p.rp-sec.soft", t("Searching…"));
}
