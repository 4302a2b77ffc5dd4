// Mirrors pkg/scheduler/framework/plugins/nodeports.

import { h } from "../lib/dom.js";
import { rich, t, tn } from "../lib/i18n.js";
import { factLink, named } from "../parts/factLink.js";
import { line, mono, sec } from "../parts/reasons.js";
import { rejections } from "./rejections.js";
import { rejecting, simply } from "./telling.js";

/** @import { PortStep } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const nodePorts = {
  name: "NodePorts",
  stories: {
    PreFilter: simply((pod) => t("{pod} uses host ports", { pod })),
    Filter: rejecting(
      (n, pod) =>
        tn("{n} node has a host port of {pod} in use", "{n} nodes have a host port of {pod} in use", n, {
          pod,
        }),
      () => t("The host ports are free"),
    ),
  },
  questions: { Filter: t("Are the host ports free on this node?") },
  skips: { PreFilter: () => t("No container uses a host port.") },
  summaries: { PreFilter: () => t("host ports of the pod") },
  panels: { Filter: atFilter },
  filter: {
    port: { full: port, finding: ({ host_port }) => t("Host port {host_port} is taken", { host_port }) },
  },
};

/** @param {import("./descriptor.js").Viewed} now */
function atFilter(now) {
  return rejections(now, "NodePorts", {
    passing: () => t("The pod's host ports are free on every remaining node."),
    rejecting: () => t("A pod there uses one of this pod's host ports; select a node to see which."),
  });
}

/** @param {PortStep} step */
function port({ ok, pod, protocol, host_ip: ip, host_port: number }) {
  const parts = {
    port: mono(`${protocol} ${ip || "0.0.0.0"}:${number}`),
    pod: pod ? factLink(pod, named("pod", pod), { class: "mono" }) : "",
  };
  return sec(line(ok, h("span", rich(pod ? t("{port} is taken by {pod}") : t("{port} is free"), parts))));
}
