// What stays: the steps in the scenario, expectations for CI, and the page as a file.

import { copyText } from "../../lib/clipboard.js";
import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { saveUrl } from "../../lib/save.js";
import { toast } from "../../lib/toast.js";
import { plainYaml, withDocument } from "../../model/plainyaml.js";
import { get, messageOf, post, put } from "../../net/api.js";
import { offline } from "../../net/offline.js";
import { checks } from "./checks.js";
import { boot, ends, other, otherEnds, play, steps } from "./state.js";

/** @import { Timeline } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */

/** @param {Step[]} all @param {Timeline} table */
export function keeping(all, table) {
  const checked = checks(table);
  const expected = checked.length ? `---\n${plainYaml({ expect: checked.map(({ fact }) => fact) })}` : "";
  const text = plainYaml({ steps: all }) + expected;
  const holding = checked.filter(({ holds }) => holds).length;
  return [
    h("div.h3", t("Save it, and check it in CI")),
    h("pre.dt-code.scroll", { tabindex: "0" }, text),
    checked.length > 0 &&
      h(
        "p.mute",
        tn(
          "{holding} of {n} expectation holds now.",
          "{holding} of {n} expectations hold now.",
          checked.length,
          {
            holding,
          },
        ),
      ),
    h(
      "p.row.wrap",
      h("button.btn", { onclick: () => copyText(text, t("The YAML")) }, icon("copy"), t("Copy")),
      !offline &&
        h(
          "button.btn",
          { onclick: keep },
          icon("pin"),
          boot.draft ? t("Save the actions in the scenario") : t("Save them in a copy"),
        ),
      !offline && h("button.btn", { onclick: save }, icon("download"), t("Save this page")),
    ),
  ];
}

/** In the draft, or in a copy, whose next run has them; the page goes on with that. */
async function keep() {
  try {
    const id = boot.draft ?? (await post(`/snapshots/${boot.snapshot}/fork`)).id;
    const { source, updated } = await get(`/scenarios/${id}`);
    await put(`/scenarios/${id}`, { source: withDocument(source, "steps", steps.get()), based_on: updated });
    await post(`/scenarios/${id}/runs`);
    location.assign(`/w/${id}/day-two/`);
  } catch (error) {
    toast(messageOf(error));
  }
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
