// The one change that places most pending pods, in a line: it is tried there, and leads to the page of all.

import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { h, island, useFocusInside, useLayoutEffect, useState } from "../../lib/view.js";
import { get, post } from "../../net/api.js";
import { question } from "../../net/question.js";
import { changeOf } from "./changeOf.js";
import { notesOf } from "./consequences.js";
import { TryButton } from "./tryButton.js";
import { bestFix } from "./words.js";

const SMALL = 200; // nodes of a cluster that is searched without being asked to: many runs are made

/** @typedef {{run: string, nodes: number, page: string}} Question the run's id, the address of its repairs */

/** @param {Question} props */
function BriefWholeRun({ run, nodes, page }) {
  const ref = useFocusInside();
  const [asked] = useState(() =>
    question({
      get: (id) => get(`/cluster-inquiries/${id}`),
      cancel: (id) => post(`/cluster-inquiries/${id}/cancel`),
    }),
  );
  useLayoutEffect(() => {
    if (nodes <= SMALL) asked.ask(() => post(`/runs/${run}/cluster-inquiries`, { kind: "run" }));
    return asked.rest;
  }, []);
  const href = `${page}run/`;
  const { id = "", whole_run: whole } = asked.answer.get() ?? {};
  const best = whole?.repairs[0];
  if (!whole || !best)
    return h(
      "div.brief-run",
      { ref },
      h("a.btn.brief-fix", { href }, icon("search"), t("Find the fix that places the most pods")),
    );
  return h(
    "div.brief-run",
    { ref },
    h(
      "p",
      h("a", { href }, bestFix(best, whole.pending)),
      notesOf(best).map((note) => h("span.soft", { key: note }, note)),
    ),
    h(TryButton, { change: changeOf(id, 1, best) }),
  );
}

/** Within elements of lib/dom.js. @param {Question} asked */
export const briefWholeRun = (asked) => island(BriefWholeRun, asked);
