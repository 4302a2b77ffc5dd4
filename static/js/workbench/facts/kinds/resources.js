// Amounts: who uses a node, what a pod asks for container by container, what a node has.

import { h } from "../../../lib/dom.js";
import { quantity } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { factLink, named } from "../../../parts/factLink.js";
import { mono, muted, sec, title } from "../../../parts/reasons.js";
import { sumTable } from "../../../parts/sumTable.js";
import { lineOf } from "../../../parts/fieldTable.js";
import { podName, tableOf } from "../../../parts/listed.js";

/** @type {Record<string, import("../../../parts/reasons.js").Fact>} */
export const RESOURCE_FACTS = {
  used: {
    remote: true,
    title: ([node, resource]) => t("{resource} used on {node}", { resource, node }),
    render: used,
  },
  request: {
    remote: true,
    title: ([pod, resource]) => t("{resource} of {pod}", { resource, pod: pod.split("/")[1] ?? pod }),
    render: request,
  },
};

function used([node, resource], _, data) {
  const text = (value) => quantity(value, data.unit);
  const users = data.pods.filter((pod) => pod.amount);
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        t("{used} of {allocatable} {resource} on {node} are requested", {
          used: text(data.used),
          allocatable: text(data.allocatable),
          resource,
          node,
        }),
      ),
      h("p", { class: "soft t12" }, t("The sum of what the pods on the node request, not what they use.")),
    ),
    sec(
      title(
        t("Pods on {node}", { node }),
        muted(t("{n} of {total} request it", { n: users.length, total: data.pods_total })),
      ),
      users.length
        ? tableOf(
            "",
            [t("Pod"), [t("Requests"), "num"]],
            users.map((pod) => [
              [podName(pod.pod), pod.nominated ? muted(` ${t("nominated")}`) : ""],
              factLink(text(pod.amount), named("request", pod.pod, resource)),
            ]),
            [t("used"), text(data.used)],
          )
        : h("p", { class: "soft" }, t("None of them.")),
    ),
    sec(
      sumTable([
        {
          label: t("allocatable, written as {written}", { written: data.written ?? "0" }),
          value: text(data.allocatable),
          why: named("node", node),
        },
        { op: "−", label: t("used"), value: text(data.used) },
        { op: "=", label: t("free"), value: text(data.allocatable - data.used), result: true },
      ]),
    ),
  ];
}

const ROLES = {
  container: () => t("container"),
  init: () => t("init container"),
  sidecar: () => t("sidecar"),
};
const FROM = {
  written: () => t("written as {written}"),
  limits: () => t("limit {written}, by the API server"),
  absent: () => t("none written"),
};

function request([pod, resource], _, data) {
  const text = (value) => quantity(value, data.unit);
  if (resource === "pods")
    return sec(h("p", { class: "why-t" }, t("Each pod takes one of the node's places for pods")));
  const most = Math.max(data.running, ...data.steps.map((step) => step.amount));
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        t("{pod} requests {amount} {resource}", { pod, amount: text(data.request), resource }),
      ),
      h(
        "p",
        { class: "soft t12" },
        t("The greater of what runs together and of each step of initialization, and the overhead."),
      ),
    ),
    sec(
      title(t("Containers")),
      tableOf(
        "",
        [t("Name"), t("Kind"), t("From"), [t("Requests"), "num"]],
        data.containers.map((each) => [
          mono(each.name),
          ROLES[each.role]?.(),
          [from(each), lineOf(each, data.source)],
          text(each.amount),
        ]),
      ),
    ),
    sec(
      sumTable([
        { label: t("containers and sidecars together"), value: text(data.running) },
        ...data.steps.map((step) => ({
          label: step.sidecars
            ? t("while {name} starts, with {sidecars} of sidecars", {
                name: step.name,
                sidecars: text(step.sidecars),
              })
            : t("while {name} runs", { name: step.name }),
          value: text(step.amount),
        })),
        ...(data.steps.length ? [{ label: t("the greatest of these"), value: text(most) }] : []),
        ...(data.pod_level === null
          ? []
          : [{ label: t("spec.resources of the pod, in place of that"), value: text(data.pod_level) }]),
        ...(data.overhead
          ? [{ op: "+", label: t("overhead of the runtime class"), value: text(data.overhead) }]
          : []),
        { op: "=", label: t("requested"), value: text(data.request), result: true },
      ]),
    ),
    data.scoring_default && data.scoring !== data.request
      ? sec(
          h(
            "p",
            { class: "soft t12" },
            t(
              "Scores of NodeResourcesFit count {scoring}: a container without a request counts {amount} there.",
              { scoring: text(data.scoring), amount: text(data.scoring_default) },
            ),
          ),
        )
      : null,
  ];
}

const from = ({ origin, written }) =>
  h(
    "span",
    { class: origin === "written" ? "" : "filled" },
    FROM[origin]?.().replace("{written}", written ?? "") ?? "",
  );

/** The request vector of a pod: each amount opens. @param {{resource: string, amount: number, unit: string}[]} amounts */
export function vector(pod, amounts) {
  return amounts.length
    ? sumTable(
        amounts.map(({ resource, amount, unit }) => ({
          label: mono(resource),
          value: quantity(amount, unit),
          why: named("request", pod, resource),
        })),
      )
    : h("p", { class: "soft t12" }, t("Nothing but room for one pod: it has no requests."));
}

/** What a node has and what is used, per resource. */
export function capacities(node, resources) {
  return tableOf(
    "",
    [t("Resource"), [t("Used"), "num"], [t("Allocatable"), "num"]],
    resources.map((each) => [
      mono(each.resource),
      factLink(quantity(each.used, each.unit), named("used", node, each.resource)),
      quantity(each.allocatable, each.unit),
    ]),
  );
}
