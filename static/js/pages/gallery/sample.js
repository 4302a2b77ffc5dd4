// A sample cluster with two workloads: one is placed, one asks for more than any node has.

import { openDraft } from "../../import/opening.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf } from "../../net/api.js";

/**
 * @param {string} name @param {number} replicas @param {string} requests
 * @param {string} more of the pod's spec
 */
const deployment = (name, replicas, requests, more = "") => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
      - name: ${name}
        image: registry.example.com/${name}:1
        resources:
          requests: ${requests}
${more}`;

const SPREAD = `      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: topology.kubernetes.io/zone
        whenUnsatisfiable: DoNotSchedule
        labelSelector:
          matchLabels:
            app: web
`;

const WORKLOADS = [
  deployment("web", 6, "{cpu: 500m, memory: 512Mi}", SPREAD),
  deployment("training", 2, '{cpu: "96", memory: 256Gi}'),
];

/** @param {HTMLButtonElement} button with the name of the cluster */
export async function openSample(button) {
  button.disabled = true;
  try {
    const clusters = await get("/clusters");
    const { title, source, pools } =
      clusters.find(({ name }) => name === button.dataset.cluster) ?? clusters[0];
    const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
    const workloads = [{ kind: "Deployment", name: "web", replicas: 6 }];
    location.assign(
      await openDraft({
        title,
        source: [source, ...WORKLOADS].join("---\n"),
        shape: { nodes, pods: 0, pending: 0, workloads, others: 0 },
      }),
    );
  } catch (error) {
    button.disabled = false;
    toast(messageOf(error));
  }
}
