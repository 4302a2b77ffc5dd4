// One renderer a step of the volume plugins.

import { h } from "../../lib/dom.js";
import { quantity } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { expressions, mark, mono, muted, sec, title, verdict } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";

export const VOLUME_STEPS = {
  volume_conflict: (step) =>
    sec(
      title(
        t("Volume"),
        mono(step.claim ?? step.volume),
        grow(),
        verdict(step.ok, step.ok ? t("free") : t("in use")),
      ),
      step.pod
        ? h(
            "p",
            { class: "row top-row" },
            mark(false),
            h("span", null, rich(t("{pod} holds it"), { pod: mono(step.pod) })),
          )
        : null,
    ),
  volume_limit: limit,
  volume_zone: (step) =>
    sec(
      heading(step),
      sumTable([
        { label: t("the volume is in {key}", { key: shortKey(step.key) }), value: step.wanted.join(", ") },
        {
          op: step.ok ? "=" : "≠",
          label: step.node_has_no_zone
            ? t("the node names no zone or region, so any volume will do")
            : t("the node is in"),
          value: step.actual ?? t("none"),
        },
      ]),
    ),
  volume_affinity: (step) =>
    sec(
      heading(step),
      step.exists ? null : h("p", { class: "soft t12" }, t("No such PersistentVolume.")),
      step.terms.length
        ? step.terms.map((term) => expressions(term.expressions))
        : h("p", { class: "soft t12" }, t("The volume can be reached from every node.")),
    ),
  claim_binding: binding,
};

const grow = () => h("span", { class: "grow" });
const heading = (step) =>
  title(
    t("Volume"),
    mono(step.volume),
    muted(t("of {claim}", { claim: step.claim })),
    grow(),
    verdict(step.ok, step.ok ? t("reachable") : t("out of reach")),
  );

function limit(step) {
  return sec(
    title(step.driver),
    sumTable([
      { label: t("volumes attached to the node"), value: String(step.used) },
      { op: "+", label: t("new ones of this pod"), value: String(step.new) },
      {
        op: step.ok ? "≤" : ">",
        label: t("limit of the node"),
        value: step.limit === null ? t("none") : String(step.limit),
      },
    ]),
  );
}

function binding(step) {
  const ways = step.provisioning;
  return sec(
    title(
      t("Claim"),
      mono(step.claim),
      muted(step.storage_class ?? ""),
      grow(),
      verdict(
        step.ok,
        step.chosen
          ? t("binds {chosen}", { chosen: step.chosen })
          : step.ok
            ? t("provisioned here")
            : t("no volume"),
      ),
    ),
    sumTable([
      { label: t("requests"), value: quantity(step.request, "bytes") },
      { label: t("free volumes that fit and reach this node"), value: String(step.candidate_count) },
    ]),
    ways
      ? [
          check(
            ways.topology_ok,
            t("{provisioner} may provision in this node's topology", { provisioner: ways.provisioner }),
          ),
          check(ways.capacity_ok, t("it has the capacity here")),
        ]
      : null,
    step.selected_node
      ? check(
          step.selected_node === step.node,
          t("the claim is to be provisioned for {selected_node}", { selected_node: step.selected_node }),
        )
      : null,
  );
}

const check = (ok, text) => h("p", { class: "row top-row" }, mark(ok), h("span", null, text));
