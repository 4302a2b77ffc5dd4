// The meaning of the marks, at their current size; the pods' shapes by owner on demand.

import { computed, effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { scaleLine } from "../../parts/scale.js";
import { cluster, linked, pointer, view } from "../core/state.js";
import { weightOverrides } from "../core/trial.js";
import { kindsOf } from "./kinds.js";
import { legendOf } from "./marks.js";
import { currentView } from "./scene.js";
import { look } from "./settings.js";
import { shape } from "./tray.js";

/** @import { Cluster } from "../../model/cluster.js" */

const MOST = 40;

/** @returns {HTMLElement} */
export function mapLegend() {
  const key = h("div", { class: "key" });
  const kinds = h("details", { class: "kinds" });
  const scores = computed([pointer, view, weightOverrides], legendNow);
  effect(
    [look, linked, computed([pointer], (at) => at?.point === "PostFilter"), scores],
    (now, link, preempting, scale) =>
      replace(
        key,
        scale ? scaleLine(scale) : null,
        now === "dot" ? (scale ? null : dotKey()) : podKey(),
        preempting ? entry("victim", t("would be removed")) : null,
        link ? arrowKey() : null,
      ),
  );
  effect([cluster], (loaded) => {
    kinds.hidden = !loaded?.podCount;
    if (loaded && !kinds.hidden)
      replace(kinds, h("summary", { class: "t12 mute" }, t("Shapes by owner or labels")), kindList(loaded));
  });
  return h("div", { class: "pane-f" }, key, kinds);
}

const legendNow = () => {
  const [at, data] = [pointer.get(), currentView()];
  return at && data && legendOf(at, data);
};

/** @param {string} kind @param {string} text */
const entry = (kind, text) => h("span", null, h("i", { class: `pod ${kind}` }), text);
const podKey = () => [
  entry("on", t("counted")),
  entry("", t("other pod")),
  entry("new", t("this pod")),
  entry("hatch", t("cordoned or rejected")),
];
const dotKey = () => [
  entry("full", t("passes")),
  entry("half", t("rejected")),
  entry("frame", t("cannot be resolved, or not checked")),
];

const arrowKey = () => [entry("draws", t("draws this pod")), entry("repels", t("keeps it away"))];

/** @param {Cluster} loaded */
function kindList(loaded) {
  const { kinds } = kindsOf(loaded);
  return h(
    "ul",
    { class: "kind-list t12" },
    kinds
      .slice(0, MOST)
      .map((kind) =>
        h(
          "li",
          { class: "row" },
          shape(kind.shape, "on"),
          h("b", { class: "mono" }, kind.letter),
          h(
            "span",
            { class: "grow cut", title: `${kind.namespace}/${kind.name}` },
            kind.name || t("no labels"),
            h("span", { class: "mute" }, ` ${kind.namespace}`),
          ),
          h("span", { class: "mute" }, integer(kind.pods)),
        ),
      ),
    kinds.length > MOST ? h("li", { class: "mute" }, t("and {n} more", { n: kinds.length - MOST })) : null,
  );
}
