// A pod and a node as the scheduler reads them: every field that affects scheduling, and its origin.

import { h } from "../../../../lib/dom.js";
import { rich, t, tn } from "../../../../lib/i18n.js";
import { goNode } from "../../core/actions.js";
import { tryAgain } from "../../core/secondTry.js";
import { muted, sec, title } from "../../../../parts/reasons.js";
import { fieldTable } from "../../../../parts/fieldTable.js";
import { nodeName, podName } from "../../../../parts/listed.js";
import { capacities, vector } from "./amounts.js";

/** @import { Field, NodeFact, PodFact, SourceObject } from "../../../../types/engine.js" */
/** @import { Viewed } from "../../../../plugins/descriptor.js" */

/** @type {Record<string, import("../../../../plugins/descriptor.js").Fact>} */
export const OBJECT_FACTS = {
  pod: { remote: true, title: ([name]) => name, render: pod },
  node: { remote: true, title: ([name]) => name, render: node },
};

const LISTS = String.raw`spec\.affinity\.\w+|spec\.topologySpreadConstraints\[\d+\]`;
const OWN = String.raw`spec\.(?:tolerations|nodeSelector|initContainers|containers|overhead|resources)`;
const GROUP = new RegExp(String.raw`^(metadata|${LISTS}|${OWN}|\w+Args|spec\.taints|status)`);

/** @param {string} path */
const group = (path) => GROUP.exec(path)?.[1] ?? "spec";

/** @param {Field[]} fields @param {SourceObject} source */
function grouped(fields, source) {
  /** @type {Map<string, Field[]>} */
  const groups = new Map();
  for (const field of fields)
    groups.set(group(field.path), [...(groups.get(group(field.path)) ?? []), field]);
  return [...groups].map(([name, own]) => sec(title(h("span.mono", name)), fieldTable(own, source, name)));
}

/** @param {string[]} _path @param {Viewed} _now @param {PodFact} data */
function pod(_path, _now, data) {
  const filled = data.fields.filter((field) => !["written", "labelSelector"].includes(field.origin)).length;
  return [
    sec(
      h(
        "p.why-t",
        data.incoming
          ? t("The incoming pod, as the scheduler sees it")
          : t("{pod}, as the scheduler sees it", { pod: data.pod }),
      ),
      h(
        "p.soft.t12",
        data.node
          ? rich(data.terminating ? t("Runs on {node}, terminating. ") : t("Runs on {node}. "), {
              node: nodeName(data.node),
            })
          : t("Waits for a node. "),
        data.source.object.startsWith("Pod ")
          ? ""
          : t("Created from {object}. ", { object: data.source.object }),
        tn("{n} field was filled in.", "{n} fields were filled in.", filled),
      ),
      data.node !== null && data.source.object === `Pod ${data.pod}` && secondTry(data.pod),
    ),
    sec(title(t("Requests")), vector(data.pod, data.amounts)),
    grouped(data.fields, data.source),
  ];
}

/** Leads to a run in which the pod is pending again. @param {string} name */
const secondTry = (name) =>
  h("p", h("button.btn", { onclick: () => tryAgain(name) }, t("Try again as if it were pending")));

/** @param {string[]} args @param {Viewed} now @param {NodeFact} data */
function node([name], now, data) {
  return [
    sec(
      h("p.why-t", t("{node}, as the scheduler sees it", { node: name })),
      h("p", h("button.btn", { onclick: () => goNode(name, now.pointer.plugin) }, t("Select this node"))),
    ),
    sec(title(t("Amounts")), capacities(name, data.resources)),
    sec(
      title(t("Pods on it"), muted(String(data.pods_total))),
      data.pods.length
        ? h(
            "p.t12",
            data.pods.flatMap((counted, i) => [i ? ", " : "", podName(counted)]),
            data.pods_total > data.pods.length
              ? t(" and {n} more", { n: data.pods_total - data.pods.length })
              : "",
          )
        : h("p.soft.t12", t("None at the start of this cycle.")),
    ),
    grouped(data.fields, data.source),
  ];
}
