// What the rules of the linter say, in the reader's language. The sentences are those of the engine's
// registry, which a test compares; a rule that is not here is shown in the engine's words.

import { t } from "../../lib/i18n.js";

/** @import { LintFinding } from "../../types/engine.js" */

/** @typedef {Record<string, string | number>} Operands */
/**
 * @typedef {{
 *   title: string, message: (operands: Operands) => string, fix?: (operands: Operands) => string
 * }} Words
 */

/** @type {Record<string, Words>} */
const WORDS = {
  "selector-misses-own-pods": {
    title: t("This constraint can never fail"),
    message: (operands) =>
      t(
        "Its selector {selector} counts no pod of the input, and not its own: over {key} nothing is spread.",
        operands,
      ),
    fix: (operands) => t("Change to {value}", operands),
  },
  "selector-counts-others": {
    title: t("This constraint counts other pods, not its own"),
    message: (operands) =>
      t(
        "Its selector {selector} matches {count} pods, none of them its own: over {key} its own are not spread.",
        operands,
      ),
    fix: (operands) => t("Change to {value}", operands),
  },
  "spread-selector-missing": {
    title: t("This constraint counts nothing"),
    message: (operands) =>
      t("It has no labelSelector, and a missing one matches no pod: over {key} nothing is spread.", operands),
    fix: (operands) => t("Select {value}", operands),
  },
  "spread-selector-empty": {
    title: t("An empty selector counts nothing"),
    message: (operands) =>
      t(
        "labelSelector: {} counts no pod in this version of Kubernetes: over {key} nothing is spread.",
        operands,
      ),
    fix: (operands) => t("Select {value}", operands),
  },
  "min-domains-too-many": {
    title: t("minDomains is larger than the cluster"),
    message: (operands) =>
      t("minDomains is {wanted}; of {key} the pods can count {domains}: the minimum counts as 0.", operands),
    fix: (operands) => t("minDomains: {domains}", operands),
  },
  "tainted-domain-counted": {
    title: t("Nodes that take no pod count as an empty domain"),
    message: (operands) =>
      t(
        "Only tainted or cordoned nodes make up {domain}, which counts as an empty domain of {key} ({count} in all).",
        operands,
      ),
    fix: (operands) => t("nodeTaintsPolicy: Honor", operands),
  },
  "nodes-without-topology-key": {
    title: t("Some nodes lack the topology key"),
    message: (operands) =>
      t(
        "The label {key} is missing on {lacking} of {count} nodes that could take the pods: these never do.",
        operands,
      ),
  },
  "topology-key-on-no-node": {
    title: t("No node has this topology key"),
    message: (operands) => t("None of the nodes has the label {key}.", operands),
    fix: (operands) => t("topologyKey: {meant}", operands),
  },
  "topology-key-misspelt": {
    title: t("This topology key is hardly a label of nodes"),
    message: (operands) => t("{key} looks like {meant}, which nodes have.", operands),
    fix: (operands) => t("topologyKey: {meant}", operands),
  },
  "affinity-selector-missing": {
    title: t("This term selects no pod"),
    message: (operands) =>
      t("The {kind} term over {key} has no labelSelector, and a missing one matches no pod.", operands),
    fix: (operands) => t("Select {value}", operands),
  },
  "affinity-selector-misspelt": {
    title: t("No pod has this label, but one like it"),
    message: (operands) =>
      t(
        "The {kind} term selects {key}: {value}, which no pod of the input has; {key}: {meant} is there.",
        operands,
      ),
    fix: (operands) => t("{key}: {meant}", operands),
  },
  "affinity-other-namespace": {
    title: t("The pods that are meant are in another namespace"),
    message: (operands) =>
      t("The {kind} term looks in {namespaces}; pods with {selector} are in {elsewhere}.", operands),
    fix: (operands) => t("namespaces: {namespaces}", operands),
  },
  "affinity-to-nobody": {
    title: t("No pod is there to be near to"),
    message: (operands) =>
      t(
        "Required pod affinity selects {selector}, which neither a pod of the input nor the pods themselves have.",
        operands,
      ),
  },
  "first-pod-has-no-place": {
    title: t("No single pod meets all terms"),
    message: (operands) =>
      t(
        "{count} required affinity terms: each matches some pod, but no pod matches all, and not the pods themselves.",
        operands,
      ),
  },
  "affinity-against-anti-affinity": {
    title: t("Two terms exclude each other"),
    message: (operands) =>
      t(
        "Required affinity and required anti-affinity both select {selector} over {key}: a second pod never fits.",
        operands,
      ),
  },
  "anti-affinity-more-replicas-than-domains": {
    title: t("More replicas than domains"),
    message: (operands) =>
      t(
        "{replicas} pods keep away from each other over {key}, and {domains} domains can take one each.",
        operands,
      ),
    fix: (operands) => t("Prefer instead of require", operands),
  },
  "rollout-hangs": {
    title: t("Every rollout hangs"),
    message: (operands) =>
      t(
        "{replicas} replicas fill all places that the constraints leave, maxSurge is {surge} and maxUnavailable 0: the first new pod finds no node.",
        operands,
      ),
    fix: (operands) => t("maxSurge: 0, maxUnavailable: 1", operands),
  },
  "match-label-keys-too-late": {
    title: t("The running pods still refuse the new ones"),
    message: (operands) =>
      t(
        "matchLabelKeys is new in this revision: the anti-affinity over {key} of {count} running pods still matches its pods.",
        operands,
      ),
    fix: (operands) => t("maxSurge: 0, maxUnavailable: 1", operands),
  },
  "selector-matches-no-node": {
    title: t("No node has the labels that are required"),
    message: (operands) => t("No node meets {clause}.", operands),
    fix: (operands) => t("Change to {meant}", operands),
  },
  "selected-nodes-are-tainted": {
    title: t("All nodes that are left are tainted"),
    message: (operands) =>
      t(
        "Every node that the pods may use ({count} in all) has taints that they do not tolerate: {taint}.",
        operands,
      ),
    fix: (operands) => t("Tolerate {taint}", operands),
  },
  "toleration-misses": {
    title: t("This toleration misses its taint"),
    message: (operands) =>
      t("The toleration {toleration} matches no taint; {taint} is on {count} of the nodes.", operands),
    fix: (operands) => t("Tolerate {taint}", operands),
  },
  "request-larger-than-any-node": {
    title: t("The request is larger than any node"),
    message: (operands) =>
      t("It asks for {amount} of {resource}; the largest node that the pods may use has {most}.", operands),
    fix: (operands) => t("{resource}: {most}", operands),
  },
  "constraints-exclude-each-other": {
    title: t("Constraints exclude each other"),
    message: (operands) => t("Each alone leaves nodes, together they leave none: {facts}.", operands),
    fix: ({ repair }) => String(repair),
  },
  "volume-zone-against-spread": {
    title: t("The volume is where the constraint does not let the pod go"),
    message: (operands) =>
      t("A volume pins the pod to its zone, and constraints want it elsewhere: {facts}.", operands),
    fix: ({ repair }) => String(repair),
  },
  "budget-allows-nothing": {
    title: t("This budget forbids every drain"),
    message: (operands) =>
      t("{bound} of {pods} pods: no pod may be evicted, even while all are healthy.", operands),
    fix: (operands) => t("maxUnavailable: 1", operands),
  },
  "budget-selects-nothing": {
    title: t("This budget protects no pod"),
    message: (operands) => t("No pod of the namespace {namespace} has {selector}.", operands),
    fix: (operands) => t("Change to {value}", operands),
  },
  "budgets-overlap": {
    title: t("Two budgets select the same pods"),
    message: (operands) =>
      t("{pods} pods belong to {other} too: the API server evicts no pod that has two budgets.", operands),
  },
  "budget-with-two-bounds": {
    title: t("The API server refuses this budget"),
    message: (operands) => t("minAvailable and maxUnavailable exclude each other: it has both.", operands),
    fix: (operands) => t("Only maxUnavailable", operands),
  },
  "term-without-weight": {
    title: t("The API server refuses this pod"),
    message: (operands) => t("A preferred term needs a weight from 1 to 100: it is {weight}.", operands),
    fix: (operands) => t("weight: {weight}", operands),
  },
  "duplicate-constraint": {
    title: t("The API server refuses two constraints alike"),
    message: (operands) => t("Another constraint has {key} and {unsatisfiable} too.", operands),
    fix: (operands) => t("Remove the second", operands),
  },
  "refused-by-api-server": {
    title: t("The API server refuses this object"),
    message: (operands) => t("The value {problem}.", operands),
  },
  "priority-class-missing": {
    title: t("This priority class does not exist"),
    message: (operands) =>
      t("No PriorityClass of the input is named {name}: the API server refuses the pods.", operands),
    fix: (operands) => t("priorityClassName: {meant}", operands),
  },
  "refused-by-admission": {
    title: t("Admission refuses these pods"),
    message: (operands) => t("The pods would not exist: {problem}", operands),
  },
  "unknown-field": {
    title: t("Kubernetes has no such field"),
    message: (operands) => t("{field} is no field of this object: the API server drops it.", operands),
    fix: (operands) => t("Rename to {meant}", operands),
  },
  "device-selector-invalid": {
    title: t("This selector does not compile"),
    message: (operands) => t("Each attempt to schedule with it ends with an error: {error}.", operands),
  },
  "device-selector-fails": {
    title: t("This selector fails on a device"),
    message: (operands) =>
      t(
        "On {device}: {error}. An attempt that comes to such a device ends, whatever other nodes have.",
        operands,
      ),
  },
  "request-matches-no-device": {
    title: t("No device is what this request asks for"),
    message: (operands) =>
      t("No device of the input is selected; class {class} alone selects {count}.", operands),
  },
  "device-class-missing": {
    title: t("This device class does not exist"),
    message: (operands) =>
      t("The input has no DeviceClass {class}: pods with the claim are rejected on all nodes.", operands),
    fix: (operands) => t("Change to {value}", operands),
  },
  "claim-missing": {
    title: t("This claim or template does not exist"),
    message: (operands) =>
      t(
        "The input has no {kind} {name} in the pods' namespace: the scheduler does not even try them.",
        operands,
      ),
    fix: (operands) => t("Change to {value}", operands),
  },
  "default-constraints-lost": {
    title: t("Own constraints switch off the defaults"),
    message: (operands) =>
      t(
        "The pods have constraints of their own, so the scheduler's default over {key} does not act.",
        operands,
      ),
    fix: (operands) => t("Add {key}, ScheduleAnyway", operands),
  },
};

/** @param {LintFinding} finding */
export const titleOf = (finding) => WORDS[finding.rule]?.title ?? finding.title;

/** @param {LintFinding} finding */
export const messageOf = (finding) => WORDS[finding.rule]?.message(finding.operands) ?? finding.message;

/** @param {LintFinding} finding what its fix does, "" if it has none */
export const fixOf = ({ rule, fix }) => (fix ? (WORDS[rule]?.fix?.(fix.operands) ?? fix.text) : "");

/** @type {Record<string, string>} */
export const SEVERITIES = { error: t("error"), warning: t("warning"), note: t("note") };
