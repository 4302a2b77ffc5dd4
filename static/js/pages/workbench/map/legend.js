// What colours, bars and marks mean as they are drawn now; the pods' shapes by owner on demand; and once what
// the short names leave out.

import { computed, effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { decimal, integer } from "../../../lib/format.js";
import { afterPaint } from "../../../lib/frame.js";
import { t } from "../../../lib/i18n.js";
import { glyph } from "../../../lib/icons.js";
import { scaleLine } from "../../../parts/scale.js";
import { term } from "../../../parts/term.js";
import { cluster, linked, pointer } from "../core/state.js";
import { kindsOf } from "./kinds.js";
import {
  encodingOf,
  isTainted,
  RESOURCE_NAMES,
  SHARE_NAMES,
  showsFullest,
  STATES,
  verdictsOf,
} from "./marks.js";
import { currentView } from "./scene.js";
import { colouring, look } from "./settings.js";
import { markIcon, shape } from "./tray.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Resource } from "../../../model/capacity.js" */
/** @import { Encoding } from "./marks.js" */

const MOST = 40;

/** @returns {HTMLElement} */
export function mapLegend() {
  const colours = h("span.key.map-key");
  const key = h("div.key.map-key");
  const kinds = h("details.kinds");
  const draw = () => {
    const [now, at, loaded] = [look.get(), pointer.get(), cluster.get()];
    const ofStep = encodingOf(at, currentView(), colouring.get());
    /** @type {Encoding} */
    const encoding = showsFullest(ofStep, now) ? { kind: "share", resource: "fullest" } : ofStep;
    replace(colours, colourKey(encoding, now));
    replace(
      key,
      now === "card" || now === "gauge" ? gaugeKey(encoding) : null,
      now === "card" ? podKey() : null,
      at?.point === "PostFilter" ? entry("victim", term("victims", t("would be removed"))) : null,
      loaded && (now === "card" || now === "gauge") ? markKey(loaded) : null,
      linked.get() ? arrowKey() : null,
    );
  };
  effect(draw, afterPaint);
  const withPods = computed(() => look.get() === "card");
  effect(() => {
    const loaded = cluster.get();
    kinds.hidden = !loaded?.podCount || !withPods.get();
    if (loaded && !kinds.hidden)
      replace(kinds, h("summary.mute", t("Shapes by owner or labels")), kindList(loaded));
  });
  const choice = colourChoice();
  return h(
    "div.pane-f.map-foot",
    h("div.key.map-key", choice, colours),
    h("details.marks-of", h("summary.mute", t("Legend")), key, kinds),
  );
}

/** What the nodes are coloured by. */
function colourChoice() {
  const options = { step: t("this step"), ...RESOURCE_NAMES };
  const select = h(
    "select.sel",
    {
      "aria-label": t("What the nodes show"),
      onchange: () => colouring.set(/** @type {"step" | Resource} */ (select.value)),
    },
    Object.entries(options).map(([value, name]) => h("option", { value }, name)),
  );
  effect(() => (select.value = colouring.get()));
  return select;
}

/** @param {string} kind @param {Child} text */
const entry = (kind, text) => h("span", h("i", { class: `pod ${kind}` }), text);

/** @param {Encoding} encoding @param {string} now the look of the tiles @returns {Child} */
function colourKey(encoding, now) {
  if (encoding.kind === "plain") return null;
  if (encoding.kind === "verdict") return now === "dot" ? dotKey() : verdictKey(currentView());
  const range = encoding.kind === "score" ? encoding.legend : shareRange(encoding.resource);
  if (now === "block" || now === "dot") return [scaleLine(range), now === "dot" ? outKey() : null];
  const [low, high] = [decimal(range.low), decimal(range.high)];
  return entry("bar", t("{name}, {low} to {high}", { name: range.name, low, high }));
}

/** @param {Resource | "fullest"} resource */
const shareRange = (resource) => ({
  name: t("{resource} requested, %", { resource: SHARE_NAMES[resource] }),
  low: 0,
  high: 100,
  means: t("darker = more requested"),
});

/** Those that occur. @param {CycleView | null} data */
function verdictKey(data) {
  const states = data ? [...verdictsOf(data).state] : [];
  return VERDICTS.flatMap(([state, id, word]) =>
    states.includes(STATES.indexOf(state)) ? h("span", glyph(state), term(id, word)) : [],
  );
}

/** @type {[state: "pass" | "rejected" | "unresolvable", term: string, word: string][]} */
const VERDICTS = [
  ["pass", "feasible", t("passes")],
  ["rejected", "rejected", t("rejected")],
  ["unresolvable", "unresolvable", t("cannot be resolved")],
];

const dotKey = () => [entry("full", term("feasible", t("passes"))), outKey()];

/** The dots of nodes that take no part. */
const outKey = () => [
  entry("half", term("rejected", t("rejected"))),
  entry("frame", term("unresolvable", t("cannot be resolved, or not checked"))),
];

/** The bars of a node; where it has a number, that stands in their place. @param {Encoding} encoding */
const gaugeKey = (encoding) =>
  encoding.kind === "plain" || encoding.kind === "verdict"
    ? [
        h("span", term("used", t("requested:"))),
        entry("bar cpu", RESOURCE_NAMES.cpu),
        entry("bar memory", RESOURCE_NAMES.memory),
        entry("bar count", RESOURCE_NAMES.pods),
      ]
    : null;

const podKey = () => [
  entry("on", term("matchingPods", t("counted"))),
  entry("", t("other pod")),
  entry("new", t("this pod")),
];

/** Those that this cluster has. @param {Cluster} loaded */
const markKey = ({ nodes, classes }) => [
  nodes.some(isTainted) ? entry("hatch", term("taint", t("tainted"))) : null,
  nodes.some((node) => node.unschedulable)
    ? h("span", markIcon("cordon"), term("cordon", t("cordoned")))
    : null,
  classes.some((podClass) => podClass.volumes)
    ? h("span", markIcon("volume"), term("volumeClaim", t("has a volume")))
    : null,
];

const arrowKey = () => [
  entry("draws", term("affinityTerm", t("attracts this pod"))),
  entry("repels", term("antiAffinity", t("repels it"))),
];

/** @param {Cluster} loaded */
function kindList(loaded) {
  const { kinds } = kindsOf(loaded);
  return h(
    "ul.kind-list.t12",
    kinds
      .slice(0, MOST)
      .map((kind) =>
        h(
          "li.row",
          shape(kind.shape, "on"),
          h("b.mono", kind.letter),
          h(
            "span.grow.cut",
            { title: `${kind.namespace}/${kind.name}` },
            kind.name || t("no labels"),
            h("span.mute", ` ${kind.namespace}`),
          ),
          h("span.mute", integer(kind.pods)),
        ),
      ),
    kinds.length > MOST ? h("li.mute", t("and {n} more", { n: kinds.length - MOST })) : null,
  );
}
