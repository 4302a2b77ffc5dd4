// The initial manifests of new objects.

/** @import { Manifest } from "../document/model.js" */

/**
 * @param {string} kind
 * @param {{name: string, like?: Record<string, string>}} options `like`: labels that other nodes have
 * @returns {Manifest}
 */
export function manifestOf(kind, { name, like = {} }) {
  if (kind === CONFIGURATION.kind) return CONFIGURATION;
  const [apiVersion, fields] = MANIFESTS[kind];
  return { apiVersion, kind, metadata: { name }, ...fields(name, like) };
}

const container = {
  name: "main",
  image: "registry.example.com/app:1",
  resources: { requests: { cpu: "100m", memory: "128Mi" } },
};
const containers = [container];

/** Pods with a label of their own, and what selects them. @param {string} name */
const selected = (name) => ({ selector: { matchLabels: { app: name } }, template: labelled(name) });
/** @param {string} name */
const labelled = (name) => ({ metadata: { labels: { app: name } }, spec: { containers } });
const once = { template: { spec: { restartPolicy: "Never", containers } } };
const claim = { devices: { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu" } }] } };

const rayCluster = {
  headGroupSpec: { rayStartParams: {}, template: { spec: { containers } } },
  workerGroupSpecs: [
    { groupName: "workers", replicas: 2, rayStartParams: {}, template: { spec: { containers } } },
  ],
};

/** @param {string} replicas the field that has the replicas @returns {() => Manifest} */
const trainingJob = (replicas) => () => ({
  spec: {
    runPolicy: { suspend: false },
    [replicas]: { Worker: { replicas: 2, template: { spec: { containers } } } },
  },
});

const trainer = {
  name: "node",
  template: {
    metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
    spec: { template: { spec: { containers: [{ ...container, name: "node" }] } } },
  },
};
const trainingRuntime = {
  mlPolicy: { numNodes: 1 },
  template: { spec: { replicatedJobs: [trainer] } },
};

const TRAINER = "trainer.kubeflow.org/v1alpha1";
const KUEUE = "kueue.x-k8s.io/v1beta2";

/**
 * The apiVersion of each kind, and its fields besides; its metadata is its name unless they say otherwise.
 * @type {Record<string, [string, (name: string, like: Record<string, string>) => Manifest]>}
 */
const MANIFESTS = {
  Node: [
    "v1",
    (name, like) => ({
      metadata: { name, labels: { ...like, "kubernetes.io/hostname": name } },
      status: { allocatable: { cpu: "4", memory: "8Gi", pods: "110" } },
    }),
  ],
  Pod: [
    "v1",
    (name) => ({
      metadata: { name, labels: { app: name.replace(/-\d+$/, "") } },
      spec: { containers },
    }),
  ],
  Deployment: ["apps/v1", (name) => ({ spec: { replicas: 3, ...selected(name) } })],
  StatefulSet: ["apps/v1", (name) => ({ spec: { replicas: 3, serviceName: name, ...selected(name) } })],
  DaemonSet: ["apps/v1", (name) => ({ spec: selected(name) })],
  Job: ["batch/v1", () => ({ spec: { parallelism: 3, completions: 3, ...once } })],
  ReplicaSet: ["apps/v1", (name) => ({ spec: { replicas: 3, ...selected(name) } })],
  ReplicationController: [
    "v1",
    (name) => ({ spec: { replicas: 3, selector: { app: name }, template: labelled(name) } }),
  ],
  JobSet: [
    "jobset.x-k8s.io/v1alpha2",
    () => ({
      spec: {
        replicatedJobs: [
          { name: "workers", replicas: 1, template: { spec: { parallelism: 3, completions: 3, ...once } } },
        ],
      },
    }),
  ],
  Rollout: ["argoproj.io/v1alpha1", (name) => ({ spec: { replicas: 3, ...selected(name) } })],
  LeaderWorkerSet: [
    "leaderworkerset.x-k8s.io/v1",
    () => ({
      spec: { replicas: 2, leaderWorkerTemplate: { size: 3, workerTemplate: { spec: { containers } } } },
    }),
  ],
  RayCluster: ["ray.io/v1", () => ({ spec: rayCluster })],
  RayJob: ["ray.io/v1", () => ({ spec: { entrypoint: "python main.py", rayClusterSpec: rayCluster } })],
  RayService: ["ray.io/v1", () => ({ spec: { rayClusterConfig: rayCluster } })],
  TrainJob: [
    TRAINER,
    () => ({ spec: { runtimeRef: { name: "torch-distributed" }, trainer: { numNodes: 2 } } }),
  ],
  TrainingRuntime: [TRAINER, () => ({ spec: trainingRuntime })],
  ClusterTrainingRuntime: [TRAINER, () => ({ spec: trainingRuntime })],
  PyTorchJob: ["kubeflow.org/v1", trainingJob("pytorchReplicaSpecs")],
  TFJob: ["kubeflow.org/v1", trainingJob("tfReplicaSpecs")],
  MPIJob: ["kubeflow.org/v2beta1", trainingJob("mpiReplicaSpecs")],
  XGBoostJob: ["kubeflow.org/v1", trainingJob("xgbReplicaSpecs")],
  PaddleJob: ["kubeflow.org/v1", trainingJob("paddleReplicaSpecs")],
  JAXJob: ["kubeflow.org/v1", trainingJob("jaxReplicaSpecs")],
  CronJob: ["batch/v1", () => ({ spec: { schedule: "0 * * * *", jobTemplate: { spec: once } } })],
  Service: ["v1", (name) => ({ spec: { selector: { app: name }, ports: [{ port: 80 }] } })],
  PodDisruptionBudget: [
    "policy/v1",
    (name) => ({ spec: { minAvailable: 1, selector: { matchLabels: { app: name } } } }),
  ],
  PriorityClass: ["scheduling.k8s.io/v1", () => ({ value: 1000 })],
  Namespace: ["v1", (name) => ({ metadata: { name, labels: { "kubernetes.io/metadata.name": name } } })],
  PersistentVolumeClaim: [
    "v1",
    () => ({
      spec: {
        accessModes: ["ReadWriteOnce"],
        storageClassName: "standard",
        resources: { requests: { storage: "1Gi" } },
      },
    }),
  ],
  PersistentVolume: [
    "v1",
    (name) => ({
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        storageClassName: "standard",
        csi: { driver: "csi.example.com", volumeHandle: name },
      },
    }),
  ],
  StorageClass: [
    "storage.k8s.io/v1",
    () => ({ provisioner: "csi.example.com", volumeBindingMode: "WaitForFirstConsumer" }),
  ],
  CSINode: [
    "storage.k8s.io/v1",
    (name) => ({
      spec: { drivers: [{ name: "csi.example.com", nodeID: name, allocatable: { count: 25 } }] },
    }),
  ],
  CSIDriver: ["storage.k8s.io/v1", () => ({ spec: { storageCapacity: true } })],
  CSIStorageCapacity: [
    "storage.k8s.io/v1",
    () => ({
      storageClassName: "standard",
      nodeTopology: { matchLabels: { "topology.kubernetes.io/zone": "zone-a" } },
      capacity: "100Gi",
    }),
  ],
  VolumeAttachment: [
    "storage.k8s.io/v1",
    () => ({
      spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "disk-1" } },
    }),
  ],
  DeviceClass: [
    "resource.k8s.io/v1",
    () => ({ spec: { selectors: [{ cel: { expression: "device.driver == 'gpu.example.com'" } }] } }),
  ],
  ResourceSlice: [
    "resource.k8s.io/v1",
    () => ({
      spec: {
        driver: "gpu.example.com",
        nodeName: "node-1",
        pool: { name: "node-1", generation: 1, resourceSliceCount: 1 },
        devices: [{ name: "gpu-0" }],
      },
    }),
  ],
  DeviceTaintRule: [
    "resource.k8s.io/v1",
    () => ({
      spec: {
        deviceSelector: { driver: "gpu.example.com", device: "gpu-0" },
        taint: { key: "example.com/broken", effect: "NoSchedule" },
      },
    }),
  ],
  ResourceClaim: ["resource.k8s.io/v1", () => ({ spec: claim })],
  ResourceClaimTemplate: ["resource.k8s.io/v1", () => ({ spec: { spec: claim } })],
  PodGroup: ["scheduling.k8s.io/v1alpha2", () => ({ spec: { schedulingPolicy: { gang: { minCount: 2 } } } })],
  ResourceFlavor: [KUEUE, () => ({ spec: { nodeLabels: { "example.com/pool": "gpu" } } })],
  ClusterQueue: [
    KUEUE,
    () => ({
      spec: {
        namespaceSelector: {},
        resourceGroups: [
          {
            coveredResources: ["cpu"],
            flavors: [{ name: "default", resources: [{ name: "cpu", nominalQuota: "8" }] }],
          },
        ],
      },
    }),
  ],
  Cohort: [KUEUE, () => ({ spec: { parentName: "all" } })],
  LocalQueue: [KUEUE, () => ({ spec: { clusterQueue: "default" } })],
  Workload: [
    KUEUE,
    () => ({
      spec: {
        queueName: "default",
        podSets: [{ name: "main", count: 2, template: { spec: { containers } } }],
      },
    }),
  ],
  Topology: [KUEUE, () => ({ spec: { levels: [{ nodeLabel: "kubernetes.io/hostname" }] } })],
  WorkloadPriorityClass: [KUEUE, () => ({ value: 1000 })],
  ServiceAccount: ["v1", () => ({})],
  ResourceQuota: [
    "v1",
    () => ({ spec: { hard: { "requests.cpu": "4", "requests.memory": "8Gi", pods: "10" } } }),
  ],
  LimitRange: [
    "v1",
    () => ({
      spec: { limits: [{ type: "Container", defaultRequest: { cpu: "100m", memory: "128Mi" } }] },
    }),
  ],
  RuntimeClass: [
    "node.k8s.io/v1",
    () => ({ handler: "runc", overhead: { podFixed: { cpu: "50m", memory: "64Mi" } } }),
  ],
};

/** It has no name. */
const CONFIGURATION = {
  apiVersion: "kubescheduler.config.k8s.io/v1",
  kind: "KubeSchedulerConfiguration",
  profiles: [{ schedulerName: "default-scheduler" }],
};

export const KINDS = [...Object.keys(MANIFESTS), CONFIGURATION.kind];

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
