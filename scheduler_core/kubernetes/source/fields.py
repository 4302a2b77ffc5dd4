"""The fields that affect scheduling: the allow-list of everything that is imported.

A tree mirrors a manifest. A mapping lists fields ("*" means all others), a list has one tree for its items, and a leaf
is a role:

* keep: imported unchanged: numbers, quantities, times, Kubernetes' own terms
* name: a name given by users, or a label value; a pseudonym can replace it
* uid: an identity, which is only compared for equality
* image: the name of a container image, which ImageLocality compares with the images on nodes
* message: what a program says in its own words; it is left out under pseudonyms, as names in it look like words
* groups: the status of Cluster Autoscaler, of which only the groups of nodes and their sizes are imported

The browser has the same table (`/api/import/fields`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from scheduler_core.kubernetes.objects.templates import REPLICAS

from .nodegroups import MAXIMA, STATUS

Role = Literal["keep", "name", "uid", "image", "message", "groups"]
Fields: TypeAlias = "Role | Sequence[Fields] | Mapping[str, Fields]"
Tree: TypeAlias = Mapping[str, Fields]

KEEP: Final = "keep"
NAME: Final = "name"
UID: Final = "uid"
IMAGE: Final = "image"
MESSAGE: Final = "message"
GROUPS: Final = "groups"

LABELS: Tree = {"*": NAME}
AMOUNTS: Tree = {"*": KEEP}

REQUIREMENT: Tree = {"key": KEEP, "operator": KEEP, "values": [NAME]}
LABEL_SELECTOR: Tree = {"matchLabels": LABELS, "matchExpressions": [REQUIREMENT]}
NODE_TERM: Tree = {"matchExpressions": [REQUIREMENT], "matchFields": [REQUIREMENT]}
NODE_SELECTOR: Tree = {"nodeSelectorTerms": [NODE_TERM]}

OWNERS: Tree = {
    "apiVersion": KEEP,
    "kind": KEEP,
    "name": NAME,
    "uid": UID,
    "controller": KEEP,
    "blockOwnerDeletion": KEEP,
}
METADATA: Tree = {
    "name": NAME,
    "generateName": NAME,
    "namespace": NAME,
    "labels": LABELS,
    "uid": UID,
    "creationTimestamp": KEEP,
    "deletionTimestamp": KEEP,
    "ownerReferences": [OWNERS],
}


def _annotations(*names: str, **named: str) -> Tree:
    """Return the tree of the annotations that are read."""
    return {"annotations": {**dict.fromkeys(names, KEEP), **named}}


def _metadata(*annotations: str, **named: str) -> Tree:
    """Return the tree of metadata with the annotations that are read."""
    return {**METADATA, **_annotations(*annotations, **named)}


NODE_AFFINITY: Tree = {
    "requiredDuringSchedulingIgnoredDuringExecution": NODE_SELECTOR,
    "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": KEEP, "preference": NODE_TERM}],
}
POD_TERM: Tree = {
    "labelSelector": LABEL_SELECTOR,
    "namespaceSelector": LABEL_SELECTOR,
    "namespaces": [NAME],
    "topologyKey": KEEP,
    "matchLabelKeys": [KEEP],
    "mismatchLabelKeys": [KEEP],
}
POD_AFFINITY: Tree = {
    "requiredDuringSchedulingIgnoredDuringExecution": [POD_TERM],
    "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": KEEP, "podAffinityTerm": POD_TERM}],
}
CONSTRAINT: Tree = {
    "maxSkew": KEEP,
    "topologyKey": KEEP,
    "whenUnsatisfiable": KEEP,
    "labelSelector": LABEL_SELECTOR,
    "minDomains": KEEP,
    "nodeAffinityPolicy": KEEP,
    "nodeTaintsPolicy": KEEP,
    "matchLabelKeys": [KEEP],
}

RESOURCES: Tree = {"requests": AMOUNTS, "limits": AMOUNTS}
CONTAINER: Tree = {
    "name": NAME,
    "image": IMAGE,
    "resources": RESOURCES,
    "restartPolicy": KEEP,
    "restartPolicyRules": [{"action": KEEP}],
    "ports": [{"hostPort": KEEP, "hostIP": KEEP, "containerPort": KEEP, "protocol": KEEP}],
}

# Disks are identified by name.
DISKS: Tree = {
    "gcePersistentDisk": {"pdName": NAME, "readOnly": KEEP},
    "awsElasticBlockStore": {"volumeID": NAME, "readOnly": KEEP},
    "azureDisk": {"diskURI": NAME, "diskName": NAME},
    "azureFile": {"shareName": NAME},
    "cinder": {"volumeID": NAME},
    "portworxVolume": {"volumeID": NAME},
    "vsphereVolume": {"volumePath": NAME},
    "iscsi": {"iqn": NAME, "readOnly": KEEP},
    "rbd": {"pool": NAME, "image": NAME, "monitors": [NAME], "readOnly": KEEP},
}
CLAIM_SPEC: Tree = {
    "accessModes": [KEEP],
    "resources": {"requests": AMOUNTS},
    "storageClassName": NAME,
    "selector": LABEL_SELECTOR,
    "volumeMode": KEEP,
    "volumeName": NAME,
    "volumeAttributesClassName": NAME,
}
POD_VOLUME: Tree = {
    "name": NAME,
    "image": {"reference": IMAGE},
    "persistentVolumeClaim": {"claimName": NAME, "readOnly": KEEP},
    # Local storage, which the scheduler does not read, and for which autoscalers keep a node.
    "emptyDir": {"medium": KEEP, "sizeLimit": KEEP},
    "hostPath": {"type": KEEP},
    "ephemeral": {"volumeClaimTemplate": {"metadata": {"labels": LABELS}, "spec": CLAIM_SPEC}},
    **DISKS,
}
TOLERATION: Tree = {
    "key": KEEP,
    "operator": KEEP,
    "value": NAME,
    "effect": KEEP,
    "tolerationSeconds": KEEP,
}
POD_SPEC: Tree = {
    "nodeName": NAME,
    "schedulerName": KEEP,
    "schedulingGates": [{"name": KEEP}],
    "nodeSelector": LABELS,
    "affinity": {
        "nodeAffinity": NODE_AFFINITY,
        "podAffinity": POD_AFFINITY,
        "podAntiAffinity": POD_AFFINITY,
    },
    "tolerations": [TOLERATION],
    "topologySpreadConstraints": [CONSTRAINT],
    "priority": KEEP,
    "priorityClassName": NAME,
    "preemptionPolicy": KEEP,
    "hostNetwork": KEEP,
    "hostUsers": KEEP,
    "overhead": AMOUNTS,
    "runtimeClassName": NAME,
    "serviceAccountName": NAME,
    "activeDeadlineSeconds": KEEP,
    "resources": RESOURCES,
    "containers": [CONTAINER],
    "initContainers": [CONTAINER],
    "schedulingGroup": {"podGroupName": NAME},
    "resourceClaims": [{"name": NAME, "resourceClaimName": NAME, "resourceClaimTemplateName": NAME}],
    "volumes": [POD_VOLUME],
}
CONTAINER_STATUS: Tree = {"name": NAME, "resources": RESOURCES, "allocatedResources": AMOUNTS}
CONDITION: Tree = {"type": KEEP, "status": KEEP, "reason": KEEP}
_SAID_CONDITION: Tree = {**CONDITION, "message": MESSAGE}
_REPLICA_STATUS: Tree = {"conditions": [_SAID_CONDITION]}
# Kueue's annotations of pods and jobs: names of levels, groups and numbers of pods.
QUEUEING_ANNOTATIONS = tuple(
    f"kueue.x-k8s.io/{name}"
    for name in (
        "job-min-parallelism",
        "job-completions-equal-parallelism",
        "pod-group-total-count",
        "role-hash",
        "workload",
        "podset-required-topology",
        "podset-preferred-topology",
        "podset-unconstrained-topology",
        "podset-group-name",
        "podset-slice-required-topology",
        "podset-slice-size",
    )
)
TEMPLATE: Tree = {"metadata": {"labels": LABELS, **_annotations(*QUEUEING_ANNOTATIONS)}, "spec": POD_SPEC}

_INDEX = "batch.kubernetes.io/job-completion-index"
_DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"
# Annotations by which an owner asks that an autoscaler does not move a pod, with the value that says so.
KEEPS_ITS_NODE = {
    "cluster-autoscaler.kubernetes.io/safe-to-evict": "false",
    "karpenter.sh/do-not-disrupt": "true",
    "karpenter.sh/do-not-evict": "true",
}


def _workload(*fields: str, status: Tree | None = None, **trees: Fields) -> Tree:
    spec = {
        "replicas": KEEP,
        "selector": LABEL_SELECTOR,
        "template": TEMPLATE,
        **dict.fromkeys(fields, KEEP),
        **trees,
    }
    tree: Tree = {
        "metadata": _metadata("deployment.kubernetes.io/revision", *QUEUEING_ANNOTATIONS),
        "spec": spec,
    }
    return {**tree, "status": status} if status else tree


RAY_CLUSTER: Tree = {
    "suspend": KEEP,
    "headGroupSpec": {"template": TEMPLATE},
    "workerGroupSpecs": [
        {
            **dict.fromkeys(("replicas", "minReplicas", "maxReplicas", "numOfHosts", "suspend"), KEEP),
            "groupName": NAME,
            "template": TEMPLATE,
        }
    ],
}

JOB: Tree = _workload(
    "parallelism",
    "completions",
    "completionMode",
    "suspend",
    "manualSelector",
    status={
        "succeeded": KEEP,
        "active": KEEP,
        "completedIndexes": KEEP,
        "conditions": [CONDITION],
        "uncountedTerminatedPods": {"succeeded": [UID], "failed": [UID]},
    },
)
_OLD_CLASS = {"volume.beta.kubernetes.io/storage-class": NAME}

SELECTOR: Tree = {"cel": {"expression": KEEP}}
DEVICE_CONFIG: Tree = {"requests": [KEEP], "opaque": {"driver": KEEP, "parameters": KEEP}}
DEVICE_NODES: Tree = {"nodeName": NAME, "allNodes": KEEP, "nodeSelector": NODE_SELECTOR}
# Selectors name attributes, and containers name classes as resources (deviceclass.resource.kubernetes.io/NAME), so that
# these keep their names and values, as the devices do.
DEVICE: Tree = {
    "name": KEEP,
    "attributes": KEEP,
    "capacity": KEEP,
    "consumesCounters": KEEP,
    "taints": KEEP,
    **DEVICE_NODES,
    "allowMultipleAllocations": KEEP,
    "bindsToNode": KEEP,
    "bindingConditions": KEEP,
    "bindingFailureConditions": KEEP,
}
DEVICE_CHOICE: Tree = {
    "name": KEEP,
    "deviceClassName": KEEP,
    "selectors": [SELECTOR],
    "allocationMode": KEEP,
    "count": KEEP,
    "adminAccess": KEEP,
    "tolerations": KEEP,
    "capacity": KEEP,
}
DEVICE_CLAIM: Tree = {
    "devices": {
        "requests": [{**DEVICE_CHOICE, "exactly": DEVICE_CHOICE, "firstAvailable": [DEVICE_CHOICE]}],
        "constraints": [{"requests": [KEEP], "matchAttribute": KEEP, "distinctAttribute": KEEP}],
        "config": [DEVICE_CONFIG],
    }
}
ALLOCATED_DEVICE: Tree = {
    "request": KEEP,
    "driver": KEEP,
    "pool": NAME,
    "device": KEEP,
    "adminAccess": KEEP,
    "shareID": KEEP,
    "consumedCapacity": KEEP,
    "bindingConditions": KEEP,
    "bindingFailureConditions": KEEP,
    "tolerations": KEEP,
}

_TAINT: Tree = {"key": KEEP, "value": NAME, "effect": KEEP}
_RESOURCE_QUOTAS: Tree = {
    "name": NAME,
    "resources": [{"name": KEEP, "nominalQuota": KEEP, "borrowingLimit": KEEP, "lendingLimit": KEEP}],
}
_RESOURCE_GROUPS: Fields = [{"coveredResources": [KEEP], "flavors": [_RESOURCE_QUOTAS]}]
_ADMISSION_CHECKS: Fields = [{"name": NAME, "onFlavors": [NAME]}]
_VALUES_OF_LEVEL: Tree = {
    "universal": NAME,
    "individual": {"prefix": NAME, "roots": [NAME], "suffix": NAME},
}
_TOPOLOGY_ASSIGNMENT: Tree = {
    "levels": [KEEP],
    "domains": [{"values": [NAME], "count": KEEP}],
    "slices": [
        {
            "domainCount": KEEP,
            "podCounts": {"universal": KEEP, "individual": [KEEP]},
            "valuesPerLevel": [_VALUES_OF_LEVEL],
        }
    ],
}
_TOPOLOGY_REQUEST: Tree = {
    "required": KEEP,
    "preferred": KEEP,
    "unconstrained": KEEP,
    "podSetGroupName": NAME,
    "podSetSliceRequiredTopology": KEEP,
    "podSetSliceSize": KEEP,
    "podsetSliceRequiredTopologyConstraints": [{"topology": KEEP, "size": KEEP}],
}
_KUEUE_CONDITION: Tree = {**_SAID_CONDITION, "lastTransitionTime": KEEP}

# Kueue's kinds, of v1beta1 and v1beta2.
QUEUEING_FIELDS: dict[str, Tree] = {
    "ResourceFlavor": {
        "metadata": METADATA,
        "spec": {
            "nodeLabels": LABELS,
            "nodeTaints": [_TAINT],
            "tolerations": [TOLERATION],
            "topologyName": NAME,
        },
    },
    "Topology": {"metadata": METADATA, "spec": {"levels": [{"nodeLabel": KEEP}]}},
    "Cohort": {
        "metadata": METADATA,
        "spec": {
            "parent": NAME,
            "parentName": NAME,
            "resourceGroups": _RESOURCE_GROUPS,
            "fairSharing": {"weight": KEEP},
        },
    },
    "ClusterQueue": {
        "metadata": METADATA,
        "spec": {
            "cohort": NAME,
            "cohortName": NAME,
            "resourceGroups": _RESOURCE_GROUPS,
            "queueingStrategy": KEEP,
            "namespaceSelector": LABEL_SELECTOR,
            "flavorFungibility": {"whenCanBorrow": KEEP, "whenCanPreempt": KEEP, "preference": KEEP},
            "preemption": {
                "withinClusterQueue": KEEP,
                "reclaimWithinCohort": KEEP,
                "borrowWithinCohort": {"policy": KEEP, "maxPriorityThreshold": KEEP},
            },
            "fairSharing": {"weight": KEEP},
            "stopPolicy": KEEP,
            "admissionChecks": [NAME],
            "admissionChecksStrategy": {"admissionChecks": _ADMISSION_CHECKS},
        },
    },
    "LocalQueue": {"metadata": METADATA, "spec": {"clusterQueue": NAME, "stopPolicy": KEEP}},
    "Workload": {
        "metadata": METADATA,
        "spec": {
            "queueName": NAME,
            "active": KEEP,
            "priority": KEEP,
            "priorityClassName": NAME,
            "priorityClassSource": KEEP,
            "priorityClassRef": {"group": KEEP, "kind": KEEP, "name": NAME},
            "podSets": [
                {
                    "name": NAME,
                    "count": KEEP,
                    "minCount": KEEP,
                    "template": TEMPLATE,
                    "topologyRequest": _TOPOLOGY_REQUEST,
                }
            ],
            "preemptionGates": [{"name": KEEP}],
        },
        "status": {
            "conditions": [_KUEUE_CONDITION],
            "admission": {
                "clusterQueue": NAME,
                "podSetAssignments": [
                    {
                        "name": NAME,
                        "flavors": {"*": NAME},
                        "resourceUsage": AMOUNTS,
                        "count": KEEP,
                        "topologyAssignment": _TOPOLOGY_ASSIGNMENT,
                    }
                ],
            },
            "reclaimablePods": [{"name": NAME, "count": KEEP}],
            "admissionChecks": [{"name": NAME, "state": KEEP}],
            "unhealthyNodes": [{"name": NAME}],
            "preemptionGates": [{"name": KEEP, "position": KEEP}],
        },
    },
    "WorkloadPriorityClass": {"metadata": METADATA, "value": KEEP},
}


_REPLICATED_JOBS: Fields = [
    {
        "name": NAME,
        "replicas": KEEP,
        "template": {"metadata": {"labels": LABELS}, "spec": JOB["spec"]},
    }
]
_RUNTIME: Tree = {
    "metadata": METADATA,
    "spec": {
        "mlPolicy": {
            "numNodes": KEEP,
            "mpi": {"runLauncherAsNode": KEEP, "numProcPerNode": KEEP},
        },
        "template": {"spec": {"replicatedJobs": _REPLICATED_JOBS}},
    },
}


def _training_job(field: str, types: tuple[str, ...]) -> Tree:
    """Return what is kept of a training job of Kubeflow that has its replicas, of these types, in a field."""
    policy: Tree = {"suspend": KEEP, "schedulingPolicy": {"priorityClass": NAME}}
    replicas: Tree = {type_: {"replicas": KEEP, "template": TEMPLATE} for type_ in types}
    return {
        "metadata": METADATA,
        "spec": {"runPolicy": policy, field: replicas},
        "status": {"conditions": [CONDITION]},
    }


SCHEDULING_FIELDS: dict[str, Tree] = {
    **QUEUEING_FIELDS,
    "Node": {
        "metadata": METADATA,
        "spec": {"taints": [{"key": KEEP, "value": NAME, "effect": KEEP}], "unschedulable": KEEP},
        "status": {
            "allocatable": AMOUNTS,
            "capacity": AMOUNTS,
            "images": [{"names": [IMAGE], "sizeBytes": KEEP}],
            "conditions": [{"type": KEEP, "status": KEEP}],
            "declaredFeatures": [KEEP],
            "nodeInfo": {"kubeletVersion": KEEP},
        },
    },
    "Pod": {
        "metadata": _metadata(_INDEX, _DELETION_COST, *KEEPS_ITS_NODE, *QUEUEING_ANNOTATIONS),
        "spec": POD_SPEC,
        "status": {
            "phase": KEEP,
            "startTime": KEEP,
            "nominatedNodeName": NAME,
            "resourceClaimStatuses": [{"name": NAME, "resourceClaimName": NAME}],
            "conditions": [CONDITION],
            "containerStatuses": [CONTAINER_STATUS],
            "initContainerStatuses": [CONTAINER_STATUS],
        },
    },
    "Namespace": {"metadata": METADATA},
    "ServiceAccount": {"metadata": METADATA},
    "LimitRange": {
        "metadata": METADATA,
        "spec": {
            "limits": [
                {
                    "type": KEEP,
                    "min": AMOUNTS,
                    "max": AMOUNTS,
                    "default": AMOUNTS,
                    "defaultRequest": AMOUNTS,
                    "maxLimitRequestRatio": AMOUNTS,
                }
            ]
        },
    },
    "ResourceQuota": {
        "metadata": METADATA,
        "spec": {
            "hard": AMOUNTS,
            "scopes": [KEEP],
            "scopeSelector": {"matchExpressions": [{"scopeName": KEEP, "operator": KEEP, "values": [NAME]}]},
        },
        "status": {"used": AMOUNTS},
    },
    "RuntimeClass": {
        "metadata": METADATA,
        "overhead": {"podFixed": AMOUNTS},
        "scheduling": {"nodeSelector": LABELS, "tolerations": [TOLERATION]},
    },
    "Service": {"metadata": METADATA, "spec": {"selector": LABELS}},
    "ReplicationController": _workload(status=_REPLICA_STATUS, selector=LABELS),
    "ReplicaSet": _workload(status=_REPLICA_STATUS),
    "Deployment": _workload(
        "paused",
        "minReadySeconds",
        "progressDeadlineSeconds",
        status=_REPLICA_STATUS,
        strategy={"type": KEEP, "rollingUpdate": {"maxSurge": KEEP, "maxUnavailable": KEEP}},
    ),
    "StatefulSet": _workload(
        "podManagementPolicy",
        "serviceName",
        "minReadySeconds",
        updateStrategy={"type": KEEP, "rollingUpdate": {"partition": KEEP, "maxUnavailable": KEEP}},
        ordinals={"start": KEEP},
        volumeClaimTemplates=[{"metadata": {"name": NAME, "labels": LABELS}, "spec": CLAIM_SPEC}],
    ),
    "DaemonSet": _workload(
        "minReadySeconds",
        updateStrategy={"type": KEEP, "rollingUpdate": {"maxSurge": KEEP, "maxUnavailable": KEEP}},
    ),
    "Job": JOB,
    "CronJob": {
        "metadata": METADATA,
        "spec": {"suspend": KEEP, "jobTemplate": {"metadata": {"labels": LABELS}, "spec": JOB["spec"]}},
        "status": {"lastScheduleTime": KEEP},
    },
    "JobSet": {
        "metadata": METADATA,
        "spec": {"suspend": KEEP, "replicatedJobs": _REPLICATED_JOBS},
        "status": {"conditions": [CONDITION]},
    },
    "TrainJob": {
        "metadata": METADATA,
        "spec": {
            "suspend": KEEP,
            "managedBy": KEEP,
            "runtimeRef": {"apiGroup": KEEP, "kind": KEEP, "name": NAME},
            "trainer": {"numNodes": KEEP, "resourcesPerNode": RESOURCES},
            "runtimePatches": [
                {
                    "manager": KEEP,
                    "trainingRuntimeSpec": {"template": {"spec": {"replicatedJobs": _REPLICATED_JOBS}}},
                }
            ],
        },
        "status": {"conditions": [CONDITION]},
    },
    **dict.fromkeys(("TrainingRuntime", "ClusterTrainingRuntime"), _RUNTIME),
    "Rollout": _workload("paused", workloadRef={"apiVersion": KEEP, "kind": KEEP, "name": NAME}),
    "LeaderWorkerSet": {
        "metadata": METADATA,
        "spec": {
            "replicas": KEEP,
            "leaderWorkerTemplate": {"size": KEEP, "leaderTemplate": TEMPLATE, "workerTemplate": TEMPLATE},
        },
    },
    "RayCluster": {"metadata": METADATA, "spec": RAY_CLUSTER},
    "RayJob": {
        "metadata": METADATA,
        "spec": {
            "suspend": KEEP,
            "clusterSelector": LABELS,
            "submissionMode": KEEP,
            "submitterPodTemplate": TEMPLATE,
            "rayClusterSpec": RAY_CLUSTER,
        },
        "status": {"jobDeploymentStatus": KEEP},
    },
    "RayService": {"metadata": METADATA, "spec": {"rayClusterConfig": RAY_CLUSTER}},
    **{kind: _training_job(*replicas) for kind, replicas in REPLICAS.items()},
    "PodDisruptionBudget": {
        "metadata": METADATA,
        "spec": {
            "selector": LABEL_SELECTOR,
            "minAvailable": KEEP,
            "maxUnavailable": KEEP,
            "unhealthyPodEvictionPolicy": KEEP,
        },
        "status": {"disruptionsAllowed": KEEP, "disruptedPods": {"*": KEEP}},
    },
    "PriorityClass": {"metadata": METADATA, "value": KEEP, "globalDefault": KEEP, "preemptionPolicy": KEEP},
    "PersistentVolume": {
        "metadata": _metadata(**_OLD_CLASS),
        "spec": {
            "capacity": AMOUNTS,
            "accessModes": [KEEP],
            "storageClassName": NAME,
            "volumeMode": KEEP,
            "nodeAffinity": {"required": NODE_SELECTOR},
            "claimRef": {"namespace": NAME, "name": NAME, "uid": UID},
            "csi": {"driver": KEEP, "volumeHandle": NAME},
            "volumeAttributesClassName": NAME,
            **DISKS,
        },
        "status": {"phase": KEEP},
    },
    "PersistentVolumeClaim": {
        "metadata": _metadata(
            "pv.kubernetes.io/bind-completed",
            **{**_OLD_CLASS, "volume.kubernetes.io/selected-node": NAME},
        ),
        "spec": CLAIM_SPEC,
        "status": {"phase": KEEP},
    },
    "StorageClass": {
        "metadata": _metadata("storageclass.kubernetes.io/is-default-class"),
        "provisioner": KEEP,
        "volumeBindingMode": KEEP,
        "allowedTopologies": [{"matchLabelExpressions": [{"key": KEEP, "values": [NAME]}]}],
    },
    "DeviceClass": {
        "metadata": {**METADATA, "name": KEEP},
        "spec": {"selectors": [SELECTOR], "config": [DEVICE_CONFIG], "extendedResourceName": KEEP},
    },
    "ResourceSlice": {
        "metadata": METADATA,
        "spec": {
            "driver": KEEP,
            "pool": {"name": NAME, "generation": KEEP, "resourceSliceCount": KEEP},
            **DEVICE_NODES,
            "perDeviceNodeSelection": KEEP,
            "devices": [{**DEVICE, "basic": DEVICE}],
            "sharedCounters": KEEP,
        },
    },
    "DeviceTaintRule": {
        "metadata": METADATA,
        "spec": {"deviceSelector": {"driver": KEEP, "pool": NAME, "device": KEEP}, "taint": KEEP},
    },
    "ResourceClaim": {
        "metadata": _metadata("resource.kubernetes.io/extended-resource-claim"),
        "spec": DEVICE_CLAIM,
        "status": {
            "allocation": {
                "devices": {"results": [ALLOCATED_DEVICE], "config": [{"source": KEEP, **DEVICE_CONFIG}]},
                "nodeSelector": NODE_SELECTOR,
                "allocationTimestamp": KEEP,
            },
            "reservedFor": [{"resource": KEEP, "apiGroup": KEEP, "name": NAME, "uid": UID}],
            "devices": [
                {
                    "driver": KEEP,
                    "pool": NAME,
                    "device": KEEP,
                    "conditions": [_SAID_CONDITION],
                }
            ],
        },
    },
    "PodGroup": {
        "metadata": METADATA,
        "spec": {
            "schedulingPolicy": {"gang": {"minCount": KEEP}, "basic": {}},
            "schedulingConstraints": {"topology": [{"key": KEEP}]},
            "disruptionMode": KEEP,
            "priority": KEEP,
            "priorityClassName": NAME,
        },
        "status": {"conditions": [_SAID_CONDITION]},
    },
    "ResourceClaimTemplate": {"metadata": METADATA, "spec": {"spec": DEVICE_CLAIM}},
    "CSINode": {
        "metadata": _metadata("storage.alpha.kubernetes.io/migrated-plugins"),
        "spec": {"drivers": [{"name": KEEP, "nodeID": NAME, "allocatable": {"count": KEEP}}]},
    },
    "CSIDriver": {
        "metadata": {"name": KEEP},
        "spec": {"storageCapacity": KEEP, "preventPodSchedulingIfMissing": KEEP},
    },
    "CSIStorageCapacity": {
        "metadata": METADATA,
        "storageClassName": NAME,
        "nodeTopology": LABEL_SELECTOR,
        "capacity": KEEP,
        "maximumVolumeSize": KEEP,
    },
    "VolumeAttachment": {
        "metadata": METADATA,
        "spec": {"attacher": KEEP, "nodeName": NAME, "source": {"persistentVolumeName": NAME}},
    },
    "KubeSchedulerConfiguration": {
        "percentageOfNodesToScore": KEEP,
        "profiles": [
            {
                "schedulerName": KEEP,
                "percentageOfNodesToScore": KEEP,
                "plugins": KEEP,
                "pluginConfig": [
                    {
                        "name": KEEP,
                        "args": {
                            "*": KEEP,
                            "addedAffinity": NODE_AFFINITY,
                            "defaultConstraints": [CONSTRAINT],
                        },
                    }
                ],
            }
        ],
    },
}

_MACHINES: Tree = {
    "metadata": _metadata(*MAXIMA),
    "spec": {"replicas": KEEP},
}
# What says how many nodes a pool may have, which repairs tell. Of a kind that has much else one object is named.
POOL_FIELDS: dict[str, Tree] = {
    "NodePool": {"metadata": METADATA, "spec": {"limits": AMOUNTS}},
    **dict.fromkeys(("MachineDeployment", "MachineSet", "MachinePool"), _MACHINES),
    STATUS: {"metadata": {"name": KEEP, "namespace": KEEP}, "data": {"status": GROUPS}},
}

# Kueue's own configuration: the document, or the text that its installation keeps.
QUEUEING_SETTINGS: dict[str, Tree] = {
    "Configuration": {
        "featureGates": AMOUNTS,
        "fairSharing": {"enable": KEEP, "preemptionStrategies": [KEEP]},
        "waitForPodsReady": {"enable": KEEP, "timeout": KEEP, "blockAdmission": KEEP},
    },
    "ConfigMap kueue-system/kueue-manager-config": {"metadata": METADATA, "data": AMOUNTS},
}

IMPORTED_FIELDS: dict[str, Tree] = {**SCHEDULING_FIELDS, **POOL_FIELDS, **QUEUEING_SETTINGS}

# Other fields of manifests, by the last word of their path, that reveal nothing about their owners.
HARMLESS_FIELDS = (
    "imagePullPolicy",
    "restartPolicy",
    "terminationGracePeriodSeconds",
    "dnsPolicy",
    "resourceVersion",
    "generation",
    "selfLink",
    "metadata",
    "phase",
    "conditions",
    "strategy",
    "enableServiceLinks",
)
