// What changes and facts say, in the reader's language. The engine has the same sentences in English
// (`scheduler_core/advice/whatif/phrases.py`); Kubernetes' names and the scheduler's messages stay as they
// are.

import { t } from "../../lib/i18n.js";

/** @import { PhraseForm } from "../../types/engine.js" */

/** By kind. @type {Record<string, (operands: Record<string, string>) => string>} */
const SENTENCES = {
  // changes of the pod
  request: (operands) => t("request {resource} {before} → {after}", operands),
  priority: (operands) =>
    t("priority {before} → {after} (priorityClassName {name}): other pods are evicted", operands),
  "preemption policy": () => t("preemptionPolicy Never → PreemptLowerPriority: other pods are evicted"),
  "spread field": (operands) => t("{field} {before} → {after} over {key}", operands),
  "spread match label keys": (operands) => t("matchLabelKeys [{keys}] over {key}", operands),
  "topology key": (operands) => t("topologyKey {before} → {after}", operands),
  "own constraint": (operands) =>
    t("a constraint of its own: ScheduleAnyway over {key}, in place of the defaults", operands),
  "affinity namespaces": (operands) => t("pod affinity {term}: also in namespace {namespaces}", operands),
  "affinity value": (operands) => t("pod affinity {term}: {key}={before} → {after}", operands),
  "affinity topology key": (operands) => t("pod affinity {term}: topologyKey {before} → {after}", operands),
  "affinity preferred": (operands) => t("pod affinity {term}: required → preferred", operands),
  "anti-affinity match label keys": (operands) =>
    t("pod anti-affinity {term}: matchLabelKeys [{keys}]", operands),
  "anti-affinity topology key": (operands) =>
    t("pod anti-affinity {term}: topologyKey {before} → {after}", operands),
  "anti-affinity preferred": (operands) => t("pod anti-affinity {term}: required → preferred", operands),
  "anti-affinity of others match label keys": (operands) =>
    t("anti-affinity of running {pods}: matchLabelKeys [{keys}]", operands),
  "anti-affinity of others topology key": (operands) =>
    t("anti-affinity of running {pods}: topologyKey {before} → {after}", operands),
  "anti-affinity of others preferred": (operands) =>
    t("anti-affinity of running {pods}: required → preferred", operands),
  "node selector": (operands) => t("nodeSelector {key}={value}", operands),
  "node selector value": (operands) => t("nodeSelector {key}={before} → {after}", operands),
  "node selector removed": (operands) => t("nodeSelector {key}={value} removed", operands),
  "node affinity also": (operands) => t("node affinity {clause}: also {value}", operands),
  "node affinity without": (operands) => t("node affinity {clause}: without {value}", operands),
  "node affinity removed": (operands) => t("node affinity {clause} removed", operands),
  "preferred node affinity": (operands) =>
    t("preferred node affinity {key}={value} with weight {weight}", operands),
  toleration: (operands) => t("toleration for {taint}", operands),
  "host port removed": (operands) => t("hostPort {port} removed", operands),
  "gates removed": (operands) => t("schedulingGates removed: {gates}", operands),
  "scheduler name": (operands) => t("schedulerName {before} → {after}", operands),
  // changes of the cluster
  label: (operands) => t("label {key}={value} on {node}", operands),
  "label value": (operands) => t("label {key}={value} on {node} (was {before})", operands),
  "pod label": (operands) => t("label {key}={value} on running {pod} (was {before})", operands),
  "taint removed": (operands) => t("remove taint {taint} from {node}", operands),
  uncordon: (operands) => t("uncordon {node}", operands),
  "larger node": (operands) => t("a larger node in place of {node}: {amounts}", operands),
  "one more node": (operands) => t("one more node like {node} ({size})", operands),
  "one more node in": (operands) => t("one more node like {node} ({size}) in {domain}", operands),
  "one more node in new": (operands) => t("one more node like {node} ({size}) in a new {key}", operands),
  "one more node in both": (operands) =>
    t("one more node like {node} ({size}) in {domain} in a new {key}", operands),
  "more node": (operands) => t("{count} more nodes like {node} ({size})", operands),
  "more node in": (operands) => t("{count} more nodes like {node} ({size}) in {domain}", operands),
  "more node in new": (operands) => t("{count} more nodes like {node} ({size}) in a new {key}", operands),
  "more node in both": (operands) =>
    t("{count} more nodes like {node} ({size}) in {domain} in a new {key}", operands),
  "volume elsewhere": (operands) => t("volume elsewhere: {volumes}", operands),
  "claim again": (operands) =>
    t("storage class {classes} with WaitForFirstConsumer, claim {claims} provisioned again", operands),
  "pods moved": (operands) => t("{moves} (from {node})", operands),
  move: (operands) => t("move {pod} to {node}", operands),
  "move several": (operands) => t("move {count} pods of {workload} to {node}", operands),
  "delete terminating": (operands) => t("delete {pod}, which is terminating", operands),
  // changes of the configuration
  "plugin off": (operands) => t("plugin {plugin} off at Filter in profile {profile}", operands),
  "default constraint": (operands) => t("default constraint over {key}: ScheduleAnyway", operands),
  weight: (operands) => t("weight of {plugin} {before} → {after}", operands),
  percentage: (operands) => t("percentageOfNodesToScore {after}", operands),
  // facts
  requests: (operands) => t("requests {resource} {amount}", operands),
  "pod affinity": (operands) => t("pod affinity {term}", operands),
  "pod anti-affinity": (operands) => t("pod anti-affinity {term}", operands),
  "host port": (operands) => t("hostPort {port}", operands),
  "anti-affinity of others": (operands) => t("anti-affinity of running pods over {key}", operands),
  "pod limit": () => t("the nodes' limit of pods"),
  "one node": () => t("may run on one node only"),
  message: ({ message }) => message,
  "max skew": (operands) => t("maxSkew {skew} over {key}", operands),
  spread: (operands) => t("spread over {key}", operands),
  "selector clause": (operands) => t("node selector {clause}", operands),
  "required node affinity": () => t("required node affinity"),
  cordoned: () => t("cordoned nodes"),
  "untolerated taint": (operands) => t("untolerated taint {taint}", operands),
  // why a repair does not last
  "evicted later": (operands) => t("placed on {node} first, evicted later for {pod}", operands),
  "place taken": (operands) => t("in the run, {node} goes to {pods}", operands),
  // causes beside the scheduler
  "no device": (operands) =>
    t("no node offers {resource}: is its device plugin running, and are its nodes there?", operands),
  "idle devices": (operands) =>
    t("nodes with {resource} that they do not offer: {count}; is the driver ready?", operands),
  "no storage class": (operands) => t("claim {claim}: storage class {name} does not exist", operands),
  "no such scheduler": (operands) =>
    t("no scheduler of this configuration is named {name}: is another one running?", operands),
  expendable: (operands) =>
    t("priority {priority}: by default a cluster autoscaler adds no node for pods below -10", operands),
  "autoscaler helps": (operands) =>
    t("a cluster autoscaler could help: a new node of {groups} takes the pod", operands),
  "autoscaler cannot": (operands) =>
    t("no cluster autoscaler can help: a new node of {groups} would refuse the pod too: {reasons}", operands),
  "larger than nodes": (operands) => t("requests {resource} {amount}, the largest node has {most}", operands),
  "node condition": (operands) => t("1 node with {key}", operands),
  "node conditions": (operands) => t("{count} nodes with {key}", operands),
};

/**
 * The sentence in the reader's language; the text where a former version of the engine gave no phrase.
 * @param {{text: string, phrase?: PhraseForm}} said
 */
export const sentenceOf = ({ text, phrase }) => (phrase ? (spelled(phrase) ?? text) : text);

/** @param {PhraseForm} phrase @returns {string | undefined} */
function spelled({ kind, operands }) {
  const texts = Object.entries(operands).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.map((item) => spelled(item) ?? "").join(", "),
  ]);
  return SENTENCES[kind]?.(Object.fromEntries(texts));
}
