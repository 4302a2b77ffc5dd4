// What is to be seen of the board: the queue, the nodes by zone, the tries, the scheduler's choices, the
// caption.

import { inARow, integer, quantity } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { table } from "../../lib/table.js";
import { h } from "../../lib/view.js";
import { fill } from "../../parts/bars.js";
import { Name } from "../../parts/nameView.js";
import { board, failure, last, next, nodeOf, picked, takeBack, tries, tryOn } from "./board.js";
import { refusal } from "./refusal.js";

/** @import { HandChoice, HandNode, HandOut } from "../../types/api.js" */

const nameOf = (/** @type {string} */ pod) => pod.replace(/^default\//, "");
const inHand = () => nameOf(board.get()?.pod ?? "");

export function Turn() {
  const shown = board.get();
  if (!shown) return null;
  const { pod, pods, chosen } = shown;
  return pod
    ? t("pod {n} of {all}", { n: chosen.length + 1, all: pods.length })
    : t("all pods have been tried");
}

export const Queue = () =>
  board
    .get()
    ?.pods.map(({ pod }, index) => h(Queued, { key: pod, pod, index, chosen: board.get()?.chosen ?? [] }));

/** @param {{pod: string, index: number, chosen: HandChoice[]}} props */
function Queued({ pod, index, chosen }) {
  const [isDone, isNow] = [index < chosen.length, index === chosen.length];
  return h(
    "li",
    { key: pod, class: isDone ? "done" : isNow ? "now" : "next", "aria-current": isNow && "step" },
    h(
      "span.mono",
      { draggable: isNow, ondragstart: (event) => event.dataTransfer?.setData("text/plain", pod) },
      nameOf(pod),
    ),
    isDone && h("span.soft", chosen[index].node ?? t("waits")),
  );
}

export function Asks() {
  const { pod, asks = {} } = board.get() ?? {};
  const words = Object.entries(asks)
    .filter(([name]) => name === "cpu" || name === "memory")
    .map(([name, amount]) =>
      name === "cpu" ? t("{n} cpu", { n: quantity(amount, "milli") }) : quantity(amount, "bytes"),
    );
  return pod && words.length
    ? t("{pod} requests {amounts}", { pod: nameOf(pod), amounts: inARow(...words) })
    : null;
}

export function Board() {
  const shown = board.get();
  if (failure.get()) return h("p.no-js", failure.get());
  if (!shown) return null;
  return h("div.two", h("div.picture", zones(shown)), h("aside.side", shown.pod ? turn(shown) : ends(shown)));
}

/** @param {HandOut} shown */
const zones = ({ nodes }) =>
  h(
    "div.places",
    [...new Set(nodes.map(({ zone }) => zone))].map((zone) =>
      h(
        "section.zn",
        { key: zone },
        h("h2", zone ? t("zone {zone}", { zone }) : t("nodes")),
        nodes.filter((node) => node.zone === zone).map((node) => place(node, nodes.indexOf(node) + 1)),
      ),
    ),
  );

/** @param {HandNode} node @param {number} number the key that tries it */
function place(node, number) {
  const { name, pods, used, cpu, fits } = node;
  const isPicked = picked.get()?.name === name;
  const why = tries.get().includes(name) && !fits ? refusal(node, inHand()).words : null;
  const placed = new Set(board.get()?.chosen.map(({ pod }) => pod));
  return h(
    "button.place",
    {
      key: name,
      class: isPicked ? "pick" : why !== null && "no",
      disabled: !board.get()?.pod,
      "aria-pressed": String(isPicked),
      "aria-label": [tn("{node}, {n} pod", "{node}, {n} pods", pods.length, { node: name }), why]
        .filter(Boolean)
        .join(": "),
      dataset: { key: number },
      onclick: () => tryOn(name),
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        tryOn(name);
      },
    },
    h("span.row", h("b", h(Name, { name })), h("span.grow"), why !== null && icon("x")),
    h("span.fill", fill(used, cpu)),
    h(
      "span.on",
      pods.map((pod) => h("span.podc", { key: pod, class: !placed.has(pod) && "other" }, nameOf(pod))),
      isPicked && h("span.podc.inhand", inHand()),
    ),
    why !== null && h("span.said.ri", icon("x"), why),
    isPicked && h("span.said.pi", icon("check"), t("allowed")),
  );
}

/** The tries of the pod in hand, and once it is placed the scheduler's choice. @param {HandOut} shown */
function turn({ best, best_total: most }) {
  const mine = picked.get();
  return [
    h("h2", t("Your tries")),
    !tries.get().length && h("p.soft", t("Click a node, or drag the pod onto it.")),
    h("ol.tries", tries.get().map(tried)),
    mine && best && h("h2", t("You and the scheduler")),
    mine && best && totals(best, most, mine.name, mine.total),
  ];
}

/** @param {string} name of a node */
function tried(name) {
  const node = nodeOf(name);
  if (!node) return null;
  const title = h("b", h(Name, { name }));
  if (node.fits)
    return h("li", { key: name }, title, icon("check", "ic pi"), h("p.soft", t("Every rule agrees.")));
  const { rule, words, sum } = refusal(node, inHand());
  return h(
    "li",
    { key: name },
    title,
    icon("x", "ic ri"),
    h("p.soft", h("b", rule), ": ", words, sum && [" ", h("span.mono.nowrap", sum)]),
  );
}

/** @param {string} best @param {number | null} most @param {string} mine @param {number | null} total */
function totals(best, most, mine, total) {
  const longest = Math.max(most ?? 0, total ?? 0, 1);
  if (best === mine) return bar(mine, total, longest, t("both"), "both");
  return [bar(best, most, longest, t("scheduler"), "theirs"), bar(mine, total, longest, t("you"), "yours")];
}

/**
 * @param {string} name @param {number | null} value @param {number} longest @param {string} who
 * @param {string} kind a class
 */
const bar = (name, value, longest, who, kind) =>
  h(
    "p.versus",
    h("b", h(Name, { name })),
    h("span", fill(value ?? longest, longest, kind)),
    h("b", value === null ? "–" : integer(value)),
    h("span.soft", who),
  );

/** All choices beside the scheduler's. @param {HandOut} shown */
const ends = ({ chosen, pods }) => [
  h("h2", t("You and the scheduler")),
  table(
    "tbl",
    [
      { head: t("pod"), names: true, kind: "mono", cell: ({ pod }) => nameOf(pod) },
      { head: t("you"), cell: ({ node, total }) => where(node, total) },
      { head: t("scheduler, from here"), cell: ({ best, best_total: most }) => where(best, most) },
      { head: t("scheduler, alone"), kind: "mono", cell: (_, i) => pods[i].scheduler ?? t("waits") },
    ],
    chosen,
    ({ pod, node, total, best, best_total: most }) => ({
      key: pod,
      class: (node === best || (total !== null && total === most)) && "same",
    }),
  ),
  h(
    "p.soft",
    t(
      "“From here”: what the scheduler would have chosen with your pods where they are. “Alone”: its own " +
        "run.",
    ),
  ),
];

/** @param {string | null} node @param {number | null} total */
const where = (node, total) => [
  h("span.mono", node ?? t("waits")),
  total !== null && h("span.soft", ` ${integer(total)}`),
];

export function Caption() {
  const shown = board.get();
  if (!shown) return null;
  const { pod, best, chosen } = shown;
  const goesOn = picked.get() || !pod || !best;
  return [
    h(
      "button.btn.icon.back",
      { "aria-label": t("Take the last pod back"), disabled: !chosen.length, onclick: takeBack },
      icon("left"),
    ),
    h(
      "div.grow",
      h("p.cap-t", { "aria-live": "polite" }, sentence(shown)),
      h(
        "p.soft",
        pod && chosen.length > 0 && t("Same as the scheduler: {same} of {all} so far.", counts(shown)),
      ),
    ),
    h(
      "button.btn.nx",
      { class: goesOn && "primary", onclick: next },
      !pod ? t("Start again") : goesOn ? t("Next pod") : t("Leave it pending"),
      icon("arrow"),
    ),
  ];
}

/** @param {HandOut} shown */
const counts = ({ chosen }) => ({
  same: chosen.filter(({ node, best }) => node === best).length,
  all: chosen.length,
});

/** @param {HandOut} shown */
function sentence(shown) {
  const { pod, best, best_total: most } = shown;
  const now = last.get();
  if (!pod) return t("{same} of {all} match the scheduler's choice.", counts(shown));
  if (!now)
    return best
      ? t("Where does {pod} go?", { pod: nameOf(pod) })
      : t("{pod} fits on no node. It stays pending.", { pod: nameOf(pod) });
  if (!now.fits)
    return [
      t("{node} rejects {pod}: ", { node: now.name, pod: nameOf(pod) }),
      h("b", refusal(now, nameOf(pod)).words),
    ];
  if (now.name === best) return t("Same as the scheduler: {node}.", { node: now.name });
  if (now.total !== null && now.total === most)
    return t("Allowed, and just as good: the scheduler would have chosen {best} with the same total.", {
      best,
    });
  return t("Allowed, but the scheduler would have chosen {best}: {most} to {total}.", {
    best,
    most: integer(most ?? 0),
    total: integer(now.total ?? 0),
  });
}
