// The initial manifests of new objects.

/** @import { Manifest } from "../document/model.js" */

/**
 * @param {string} kind
 * @param {{name: string, like?: Record<string, string>}} options `like`: labels that other nodes have
 */
export function manifestOf(kind, { name, like = {} }) {
  return MANIFESTS[kind](name, like);
}

const container = {
  name: "main",
  image: "registry.example.com/app:1",
  resources: { requests: { cpu: "100m", memory: "128Mi" } },
};

/** @type {Record<string, (name: string, like: Record<string, string>) => Manifest>} */
const MANIFESTS = {
  Node: (name, like) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { ...like, "kubernetes.io/hostname": name } },
    status: { allocatable: { cpu: "4", memory: "8Gi", pods: "110" } },
  }),
  Pod: (name) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { app: name.replace(/-\d+$/, "") } },
    spec: { containers: [container] },
  }),
  Deployment: (name) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
    },
  }),
  PriorityClass: (name) => ({
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    metadata: { name },
    value: 1000,
  }),
  Namespace: (name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
  }),
  KubeSchedulerConfiguration: () => ({
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    profiles: [{ schedulerName: "default-scheduler" }],
  }),
};

export const KINDS = Object.keys(MANIFESTS);

/** @param {Record<string, string>} labels */
export const CONSTRAINT = (labels) => ({
  maxSkew: 1,
  topologyKey: "topology.kubernetes.io/zone",
  whenUnsatisfiable: "DoNotSchedule",
  labelSelector: { matchLabels: labels },
});
export const TOLERATION = { key: "example.com/dedicated", operator: "Exists", effect: "NoSchedule" };
export const TAINT = { key: "example.com/dedicated", value: "yes", effect: "NoSchedule" };
/** @param {string} key */
export const EXPRESSION = (key) => ({ key, operator: "Exists" });
/** @param {Record<string, string>} labels */
export const POD_TERM = (labels) => ({
  topologyKey: "kubernetes.io/hostname",
  labelSelector: { matchLabels: labels },
});
