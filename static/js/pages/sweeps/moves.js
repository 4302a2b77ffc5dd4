// Pods by the values of one axis: where each lands under every version, or with every percentage. Pods that
// move come first.

import { h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icon.js";
import { movesOf } from "../../model/sweeps/moves.js";
import { axisName, cellName, valueName } from "./core/axes.js";
import { matrix, missing } from "./matrix.js";
import { cellIn, subject, url } from "./core/state.js";
import { percent } from "./core/words.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepPlace, SweepResult } from "../../types/engine.js" */
/** @import { Cell } from "./matrix.js" */

const MOST_ROWS = 100;

/** @param {SweepStateOut} sweep @param {SweepResult} result */
export function moves(sweep, result) {
  const [axis] = result.axes;
  const all = movesOf(result);
  const moving = all.filter((row) => row.moves);
  const listed = (url.state.get().by === "all" ? all : moving).slice(0, MOST_ROWS);
  const rest = all.length - moving.length;
  return [
    listed.length > 0 &&
      matrix({
        label: t("Pods by {axis}", { axis: axisName(axis) }),
        wide: true,
        groups: [
          {
            title: axisName(axis),
            heads: Array.from({ length: axis.length }, (_, i) => valueName(axis, i)),
          },
        ],
        rows: listed.map(({ pod, places }) => ({
          key: `${sweep.id}|${pod}`,
          head: podHead(pod),
          cells: places.map((landed, cell) => cellOf(sweep, result, pod, landed, cell, places)),
        })),
      }),
    !result.pods.length && h("p.sw-words", t("There are too many pods to list them one by one.")),
    h(
      "p.sw-words",
      moving.length > MOST_ROWS &&
        `${t("The first {n} pods that move are listed; the CSV has all of them.", { n: MOST_ROWS })} `,
      result.pods.length > 0 &&
        (moving.length
          ? tn(
              "{n} pod gets the same node in every column.",
              "{n} pods get the same node in every column.",
              rest,
            )
          : t("Nothing moves: every pod gets the same node in every column.")),
      rest > 0 && [
        " ",
        h(
          "button.sw-link",
          {
            onclick: () => url.write({ by: url.state.get().by === "all" ? null : "all" }, { push: true }),
          },
          url.state.get().by === "all" ? t("Only pods that move") : t("List them too"),
        ),
      ],
    ),
  ];
}

/** @param {string} pod */
const podHead = (pod) =>
  h(
    "button.sw-head-b",
    { title: pod, onclick: () => url.write({ of: pod }, { push: true }) },
    h("span.mono.cut", pod.split("/")[1]),
  );

/**
 * The most frequent place, marked where it is not that of the first column.
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {string} pod
 * @param {SweepPlace[] | null} landed @param {number} number @param {(SweepPlace[] | null)[]} row
 * @returns {Cell}
 */
function cellOf(sweep, result, pod, landed, number, row) {
  const name = cellName(result, number);
  if (!landed) return missing(`${pod}, ${name}`);
  const [place] = landed;
  if (!place) return { text: "·", says: labelled(`${pod}, ${name}`, t("it does not run")), kind: "mute" };
  const node = result.nodes[place.place]?.name;
  const runs = landed.reduce((sum, landing) => sum + landing.runs, 0);
  const share = landed.length > 1 ? ` ${percent(place.runs / runs)}` : "";
  const before = row.slice(0, number).findLast((places) => places?.length)?.[0];
  const moved = before !== undefined && before.place !== place.place;
  return {
    text: node ? [moved && "→ ", node, share && h("span.mute", share)] : [glyph("rejected"), t("pending")],
    says: labelled(`${pod}, ${name}`, `${node ?? t("pending")}${share}${moved ? `, ${t("moved")}` : ""}`),
    kind: `${node ? (moved ? "moved" : "z") : "pend"} ${subject.get() === pod ? "row-here" : ""}`,
    here: cellIn(sweep) === number && subject.get() === pod,
    run: () => url.write({ sweep: sweep.id, cell: number, of: pod }, { push: true }),
  };
}
