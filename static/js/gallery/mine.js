// My scenarios: rename in place, duplicate, delete with undo. Rows are the server's; new ones are made from its template.

import { $, $$ } from "../lib/dom.js";
import { ago } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { showMenu } from "../lib/menu.js";
import { renameInPlace } from "../lib/rename.js";
import { toast } from "../lib/toast.js";
import { del, get, post, put } from "../net/api.js";

// The ids whose deletion is not confirmed yet: after a reload they stay out of sight and are finished.
const doomed = {
  ids: () => JSON.parse(sessionStorage.getItem("doomed") ?? "[]"),
  keep: (ids) => sessionStorage.setItem("doomed", JSON.stringify(ids)),
  has: (id) => doomed.ids().includes(id),
  add: (id) => doomed.keep([...doomed.ids(), id]),
  drop: (id) => doomed.keep(doomed.ids().filter((each) => each !== id)),
};

/** @param {HTMLElement} list */
export function setUpMine(list) {
  finishDeletions($$(".mine", list).filter((row) => doomed.has(row.dataset.id)));
  $$(".mine", list).forEach((row) => enliven(row, list));
  tell(list);
}

function enliven(row, list) {
  const time = $("time", row);
  time.textContent = ago(Date.now() - Date.parse(time.dateTime));
  $("[data-menu]", row).addEventListener("click", (event) =>
    showMenu(event.currentTarget, [
      { label: t("Rename"), icon: "pencil", run: () => rename(row) },
      { label: t("Duplicate"), icon: "copy", run: () => duplicate(row, list) },
      { label: t("Delete"), icon: "trash", run: () => remove(row, list) },
    ]),
  );
}

function fill(row, scenario) {
  row.dataset.id = scenario.id;
  $("a", row).href = `/w/${scenario.id}/`;
  setTitle(row, scenario.title);
  const { nodes, pods } = scenario.summary ?? { nodes: 0, pods: 0 };
  $("[data-field=summary]", row).textContent =
    `${tn("{n} node", "{n} nodes", nodes)}, ${tn("{n} pod", "{n} pods", pods)}`;
  $("time", row).dateTime = scenario.updated;
}

function setTitle(row, title) {
  $("[data-field=title]", row).textContent = title;
  $("[data-menu]", row).setAttribute("aria-label", t("More for {title}", { title }));
}

function rename(row) {
  const before = $("[data-field=title]", row).textContent;
  renameInPlace($("a", row), before, (title) => saveTitle(row, before, title));
}

async function saveTitle(row, before, title) {
  setTitle(row, title);
  await put(`/scenarios/${row.dataset.id}`, { title, allow_errors: true }).catch((error) => {
    setTitle(row, before);
    toast(t("Not renamed. {error}", { error: error.message }));
  });
}

async function duplicate(row, list) {
  try {
    const scenario = await post(`/scenarios/${row.dataset.id}/duplicate`);
    const copy = $("#mine-row").content.firstElementChild.cloneNode(true);
    fill(copy, scenario);
    enliven(copy, list);
    list.prepend(copy);
    tell(list);
    $("a", copy).focus();
    toast(t("Duplicated as “{title}”", { title: scenario.title }));
  } catch (error) {
    toast(t("Not duplicated. {error}", { error: error.message }));
  }
}

// The row goes at once, the scenario when Undo has gone. Leaving the page makes it final as well.
function remove(row, list) {
  const id = row.dataset.id;
  const place = row.nextSibling;
  const title = $("[data-field=title]", row).textContent;
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
      $("a", row).focus();
    },
    onGone: commit,
  });
}

// What was being deleted when the page was left is mostly gone by now; a reload can be faster than that.
async function finishDeletions(rows) {
  if (!rows.length) return;
  rows.forEach((row) => row.remove());
  const listed = (await get("/scenarios").catch(() => [])).map((scenario) => scenario.id);
  for (const { dataset } of rows) {
    if (listed.includes(dataset.id)) await destroy(dataset.id).catch(() => {}); // the next visit tries again
    else doomed.drop(dataset.id);
  }
}

async function destroy(id) {
  await del(`/scenarios/${id}`, { keepalive: true }).catch((error) => {
    if (error.status !== 404) throw error;
  });
  doomed.drop(id);
}

function tell(list) {
  const number = $$(".mine", list).length;
  $("#mine-count").textContent = number ? String(number) : "";
  $("#mine-none").hidden = number > 0;
}
