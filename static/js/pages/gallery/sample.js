// A sample cluster with two workloads: one is placed, of the other a pod waits.

import { openDraft } from "../../import/opening.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf } from "../../net/api.js";

/**
 * @param {string} name @param {number} replicas @param {string} requests
 * @param {string} more of the pod's spec
 */
const deployment = (name, replicas, requests, more) => `apiVersion: apps/v1
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

// One replica more than the samples have zones.
const APART = `      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - topologyKey: topology.kubernetes.io/zone
            labelSelector:
              matchLabels:
                app: cache
`;

const WORKLOADS = [
  deployment("web", 6, "{cpu: 500m, memory: 512Mi}", SPREAD),
  deployment("cache", 4, "{cpu: 250m, memory: 1Gi}", APART),
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
