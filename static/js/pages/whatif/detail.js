// The chosen repair in full: Try, the commands, the manifest, where other pods end.

import { copyText } from "../../lib/clipboard.js";
import { shareableAddress } from "../../share/links.js";
import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { Name } from "../../parts/nameView.js";
import { changeOf } from "./changeOf.js";
import { notesOf } from "./consequences.js";
import { gainedNodes } from "./gained.js";
import { placedText } from "./placed.js";
import { boot, chosen, inquiry, nodeNames, pod, repairs, running, url } from "./state.js";
import { TryButton } from "./tryButton.js";
import { changesOf, costOf, kindsOf, labelOf } from "./words.js";

/** @import { AtomicChange, Repair } from "../../types/engine.js" */
/** @import { Ranked } from "./ranking.js" */

export function Detail() {
  const repair = repairs.get()[chosen.get()];
  return repair && detail(repair, chosen.get());
}

/** @param {Ranked} repair @param {number} index */
function detail(repair, index) {
  return [
    h(
      "header.rp-sec",
      h(
        "p.soft.row",
        h("b", t("Repair {n}", { n: index + 1 })),
        t("cost {cost}, {kinds}", { cost: costOf(repair), kinds: kindsOf(repair).map(labelOf).join(", ") }),
        h("span.grow"),
        h(
          "button.btn.bare.icon",
          {
            "aria-label": t("Copy the link to this repair"),
            title: t("Copy the link to this repair"),
            onclick: () =>
              copyText(
                shareableAddress(url.href({ pod: pod.get(), repair: index + 1 }), boot.run.snapshot),
                t("The link"),
              ),
          },
          icon("link"),
        ),
      ),
      h(
        "h2",
        changesOf(repair).map((text) => h("span.rp-line", text)),
      ),
      h("p.soft", t("{pod} goes to {node}.", { pod: pod.get() ?? "", node: repair.node })),
      notesOf(repair).map((note) => h("p.note", icon("info"), note)),
      h(
        "div.rp-acts",
        h(TryButton, {
          change: changeOf(inquiry.get()?.id ?? "", repair.number, repair),
          kind: "btn primary",
        }),
        h(
          "button.btn",
          { onclick: () => copyText(repair.patch, t("The commands")) },
          icon("copy"),
          t("Copy commands"),
        ),
        repair.expectations &&
          h(
            "button.btn",
            { onclick: () => copyText(repair.expectations ?? "", t("The CI check")) },
            icon("check"),
            t("Copy CI check"),
          ),
      ),
    ),
    mapSection(repair),
    repair.alternatives && section(t("Or instead"), instead(repair.alternatives)),
    section(t("Commands"), code(repair.patch)),
    repair.diff && section(t("Manifest"), diff(repair.diff)),
    repair.run && section(t("What the run says"), said(repair)),
    repair.expectations && section(t("As a CI check"), code(repair.expectations)),
  ];
}

/** @param {Repair} repair */
function mapSection(repair) {
  const answer = inquiry.get()?.answer;
  const map = answer && gainedNodes(answer, repair, nodeLink);
  return map && section(t("Where it fits then"), map);
}

/** Leads to what the walk says of a node; one that the repair adds is not there. @param {string} name */
const nodeLink = (name) =>
  nodeNames.get().includes(name)
    ? h(
        "a",
        { href: `../?${new URLSearchParams({ pod: pod.get() ?? "", point: "Filter", node: name })}` },
        h(Name, { name }),
      )
    : name;

/** @param {string} title @param {import("../../lib/view.js").Child} body */
const section = (title, body) => h("section.rp-sec", h("h3", title), body);

/** @param {AtomicChange[][]} alternatives */
const instead = (alternatives) =>
  h(
    "ul.rp-moved",
    alternatives.map((atoms) => h("li", changesOf({ atoms }).join(" + "))),
  );

/** @param {string} text */
const code = (text) => h("pre.rp-code", { tabindex: "0" }, h("code", text));

/** @param {string} text a unified difference */
const diff = (text) =>
  h(
    "pre.rp-code",
    { tabindex: "0" },
    text
      .trimEnd()
      .split("\n")
      .map((line) => h("code", { class: kindOf(line) }, `${line}\n`)),
  );

/** @param {string} line */
const kindOf = (line) =>
  /^(---|\+\+\+|@@)/.test(line) ? "dim" : line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : "";

/** @param {Repair} repair */
function said({ run }) {
  if (!run) return null;
  const others = run.moved_count - run.moved.length;
  return [
    h("p", placedText(run, running)),
    run.broken.length > 0 && boot.is_case && h("p.soft", t("It changes what the case shows:")),
    run.broken.map((text) =>
      boot.is_case ? h("p.rp-eff.soft", icon("info"), text) : h("p.rp-eff", icon("rej", "g g-rej"), text),
    ),
    run.moved.length > 0 &&
      h(
        "ul.rp-moved",
        run.moved.map(({ pod: name, before, after }) =>
          h("li", { key: name }, h(Name, { name }), ` ${before ?? t("pending")} → ${after ?? t("pending")}`),
        ),
      ),
    others > 0 && h("p.soft", tn("and {n} more", "and {n} more", others)),
  ];
}
