// What stays: the steps in the scenario, expectations for CI, and the page as a file.

import { copyText } from "../lib/clipboard.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { saveUrl } from "../lib/save.js";
import { toast } from "../lib/toast.js";
import { plainYaml, withDocument } from "../model/plainyaml.js";
import { get, messageOf, post, put } from "../net/api.js";
import { offline } from "../net/offline.js";
import { boot, ends, other, otherEnds, play, steps } from "./state.js";

/** @import { Step } from "../model/daysteps.js" */

/** @param {Step[]} all */
export function keeping(all) {
  const text = plainYaml({ steps: all });
  return [
    h("div", { class: "h3" }, t("Keep it")),
    h("pre", { class: "dt-code scroll", tabindex: "0" }, text),
    h(
      "p",
      { class: "row wrap" },
      h(
        "button",
        { type: "button", class: "btn", onclick: () => copyText(text, t("The YAML")) },
        icon("copy"),
        t("Copy"),
      ),
      !offline &&
        h(
          "button",
          { type: "button", class: "btn", onclick: keep },
          icon("pin"),
          boot.draft ? t("Keep the actions in the scenario") : t("Keep them in a copy"),
        ),
      !offline &&
        h("button", { type: "button", class: "btn", onclick: save }, icon("download"), t("Save this page")),
    ),
  ];
}

async function keep() {
  try {
    const scenario = boot.draft ? await changed(boot.draft) : await copied();
    location.assign(`/w/${scenario}/`);
  } catch (error) {
    toast(messageOf(error));
  }
}

/** @param {string} id of the draft */
async function changed(id) {
  const { source, updated } = await get(`/scenarios/${id}`);
  await put(`/scenarios/${id}`, { source: withDocument(source, "steps", steps.get()), based_on: updated });
  return id;
}

async function copied() {
  const { source } = await get(`/snapshots/${boot.snapshot}`);
  const body = {
    title: boot.title,
    source: withDocument(source, "steps", steps.get()),
    forked_from: boot.snapshot,
  };
  return (await post("/scenarios", body)).id;
}

/** A page of its own, to be opened from disk. */
function save() {
  const query = new URLSearchParams(location.search);
  const plays = { play, other, ends, otherEnds };
  for (const [name, atom] of Object.entries(plays)) {
    const answer = atom.get();
    if (answer?.status === "finished") query.set(`of_${name}`, answer.id);
  }
  saveUrl("day-two.html", `/x/${boot.snapshot}/day-two/offline/?${query}`);
}
