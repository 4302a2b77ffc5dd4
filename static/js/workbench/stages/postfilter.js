// PostFilter: nothing fitted. Where preemption would help, whom it would cost, and what was chosen.

import { h } from "../../lib/dom.js";
import { count } from "../../lib/format.js";
import { chip, headers, heading, mono, note, num, podNames, rowsUpTo, scroller, section } from "./parts.js";

/** @type {import("./stage.js").Stage} */
export const postfilter = {
  render({ data, cycle }) {
    const post = data.trace.postFilter ?? {};
    const candidates = Object.entries(post.candidates ?? {});
    return {
      body: [
        section(heading("DefaultPreemption", null, chip(post.code ?? "no answer", post.code === "Success" ? "pass" : "reject", post.code === "Success" ? "pass" : "rejected")), post.message ? h("p", { class: "mono t12 wrap" }, post.message) : null),
        chosen(post, cycle),
        candidates.length ? candidateTable(candidates, post, data) : null,
        rejectedTable(post),
        post.rejected || candidates.length ? null : section(note("No node was examined: each one was rejected by a plugin whose verdict no removal of pods can change (UnschedulableAndUnresolvable).")),
      ],
    };
  },
};

function chosen(post, { pod }) {
  if (!post.nominatedNode) return null;
  const victims = post.victims ?? [];
  return section(
    heading("Chosen", null, mono(post.nominatedNode)),
    h("p", { class: "soft" }, `${pod} stays pending, nominated to ${post.nominatedNode}; ${count(victims.length, "pod")} ${victims.length === 1 ? "is" : "are"} removed.`),
    h("ul", { class: "plain-list mono t12" }, victims.map((victim) => h("li", null, nameOf(victim)))),
    post.clearedNominations?.length ? h("p", { class: "mute t12" }, `Nominations cleared: ${post.clearedNominations.join(", ")}`) : null,
  );
}

const nameOf = (victim) => (typeof victim === "string" ? victim : victim.pod);

function candidateTable(candidates, post, data) {
  const place = new Map(data.node_order.map((node, i) => [node, i]));
  candidates.sort(([a], [b]) => place.get(a) - place.get(b));
  const body = h("tbody");
  const more = rowsUpTo(body, candidates, ([node, each]) =>
    h(
      "tr",
      { dataset: { node, pick: "node" } },
      h("th", { scope: "row" }, h("span", { class: "row" }, mono(node), node === post.nominatedNode ? chip("chosen", "accent") : (post.best ?? []).includes(node) ? chip("equally good") : null)),
      num(each.victims.length),
      h("td", { class: "mono" }, podNames(each.victims.map(nameOf), 4)),
      num(each.pdbViolations ?? 0),
    ),
  );
  return section(heading("Candidates", `${count(candidates.length, "node")} where preemption would help`), scroller(h("table", { class: "tbl" }, headers("Node", ["Victims", "num"], "Most important first", ["PDB violations", "num"]), body)), more,
    note("Fewest PDB violations, then the lowest highest-priority victim, then the lowest sum of priorities, then the fewest victims, then the latest start; the first node wins a tie."));
}

function rejectedTable(post) {
  const rejected = Object.entries(post.rejected ?? {});
  if (!rejected.length) return null;
  const body = h("tbody");
  const more = rowsUpTo(body, rejected, ([node, status]) =>
    h("tr", { dataset: { node, pick: "node" } }, h("th", { scope: "row", class: "mono" }, node), h("td", { class: "wrap" }, (status.reasons ?? []).join(", ") || status.code)));
  return section(heading("Examined without help", count(rejected.length, "node")), scroller(h("table", { class: "tbl" }, headers("Node", "Reason"), body)), more);
}
