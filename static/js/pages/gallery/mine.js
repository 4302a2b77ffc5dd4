// Your runs: rename in place, duplicate, delete with undo. Rows are the server's; new ones are made from
// its template.

import { $, $$ } from "../../lib/dom.js";
import { ago, inARow } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { showMenu } from "../../lib/menu.js";
import { renameInPlace } from "../../lib/rename.js";
import { toast } from "../../lib/toast.js";
import { del, get, messageOf, post, put } from "../../net/api.js";

/** @import { ScenarioBrief, ScenarioOut } from "../../types/api.js" */

const FIRST = 6; // rows; the others are shown when asked for

// The ids whose deletion is not confirmed yet: after a reload they stay out of sight and are finished.
const doomed = {
  /** @returns {string[]} */
  ids: () => JSON.parse(sessionStorage.getItem("doomed") ?? "[]"),
  /** @param {string[]} ids */
  keep: (ids) => sessionStorage.setItem("doomed", JSON.stringify(ids)),
  /** @param {string} id */
  has: (id) => doomed.ids().includes(id),
  /** @param {string} id */
  add: (id) => doomed.keep([...doomed.ids(), id]),
  /** @param {string} id */
  drop: (id) => doomed.keep(doomed.ids().filter((other) => other !== id)),
};

/** @param {HTMLElement} list */
export function setUpMine(list) {
  finishDeletions($$(".mine", list).filter((row) => doomed.has(idOf(row))));
  $$(".mine", list).forEach((row) => enliven(row, list));
  $("#all-mine").addEventListener("click", () => {
    list.classList.add("all");
    tell(list);
  });
  tell(list);
}

/** @param {HTMLElement} row */
const idOf = (row) => row.dataset.id ?? "";
/** @param {HTMLElement} row */
const linkOf = (row) => $("a", row, HTMLAnchorElement);
/** @param {HTMLElement} row */
const timeOf = (row) => $("time", row, HTMLTimeElement);
/** @param {HTMLElement} row */
const titleOf = (row) => $("[data-field=title]", row);

/** @param {HTMLElement} row @param {HTMLElement} list */
function enliven(row, list) {
  const time = timeOf(row);
  time.textContent = ago(Date.now() - Date.parse(time.dateTime));
  const more = $("[data-menu]", row);
  more.addEventListener("click", () =>
    showMenu(more, [
      { label: t("Rename"), icon: "pencil", run: () => rename(row) },
      { label: t("Duplicate"), icon: "copy", run: () => duplicate(row, list) },
      { label: t("Delete"), icon: "trash", run: () => remove(row, list) },
    ]),
  );
}

/** @param {HTMLElement} row @param {ScenarioOut} scenario */
function fill(row, scenario) {
  row.dataset.id = scenario.id;
  linkOf(row).href = `/w/${scenario.id}/`;
  setTitle(row, scenario.title);
  const { nodes, pods } = scenario.summary ?? { nodes: 0, pods: 0 };
  $("[data-field=summary]", row).textContent = inARow(
    tn("{n} node", "{n} nodes", nodes),
    tn("{n} pod", "{n} pods", pods),
  );
  timeOf(row).dateTime = scenario.updated;
}

/** @param {HTMLElement} row @param {string} title */
function setTitle(row, title) {
  titleOf(row).textContent = title;
  $("[data-menu]", row).setAttribute("aria-label", t("More for {title}", { title }));
}

/** @param {HTMLElement} row */
function rename(row) {
  const before = titleOf(row).textContent;
  renameInPlace(linkOf(row), before, (title) => saveTitle(row, before, title));
}

/** @param {HTMLElement} row @param {string} before @param {string} title */
async function saveTitle(row, before, title) {
  setTitle(row, title);
  await put(`/scenarios/${row.dataset.id}`, { title, allow_errors: true }).catch((error) => {
    setTitle(row, before);
    toast(t("Not renamed. {error}", { error: error.message }));
  });
}

/** @param {HTMLElement} row @param {HTMLElement} list */
async function duplicate(row, list) {
  try {
    const scenario = await post(`/scenarios/${row.dataset.id}/duplicate`);
    const template = $("#mine-row", document, HTMLTemplateElement);
    const copy = $(".mine", document.importNode(template.content, true));
    fill(copy, scenario);
    enliven(copy, list);
    list.prepend(copy);
    tell(list);
    linkOf(copy).focus();
    toast(t("Duplicated as “{title}”", { title: scenario.title }));
  } catch (error) {
    toast(t("Not duplicated. {error}", { error: messageOf(error) }));
  }
}

/**
 * The row goes at once, the scenario when Undo has gone. Leaving the page makes it final as well.
 * @param {HTMLElement} row @param {HTMLElement} list
 */
function remove(row, list) {
  const id = idOf(row);
  const place = row.nextSibling;
  const title = titleOf(row).textContent;
  const restore = () => {
    doomed.drop(id);
    list.insertBefore(row, place?.isConnected ? place : null);
    tell(list);
  };
  const commit = () => {
    if (!doomed.has(id)) return;
    destroy(id).catch((error) => {
      restore();
      toast(t("Not deleted. {error}", { error: error.message }));
    });
  };
  doomed.add(id);
  row.remove();
  tell(list);
  addEventListener("pagehide", commit);
  toast(t("“{title}” is deleted", { title }), {
    action: t("Undo"),
    onAction() {
      restore();
      linkOf(row).focus();
    },
    onGone: commit,
  });
}

/**
 * What was being deleted when the page was left is mostly gone by now; a reload can be faster than that.
 * @param {HTMLElement[]} rows
 */
async function finishDeletions(rows) {
  if (!rows.length) return;
  rows.forEach((row) => row.remove());
  /** @type {ScenarioBrief[]} */
  const scenarios = await get("/scenarios").catch(() => []);
  for (const id of rows.map(idOf)) {
    // the next visit tries again
    if (scenarios.some((scenario) => scenario.id === id)) await destroy(id).catch(() => {});
    else doomed.drop(id);
  }
}

/** @param {string} id */
async function destroy(id) {
  await del(`/scenarios/${id}`, { keepalive: true }).catch((error) => {
    if (error.status !== 404) throw error;
  });
  doomed.drop(id);
}

/** @param {HTMLElement} list */
function tell(list) {
  const number = $$(".mine", list).length;
  $("#mine-count").textContent = number ? String(number) : "";
  $("#mine-section").hidden = number === 0;
  $("#all-mine").hidden = number <= FIRST || list.classList.contains("all");
}
