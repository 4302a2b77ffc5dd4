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

/** @param {string} kind @param {string} name @param {object} spec */
const kueue = (kind, name, spec) => ({
  apiVersion: "kueue.x-k8s.io/v1beta2",
  kind,
  metadata: { name },
  spec,
});

const rayCluster = () => ({
  headGroupSpec: { rayStartParams: {}, template: { spec: { containers: [container] } } },
  workerGroupSpecs: [
    {
      groupName: "workers",
      replicas: 2,
      rayStartParams: {},
      template: { spec: { containers: [container] } },
    },
  ],
});

/** @param {string} kind @param {string} replicas the field of its specification that has its replicas */
const trainingJob = (kind, replicas) => (/** @type {string} */ name) => ({
  apiVersion: kind === "MPIJob" ? "kubeflow.org/v2beta1" : "kubeflow.org/v1",
  kind,
  metadata: { name },
  spec: {
    runPolicy: { suspend: false },
    [replicas]: { Worker: { replicas: 2, template: { spec: { containers: [container] } } } },
  },
});

/** @param {string} kind */
const trainingRuntime = (kind) => (/** @type {string} */ name) => ({
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind,
  metadata: { name },
  spec: {
    mlPolicy: { numNodes: 1 },
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            template: {
              metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
              spec: { template: { spec: { containers: [{ ...container, name: "node" }] } } },
            },
          },
        ],
      },
    },
  },
});

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
  StatefulSet: (name) => ({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name },
    spec: {
      replicas: 3,
      serviceName: name,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
    },
  }),
  DaemonSet: (name) => ({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
    },
  }),
  Job: (name) => ({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name },
    spec: {
      parallelism: 3,
      completions: 3,
      template: { spec: { restartPolicy: "Never", containers: [container] } },
    },
  }),
  ReplicaSet: (name) => ({
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
    },
  }),
  ReplicationController: (name) => ({
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata: { name },
    spec: {
      replicas: 3,
      selector: { app: name },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
    },
  }),
  JobSet: (name) => ({
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name },
    spec: {
      replicatedJobs: [
        {
          name: "workers",
          replicas: 1,
          template: {
            spec: {
              parallelism: 3,
              completions: 3,
              template: { spec: { restartPolicy: "Never", containers: [container] } },
            },
          },
        },
      ],
    },
  }),
  Rollout: (name) => ({
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Rollout",
    metadata: { name },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [container] } },
    },
  }),
  LeaderWorkerSet: (name) => ({
    apiVersion: "leaderworkerset.x-k8s.io/v1",
    kind: "LeaderWorkerSet",
    metadata: { name },
    spec: {
      replicas: 2,
      leaderWorkerTemplate: { size: 3, workerTemplate: { spec: { containers: [container] } } },
    },
  }),
  RayCluster: (name) => ({
    apiVersion: "ray.io/v1",
    kind: "RayCluster",
    metadata: { name },
    spec: rayCluster(),
  }),
  RayJob: (name) => ({
    apiVersion: "ray.io/v1",
    kind: "RayJob",
    metadata: { name },
    spec: { entrypoint: "python main.py", rayClusterSpec: rayCluster() },
  }),
  RayService: (name) => ({
    apiVersion: "ray.io/v1",
    kind: "RayService",
    metadata: { name },
    spec: { rayClusterConfig: rayCluster() },
  }),
  TrainJob: (name) => ({
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name },
    spec: { runtimeRef: { name: "torch-distributed" }, trainer: { numNodes: 2 } },
  }),
  TrainingRuntime: trainingRuntime("TrainingRuntime"),
  ClusterTrainingRuntime: trainingRuntime("ClusterTrainingRuntime"),
  PyTorchJob: trainingJob("PyTorchJob", "pytorchReplicaSpecs"),
  TFJob: trainingJob("TFJob", "tfReplicaSpecs"),
  MPIJob: trainingJob("MPIJob", "mpiReplicaSpecs"),
  XGBoostJob: trainingJob("XGBoostJob", "xgbReplicaSpecs"),
  PaddleJob: trainingJob("PaddleJob", "paddleReplicaSpecs"),
  JAXJob: trainingJob("JAXJob", "jaxReplicaSpecs"),
  CronJob: (name) => ({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name },
    spec: {
      schedule: "0 * * * *",
      jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers: [container] } } } },
    },
  }),
  Service: (name) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name },
    spec: { selector: { app: name }, ports: [{ port: 80 }] },
  }),
  PodDisruptionBudget: (name) => ({
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name },
    spec: { minAvailable: 1, selector: { matchLabels: { app: name } } },
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
  PersistentVolumeClaim: (name) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name },
    spec: {
      accessModes: ["ReadWriteOnce"],
      storageClassName: "standard",
      resources: { requests: { storage: "1Gi" } },
    },
  }),
  PersistentVolume: (name) => ({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: "standard",
      csi: { driver: "csi.example.com", volumeHandle: name },
    },
  }),
  StorageClass: (name) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name },
    provisioner: "csi.example.com",
    volumeBindingMode: "WaitForFirstConsumer",
  }),
  CSINode: (name) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "CSINode",
    metadata: { name },
    spec: { drivers: [{ name: "csi.example.com", nodeID: name, allocatable: { count: 25 } }] },
  }),
  CSIDriver: (name) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name },
    spec: { storageCapacity: true },
  }),
  CSIStorageCapacity: (name) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIStorageCapacity",
    metadata: { name },
    storageClassName: "standard",
    nodeTopology: { matchLabels: { "topology.kubernetes.io/zone": "zone-a" } },
    capacity: "100Gi",
  }),
  VolumeAttachment: (name) => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: { name },
    spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "disk-1" } },
  }),
  DeviceClass: (name) => ({
    apiVersion: "resource.k8s.io/v1",
    kind: "DeviceClass",
    metadata: { name },
    spec: { selectors: [{ cel: { expression: "device.driver == 'gpu.example.com'" } }] },
  }),
  ResourceSlice: (name) => ({
    apiVersion: "resource.k8s.io/v1",
    kind: "ResourceSlice",
    metadata: { name },
    spec: {
      driver: "gpu.example.com",
      nodeName: "node-1",
      pool: { name: "node-1", generation: 1, resourceSliceCount: 1 },
      devices: [{ name: "gpu-0" }],
    },
  }),
  DeviceTaintRule: (name) => ({
    apiVersion: "resource.k8s.io/v1",
    kind: "DeviceTaintRule",
    metadata: { name },
    spec: {
      deviceSelector: { driver: "gpu.example.com", device: "gpu-0" },
      taint: { key: "example.com/broken", effect: "NoSchedule" },
    },
  }),
  ResourceClaim: (name) => ({
    apiVersion: "resource.k8s.io/v1",
    kind: "ResourceClaim",
    metadata: { name },
    spec: { devices: { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu" } }] } },
  }),
  ResourceClaimTemplate: (name) => ({
    apiVersion: "resource.k8s.io/v1",
    kind: "ResourceClaimTemplate",
    metadata: { name },
    spec: { spec: { devices: { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu" } }] } } },
  }),
  PodGroup: (name) => ({
    apiVersion: "scheduling.k8s.io/v1alpha2",
    kind: "PodGroup",
    metadata: { name },
    spec: { schedulingPolicy: { gang: { minCount: 2 } } },
  }),
  ResourceFlavor: (name) => kueue("ResourceFlavor", name, { nodeLabels: { "example.com/pool": "gpu" } }),
  ClusterQueue: (name) =>
    kueue("ClusterQueue", name, {
      namespaceSelector: {},
      resourceGroups: [
        {
          coveredResources: ["cpu"],
          flavors: [{ name: "default", resources: [{ name: "cpu", nominalQuota: "8" }] }],
        },
      ],
    }),
  Cohort: (name) => kueue("Cohort", name, { parentName: "all" }),
  LocalQueue: (name) => kueue("LocalQueue", name, { clusterQueue: "default" }),
  Workload: (name) =>
    kueue("Workload", name, {
      queueName: "default",
      podSets: [{ name: "main", count: 2, template: { spec: { containers: [container] } } }],
    }),
  Topology: (name) => kueue("Topology", name, { levels: [{ nodeLabel: "kubernetes.io/hostname" }] }),
  WorkloadPriorityClass: (name) => ({
    apiVersion: "kueue.x-k8s.io/v1beta2",
    kind: "WorkloadPriorityClass",
    metadata: { name },
    value: 1000,
  }),
  ServiceAccount: (name) => ({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name } }),
  ResourceQuota: (name) => ({
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name },
    spec: { hard: { "requests.cpu": "4", "requests.memory": "8Gi", pods: "10" } },
  }),
  LimitRange: (name) => ({
    apiVersion: "v1",
    kind: "LimitRange",
    metadata: { name },
    spec: { limits: [{ type: "Container", defaultRequest: { cpu: "100m", memory: "128Mi" } }] },
  }),
  RuntimeClass: (name) => ({
    apiVersion: "node.k8s.io/v1",
    kind: "RuntimeClass",
    metadata: { name },
    handler: "runc",
    overhead: { podFixed: { cpu: "50m", memory: "64Mi" } },
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
