// The decisions as they come, alike ones as one line, the newest first.

import { atom, computed, effect, watch } from "../../lib/atoms.js";
import { arrange, h, replace, say } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { ApiError, get, messageOf } from "../../net/api.js";
import { toast } from "../../lib/toast.js";
import { isEntryWanted } from "./filter.js";
import { fold, isRepeated } from "./folding.js";
import { rowOf } from "./rows.js";
import { capital } from "./words.js";
import { boot, entries, held, listed, past, shown, url, waiting } from "./state.js";

/** @import { Agreement, LiveEntry } from "../../types/engine.js" */
/** @import { Row } from "./folding.js" */

const SHOWN = 40; // rows at first
const MOST = 400; // rows at all: what is older is reached by the hours below
const OLDER = 200; // entries that are asked for at once

/** @param {Agreement} agreement @returns {(entry: LiveEntry) => boolean} */
const hasAgreement = (agreement) => (entry) => "agreement" in entry && entry.agreement === agreement;

/** @type {[key: string, label: () => string, has: (entry: LiveEntry) => boolean][]} */
const FILTERS = [
  ["", () => t("What changed"), (entry) => !isRepeated(entry)],
  ["all", () => t("All"), () => true],
  [
    "pending",
    () => capital(t("pending")),
    (entry) => entry.kind === "decision" && entry.outcome === "failed",
  ],
  ["different", () => t("Different"), hasAgreement("different")],
  ["undetermined", () => t("Undetermined"), hasAgreement("undetermined")],
  ["queues", () => t("Before the scheduler"), ({ kind }) => kind === "workload"],
  ["changes", () => t("Causes, findings"), ({ kind }) => kind !== "decision" && kind !== "workload"],
];

/** Older entries that were asked for, with what they are of. */
const older = atom({ of: "", entries: /** @type {LiveEntry[]} */ ([]), ended: false });
const most = atom(SHOWN);
/** The rows that are unfolded. */
const unfolded = atom(/** @type {Set<string>} */ (new Set()));

const SHOWS = FILTERS.map(([key]) => key);

const filter = computed(() => {
  const { show } = url.state.get();
  return FILTERS.find(([key]) => key === show) ?? FILTERS[0];
});
/** What older entries belong to. */
const about = computed(() => {
  const { show = "", at = "" } = url.state.get();
  return `${show} ${at}`;
});

const known = computed(() => {
  const more = older.get();
  const causes = shown.get()?.causes ?? [];
  const all = [...(more.of === about.get() ? more.entries : []), ...listed.get()];
  return all.filter((entry) => isEntryWanted(entry, causes));
});
const rows = computed(() => fold(known.get().filter(filter.get()[2])));

/** @param {HTMLElement} place */
export function mountStream(place) {
  const body = h("tbody");
  const foot = h("div.lv-foot");
  place.append(
    head(),
    h(
      "div.lv-scroll.scroll",
      { tabindex: "0", role: "region", "aria-labelledby": "stream-h" },
      table(body),
      foot,
    ),
  );
  /** @type {Map<string, {text: string, elements: HTMLElement[]}>} */
  let drawn = new Map();
  effect(() => {
    const all = rows.get();
    const count = most.get();
    const opened = unfolded.get();
    const visible = all.slice(0, count);
    const next = new Map(visible.map((row) => [row.key, drawnRow(drawn, row, opened.has(row.key))]));
    drawn = next;
    arrange(
      body,
      [...next.values()].map(({ elements }) => elements),
    );
    replace(foot, footOf(all, count));
  });
  about.subscribe(() => most.set(SHOWN));
  watch([url.state], () => {
    const { show } = url.state.get();
    if (show && !["all", "pending"].includes(show) && SHOWS.includes(show)) askOlder();
  });
}

/**
 * The same elements for a row that has not changed.
 * @param {Map<string, {text: string, elements: HTMLElement[]}>} drawn
 * @param {Row} row @param {boolean} opened */
function drawnRow(drawn, row, opened) {
  const alike = row.decisions ?? row.turns;
  const text = `${alike?.length} ${alike?.[0].number} ${opened}`;
  const before = drawn.get(row.key);
  return before?.text === text ? before : { text, elements: rowOf(row, opened, () => toggle(row.key)) };
}

/** @param {string} key */
function toggle(key) {
  const focused = document.activeElement?.closest("tr")?.rowIndex;
  unfolded.update(
    (before) => new Set(before.has(key) ? [...before].filter((k) => k !== key) : [...before, key]),
  );
  // the row is made anew: the focus goes on at its button
  queueMicrotask(() => {
    const table = document.querySelector(".lv-table");
    if (focused && table instanceof HTMLTableElement) table.rows[focused]?.querySelector("button")?.focus();
  });
}

function head() {
  const hold = h("button.btn", { onclick: () => held.update((frozen) => (frozen ? null : entries.get())) });
  effect(() => {
    const frozen = held.get();
    const n = waiting.get();
    hold.hidden = past.get() !== null;
    hold.setAttribute("aria-pressed", String(frozen !== null));
    replace(
      hold,
      icon(frozen ? "play" : "hold"),
      frozen ? (n ? t("Continue, {n} new", { n: integer(n) }) : t("Continue")) : t("Pause"),
    );
  });
  const choices = h("div.seg", { role: "group", "aria-label": t("What is shown") });
  const hasQueues = computed(() => Boolean(shown.get()?.queued));
  effect(() => {
    const [chosen] = filter.get();
    const queues = hasQueues.get();
    replace(
      choices,
      FILTERS.filter(([key]) => key !== "queues" || queues || chosen === key).map(([key, label]) =>
        h(
          "button",
          {
            "aria-pressed": String(key === chosen),
            onclick: () => url.write({ show: key }),
          },
          label(),
        ),
      ),
    );
  });
  const heading = h("h2", { id: "stream-h" });
  const words = h("span");
  const rate = h("span.soft");
  heading.append(words, " ", rate);
  effect(() => {
    say(words, past.get() ? t("Decisions up to then") : t("Decisions, as they happen"));
    say(rate, rateOf());
  });
  return h("div.lv-stream-h", heading, h("span.grow"), hold, choices);
}

/** How many a minute, of the last five. */
function rateOf() {
  if (past.get()) return "";
  const since = Date.now() - 300_000;
  const recent = entries.get().filter(({ kind, at }) => kind === "decision" && Date.parse(at) > since).length;
  return recent >= 10 ? tn("{n} a minute", "{n} a minute", Math.round(recent / 5)) : "";
}

/** @param {HTMLElement} body */
const table = (body) =>
  h(
    "table.lv-table",
    h(
      "thead",
      h(
        "tr",
        h("th", { scope: "col" }, t("time")),
        h("th", { scope: "col" }, t("pod")),
        h("th", { scope: "col" }, t("node")),
        h("th.num.lv-waited", { scope: "col" }, t("waited")),
        h("th.lv-passed", { scope: "col" }, t("nodes passed")),
        h("th", { scope: "col" }, t("why")),
        h("th", { scope: "col" }, h("span.vh", t("More"))),
      ),
    ),
    body,
  );

/** @param {Row[]} all @param {number} count */
function footOf(all, count) {
  const [name] = filter.get();
  const repeated = name ? 0 : known.get().filter(isRepeated).length;
  return [
    repeated > 0 &&
      h(
        "button.link.soft",
        { onclick: () => url.write({ show: "all" }) },
        tn(
          "{n} attempt failed for the same as before",
          "{n} attempts failed for the same as before",
          repeated,
        ),
      ),
    olderOf(all, count),
  ];
}

/** @param {Row[]} all @param {number} count */
function olderOf(all, count) {
  const { ended, of } = older.get();
  if (count >= MOST) return h("p.soft", t("Use the hours below for older entries."));
  if (!all.length) return h("p.soft", t("Nothing yet."));
  if (all.length <= count && ended && of === about.get())
    return h("p.soft", t("No older entries are stored."));
  return h("button.btn.bare", { onclick: showMore }, t("Older"));
}

function showMore() {
  most.update((count) => Math.min(MOST, count + SHOWN));
  if (rows.get().length < most.get()) askOlder();
}

async function askOlder() {
  const of = about.get();
  const before = older.get().of === of ? older.get().entries : [];
  const first = before[0] ?? listed.get()[0];
  const [name] = filter.get();
  const show = name === "pending" || !name ? "all" : name;
  const until = first ? `&before=${first.number}` : "";
  try {
    const { entries: more } = await get(`/live/${boot.id}/entries?show=${show}${until}&limit=${OLDER}`);
    if (about.get() === of) older.set({ of, entries: [...more, ...before], ended: more.length < OLDER });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(messageOf(error));
  }
}
