"""Plugins that fill in fields of pods, or refuse them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scheduler_core import InvalidInput
from scheduler_core.controlplane.admission.policy import (
    DAEMON_SETS,
    DEFAULT_TOLERATIONS,
    LIMIT_RANGER,
    POD_NODE_SELECTOR,
    POD_TOLERATION_RESTRICTION,
    PRIORITY,
    RUNTIME_CLASS,
    policy_of,
)
from tests.builders import Manifest, make_node, make_pod
from tests.scheduler_core.controlplane.workloads.builders import make_workload

from .builders import admitted, filled, make, placements, refusals

NODE = make_node("n1")


def with_resources(name: str, **resources: dict[str, str]) -> Manifest:
    pod = make_pod(name)
    pod["spec"]["containers"][0]["resources"] = resources
    return pod


def with_spec(name: str, namespace: str = "default", **spec: Any) -> Manifest:
    pod = make_pod(name, namespace=namespace)
    return {**pod, "spec": {**pod["spec"], **spec}}


def limits(**item: Any) -> Manifest:
    return make("LimitRange", "limits", spec={"limits": [{"type": "Container", **item}]})


def test_containers_receive_the_defaults_of_a_limit_range() -> None:
    limit_range = limits(default={"cpu": "3"}, defaultRequest={"cpu": "2500m"})
    scenario = admitted(NODE, limit_range, make_pod("p"), make_pod("q"))
    assert filled(scenario, LIMIT_RANGER) == {
        "spec.containers[0].resources.requests.cpu: 2500m": ["Pod default/p", "Pod default/q"],
        "spec.containers[0].resources.limits.cpu: 3": ["Pod default/p", "Pod default/q"],
    }
    assert [pod.template.requests for pod in scenario.objects.pods] == [{"cpu": 2500}] * 2
    assert placements(NODE, limit_range, make_pod("p"), make_pod("q")) == {"p": "n1"}


@pytest.mark.parametrize(
    ("item", "cpu"),
    [
        ({"max": {"cpu": "2"}}, 2000),
        ({"max": {"cpu": "2"}, "default": {"cpu": "1"}}, 1000),
        ({"min": {"cpu": "1"}}, 1000),
        ({"min": {"cpu": "1"}, "default": {"cpu": "2"}}, 2000),
    ],
)
def test_bounds_are_defaults_of_defaults(item: Manifest, cpu: int) -> None:
    (pod,) = admitted(limits(**item), make_pod("p")).objects.pods
    assert pod.template.requests == {"cpu": cpu}


def test_requests_of_the_pod_are_filled_in_only_if_it_has_limits() -> None:
    defaults = limits(default={"memory": "256Mi"}, defaultRequest={"memory": "128Mi"})
    pod = with_resources("p", limits={"memory": "100Mi"})
    pod["spec"]["containers"].append({"name": "d"})
    pod["spec"]["resources"] = {"requests": {"cpu": "3"}}
    (read,) = admitted(defaults, pod).objects.pods
    assert read.template.requests["memory"] == 228 * 1024**2
    pod["spec"]["resources"] = {"limits": {"cpu": "3"}}
    (answer,) = refusals(NODE, defaults, pod).values()
    assert "must be greater than or equal to aggregate container requests of 228Mi" in answer


def test_no_container_may_have_more_than_the_pod() -> None:
    pod = with_resources("p", limits={"memory": "128Mi"}, requests={"memory": "32Mi"})
    pod["spec"]["resources"] = {"limits": {"memory": "64Mi"}}
    assert refusals(NODE, pod) == {
        "default/p": 'Pod "p" is invalid: spec.resources.containers[0][memory].limits: Invalid value: "128Mi": '
        "must be less than or equal to pod limits of 64Mi"
    }


def test_a_limit_that_is_written_comes_before_a_default_request() -> None:
    (pod,) = admitted(
        limits(defaultRequest={"cpu": "1"}), with_resources("p", limits={"cpu": "2"})
    ).objects.pods
    assert pod.template.requests == {"cpu": 2000}


@pytest.mark.parametrize(
    ("item", "resources", "answer"),
    [
        (
            {"max": {"cpu": "800m"}},
            {"limits": {"cpu": "1500m"}, "requests": {"cpu": "500m"}},
            'pods "p" is forbidden: maximum cpu usage per Container is 800m, but limit is 1500m',
        ),
        (
            {"min": {"memory": "1024Mi"}},
            {"requests": {"memory": "100Mi"}},
            'pods "p" is forbidden: minimum memory usage per Container is 1Gi, but request is 100Mi',
        ),
        (
            {"maxLimitRequestRatio": {"cpu": "2"}},
            {"limits": {"cpu": "1"}, "requests": {"cpu": "250m"}},
            'pods "p" is forbidden: cpu max limit to request ratio per Container is 2, but provided ratio is '
            "4.000000",
        ),
        (
            {"default": {"cpu": "500m"}},
            {"requests": {"cpu": "700m"}},
            'Pod "p" is invalid: spec.containers[0].resources.requests: Invalid value: "700m": must be less '
            "than or equal to cpu limit of 500m",
        ),
        (
            {"type": "Pod", "max": {"cpu": "2"}},
            {},
            'pods "p" is forbidden: maximum cpu usage per Pod is 2.  No limit is specified',
        ),
    ],
)
def test_pods_out_of_bounds_would_not_exist(item: Manifest, resources: Manifest, answer: str) -> None:
    assert refusals(NODE, limits(**item), with_resources("p", **resources)) == {"default/p": answer}


def test_a_limit_range_binds_its_namespace_and_new_pods_alone() -> None:
    limit_range = limits(max={"cpu": "1"})
    over = {"limits": {"cpu": "2"}}
    elsewhere = with_resources("e", **over)
    elsewhere["metadata"]["namespace"] = "other"
    running = with_resources("r", **over)
    running["spec"]["nodeName"] = "n1"
    stored = with_resources("s", **over)
    stored["metadata"]["uid"] = "1"
    assert refusals(NODE, limit_range, elsewhere, running, stored) == {}


def test_a_runtime_class_adds_overhead_selector_and_tolerations() -> None:
    runtime_class = make(
        "RuntimeClass",
        "kata",
        api="node.k8s.io/v1",
        handler="kata",
        overhead={"podFixed": {"cpu": "250m"}},
        scheduling={"nodeSelector": {"kata": "yes"}, "tolerations": [{"key": "vm", "operator": "Exists"}]},
    )
    scenario = admitted(runtime_class, with_spec("p", runtimeClassName="kata"))
    assert list(filled(scenario, RUNTIME_CLASS)) == [
        "spec.overhead.cpu: 250m",
        "spec.nodeSelector.kata: yes",
        "spec.tolerations += vm",
    ]
    (pod,) = scenario.objects.pods
    assert (pod.template.requests, pod.template.node_selector) == ({"cpu": 250}, {"kata": "yes"})
    other = with_spec("q", runtimeClassName="kata", nodeSelector={"kata": "no"})
    assert refusals(runtime_class, other)["default/q"] == (
        'pods "q" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[kata] = yes; '
        "pod.spec.nodeSelector[kata] = no"
    )


def test_a_missing_runtime_class_refuses_the_pod() -> None:
    assert refusals(NODE, with_spec("p", runtimeClassName="gvisor")) == {
        "default/p": 'pods "p" is forbidden: pod rejected: RuntimeClass "gvisor" not found'
    }


def test_a_namespace_has_a_node_selector() -> None:
    namespace = make(
        "Namespace", "prod", annotations={"scheduler.alpha.kubernetes.io/node-selector": "env=prod, disk=ssd"}
    )
    scenario = admitted(namespace, make_pod("p", namespace="prod"), make_pod("q"))
    assert list(filled(scenario, POD_NODE_SELECTOR)) == [
        "spec.nodeSelector.env: prod",
        "spec.nodeSelector.disk: ssd",
    ]
    assert [pod.template.node_selector for pod in scenario.objects.pods] == [
        {"env": "prod", "disk": "ssd"},
        {},
    ]
    conflicting = with_spec("r", "prod", nodeSelector={"env": "test"})
    assert refusals(namespace, conflicting)["prod/r"].endswith(
        "pod node label selector conflicts with its namespace node label selector"
    )


def test_a_namespace_has_default_and_allowed_tolerations() -> None:
    default = [{"key": "team", "operator": "Equal", "value": "a", "effect": "NoSchedule"}]
    allowed = [{"key": "team", "operator": "Exists"}, {"operator": "Exists", "effect": "NoExecute"}]
    prefix = "scheduler.alpha.kubernetes.io/"
    namespace = make(
        "Namespace",
        "a",
        annotations={
            f"{prefix}defaultTolerations": json.dumps(default),
            f"{prefix}tolerationsWhitelist": json.dumps(allowed),
        },
    )
    scenario = admitted(namespace, make_pod("p", namespace="a"))
    assert list(filled(scenario, POD_TOLERATION_RESTRICTION)) == ["spec.tolerations += team=a:NoSchedule"]
    assert refusals(namespace, make_pod("p", namespace="a")) == {}
    foreign = with_spec("q", "a", tolerations=[{"key": "gpu", "operator": "Exists"}])
    assert "conflict with its namespace whitelist" in refusals(namespace, foreign)["a/q"]


def test_pods_tolerate_nodes_that_are_lost_for_five_minutes() -> None:
    node = make_node("n1", taints=[{"key": "node.kubernetes.io/not-ready", "effect": "NoExecute"}])
    assert placements(node, make_pod("p")) == {"p": "n1"}
    assert placements(node, make_pod("p"), policy=policy_of(disable=[DEFAULT_TOLERATIONS])) == {}
    everything = with_spec("p", tolerations=[{"operator": "Exists"}])
    assert filled(admitted(everything), DEFAULT_TOLERATIONS) == {}


def test_pods_of_a_daemon_set_tolerate_what_its_controller_adds() -> None:
    pod = make_pod("p")
    owner = {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "d", "uid": "1", "controller": True}
    pod["metadata"]["ownerReferences"] = [owner]
    cordoned = make_node("n1", unschedulable=True)
    assert placements(cordoned, pod) == {"p": "n1"}
    assert placements(cordoned, pod, policy=policy_of(disable=[DAEMON_SETS])) == {}
    daemon_set = make_workload("DaemonSet", "d")
    (text,) = filled(admitted(cordoned, daemon_set), DAEMON_SETS)
    assert text.endswith("node.kubernetes.io/unschedulable:NoSchedule")


def test_priorities_come_from_classes() -> None:
    fields = {"api": "scheduling.k8s.io/v1"}
    high = make("PriorityClass", "high", value=1000, preemptionPolicy="Never", **fields)
    usual = make("PriorityClass", "usual", value=10, globalDefault=True, **fields)
    scenario = admitted(high, usual, make_pod("p"), with_spec("q", priorityClassName="high"))
    assert filled(scenario, PRIORITY) == {
        "spec.priority: 10": ["Pod default/p"],
        "spec.priority: 1000": ["Pod default/q"],
        "spec.preemptionPolicy: Never": ["Pod default/q"],
    }
    assert [pod.template.priority for pod in scenario.objects.pods] == [10, 1000]


def test_pods_of_a_class_that_does_not_exist_are_refused() -> None:
    web = make_workload("Deployment", "web", pod={"priorityClassName": "gone"})
    answers = list(refusals(NODE, with_spec("p", priorityClassName="gone"), web, make_pod("q")).values())
    assert answers[0] == 'pods "p" is forbidden: no PriorityClass with name gone was found'
    assert len(answers) == 2
    with pytest.raises(InvalidInput):
        admitted(NODE, web, policy=policy_of(disable=[PRIORITY]))


def test_a_stored_pod_has_passed_admission() -> None:
    pod = make_pod("p")
    pod["metadata"]["uid"] = "1"
    scenario = admitted(limits(default={"cpu": "1"}), pod)
    assert scenario.admitted.fill_ins == {}
    assert scenario.objects.pods[0].template.tolerations == ()


def test_a_namespace_or_account_that_is_missing_is_said() -> None:
    others = (make("Namespace", "here"), make("ServiceAccount", "robot", namespace="here"))
    pod = with_spec("p", "there", serviceAccountName="ghost")
    notices = [notice.message for notice in admitted(*others, NODE, pod).admitted.notices]
    assert [message.rpartition("would answer: ")[2] for message in notices] == [
        'namespaces "there" not found',
        'error looking up service account there/ghost: serviceaccount "ghost" not found',
    ]
    assert placements(*others, NODE, pod) == {"p": "n1"}
    assert not admitted(NODE, pod).admitted.notices


@pytest.mark.parametrize(
    ("selector", "carried", "refused"),
    [
        ({"matchLabels": {"app": "web"}}, {"app": "web"}, True),
        ({"matchLabels": {"app": "web"}}, {}, False),
        ({"matchExpressions": [{"key": "app", "operator": "Exists"}]}, {"app": "web"}, True),
        ({"matchExpressions": [{"key": "app", "operator": "In", "values": ["web"]}]}, {"app": "web"}, False),
    ],
    ids=["twice", "not carried", "by an expression", "as it is stored"],
)
def test_a_key_that_the_selector_names_twice_is_refused(
    selector: Manifest, carried: dict[str, str], refused: bool
) -> None:
    term = {"topologyKey": "zone", "labelSelector": selector, "matchLabelKeys": ["app"]}
    spread = {**term, "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"}
    pod = make_pod("p")
    pod["metadata"]["labels"] = carried
    pod["spec"]["topologySpreadConstraints"] = [spread]
    pod["spec"]["affinity"] = {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    rule = 'Invalid value: "app": exists in both matchLabelKeys and labelSelector'
    term_path = "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0][0]"
    errors = f"[{term_path}: {rule}, spec.topologySpreadConstraints[0][0]: {rule}]"
    assert refusals(NODE, pod) == ({"default/p": f'Pod "p" is invalid: {errors}'} if refused else {})
