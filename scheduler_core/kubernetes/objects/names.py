"""Rules for names of objects, labels and their values, in the API server's words.

Mirrors staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go, pkg/api/validation/generic.go and
pkg/apis/meta/v1/validation/validation.go there, and ValidateObjectMeta with the names of each kind in
pkg/apis/*/validation @ v1.34.1. Recorded scenarios are not checked: the scheduler was given them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from scheduler_core.allowance import each
from scheduler_core.sentences import Sentence, worded

from .kinds import kind_of
from .labels import is_no_label_value, label_value_error
from .loading import locate
from .parsing import Manifest
from .reading import Problems, quoted

_LABEL: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN: Final = rf"{_LABEL}(\.{_LABEL})*"
_SERVICE: Final = "[a-z]([-a-z0-9]*[a-z0-9])?"
_QUALIFIED: Final = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"

_EMPTY: Final = "must be non-empty"
_NOT_A_LABEL: Final = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end "
    f"with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '{_LABEL}')"
)
_NOT_A_SUBDOMAIN: Final = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    f"end with an alphanumeric character (e.g. 'example.com', regex used for validation is '{_SUBDOMAIN}')"
)
_NOT_A_SERVICE: Final = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    f"'{_SERVICE}')"
)
_NOT_QUALIFIED: Final = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    f"(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '{_QUALIFIED}')"
)
_WITH_PREFIX: Final = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"

Rule = Callable[[str], list[str]]


def _rule(pattern: str, longest: int, message: str) -> Rule:
    """Return a function from a text to the reasons for which the API server refuses it."""
    compiled = re.compile(pattern)

    def errors(text: str) -> list[str]:
        is_long = len(text) > longest  # other characters than ASCII are refused in any case
        too_long = [f"must be no more than {longest} bytes"] if is_long else []
        return too_long if compiled.fullmatch(text) else [*too_long, message]

    return errors


_label_errors: Final = _rule(_LABEL, 63, _NOT_A_LABEL)
_subdomain_errors: Final = _rule(_SUBDOMAIN, 253, _NOT_A_SUBDOMAIN)
_service_errors: Final = _rule(_SERVICE, 63, _NOT_A_SERVICE)
_part_errors: Final = _rule(_QUALIFIED, 63, _NOT_QUALIFIED)


def label_key_error(key: str) -> str:
    """Return why the API server refuses the key of a label, "" if it accepts it (IsQualifiedName)."""
    prefix, slash, name = key.rpartition("/")
    if "/" in prefix:
        return f"a qualified name {_NOT_QUALIFIED} {_WITH_PREFIX}"
    of_prefix = (_subdomain_errors(prefix) if prefix else [_EMPTY]) if slash else []
    of_name = [*([] if name else [_EMPTY]), *_part_errors(name)]
    return "; ".join(
        [*(f"prefix part {error}" for error in of_prefix), *(f"name part {error}" for error in of_name)]
    )


_NAMES: Final[Mapping[str, Rule]] = {
    **dict.fromkeys(
        (
            *(
                "Node",
                "Pod",
                "ReplicationController",
                "ReplicaSet",
                "StatefulSet",
                "Deployment",
                "DaemonSet",
                "Job",
            ),
            *(
                "CronJob",
                "PriorityClass",
                "PersistentVolume",
                "PersistentVolumeClaim",
                "StorageClass",
                "CSINode",
            ),
            *("CSIStorageCapacity", "VolumeAttachment", "DeviceClass", "ResourceSlice", "ResourceClaim"),
            *(
                "DeviceTaintRule",
                "ResourceClaimTemplate",
                "RuntimeClass",
                "LimitRange",
                "ResourceQuota",
                "ConfigMap",
            ),
        ),
        _subdomain_errors,
    ),
    "Namespace": _label_errors,
    "Service": _service_errors,
}


def check_names(manifests: list[Any], problems: Problems) -> None:
    """Add a problem for each name, label and node selector that the API server would refuse."""
    for index, manifest in enumerate(each(manifests)):
        if not isinstance(manifest, dict) or not (rule := _NAMES.get(kind_of(manifest))):
            continue
        for path, message in _complaints(manifest, rule):
            locate(index, manifest, problems)
            problems.add(path, message)


def _complaints(manifest: Manifest, rule: Rule) -> Iterator[tuple[str, Sentence]]:
    """Yield path and message of what is wrong with an object's names. Values of other types are for its reader."""
    meta = _mapping(manifest, "metadata")
    name, prefix, namespace = meta.get("name"), meta.get("generateName"), meta.get("namespace")
    if isinstance(name, str) and name and (errors := rule(name)):
        yield "metadata.name", _invalid(worded("name"), name, "; ".join(errors))
    elif not name and isinstance(prefix, str) and prefix and (errors := rule(_with_suffix(prefix))):
        yield "metadata.generateName", _invalid(worded("beginning of a name"), prefix, "; ".join(errors))
    if isinstance(namespace, str) and namespace and (error := _namespace_error(namespace)):
        yield "metadata.namespace", _invalid(worded("name of a namespace"), namespace, error)
    yield from _labels(meta.get("labels"), "metadata.labels")
    spec = _mapping(manifest, "spec")
    yield from _labels(spec.get("nodeSelector"), "spec.nodeSelector")
    if "template" in spec:
        template = _mapping(spec, "template")
        yield from _labels(_mapping(template, "metadata").get("labels"), "spec.template.metadata.labels")
        yield from _labels(_mapping(template, "spec").get("nodeSelector"), "spec.template.spec.nodeSelector")


def _labels(labels: object, path: str) -> Iterator[tuple[str, Sentence]]:
    if not isinstance(labels, dict):
        return
    for key, value in labels.items():
        if isinstance(key, str) and isinstance(value, str) and (complaints := _of_label(key, value)):
            yield from ((f"{path}.{key}", complaint) for complaint in complaints)


@lru_cache(maxsize=65536)
def _of_label(key: str, value: str) -> Sequence[Sentence]:
    """Return what is wrong with a label; its reader says it of values that are not even nearly one."""
    complaints = []
    if error := label_key_error(key):
        complaints.append(_invalid(worded("label key"), key, error))
    if (error := label_value_error(value)) and not is_no_label_value(value):
        complaints.append(_invalid(worded("label value"), value, error))
    return complaints


@lru_cache(maxsize=4096)
def _namespace_error(name: str) -> str:
    return "; ".join(_label_errors(name))


def _with_suffix(prefix: str) -> str:
    """Return a name that is made of a prefix: a hyphen at the end is no error (maskTrailingDash)."""
    return f"{prefix[:-1]}a" if len(prefix) > 1 and prefix.endswith("-") else prefix


def _mapping(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    member = value.get(key)
    return member if isinstance(member, dict) else {}


def _invalid(what: Sentence, value: str, error: str) -> Sentence:
    return worded("must be a valid {what}, got {value}: {error}", what=what, value=quoted(value), error=error)
