// A line of the stream.

import { h } from "../../lib/dom.js";
import { inClauses, integer } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { nodesOf, podsOf } from "./folding.js";
import { decisionMenu, open, showNode } from "./opening.js";
import { lookAt } from "./past.js";
import { workloadContent } from "./workloadline.js";
import { dateOf, findingText, lasting, nameOf, say, sayAlone, timeOf } from "./words.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { LiveCauseTurn, LiveDecision, LiveDivergence } from "../../types/engine.js" */
/** @import { LiveFinding, LiveGap, LiveWorkloadTurn } from "../../types/engine.js" */
/** @import { Row } from "./folding.js" */

const COLUMNS = 7;
const UNFOLDED = 50; // decisions of a row

/** The elements of a row. @param {Row} row @param {boolean} opened @param {() => void} toggle */
export function rowOf({ decisions, turns, entry }, opened, toggle) {
  if (turns) return [workloadLine(turns)];
  if (entry) return [OTHERS[entry.kind](/** @type {never} */ (entry))];
  if (decisions.length === 1) return [decisionRow(decisions[0])];
  return [
    foldedRow(decisions, opened, toggle),
    ...(opened ? decisions.slice(0, UNFOLDED).map((decision) => decisionRow(decision, "lv-sub")) : []),
  ];
}

/** @param {LiveDecision} decision @param {string} [kind] a class */
export function decisionRow(decision, kind = "") {
  const { number, at, pod, outcome, node } = decision;
  return h(
    "tr",
    { class: `${kind} ${outcome} ${decision.agreement}`, dataset: { number } },
    timeCell(at),
    h(
      "td.lv-pod",
      h(
        "button.link.mono",
        { onclick: () => open(number), title: t("Open {pod} in the walk", { pod }) },
        podText(pod),
      ),
    ),
    h("td.lv-to.mono", node ? nodeLink(node) : pendingWord()),
    h("td.num.soft.lv-waited", decision.waited === null ? "–" : lasting(decision.waited)),
    h("td.lv-passed", passed(decision)),
    h("td.lv-why", why(decision)),
    h(
      "td.lv-more",
      h(
        "button.btn.bare.icon",
        {
          "aria-label": t("More for {pod}", { pod }),
          "aria-haspopup": "menu",
          "aria-expanded": "false",
          onclick: ({ currentTarget }) => decisionMenu(currentTarget, decision),
        },
        icon("more"),
      ),
    ),
  );
}

/** @param {LiveDecision[]} decisions the newest first @param {boolean} opened @param {() => void} toggle */
function foldedRow(decisions, opened, toggle) {
  const [newest] = decisions;
  const { namespace, name, kind } = newest.workload;
  const nodes = nodesOf(decisions);
  const pods = podsOf(decisions).length;
  const waits = decisions.flatMap(({ waited }) => waited ?? []).sort((a, b) => a - b);
  const attempts = tn("{n} attempt", "{n} attempts", decisions.length);
  const isRepeated = decisions.length > pods;
  return h(
    "tr",
    { class: `lv-folded ${newest.outcome}` },
    timeCell(newest.at),
    h(
      "td.lv-pod",
      h(
        "button.link.mono",
        { "aria-expanded": String(opened), onclick: toggle },
        icon("right", "ic ic-12 lv-turn"),
        podText(`${namespace}/${kind === "Pod" ? newest.pod.split("/")[1] : name}`),
        " ",
        h("b", pods > 1 ? `×${integer(pods)}` : attempts),
      ),
    ),
    h(
      "td.lv-to.mono",
      nodes.length > 1
        ? `→ ${tn("{n} node", "{n} nodes", nodes.length)}`
        : nodes.length
          ? nodeLink(nodes[0])
          : pendingWord(),
    ),
    h(
      "td.num.soft.lv-waited",
      waits.length ? { title: t("the median") } : {},
      waits.length ? lasting(waits[Math.floor(waits.length / 2)]) : "–",
    ),
    h("td.lv-passed", passed(newest)),
    h(
      "td.lv-why",
      why(newest),
      isRepeated &&
        h(
          "div.soft",
          t("{attempts} since {time}", { attempts, time: timeOf(decisions.at(-1)?.at ?? newest.at) }),
        ),
    ),
    h("td.lv-more"),
  );
}

/** @param {string} at */
const timeCell = (at) =>
  h("td.mono.mute.lv-time", h("time", { datetime: at, title: dateOf(at) }, timeOf(at)));

/** @param {string} node */
const nodeLink = (node) => [
  "→ ",
  h("button.link", { onclick: () => showNode(node), title: t("Show {node}", { node }) }, node),
];

const pendingWord = () => [icon("rej", "ic ic-12"), t("pending")];

/** @param {string} pod @returns {Child} */
function podText(pod) {
  const [namespace, name] = pod.split("/");
  return [h("span.mute", `${namespace}/`), name];
}

/** @param {LiveDecision} decision */
function passed({ feasible, nodes, reason }) {
  if (!nodes || ["named", "other", "held", "unknown"].includes(reason.kind)) return h("span.soft", "–");
  const share = `${(100 * feasible) / nodes}%`;
  return h(
    "span.lv-bar",
    h("i", { "aria-hidden": "true", style: { "--share": share } }),
    h("span.soft", t("{n} of {all}", { n: integer(feasible), all: integer(nodes) })),
  );
}

/** @type {Record<string, [chip: string, word: () => string]>} */
const DISAGREEING = {
  different: ["reject", () => t("different")],
  undetermined: ["unres", () => t("undetermined")],
  unjudged: ["", () => t("not judged")],
};

/** @param {LiveDecision} decision @returns {Child} */
function why(decision) {
  const { number, reason, agreement, why: how, changes, divergence, preempted } = decision;
  const disagreeing = DISAGREEING[agreement];
  return [
    sayAlone(reason),
    preempted.length > 0 && [
      "; ",
      tn("{n} pod would be evicted for it", "{n} pods would be evicted for it", preempted.length),
    ],
    decision.message && words(decision),
    disagreeing &&
      h(
        "div.lv-how",
        h("span", { class: `chip ${disagreeing[0]}` }, disagreeing[1]()),
        how && ` ${say(how)}`,
        divergence && [divergenceLink(number, divergence), besideOurs(divergence)],
        changes.length > 0 &&
          h(
            "details",
            h("summary", t("Which changes")),
            h(
              "ul",
              changes.map((change) => h("li", say(change))),
            ),
          ),
      ),
  ];
}

/** What the cluster's scheduler said, and ours. @param {LiveDecision} decision */
const words = ({ message, own_message: own }) =>
  h(
    "details.lv-words",
    h("summary", own === message ? t("Its message, and ours") : t("Its message")),
    h("p.mono", message),
    own && own !== message && [h("p", t("Recomputed:")), h("p.mono", own)],
  );

/**
 * The walk at the first point where the two part.
 * @param {number} number @param {LiveDivergence} divergence
 */
const divergenceLink = (number, { point, plugin, node, reasons }) => {
  const link = h(
    "button.link",
    {
      onclick: () =>
        open(number, ({ address }) => `${address}&${new URLSearchParams({ point, plugin, node })}`),
    },
    t("first difference at {point}", { point: plugin ? `${point}, ${plugin}` : point }),
  );
  const text = reasons.join("; ");
  return [" · ", text ? rich(t("{label}: {text}"), { label: link, text }) : link];
};

/**
 * The cluster's node beside ours, plugin by plugin: where they part comes first.
 * @param {LiveDivergence} divergence @returns {Child}
 */
const besideOurs = ({ node, best, plugins }) =>
  plugins.length > 0 &&
  h(
    "details.lv-both",
    h(
      "summary",
      best ? t("{node} compared with {best}", { node, best }) : t("What rejects {node}", { node }),
    ),
    h(
      "ol",
      plugins.map(({ point, plugin, node: here, best: there, reasons }) =>
        h(
          "li",
          h("span", h("b", plugin), " ", h("span.soft", point)),
          h(
            "span",
            here === null || there === null
              ? reasons.join("; ")
              : t("{here} vs. {there}", { here: integer(here), there: integer(there) }),
          ),
        ),
      ),
    ),
  );

/** @param {string} kind @param {string} at @param {Child} content */
const line = (kind, at, content) =>
  h(
    "tr",
    { class: `lv-line ${kind}` },
    timeCell(at),
    h("td", { colspan: COLUMNS - 1 }, h("div.lv-line-b", content)),
  );

/** @param {LiveGap} gap */
const gapLine = ({ at, until, why: cause }) =>
  line("lv-gap", at, [
    h("b", t("Nothing is known until {time}", { time: timeOf(until) })),
    h("span.soft", sayAlone(cause)),
  ]);

/** @param {LiveCauseTurn} turn */
function causeLine({ at, clauses, appeared, pod, before }) {
  const name = nameOf({ clauses, title: clauses[0]?.kind ?? "" });
  return line(appeared ? "lv-came" : "lv-went", at, [
    h("b", appeared ? t("New cause: {cause}", { cause: name }) : t("Cause gone: {cause}", { cause: name })),
    pod && h("span.soft.mono", pod),
    before.length > 0 && h("span.soft", t("just before:"), " ", inClauses(...before.map(say))),
    appeared && h("button.link.soft", { onclick: () => lookAt(Date.parse(at)) }, t("The cluster then")),
  ]);
}

const SEVERITIES = { error: "reject", warning: "unres", info: "" };

/** @param {LiveFinding} finding */
const findingLine = (finding) => {
  const { at, severity, subject, rule, source } = finding;
  return line("lv-finding", at, [
    h(
      "span",
      { class: `chip ${SEVERITIES[severity]}` },
      source === "lint" ? rule : t("loss of a node or zone"),
    ),
    subject && h("span.mono", subject),
    h("span.soft", findingText(finding)),
    h("button.link.soft", { onclick: () => lookAt(Date.parse(at)) }, t("The cluster then")),
  ]);
};

/** @param {LiveWorkloadTurn[]} turns alike ones, the newest first */
const workloadLine = (turns) =>
  line(`lv-workload ${turns[0].agreement ?? ""}`, turns[0].at, workloadContent(turns));

const OTHERS = { gap: gapLine, cause: causeLine, finding: findingLine };
