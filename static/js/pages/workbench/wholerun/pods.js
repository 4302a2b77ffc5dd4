// The attempts of the run: a strip and a list of all, and the history of the current pod if it had
// several attempts.

import { atom } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { clock, integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { glyph } from "../../../lib/icons.js";
import { theme } from "../../../lib/theme.js";
import { goCycle } from "../core/actions.js";
import { broughtBack } from "../../../model/log.js";
import { outcome } from "../../../model/narrate.js";
import { headers, heading, mono, num, scroller, section } from "../../../parts/panels.js";
import { nameElement } from "../../../parts/name.js";
import { eventName } from "../../../parts/queueEvent.js";
import { changedPods } from "../core/runChange.js";
import { beforeMark, beforeText, changeOf, ending } from "../facts/before.js";
import { cluster, log, phone, pointer } from "../core/state.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { rowList } from "../../../lib/rowlist.js";
import { kindOf, strip } from "./strip.js";

/** @import { Cycle, RunLog } from "../../../model/log.js" */

const NAMES = { all: t("All"), placed: t("Placed"), pending: t("Pending"), preempts: t("Preempting") };
/** @typedef {keyof typeof NAMES} Attempts */

const attemptsFilter = atom(/** @type {Attempts} */ ("all"));

/** @type {Attempts[]} */
const KINDS = ["all", "placed", "pending", "preempts"];

/** Lists the attempts of one kind. @param {Attempts} kind */
export const showAttempts = (kind) => attemptsFilter.set(kind);

export function podsBody() {
  const list = listOfAll();
  const tape = strip(goCycle);
  const history = h("div");
  redrawWhileMounted(tape.element, () => {
    theme.get(); // its colours are read at the frame
    const runLog = log.get();
    const at = pointer.get();
    requestAnimationFrame(() => tape.element.isConnected && tape.draw(runLog.cycles, at?.cycle ?? 0));
  });
  redrawWhileMounted(history, () => {
    const runLog = log.get();
    const at = pointer.get();
    replace(history, at ? historyOf(runLog.cycles[at.cycle], runLog) : null);
  });
  return [section(tape.element), history, section(list)];
}

/** The filter of the list, with counts. */
export function podsTools() {
  const element = h("div.seg", { role: "group", "aria-label": t("Attempts") });
  redrawWhileMounted(element, () => {
    const { cycles } = log.get();
    const now = attemptsFilter.get();
    /** @type {Map<string, Cycle[]>} */
    const counts = Map.groupBy ? Map.groupBy(cycles, kindOf) : new Map();
    /** @param {Attempts} kind */
    const many = (kind) => (kind === "all" ? cycles.length : (counts.get(kind)?.length ?? 0));
    replace(
      element,
      KINDS.map((kind) =>
        h(
          "button",
          { "aria-pressed": String(kind === now), onclick: () => attemptsFilter.set(kind) },
          NAMES[kind],
          h("span.mute", integer(many(kind))),
        ),
      ),
    );
  });
  return element;
}

function listOfAll() {
  /** @type {Cycle[]} */
  let cycles = [];
  const list = rowList({
    label: t("Attempts in scheduling order"),
    id: "attempt",
    phone: phone.get,
    row: (i) => cells(cycles[i]),
    says: (i) =>
      t("{place}, {pod}: {outcome}", {
        place: cycles[i].index + 1,
        pod: nameOf(cycles[i]),
        outcome: outcomeText(cycles[i]),
      }),
    choose: (i) => goCycle(cycles[i].index),
    current: () => cycles.findIndex((cycle) => cycle.index === pointer.get()?.cycle),
  });
  const none = h("p.mute", t("No attempt of this kind"));
  redrawWhileMounted(list.element, () => {
    const runLog = log.get();
    const kind = attemptsFilter.get();
    for (const source of [pointer, cluster, changedPods]) source.get(); // rows read them as they come into sight
    cycles = kind === "all" ? runLog.cycles : runLog.cycles.filter((cycle) => kindOf(cycle) === kind);
    none.hidden = cycles.length > 0;
    list.show(cycles.length);
  });
  return [list.element, none];
}

/** @param {Cycle} cycle */
const nameOf = ({ pod, attempt }) => (attempt > 1 ? t("{pod}, attempt {attempt}", { pod, attempt }) : pod);

/** @param {Cycle} cycle */
function outcomeText(cycle) {
  const change = changeOf(cycle, log.get());
  return [outcome(cycle.finished), change && beforeText(change)].filter(Boolean).join(", ");
}

/** @param {Cycle} cycle */
function cells(cycle) {
  const change = changeOf(cycle, log.get());
  const pending = Boolean(cycle.finished && !cycle.finished.node && !cycle.finished.skipped);
  return [
    h("span.num.mute", integer(cycle.index + 1)),
    h(
      "span.row",
      { dataset: { pod: cycle.pod } },
      nameElement(cycle.pod),
      cycle.attempt > 1 ? h("span.mute", `×${cycle.attempt}`) : null,
    ),
    h(
      "span.row.cut",
      change ? [beforeMark(change), "→"] : null,
      pending ? glyph("rejected") : null,
      change ? ending(change.b) : endingOf(cycle),
    ),
    h("span.num.mute", clock(cycle.started.at ?? 0)),
  ];
}

/** @param {Cycle} cycle */
const endingOf = ({ finished }) =>
  finished?.node ? nameElement(finished.node) : h("span.cut", outcome(finished));

/** @param {Cycle} cycle @param {RunLog} runLog */
function historyOf(cycle, runLog) {
  const attempts = runLog.cycles.filter((other) => other.pod === cycle.pod);
  if (attempts.length < 2) return null;
  /** @param {Cycle} attempt */
  const back = (attempt) => {
    const move = broughtBack(attempt, runLog)?.move;
    return move ? [eventName(move), " ", mono(move.about ?? "")] : "–";
  };
  return section(
    heading(t("Attempts of {pod}", { pod: cycle.pod })),
    scroller(
      h(
        "table.tbl",
        headers([t("Attempt"), "num"], [t("At"), "num"], t("Moved back by"), t("Outcome")),
        h(
          "tbody",
          attempts.map((attempt) =>
            h(
              "tr",
              h(
                "th.num",
                { scope: "row" },
                h("button.link", { onclick: () => goCycle(attempt.index) }, integer(attempt.attempt)),
              ),
              num(clock(attempt.started.at ?? 0)),
              h("td", back(attempt)),
              h("td", outcome(attempt.finished)),
            ),
          ),
        ),
      ),
    ),
  );
}
