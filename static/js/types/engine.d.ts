// Written by `make types` from the types in Python.

import type { Score } from "./api.js";

export type ActionKind = "start" | StepKind;

/** The verdicts after an action. */
export interface ActionVerdict {
  action: number;
  skew: SkewVerdict[];
  availability: AvailabilityVerdict[];
  progress: ProgressVerdict[];
}

/** Nodes to add: so many like this one, in its zone. */
export interface AddedNode {
  like: string;
  zone: string;
  count: number;
}

export interface AddedPods {
  domain: string;
  count: number;
}

/**
 * Admission plugins and controllers that differ from the defaults; `*` in `disable` stands for all of
 * them.
 */
export interface AdmissionPolicyContent {
  enable: string[];
  disable: string[];
}

/**
 * What the API server, its admission plugins and the controllers do before the scheduler sees the
 * objects.
 */
export interface AdmissionReport {
  filled: FilledIn[];
  refused: Refused[];
  noticed: Noticed[];
}

/** A workload that is admitted when Kueue is at rest. */
export interface AdmittedWorkload {
  workload: string;
  job: string;
  cluster_queue: string;
  priority: number;
  /** Whether this run admitted it. */
  new: boolean;
  pods: number;
  /** By pod set and resource. */
  flavors: Record<string, Record<string, string>>;
  /** Without the searches in the answer about the whole cluster. */
  places: TopologyPlace[];
}

/**
 * A required node affinity besides the pod's own, which leaves out domains that can never take the
 * pod.
 */
export interface AffinityChange {
  kind: "affinity";
  requirement: LabelRequirement;
}

/** The parts of the ledger that concern the cycle as a whole. */
export interface AffinityFacts {
  /** At most 100, those that match most terms first. */
  classes: RunningClass[];
  hard_pod_affinity_weight: number;
  matches_itself: boolean;
  /** Only the pod itself matches the required terms, so that it may go to any node with the keys. */
  first_pod_exception: boolean;
}

/** Points by feasible node (rows) and topology key (columns). */
export interface AffinityHeatmap {
  keys: string[];
  nodes: string[];
  cells: number[][];
}

/** Points by topology key, with one entry per feasible node. */
export interface AffinityHeatmapColumns {
  keys: string[];
  cells: Column[];
}

/** The terms of a cycle in both directions, and their counts. */
export interface AffinityLedger extends AffinityFacts {
  /** The incoming pod's first, then at most 200 of running pods, matching ones first. */
  terms: (IncomingTerm | ExistingTerm)[];
  affinity_counts: PairCount[];
  anti_affinity_counts: PairCount[];
  existing_anti_affinity_counts: PairCount[];
  scores: PairScore[];
  heatmap: AffinityHeatmap;
}

/** The terms of a cycle in both directions, and their counts. */
export interface AffinityLedgerColumns extends AffinityFacts {
  /** The incoming pod's first, then at most 200 of running pods, matching ones first. */
  terms: (IncomingTermColumns | ExistingTermColumns)[];
  affinity_counts: PairCountColumns;
  anti_affinity_counts: PairCountColumns;
  existing_anti_affinity_counts: PairCountColumns;
  scores: PairScoreColumns;
  heatmap: AffinityHeatmapColumns;
}

export type AffinityOrigin = "pod" | "addedAffinity";

export interface AffinityRemedy extends AffinityChange, RemedyResult {}

/** A required affinity term of the incoming pod. */
export interface AffinityRequiredStep extends DomainCount {
  kind: "affinity_required";
  /** The term's index in the pod's spec. */
  index: number;
  selector: string;
  /** Only the pod itself matches the terms, so that it may go to any node with the keys. */
  first_pod: boolean;
  ok: boolean;
}

/** A term's part of the raw score: points = count · weight. */
export interface AffinityScoreStep {
  kind: "affinity_score";
  key: string;
  /** The node's domain. */
  value: string;
  side: TermSide;
  kind_of_term: TermKind;
  selector: string;
  /** Negative for anti-affinity. */
  weight: number;
  count: number;
  points: number;
  /** The first 100 pods that count. */
  pods: string[];
}

export type Agreement = "equal" | "undetermined" | "different" | "unjudged";

/** A claim of the pod that has its devices already. */
export interface AllocatedClaim {
  claim: string;
  devices: string[];
  /** The node can use them. */
  available: boolean;
}

/** A table of distinct amounts by resource, as they were written, and per node the index of its own. */
export interface AmountsColumn {
  values: Record<string, string>[];
  codes: number[];
}

/** A required anti-affinity term of the incoming pod. */
export interface AntiAffinityRequiredStep extends DomainCount {
  kind: "anti_affinity_required";
  /** The term's index in the pod's spec. */
  index: number;
  selector: string;
  ok: boolean;
}

export type AssumedKind =
  | "Namespace"
  | "PersistentVolumeClaim"
  | "PriorityClass"
  | "RuntimeClass"
  | "StorageClass";

/** An object that the workload names and the input lacks; `name` is "namespace/name" for a claim. */
export interface Assumption {
  kind: AssumedKind;
  name: string;
}

/** One change of a repair. */
export interface AtomicChange {
  text: string;
  /** What the text says; absent in answers of former versions. */
  phrase?: PhraseForm;
  kind: CostKind;
  cost: number;
  /** What to know before it is made: what a taint keeps away, how large a pool may grow. */
  notes?: Note[];
}

export type AttemptOutcome = "scheduled" | "nominated" | "unschedulable" | "not_tried" | "refused";

export type Autoscaler = "karpenter" | "cluster-autoscaler";

/** Whether a workload kept what its controller or a budget demands during an action. */
export interface AvailabilityVerdict {
  workload: string;
  verdict: "keeps-availability" | "loses-availability";
  at_least: number;
  lowest: number;
  /** When it was lowest first. */
  moment: number;
  /** How long it was below. */
  seconds: number;
}

/** The pod's controller, and whether the node's annotation asks to avoid its pods. */
export interface AvoidStep {
  kind: "avoid";
  /** Kind and uid; null if the pod has no ReplicationController or ReplicaSet. */
  controller: string | null;
  avoided: boolean;
}

/** The node's balance without the incoming pod. */
export interface BalanceWithoutPod {
  /** By resource, in the order of the steps. */
  fractions: number[];
  std: number;
  score: number;
}

/**
 * Mean and standard deviation of the shares; score = (1 − std) · 100, truncated to an integer.
 *
 * If `difference`, that of two shares, is present: score = (1 − difference) · 100. If `without` is
 * present, the raw score is 50 + (50 + score − without.score) / 2, truncated to an integer.
 */
export interface BalancedResultStep {
  kind: "balanced_result";
  mean: number;
  std: number;
  difference?: number;
  score: number;
  without?: BalanceWithoutPod;
}

/** A resource's share: fraction = requested / allocatable, at most 1. */
export interface BalancedScoreStep {
  kind: "balanced_score";
  resource: string;
  /** Including the incoming pod. */
  requested: number;
  allocatable: number;
  fraction: number;
  unit: Unit;
}

/** What an answer about instance types rests on. */
export interface Basis {
  /** Instance types of nodes in the input. */
  seen: string[];
  /** How many were given in a file. */
  given: number;
  priced: boolean;
}

/** A number before the first cycle and after the last. */
export interface BeforeAfter {
  before: number;
  after: number;
}

/** A step of the binding cycle has run. */
export interface BindingPointFinished extends PointHead {
  point: "Reserve" | "Permit" | "PreBind" | "Bind";
  plugins: PluginCode[];
  counts: NoCounts;
}

/** What a budget allows from a moment on. */
export interface BudgetPoint {
  moment: number;
  healthy: number;
  desired: number;
  allowed: number;
}

/** The candidates of preemption, an entry for each. */
export interface CandidateColumns extends NodeColumn {
  victims: string[][];
  pdbViolations: Column;
}

/** A node where preemption would make room. */
export interface CandidateEntry {
  victims: string[];
  pdbViolations: number;
}

/** How many copies of a pod, or of a mix of pods in turn, fit into a cluster at the end of a run. */
export interface Capacity {
  pods: number;
  by_pod: Record<string, number>;
  /** The scheduler's message for the first copy that does not fit; empty if the limit was reached before. */
  message: string;
  /** The pod whose copy that is; empty if the limit was reached before. */
  stopped: string;
  /** The copies by node. */
  nodes: Record<string, number>;
  /** The topology key of the domains. */
  key: string;
  /** The copies by domain, "" for nodes without the key. */
  domains: Record<string, number>;
  /** The number of nodes by domain. */
  domain_nodes: Record<string, number>;
  /**
   * By domain, the reasons for which its nodes refuse the first copy that does not fit, with the number
   * of nodes.
   */
  stops: Record<string, Record<string, number>>;
}

/** Enough of a capacity is free for what the request consumes of it. */
export interface CapacityClause extends DeviceCheck {
  kind: "capacity";
  name: string;
  /** As the request has it; null: it does not ask for this capacity, but consumes it. */
  asked: string | null;
  /** Rounded as the device's policy says. */
  amount: string;
  free: string;
  total: string;
  /** The device has no such capacity; its policy rules the amount out; too little is free. */
  trouble: "" | "unknown" | "policy" | "short";
}

/** Nodes added to the scenario: every shape, so many of it. */
export interface CapacitySweep {
  kind: "capacity";
  shapes: SweepShape[];
  counts: number[];
  seeds: number;
}

/** Pending pods with the same reasons. */
export interface Cause {
  /** Those that decide, in the order of the plugins: without them some node would take the pod. */
  reasons: Reason[];
  /** The reasons as they are said; absent in answers of former versions. */
  clauses?: CauseClause[];
  pod_count: number;
  /** Those with most pods first; at most 20. */
  workloads: PendingWorkload[];
  workload_count: number;
}

/** What is said of the workloads of a cause, after their names. */
export interface CauseClause {
  /** That of a reason, or of several that are one. */
  kind: string;
  /** Names and labels; resources that are short together are a list. */
  operands: Record<string, string | string[]>;
}

/** A fact of the pod, the cluster or the configuration that has a part in the rejection. */
export interface CauseFact {
  text: string;
  /** What the text says; absent in answers of former versions. */
  phrase?: PhraseForm;
  of: Part;
  plugin: string;
  /** The number of nodes that refuse the pod for it. */
  rejected: number;
  /** The number of nodes that would take the pod without it. */
  gained: number;
}

/** A run's answer: its pending pods by cause. */
export interface Causes {
  pending: number;
  placed: number;
  nodes: number;
  /** Those with most pods first. */
  causes: Cause[];
  differences: Differences;
}

/** A change between the versions that moves no pod of the scenario. */
export interface CheckedChange {
  name: string;
  since: string;
  title: string;
}

/** A domain that was chosen at a level. */
export interface ChosenDomain {
  values: string[];
  pods: number;
  leader: boolean;
  /** Whether it was taken out of turn, as the smallest that holds all that was left. */
  smallest: boolean;
}

/** A claim that has its devices: whether this node can use them. */
export interface ClaimAvailableStep {
  kind: "claim_available";
  claim: string;
  devices: string[];
  /** The nodes that can, if they are named. */
  nodes: string[];
  ok: boolean;
}

/** A claim that waits for a node: the volume that it would be bound to here. */
export interface ClaimBindingStep {
  kind: "claim_binding";
  /** namespace/name. */
  claim: string;
  storage_class: string;
  /** In bytes. */
  request: number;
  /** The node previously selected for provisioning. */
  selected_node: string | null;
  node: string;
  /** The first 100 free volumes that suit the claim and are reachable from this node. */
  candidates: string[];
  candidate_count: number;
  /** The volume that would be bound. */
  chosen: string | null;
  /** null if a volume was chosen. */
  provisioning: Provisioner | null;
  ok: boolean;
}

/**
 * Another value in a field of a request of a claim; for `constraints` of the claim, which are left
 * out.
 */
export interface ClaimChange {
  kind: "claim";
  claim: string;
  request: string;
  field: ClaimField;
  value: string;
}

export type ClaimField = "count" | "allocationMode" | "selectors" | "tolerations" | "constraints";

/** The keys of a trace about resource claims; absent for pods without. */
export interface ClaimFields extends ClaimSummary {
  /** By node and claim: what DynamicResources found on nodes that it did not reject. */
  nodeAllocations?: Record<string, Record<string, TracedAllocation>>;
}

/** Why no device was tried, or none can be named, in the words of the scheduler. */
export interface ClaimMessageStep {
  kind: "claim_message";
  message: string;
  ok: false;
}

/** The claims of the pod: those that are bound, then those that wait for a node. */
export interface ClaimOperands {
  kind: "claims";
  claims: ClaimReach[];
}

/** A claim of the pod, and the nodes from which its volume can be reached or made. */
export interface ClaimReach {
  /** namespace/name. */
  claim: string;
  storage_class: string;
  /** The volume that it is bound to; null while it waits for a node. */
  volume: string | null;
  /** Whether that PersistentVolume exists; True while the claim waits for a node. */
  exists: boolean;
  /** What makes the volume of a claim that waits for a node; otherwise empty. */
  provisioner: string;
  /** The node previously selected for provisioning. */
  selected_node: string | null;
  /** The number of free volumes that suit a claim that waits for a node. */
  free_volumes: number;
  /** Per node whether the claim allows it. */
  reach: Column;
}

export interface ClaimRemedy extends ClaimChange, RemedyResult {}

/** A request for devices on a node: the devices by clause, the nearest first. */
export interface ClaimRequestStep {
  kind: "claim_request";
  claim: string;
  request: string;
  device_class: string;
  mode: string;
  count: number;
  fitting: number;
  device_count: number;
  ok: boolean;
  /** See Rejection. */
  together: boolean;
  /** The nearest device, or the first that was taken; "" if the node sees none. */
  device: string;
  /** What keeps the nearest device from it. */
  clause:
    | PoolClause
    | InUseClause
    | FeatureClause
    | ExpressionClause
    | ReachClause
    | CapacityClause
    | CounterClause
    | TaintClause
    | ConstraintClause
    | null;
}

export interface ClaimSearch {
  steps: SearchStep[];
  /** Those that refused a device, each once. */
  clauses: DeviceClause[];
  total: number;
  /** There are more steps than listed. */
  cut: boolean;
}

/** The keys of a trace about resource claims, without those that have an entry per node. */
export interface ClaimSummary {
  /** By namespace/name: the claims that the cycle changed. */
  claims?: Record<string, TracedClaim>;
  /** By namespace/name: the claims that went with the victims. */
  claimsReleased?: Record<string, TracedClaim>;
  /** Present if PreBind failed; claims may have been written all the same. */
  preBind?: StatusEntry;
  preBindNode?: string;
  extendedResourceClaimStatus?: ExtendedResourceClaimStatus;
}

/** The state of a claim after a cycle. A claim that the cycle made has its requests and its pod. */
export interface ClaimWrite {
  /** namespace/name. */
  claim: string;
  deleted?: boolean;
  /** Its devices and where they can be used; null if it has no devices. */
  allocation?: Record<string, unknown> | null;
  /** Name and uid of each pod. */
  reserved_for?: string[][];
  /** Name, class and count of each request of a claim that the cycle made. */
  requests?: unknown[][];
  /** Name and uid of the pod that owns it. */
  pod?: string[];
}

/** The claims of the pod on all nodes, in columns. */
export interface ClaimsFact extends ClaimsOverview, NamedFact {}

/** The claims of the pod on all nodes, in columns by node. */
export interface ClaimsOverview {
  /** The requests, as namespace/claim/request or namespace/claim/request/alternative. */
  rows: string[];
  nodes: string[];
  verdict: NodeVerdict[];
  /** The request that cannot be met by itself; -1: there is none. */
  row: number[];
  /** The clause that keeps the nearest device from that request. */
  decides: (ClauseKind | null)[];
  /**
   * The nearest device: that fails the fewest clauses, of those that the class selects if there are any;
   * or "".
   */
  device: string[];
  failing: number[];
  /** The devices that pass by themselves for that request. */
  fitting: number[];
  /** The devices that the node sees. */
  seen: number[];
  /** Over all nodes, the most frequent first. A device that several nodes see counts for each of them. */
  counts: ClauseCount[];
}

export interface ClassDevices {
  device_class: string;
  total: number;
  free: number;
}

/** A reason for which nodes were rejected, as the message of the cycle counts it. */
export interface Clause extends ReasonCount {
  nodes: string[];
}

/** A reason for which nodes were rejected, as the message of the cycle counts it. */
export interface ClauseColumns extends ReasonCount {
  nodes: Column;
}

/** How many devices a clause decides about, for a request. */
export interface ClauseCount {
  /** The request, as in `rows`. */
  row: string;
  kind: ClauseKind;
  devices: number;
  /** The nodes that see such a device. */
  nodes: number;
}

export type ClauseKind =
  | "pool"
  | "in_use"
  | "feature"
  | "class"
  | "selector"
  | "node"
  | "capacity"
  | "counter"
  | "taint"
  | "constraint";

/** A requirement of a selector, compared with the incoming pod's labels. */
export interface ClauseOnPod {
  actual: string | null;
  ok: boolean;
}

export type ClauseOrigin = "nodeSelector" | "pod" | "addedAffinity";

/** The nodes that are closed to a pod: a plugin that looks at the node alone rejects it unresolvably. */
export interface ClosedNodes {
  /** Per node an index into `reasons`; -1: the pod may run there. */
  by: Column;
  reasons: ClosingReason[];
}

/** Why a node is closed to a pod. */
export interface ClosingReason {
  /** The plugin that rejects the node, whatever runs there. */
  plugin: string;
  /** The taint for TaintToleration, otherwise the scheduler's own words. */
  operand: string;
}

/** The nodes, in the order in which they are looked at. */
export interface ClusterNodes {
  names: string[];
  /** By label. */
  labels: Record<string, LabelColumn>;
  taints: TaintsColumn;
  allocatable: AmountsColumn;
  /** The nodes that are cordoned. */
  unschedulable: number[];
}

/** What pods of a class have in common. */
export interface ClusterPodClass {
  namespace: string;
  labels: Record<string, string>;
  requests: Record<string, number>;
  priority: number;
  terminating: boolean;
  /** The controller: "ReplicaSet/web". */
  owner: string | null;
  /** How many claims and disks each of them mounts. */
  volumes: number;
}

/** The pods that wait and run. */
export interface ClusterPods {
  /** Without the namespace, which is that of the class. */
  names: string[];
  /** The index of the node; -1: the pod waits, -2: it runs on a node that is not listed. */
  nodes: number[];
  /** The index of the pod's class. */
  classes: number[];
  /** The nominated node, by the pod's index as text. */
  nominated: Record<string, string>;
}

/** The cluster before the first cycle; a run log is folded over it. */
export interface ClusterView {
  nodes: ClusterNodes;
  pods: ClusterPods;
  classes: ClusterPodClass[];
  /**
   * Node labels that are worth grouping by: those that rules of waiting pods name come first, the
   * hostname last.
   */
  topology_keys: string[];
}

export type CodeName =
  | "Success"
  | "Error"
  | "Unschedulable"
  | "UnschedulableAndUnresolvable"
  | "Wait"
  | "Skip"
  | "Pending";

/** The quota of one flavor and resource in a whole cohort tree, or in a ClusterQueue without one. */
export interface CohortBars {
  /** The root of the tree, "" without one. */
  cohort: string;
  flavor: string;
  resource: string;
  nominal: QueueAmount;
  used: QueueAmount;
  /** The workload's own first, then by name. */
  queues: QueueBar[];
}

/** An array in the columns of a cycle; of booleans, 1 and 0. */
export type Column = Int8Array | Int16Array | Int32Array | Float64Array;

/** A clause of a selector with the label that it is compared with. */
export interface ComparedClause extends LabelRequirement {
  origin?: Origin;
  actual: string | null;
  ok: boolean;
}

/** A requirement of a node selector, compared with a node. */
export interface ComparedExpression extends LabelRequirement {
  /** The node's label, or its name for a `field`; null if it has no such label. */
  actual: string | null;
  /** Whether the requirement is one of matchFields. */
  field: boolean;
  ok: boolean;
}

/** A reason of the filters. */
export interface ComparedReason extends ReasonCounts, ReasonHolders {}

/**
 * A term of a node selector, compared with a node: all requirements must hold; an empty term never
 * matches.
 */
export interface ComparedTerm {
  expressions: ComparedExpression[];
  ok: boolean;
}

/** A toleration of the pod, and whether it tolerates the step's taint. */
export interface ComparedToleration {
  key: string;
  operator: string;
  value: string;
  effect: string;
  matches: boolean;
}

/**
 * Pods that fit one by one into the cluster before the run, but were not placed together.
 *
 * Without any one of `parts` the others fit: without a pod or, if there are too many pods, without a
 * workload.
 */
export interface Conflict {
  /** The one that stays pending. */
  pod: string;
  /** The others. */
  parts: ConflictingPods[];
  /** Whether each single pod is needed, rather than each workload. */
  minimal: boolean;
  /** The scheduler's message for the pod that does not fit. */
  message: string;
  /** Whether every order and every choice of nodes was tried; otherwise another order may place them all. */
  proven: boolean;
  /** Nodes by pod with which all fit, in that order; empty if none was found. */
  placement: Record<string, string>;
}

/** Pods of one workload that have a part in a conflict. */
export interface ConflictingPods {
  workload: string;
  /** At most 20 of them. */
  pods: string[];
  count: number;
}

/** The attribute of the device goes together with that of the devices taken before it. */
export interface ConstraintClause extends DeviceCheck {
  kind: "constraint";
  rule: "matchAttribute" | "distinctAttribute";
  attribute: string;
  /** null: the device has no such attribute. */
  value: string | null;
  /** The device with which it does not go together; "" if there is none. */
  clash_device: string;
  clash_value: string | null;
}

/** A constraint, field by field. */
export interface ConstraintFact extends ConstraintHead {
  key: string;
  source: SourceObject;
  fields: Field[];
}

/** The constraint that a fact is about. */
export interface ConstraintHead extends NamedFact {
  side: Side;
  namespace: string;
  /** Its path in the pod, or in the profile. */
  path: string;
  clauses: SelectorClause[];
  /** The selector is absent, and matches nothing. */
  nothing: boolean;
}

/** A spread constraint of pods that waited when the run began; equal ones are one. */
export interface ConstraintOverview {
  topology_key: string;
  max_skew: number;
  when_unsatisfiable: string;
  selector: string;
  namespace: string;
  origin: "pod" | "default";
  min_domains: number | null;
  /** The number of pods that have it. */
  pods: number;
  /** One of them. */
  example: string;
  skew: BeforeAfter;
  /** The first 200. */
  domains: DomainBeforeAfter[];
  domain_count: number;
}

export type ConstraintVerdict = "heals" | "keeps" | "stays-skewed";

export interface Consumption {
  /** The device, or the claim, that uses it. */
  holder: string;
  claim: string;
  amount: string;
  /** Of the total, from 0 to 1. */
  share: number;
}

/** The request of a container. */
export interface ContainerRequest extends RequestOrigin {
  name: string;
  role: ContainerRole;
  amount: number;
}

export type ContainerRole = "container" | "init" | "sidecar";

export type CostKind = "manifest" | "label" | "node" | "eviction" | "reserved" | "configuration";

/** A fact of a workload, and how many more of all pods would be placed without it. */
export interface CostlyFact {
  workload: string;
  fact: string;
  phrase: PhraseForm;
  placed: number;
}

/** A term of a table of counts. */
export interface CountedTerm {
  key: string;
  selector: string;
  index: number;
}

/** Enough is left of a counter that the devices of a pool share. */
export interface CounterClause extends DeviceCheck {
  kind: "counter";
  counter_set: string;
  counter: string;
  needed: string;
  free: string;
  total: string;
}

/** A cycle as the page reads it. */
export interface CycleColumns extends CycleNumbers {
  cycle: number;
  attempt: number;
  pod: string;
  /** All nodes, in visiting order. */
  nodes: string[];
  /** The plugins of the profile by extension point, in their order. */
  plugins: Record<string, string[]>;
  clauses: ClauseColumns[];
  closed: ClosedNodes;
  /** What filter plugins compared on all nodes, by plugin; without those that had nothing to check. */
  operands: Record<string, FilterOperands>;
  spread: SpreadLedgerColumns | null;
  affinity: AffinityLedgerColumns | null;
}

/** The outcome of an attempt to schedule a pod. */
export interface CycleFinished extends OutcomeFields, NodeHint, LikelyNode, ExtenderCalls {
  kind: "cycle.finished";
  cycle: number;
  attempt: number;
  /** The scheduler's message about why the pod was not placed. */
  message: string | null;
  /** Why no cycle took place; null if one did. */
  skipped: SkipReason | null;
  /** The number of nodes that tie for the highest total. */
  ties: number;
}

/**
 * What a cycle has by node: nodes are indices, and an array per feasible node is in the order of
 * `feasible`.
 */
export interface CycleNumbers {
  trace: TraceSummary;
  filter: FilterColumns | null;
  /** The nodes that passed, in visiting order. */
  feasible: Column;
  /** Raw scores by plugin, an entry per feasible node. */
  score: Record<string, Column>;
  /** Scores from 0 to 100 by plugin, an entry per feasible node. */
  normalized: Record<string, Column>;
  /** The weighted sum, an entry per feasible node. */
  total: Column;
  /** The nodes with the highest total. */
  best: Column;
  preemption: PreemptionColumns | null;
}

/** A pod left the queue. */
export interface CycleStarted {
  kind: "cycle.started";
  cycle: number;
  pod: string;
  attempt: number;
  profile: string | null;
  /** Seconds on the simulation's clock. */
  at: number;
  queue: PoppedFrom;
}

/** A cycle with everything that a page needs to show it. */
export interface CycleView {
  cycle: number;
  attempt: number;
  trace: Trace;
  pod: string;
  /** All nodes, in visiting order; empty when no cycle took place. */
  node_order: string[];
  /** The plugins of the profile by extension point, in their order. */
  plugins: Record<string, string[]>;
  clauses: Clause[];
  /** The nodes that the scheduler reached, in order; null when these are all of them. */
  visited: string[] | null;
  spread: SpreadLedger | null;
  affinity: AffinityLedger | null;
}

/** What was asked for, read from the topology request. */
export interface DemandRecord {
  count: number;
  leaders: number;
  sliceSize: number;
  slices: number;
  level: string;
  sliceLevel: string;
  /** Size of the inner slices by level. */
  innerSizes: Record<string, number>;
  required: boolean;
  unconstrained: boolean;
}

/** What the descheduler would do after an action of a play, in short. */
export interface DeschedulingSummary {
  rounds: number;
  ends: Ending;
  /** Evictions in all rounds; a pod may be among them several times. */
  evicted: number;
  by_policy: Record<string, number>;
  /** The first of them. */
  evictions: Eviction[];
  /** Successors that wait for a node at the end. */
  pending: number;
  /** The nodes of the evicted pods' successors at the end, null while pending; empty if there are many. */
  placements: Record<string, string | null>;
}

export interface DescribedTerm {
  side: TermSide;
  kind: TermKind;
  /** The term's index among those of its kind in the spec. */
  index: number;
  topology_key: string;
  selector: string;
  /** The selector's requirements; null for an absent selector, which matches nothing. */
  requirements: LabelRequirement[] | null;
  /** Negative for anti-affinity; null for a required term. */
  weight: number | null;
}

/** A request against a device, by itself: as if the search had taken no other device. */
export interface DeviceCell {
  /** In the order in which the allocator asks. */
  clauses: DeviceClause[];
  /** The index of the first clause that fails. */
  decides: number | null;
  failing: number;
  /** The search ended with this device for this request. */
  taken: boolean;
  /** What stopped the device in the search though it passes by itself: the first of each kind. */
  refused: DeviceClause[];
}

/** One more device on the node, like this one. */
export interface DeviceChange {
  kind: "device";
  device: string;
}

/**
 * Something that a device has to meet. All clauses are evaluated; the allocator stops at the first
 * that fails.
 */
export interface DeviceCheck {
  ok: boolean;
}

export type DeviceClause =
  | PoolClause
  | InUseClause
  | FeatureClause
  | ExpressionClause
  | ReachClause
  | CapacityClause
  | CounterClause
  | TaintClause
  | ConstraintClause;

/** A device that the node can see. */
export interface DeviceEntry {
  driver: string;
  pool: string;
  name: string;
  attributes: Record<string, string>;
  capacity: Record<string, string>;
  holders: DeviceHolder[];
}

/** Who has a device: an allocated claim with its pods, or another request of the same pod. */
export interface DeviceHolder {
  claim: string;
  pods: string[];
  /** Of a claim of this pod, as the search took the device; "" for an allocated claim. */
  request: string;
}

export interface DeviceRemedy extends DeviceChange, RemedyResult {}

/** A device against a request. */
export interface DeviceRow {
  claim: string;
  request: string;
  alternative: string;
  clauses: DeviceClause[];
  taken: boolean;
  /** What stopped it in the search: the first of each kind. */
  refused: DeviceClause[];
}

/** What is free where, and who holds the rest, when the cycle begins. */
export interface DevicesByPool {
  classes: ClassDevices[];
  pools: PoolDevices[];
}

/** The devices of the cluster when the cycle begins: what is free where, and who holds the rest. */
export interface DevicesFact extends DevicesByPool, NamedFact {}

export type DifferenceKind = "added" | "removed" | "changed";

/** Where the run ends otherwise than the dump. */
export interface Differences {
  /** Pending in the dump, placed here. */
  placed: PodGroup[];
  /** Running in the dump, evicted here. */
  evicted: PodGroup[];
  /** Nodes that pods of the dump run on and that it does not list; the first 20. */
  unlisted_nodes: string[];
  /** Kinds that bear on the pods of this dump and of which it has no object. */
  absent_kinds: string[];
}

export interface DomainBeforeAfter extends BeforeAfter {
  value: string;
}

/** The pods that count in the node's domain for a topology key. */
export interface DomainCount {
  key: string;
  /** null if the node lacks the key. */
  value: string | null;
  count: number;
  /** The first 100 pods that count. */
  pods: string[];
}

/**
 * The count of a domain: its nodes, the first 200, and its pods, the first 120, those that count
 * first.
 */
export interface DomainFact extends ConstraintHead {
  key: string;
  value: string;
  count: number;
  nodes: SpreadNode[];
  nodes_total: number;
  nodes_counted: number;
  pods: SpreadPod[];
  pods_total: number;
}

/**
 * What a domain could take when the search began: pods and slices, alone and beside a leader.
 *
 * Slices are 0 below their level.
 */
export interface DomainRecord {
  values: string[];
  pods: number;
  slices: number;
  podsBeside: number;
  slicesBeside: number;
  /** Whether it has room for a leader; False where none is asked for. */
  leader: boolean;
  /** Weight of the preferred node affinity that its nodes match. */
  score: number;
}

/** A CSI driver with limits that the pod's volumes need, per node. */
export interface DriverLimits {
  driver: string;
  /** The volumes that are attached, or that its pods use. */
  used: Column;
  /** Those that the pod would add. */
  new: Column;
  /** -1 where there is none. */
  limit: Column;
}

/** One end of a play, and how many seeds come to it. */
export interface EndState {
  /** Per workload its pods per domain, in the order of `domains`, and last those without a node. */
  counts: Record<string, number[]>;
  seeds: number;
  share: number;
  first_seed: number;
}

/** The ends of plays over many seeds, the most frequent first. */
export interface EndStates {
  seeds: number;
  topology_key: string;
  domains: string[];
  ends: EndState[];
}

export type Ending = "idle" | "settles" | "repeats" | "goes-on";

export type Event =
  | RunStarted
  | CycleStarted
  | PrePointFinished
  | FilterFinished
  | PostFilterFinished
  | ScoreFinished
  | NormalizeScoreFinished
  | BindingPointFinished
  | CycleFinished
  | QueueMoved
  | RunFinished;

/** A pasted message compared with a cycle, reason by reason. */
export interface EventComparison {
  agreed: boolean;
  /** The pod that the text names, "" if it names none. */
  pod: string;
  nodes: NodeCounts;
  /** The node that the run placed the pod on. */
  placed_on: string | null;
  clauses: ComparedReason[];
  preemption: ReasonCounts[];
}

/** A workload that was preempted in this run; it may wait again, or be admitted elsewhere. */
export interface EvictedWorkload {
  workload: string;
  job: string;
  preemptor: string;
  message: string;
}

/** A pod that the descheduler evicts. */
export interface Eviction {
  policy: string;
  pod: string;
  node: string;
  /** What the policy found, as a code: `skew`, `duplicate`, `utilization`, `anti-affinity`, …. */
  why: string;
  operands: Record<string, string | number>;
  /** The node on which the scheduler places its successor, null while it is pending. */
  lands: string | null;
  /** The scheduler's message if it is pending, "" otherwise. */
  message: string;
}

/** A node on which preemption was tried and does not help. */
export interface ExaminedNode {
  node: string;
  reasons: string[];
  pods: number;
  /** Pods of a lower priority. */
  lower: number;
}

/** The nodes that a constraint does not count, the first 200. */
export interface ExcludedFact extends ConstraintHead {
  key: string;
  nodes: SpreadNode[];
  nodes_total: number;
}

/** A required anti-affinity term of running pods that matches the incoming pod. */
export interface ExistingAntiAffinityStep extends DomainCount {
  kind: "existing_anti_affinity";
  selector: string;
  ok: boolean;
}

/** A term of running pods with the pods that have it. */
export interface ExistingTerm extends ExistingTermFields, TermPods {}

/** A term of running pods with the pods that have it. */
export interface ExistingTermColumns extends ExistingTermFields, TermPodColumns {}

/** A term of running pods with the pods that have it. */
export interface ExistingTermFields extends DescribedTerm, TermScope {
  scope: null;
  /** The points per pod with the term; null for a term without points. */
  points: number | null;
  matches_incoming: boolean;
  check: TermCheck;
}

/** Whether an expectation holds, and what is actually the case. */
export interface ExpectationResult {
  /** The entry of the scenario. */
  fact: Record<string, unknown>;
  /** The short form of the entry, in English. */
  text: string;
  said: Phrase;
  /** null if there was no time to check. */
  holds: boolean | null;
  /** In English. */
  actual: string;
  found: Phrase;
  /** The step that shows it, null if there is none. */
  where: WhereFields | null;
}

/** The last attempt to schedule the pod. */
export interface ExplainedAttempt {
  /** From 1; 0 if there was none. */
  number: number;
  /**
   * nominated: it waits for the victims on its node to go. not_tried: no cycle took place. refused: the
   * API server would not create the pod.
   */
  outcome: AttemptOutcome;
  /** The node that it got. */
  node: string | null;
  nominated_node: string | null;
  /** `namespace/name` of the pods that are evicted for it. */
  victims: string[];
  /** The scheduler's own words, those of the event FailedScheduling. */
  message: string;
}

/** A smallest set of reasons without which at least one node would take the pod. */
export interface ExplainedCause {
  /** Indices of `reasons`. */
  reasons: number[];
  /** The same as a sentence that follows the pod's name. */
  text: string;
}

export interface ExplainedChange {
  kind: CostKind;
  text: string;
  cost: number;
}

/** The condition that Kubernetes sets in the pod's status. */
export interface ExplainedCondition {
  type: "PodScheduled";
  status: "True" | "False";
  reason: "" | "Unschedulable" | "SchedulingGated" | "SchedulerError";
  message: string;
}

/** The part of the scheduler's configuration that decides about the pod. */
export interface ExplainedConfiguration {
  /** The profile that the pod names. */
  scheduler_name: string;
  /** Whether no configuration was given, so that the version's defaults apply. */
  is_default: boolean;
  /** As the profile, else the configuration says; null: the scheduler adapts it. */
  percentage_of_nodes_to_score: number | null;
  /** The filter plugins in their order; empty if the pod was not tried. */
  filters: string[];
  /** The score plugins with their weights; empty if the pod was not tried. */
  scores: Record<string, number>;
}

/** A message, decoded. `speaker` is the program that says it: kube-scheduler, Karpenter, kubelet, … */
export interface ExplainedMessage {
  headline: string;
  speaker: string;
  message: string;
  pod: string;
  nodes: number;
  is_cut: boolean;
  parts: TextPart[];
  points: Point[];
  groups: NodeGroup[];
  /** What follows from the counts but is not said; "" if nothing does. */
  follows: string;
  asides: string[];
  cluster: ReproducedCluster | null;
  /** Why no cluster could be made up; "" if there is one. */
  no_cluster: string;
  /** Where no cluster gives the message, the one that comes nearest; null if none can be made up at all. */
  nearest: NearestCluster | null;
  /** The other messages of the text, each once. */
  others: OtherMessage[];
}

/** Nodes that refuse the pod for the same reasons. */
export interface ExplainedNodes {
  /** All of them, as indices of `reasons`. */
  reasons: number[];
  /** The plugin at which the scheduler stops, the only one that its message counts. */
  stopped_by: string;
  /** Whether that plugin's answer leaves it to preemption to make room. */
  preemption_might_help: boolean;
  count: number;
  /** Their names, in the order of the cluster; fewer than `count` where the reader asked for fewer. */
  nodes: string[];
}

export interface ExplainedPod {
  namespace: string;
  name: string;
  workload: ExplainedWorkload;
  /** `namespace/name` of the pod group that it is tried with, else empty. */
  pod_group: string;
  priority: number;
}

/** Why nodes refuse the pod. */
export interface ExplainedReason {
  code: ReasonCode;
  /** The plugin that refuses; empty if none does. */
  plugin: string;
  /**
   * What is compared, by the names that docs/explanation.md lists for the code. Amounts are integers, in
   * thousandths of a core for unit milli, in bytes, or in pieces for unit count.
   */
  operands: Record<string, string | number>;
  /** The scheduler's own words for the reason. */
  message: string;
  /** The number of nodes that refuse the pod for it. */
  nodes: number;
}

/** A minimal set of changes after which the pod has a node. */
export interface ExplainedRepair {
  changes: ExplainedChange[];
  cost: number;
  /** The node that the pod gets. */
  node: string;
  /** kubectl's commands that make the changes. */
  commands: string[];
  /** The manifests that change, as a unified difference. */
  diff: string;
  /** What else the changes do, as sentences. */
  effects: string[];
  verified: RepairVerification;
}

/** What a search for repairs found, the best first. */
export interface ExplainedRepairs {
  /** Whether all sets of at most `most_changes` changes were searched. */
  complete: boolean;
  most_changes: number;
  /** The cycles that were tried. */
  attempts: number;
  found: ExplainedRepair[];
}

/** The version of Kubernetes whose scheduler decides. */
export interface ExplainedVersion {
  version: string;
  /**
   * Whether the real scheduler of this version was recorded; otherwise it follows release notes and
   * sources.
   */
  recorded: boolean;
}

/** What created the pod; kind Pod for a pod without a controller. */
export interface ExplainedWorkload {
  kind: string;
  namespace: string;
  name: string;
}

export type Explanation = FilterExplanation | ScoreExplanation;

/** An expression of the class or of the request selects the device. */
export interface ExpressionClause extends DeviceCheck {
  kind: "class" | "selector";
  /** The class, or the request. */
  owner: string;
  index: number;
  expression: string;
  /** Why it has no value, in the words of the scheduler, which ends the cycle if its search comes here. */
  error: string;
  conditions: SelectorCondition[];
}

/** status.extendedResourceClaimStatus of the pod. */
export interface ExtendedResourceClaimStatus {
  requestMappings: RequestMapping[];
  resourceClaimName: string;
}

/** A call to bind the pod. */
export interface ExtenderBindCall extends ExtenderCallHead {
  verb: "bind";
}

export type ExtenderCall =
  | ExtenderFilterCall
  | ExtenderPrioritizeCall
  | ExtenderPreemptCall
  | ExtenderBindCall;

export interface ExtenderCallHead {
  /** Its URL. */
  extender: string;
  /** Why there is no answer, in which case its keys are absent. */
  error?: string;
}

export interface ExtenderCalls {
  /** The calls of extenders with their answers; absent if there were none. */
  extenders?: ExtenderCall[];
}

/** A call to filter nodes. */
export interface ExtenderFilterCall extends ExtenderCallHead {
  verb: "filter";
  nodes?: string[];
  failed?: Record<string, string>;
  unresolvable?: Record<string, string>;
}

/** A call to review the candidates of preemption. */
export interface ExtenderPreemptCall extends ExtenderCallHead {
  verb: "preempt";
  victims?: Record<string, MetaVictims>;
}

/** A call to score nodes. */
export interface ExtenderPrioritizeCall extends ExtenderCallHead {
  verb: "prioritize";
  scores?: Record<string, number>;
  weight?: number;
}

export type Fact =
  | ClaimsFact
  | ConstraintFact
  | DevicesFact
  | DomainFact
  | ExcludedFact
  | NodeClaimsFact
  | NodeDeviceFact
  | NodeFact
  | PodFact
  | PreemptionFact
  | RemediesFact
  | RequestFact
  | SelfMatchFact
  | UsedFact
  | WeightFact;

/** The device needs a feature that this version of Kubernetes does not have. */
export interface FeatureClause extends DeviceCheck {
  kind: "feature";
  feature: string;
}

/** A field as the scheduler reads it: its value, or a clause where it is a selector. */
export interface Field extends Place {
  origin: Origin;
  value?: string | number | boolean | null;
  clause?: SelectorClause;
  /** Of the preferred term of the clause. */
  weight?: number;
  unit?: Unit;
  /** The PriorityClass that gave the value. */
  of?: string;
}

/** Another value in a field of a spread constraint. */
export interface FieldChange {
  kind: "field";
  constraint: number;
  field: string;
  value: string | number;
}

export interface FieldRemedy extends FieldChange, RemedyResult {}

/** The field that a number was read from. */
export interface FieldSource {
  /** "ClusterQueue ml-a"; with namespace where it has one. */
  object: string;
  path: string;
}

/** A value that one or more objects received in the same field, for the same cause. */
export interface FilledIn {
  /** Empty if the whole object was made. */
  path: string;
  value: string;
  /** Whether the value joined a list. */
  added: boolean;
  /** The admission plugin or controller. */
  by: string;
  /** The object or field that made it act; may be empty. */
  cause: string;
  /** The first 50, as "Pod default/web-0". */
  objects: string[];
  count: number;
}

/** What the filters answered, per node. */
export interface FilterColumns {
  /** The plugins that ran. */
  plugins: string[];
  /** By plugin that rejected a node, per node an index into `statuses`; 0: passed, or not called. */
  status: Record<string, Column>;
  statuses: (StatusEntry | null)[];
  /**
   * Per node the plugin at which the scheduler stops, an index into `plugins`; -1: it passes, or was not
   * checked.
   */
  first: Column;
  passes: PassColumns;
  /** The nodes that the scheduler reached, in order; null when these are all of them. */
  visited: Column | null;
}

export interface FilterCounts {
  /** The number of nodes that PreFilter left. */
  nodes: number;
  /** The number of nodes that the scheduler evaluated before it had enough. */
  evaluated: number;
  feasible: number;
}

/**
 * The operands of a verdict. `pass` says whether nominated pods count: 0 there are none, 1 they do, 2
 * they do not.
 *
 * It is absent when the plugin did not look at the node; `code` is Skip then.
 */
export interface FilterExplanation extends PassField {
  point: "Filter";
  plugin: string;
  node: string;
  pod: string;
  code: CodeName;
  reasons: string[];
  steps: FilterStep[];
}

/** Filter has run on all nodes; the counts are those of the scheduler, which stops earlier. */
export interface FilterFinished extends PointHead {
  point: "Filter";
  plugins: PluginRejections[];
  counts: FilterCounts;
}

export type FilterOperands =
  | TolerationOperands
  | NodeLabelOperands
  | ClaimOperands
  | VolumeZoneOperands
  | VolumeLimitOperands;

export type FilterStep =
  | NodeNameStep
  | PortStep
  | UnschedulableStep
  | TaintStep
  | NodeSelectorStep
  | NodeAffinityTermStep
  | ResourceStep
  | VolumeConflictStep
  | VolumeLimitStep
  | VolumeAffinityStep
  | ClaimBindingStep
  | VolumeZoneStep
  | SpreadMissingLabelStep
  | SpreadSkewStep
  | AffinityRequiredStep
  | AntiAffinityRequiredStep
  | ExistingAntiAffinityStep
  | RequiredFeatureStep
  | LabelPresenceStep
  | ServiceAffinityStep
  | MissingDriverStep
  | ClaimRequestStep
  | ClaimAvailableStep
  | ClaimMessageStep
  | StatusStep;

/**
 * Why a node failed: the answers by plugin.
 *
 * `first` is the plugin at which the scheduler stops. `pass` is present if nominated pods count: 1 if
 * the node fails with them, 2 if it passes with them and fails without.
 */
export interface FirstFailure extends PassField {
  first: string;
}

/** A resource's score under the strategy; the raw score is the weighted mean. */
export interface FitScoreStep {
  kind: "fit_score";
  strategy: string;
  resource: string;
  /** Including the incoming pod; containers without requests count with defaults. */
  requested: number;
  allocatable: number;
  score: number;
  weight: number;
  unit: Unit;
}

/** The nodes that pass all filters, whichever of them the pod gets. */
export interface FittingNodes {
  count: number;
  /** By the value of the topology key, "" for nodes without it. */
  domains: Record<string, number>;
  /** The first 20, in nodeOrder. */
  names: string[];
}

export type FlavorOutcome = "fits" | "preempts" | "waits" | "never" | "refused" | "topology" | "not_tried";

/** The arithmetic of one resource in one flavor: asked + earlier − available = missing. */
export interface FlavorSum {
  resource: string;
  asked: QueueAmount;
  /** What earlier pod sets of the workload put there. */
  earlier: QueueAmount;
  /** What the ClusterQueue can have now, borrowed quota included. */
  available: QueueAmount;
  missing: QueueAmount | null;
  nominal: QueueAmount;
  used: QueueAmount;
  /** What it could have with nothing else running. */
  maximum: QueueAmount;
  borrowing_limit: QueueAmount | null;
  /** Whether quota of the cohort would be used. */
  borrows: boolean;
}

/** Operations on the manifests of each scenario. */
export interface FleetChange {
  operations: SweepOperation[];
}

/** Several scenarios, each before and after one change, one upgrade, or both. */
export interface FleetSweep {
  kind: "fleet";
  change?: FleetChange;
  version?: string;
  seeds: number;
}

export type Format = "schedscope.explanation/1";

/** A node that could go, and where its pods would be. */
export interface FreeNode {
  node: string;
  /** The pods that move. */
  pods: number;
  /** Their nodes; empty beyond the first 100 nodes of a list. */
  moves: Record<string, string>;
}

/** What nodes that refuse the pod for cpu or memory alone have free of both. */
export interface FreeRoom {
  resources: string[];
  /** What the pod asks for, and so what a new node must have free at least. */
  request: number[];
  /** Those of which no node has more of both, the most cpu first; at most 24. */
  pairs: RoomPair[];
}

export interface FromPart {
  from: QueuePart;
}

/** The first member that found no node. */
export interface GangBreak {
  /** Its place in `members`. */
  member: number;
  pod: string;
  /** Its fit error. */
  message: string;
  nodes: RejectedNode[];
  /** How many further nodes are not named. */
  more: number;
  /** Whether the gang is schedulable without it: enough others have a node. */
  without: boolean;
}

/** A member, in the order in which it was tried. */
export interface GangMember {
  pod: string;
  /** The number of its own cycle in the run. */
  cycle: number;
  outcome: MemberOutcome;
  priority: number;
  /** Where it was placed or nominated when it was tried, whether or not it stayed there. */
  node?: string;
  /** The number of nodes that passed. */
  feasible: number;
  /** Wait until minCount members had a node; absent if it had none. */
  permit?: CodeName;
  /** The text of its condition; absent if it was bound. */
  message?: string;
  /** The most frequent first. */
  reasons: GangReason[];
  /** The pods that it evicts for itself. */
  victims?: string[];
  /** By node: 0 passed, k rejected first by `plugins[k - 1]`, −1 not looked at; absent for large groups. */
  cells?: number[];
}

/**
 * The part of a member in the cycle of its pod group. The outcomes of all members take effect with the
 * last.
 */
export interface GangPartJson {
  /** namespace/name. */
  pod_group: string;
  /** The node at which its search started. */
  start_index: number;
  /** The node on which the members after it see this one, whether or not it is bound in the end. */
  assumed: string | null;
  /** The group's cycle ends with this member. */
  last: boolean;
  /** The group's cycle begins with this member. */
  first: boolean;
  /** The group's cycle ended before it was tried. */
  untried?: true;
  /** It was let through, and failed in PreBind. */
  pre_bind?: true;
  /**
   * The value of the topology key on the nodes that it was tried on; absent without a topology
   * constraint.
   */
  placement?: string;
  /** PodGroupScheduled after the cycle; present for the last member. */
  condition?: GroupCondition;
  /** The devices that the members after it see in use; absent without resource claims. */
  reserved?: ReservedJson[];
}

/** A placement: nodes with one value of the topology key, on which all members were tried. */
export interface GangPlacement {
  name: string;
  nodes: number;
  code: CodeName;
  message?: string;
  chosen: boolean;
  placed: number;
  members: PlacementMember[];
  /** The points by plugin and their total; present if several placements work. */
  scores?: Record<string, number>;
  /** The first member that found no node there. */
  breaks?: string;
}

/** Why nodes reject a member, with how many they are. */
export interface GangReason {
  plugin: string;
  code: CodeName;
  reason: string;
  nodes: number;
  /** The first of the nodes. */
  examples: string[];
}

/** The cycle of a pod group. */
export interface GangTrace {
  /** namespace/name. */
  podGroup: string;
  /** In the order in which they were tried. */
  members: string[];
  /** Members that a PreEnqueue plugin holds back. */
  notInQueue?: string[];
  /** One per member that was tried; a member with a node that is not bound was rolled back. */
  results: MemberTrace[];
  placements?: PlacementTrace[];
  /** By placement the points by plugin, and their total. */
  placementScores?: Record<string, Record<string, number>>;
  code: CodeName;
  message?: string;
  waitingOnPreemption?: true;
  victims?: string[];
  /** The node of each member that was bound. */
  bound?: Record<string, string>;
  rejected?: RejectedMember[];
  preBindFailed?: Record<string, StatusEntry>;
  condition?: GroupCondition;
}

/** The pods that are evicted for the group. */
export interface GangVictims {
  /** Each member preempts for itself, or the group as a whole. */
  by: "members" | "group";
  pods: string[];
  /** They go, and the group does not wait for them. */
  in_vain: boolean;
  /** Pods that would have made room too, and stay. */
  reprieved: string[];
}

/** The cycle of a pod group. */
export interface GangView {
  pod_group: string;
  policy: "gang" | "basic";
  topology_key?: string;
  /** The first and the last cycle of its members in the run. */
  cycles: number[];
  code: CodeName;
  message?: string;
  waiting_on_preemption: boolean;
  condition?: GroupCondition;
  /** The nodes in nodeOrder, for `cells`. */
  nodes: string[];
  /** The filter plugins, for `cells`. */
  plugins: string[];
  members: GangMember[];
  /** Members that a PreEnqueue plugin holds back. */
  not_in_queue: string[];
  missing: MissingMembers;
  /** null if every member that was tried found a node. */
  breaks: GangBreak | null;
  rolled_back: string[];
  placements: GangPlacement[];
  victims: GangVictims | null;
}

/** A counter of a pool, or a capacity of a device: its total, who uses it, and what is free. */
export interface Gauge {
  kind: "counter" | "capacity";
  driver: string;
  pool: string;
  /** The counter set, or the device. */
  of: string;
  name: string;
  total: string;
  free: string;
  free_share: number;
  used: Consumption[];
}

/** The condition PodGroupScheduled of a pod group. */
export interface GroupCondition {
  /** True or False. */
  status: string;
  /** Scheduled, Unschedulable or SchedulerError. */
  reason: string;
  message?: string;
}

/** A DoNotSchedule constraint with the counts of PreFilter. */
export interface HardSpreadColumns extends SpreadConstraint {
  /** 1 if the incoming pod matches the selector, else 0. */
  self_match: number;
  minimum: SpreadMinimumColumns;
  domains: HardSpreadDomainColumns;
  not_counted: UncountedNodeColumns;
}

/** A DoNotSchedule constraint with the counts of PreFilter. */
export interface HardSpreadConstraint extends SpreadConstraint {
  /** 1 if the incoming pod matches the selector, else 0. */
  self_match: number;
  minimum: SpreadMinimum;
  domains: HardSpreadDomain[];
  not_counted: UncountedNode[];
}

/** A domain of a constraint that filters. */
export interface HardSpreadDomain {
  value: string;
  count: number;
  /** The nodes whose pods count. */
  nodes: string[];
  /** The skew with the incoming pod. */
  skew: number;
  /** How many more pods may count before the incoming pod no longer fits. */
  headroom: number;
  fits: boolean;
  /** The first 100 pods that count. */
  pods: string[];
}

export interface HardSpreadDomainColumns extends SpreadDomainColumns {
  /** The skew with the incoming pod. */
  skew: Column;
  /** How many more pods may count before the incoming pod no longer fits. */
  headroom: Column;
  fits: Column;
}

export interface HeldDevice {
  device: string;
  holders: DeviceHolder[];
}

/** What a workload holds of a flavor and resource. */
export interface HeldQuota {
  workload: string;
  job: string;
  cluster_queue: string;
  priority: number;
  amount: QueueAmount;
}

export type Help = "no" | "may" | "some";

export type HintName = "Queue" | "QueueSkip";

/** A node that was not examined, as its rejection is unresolvable. */
export interface HopelessNode {
  node: string;
  plugin: string;
  reasons: string[];
}

/** The sum of the images' points and its two thresholds, in bytes, and the resulting raw score. */
export interface ImageResultStep {
  kind: "image_result";
  sum: number;
  min_threshold: number;
  max_threshold: number;
  score: number;
}

/**
 * An image of the pod: its size in bytes, the number of nodes that have it, and the points of this
 * node.
 */
export interface ImageStep {
  kind: "image";
  image: string;
  size: number;
  nodes_with: number;
  nodes: number;
  /** The part of the size that counts, in bytes; 0 if the node lacks the image. */
  points: number;
}

/** The device is free, or asked for with admin access. */
export interface InUseClause extends DeviceCheck {
  kind: "in_use";
  holders: DeviceHolder[];
  admin: boolean;
}

/** A term of the incoming pod with the running pods that it matches. */
export interface IncomingTerm extends IncomingTermFields, TermPods {}

/** A term of the incoming pod with the running pods that it matches. */
export interface IncomingTermColumns extends IncomingTermFields, TermPodColumns {}

/** A term of the incoming pod with the running pods that it matches. */
export interface IncomingTermFields extends DescribedTerm, TermScope {
  /** The namespaces that it covers; null for all. */
  scope: string[] | null;
  /** The points per matching pod; null for a term without points. */
  points: number | null;
  matches_incoming: null;
}

/** The requests while an init container starts: its own and those of the sidecars before it. */
export interface InitStep {
  name: string;
  amount: number;
  sidecars: number;
}

/** A pod that the scheduler counts with what its init containers requested, although they have ended. */
export interface InitializedPod {
  /** `namespace/name`. */
  pod: string;
  node: string;
  /** What it counts for: the larger of its containers' sum and each step of its initialization. */
  counted: number;
  /** What its containers request together. */
  running: number;
}

/** The release of the newest kubelets of a cluster, and how many nodes run it. */
export interface KubeletRelease {
  /** Its shortest name: "1.33.13", or "1.33" for the patch release of it that is followed by that name. */
  release: string;
  nodes: number;
}

/** What Kueue did with the workload of a pod, in the last cycle in which it tried it. */
export interface KueueWalk {
  workload: string;
  /** "Job default/train"; "" if the input does not have it. */
  job: string;
  queue: string;
  cluster_queue: string;
  /** 0 if it was never tried: it was admitted before, or an equal one was parked. */
  cycle: number;
  /** The heads as they were processed; at most 20, the workload among them. */
  turns: QueueTurn[];
  turn_count: number;
  /** The sums are of that cycle. */
  pod_sets: TriedPodSet[];
  places: TopologyPlace[];
  /** Whom it preempted, in this cycle or one before. */
  victims: EvictedWorkload[];
  /** Whether its pods may run when Kueue is at rest. */
  admitted: boolean;
  /** Kueue's own, if it is not admitted. */
  message: string;
  /** By pod set and resource, if it is. */
  flavors: Record<string, Record<string, string>>;
  /** Absent if it was tried, or is admitted. */
  untried?: UntriedWorkload;
}

/** A table of the distinct values of a label, and per node the index of its own; -1 where it has none. */
export interface LabelColumn {
  values: string[];
  codes: number[];
}

/** A label that nodes should have, or should not have; the raw score is the mean of all `points`. */
export interface LabelPreferenceStep {
  kind: "label_preference";
  key: string;
  present: boolean;
  actual: string | null;
  points: number;
}

/** A label that nodes must have, or must not have, whatever its value. */
export interface LabelPresenceStep {
  kind: "label_presence";
  key: string;
  /** Whether the label must be present. */
  present: boolean;
  /** The node's value, null if it has no such label. */
  actual: string | null;
  ok: boolean;
}

/** One clause of a selector: In, NotIn, Exists, DoesNotExist, Gt or Lt. */
export interface LabelRequirement {
  key: string;
  operator: string;
  values: string[];
}

export interface LabelValue {
  value: string;
  nodes: number;
}

/** A node that the change adds. */
export interface LabelledNode {
  name: string;
  labels: Record<string, string>;
}

export type LandingState = "placed" | "pending" | "evicted";

/** Which nodes an autoscaler removes, and why the others stay. The lists grow while `searching`. */
export interface Leaving {
  autoscaler: Autoscaler;
  nodes: LeavingNode[];
  /** One after another, as if each were carried out before the next is looked for. */
  commands: LeavingCommand[];
  /** Of its nodes per hour; null where one of them is not known. */
  price: number | null;
  /** Of all commands per hour; null where prices are not known. */
  savings: number | null;
  budgets: PoolBudget[];
  basis: Basis | null;
  notes: string[];
  searching: boolean;
  /** The nodes that were looked at, of `total`. */
  done: number;
  total: number;
}

/** Nodes that go at once. */
export interface LeavingCommand {
  /** Karpenter's: Emptiness, Drift, MultiNodeConsolidation, SingleNodeConsolidation. */
  method: string;
  nodes: string[];
  replacements: Shape[];
  /** Per hour; null where prices are not known. */
  savings: number | null;
}

/** Whether an autoscaler removes a node, and why not. */
export interface LeavingNode {
  node: string;
  pool: string;
  type: string;
  zone: string;
  capacity_type: string;
  /** Per hour; null where prices are not known. */
  price: number | null;
  /**
   * Karpenter's cost of its disruption: the nodes with the least are looked at first. null where it is
   * not asked.
   */
  cost: number | null;
  verdict: LeavingVerdict;
  /** What keeps it; null if it goes. */
  kind: StayingKind | null;
  text: string;
  phrase: PhraseForm;
  /** The program's own words; "" if it has none. */
  says: string;
  /** The node that comes in its place. */
  replacement: Shape | null;
}

export type LeavingVerdict = "goes" | "replaced" | "stays" | "unknown";

/** A level of the topology with all its domains, in the order of their values. */
export interface LevelRecord {
  level: string;
  domains: DomainRecord[];
}

export interface LikelyNode {
  /**
   * Of the nodes that tie, the one that the scheduler takes in a quiet cluster; absent where it draws
   * one.
   */
  likely?: string;
}

/**
 * Two runs of the engine, as written and with the fix.
 *
 * create: the pods are created, or placed anew if all have a node. rollout: a rolling update. evict:
 * `placed` of the pods may be evicted. `key` is the topology key of the domains, "" without domains.
 */
export interface LintConsequence {
  situation: Situation;
  pods: number;
  key: string;
  written: LintRun;
  fixed: LintRun | null;
}

/**
 * One finding. `source` is the number of the text, from 0; lines and columns are from 1, null if
 * unknown.
 *
 * `message` is `operands` in the sentence of the rule. `pods` counts the pods concerned. `consequence`
 * is null for pods that would not exist, and where no run was made.
 */
export interface LintFinding {
  rule: string;
  severity: Severity;
  title: string;
  message: string;
  operands: Record<string, string | number>;
  object: string;
  path: string;
  source: number;
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
  pods: number;
  consequence: LintConsequence | null;
  fix: LintFix | null;
}

/** A change of the text: what it says, and its operations in order. */
export interface LintFix {
  text: string;
  operands: Record<string, string | number>;
  operations: LintOperation[];
}

/** An operation on the source, as the API of drafts takes it. */
export interface LintOperation {
  op: string;
  object: string;
  path: (string | number)[];
  value?: unknown;
}

/**
 * The findings in the order of the texts.
 *
 * `cluster` is the sample cluster that consequences are shown on if the input has no nodes, else "".
 * `node_rules` says whether rules about nodes were applied. `ignored` counts findings that comments or
 * annotations ignore.
 */
export interface LintReport {
  findings: LintFinding[];
  ignored: number;
  nodes: number;
  objects: number;
  cluster: string;
  node_rules: boolean;
}

/**
 * What became of the pods: `old` are those of the former revision that are left, `domains` pods by
 * domain.
 */
export interface LintRun {
  placed: number;
  pending: number;
  old: number;
  domains: Record<string, number>;
}

/** How much of a resource a node has, and how much of it its pods request. */
export interface LiveAmount {
  resource: string;
  unit: Unit;
  allocatable: number;
  requested: number;
}

/** Pending pods of one cause, now or at a moment. */
export interface LiveCause {
  /** Stays the same for the same reasons: lanes and entries name it. */
  key: string;
  /** What is said after the names of the workloads, as in a run's answer. */
  clauses: CauseClause[];
  /** In a few words, English: what the scheduler's reasons say. */
  title: string;
  pod_count: number;
  /** Those with most pods first; at most 20. */
  workloads: PodGroup[];
  /**
   * What its pods request together of each resource that is short: thousandths of a core, bytes, or a
   * count.
   */
  requested?: Record<string, number>;
  /** When the cause came up. */
  since: string;
  /** Since when the pod waits that waits longest. */
  oldest: string;
  /** What changed in the cluster just before it came up. */
  before: LiveSentence[];
  /** The entry of the last failed attempt for it. */
  decision: number | null;
}

/** A cause came up, or the last pod that waited for it is gone. */
export interface LiveCauseTurn {
  kind: "cause";
  number: number;
  at: string;
  cause: string;
  clauses: CauseClause[];
  appeared: boolean;
  /** The first that waited for it; "" as it goes. */
  pod: string;
  /** What changed in the cluster just before, the latest first; at most 5. */
  before: LiveSentence[];
}

/** What closes a node to most pods. */
export interface LiveClosed {
  /** A taint, "dedicated=db:NoSchedule"; "" for a cordon. */
  what: string;
  /** When it was heard of; null if it was so before the cluster was followed, or that is not known. */
  since: string | null;
}

/** A binding or a failed attempt, and the same cycle computed again at the moment before it. */
export interface LiveDecision {
  kind: "decision";
  /** Of the entry in the cluster's stream, from 1. */
  number: number;
  /** When it was heard of, RFC 3339 with microseconds, by the clock of the process that follows. */
  at: string;
  /** How many changes came before it: the name of the moment in the cluster's history. */
  moment: number;
  imagined: LiveImagined;
  /** `namespace/name`. */
  pod: string;
  /** Whose pod it is; `pods` has this pod alone. */
  workload: PodGroup;
  outcome: "bound" | "failed";
  node: string | null;
  /** Seconds since the pod was created or let into the queue; null if that is not known. */
  waited: number | null;
  /** The key of the cause for which it failed before; null if it did not. */
  waited_for: string | null;
  nodes: number;
  /** How many nodes passed the filters here, of those that were searched. */
  feasible: number;
  /** The nodes that our scheduler may choose; the first 10. */
  best: string[];
  best_count: number;
  /** What decided, in one sentence. */
  reason: LiveSentence;
  agreement: Agreement;
  /** How it is undetermined, different or unjudged; null if it is equal. */
  why: LiveSentence | null;
  /** Those that `why` counts; the first 5. */
  changes: LiveSentence[];
  divergence: LiveDivergence | null;
  /**
   * What the cluster's scheduler said of a failed attempt; its event FailedScheduling has the same
   * words.
   */
  message: string;
  /** What ours says of it; "" if it does not fail here. */
  own_message: string;
  /** The key of the cause for which the pod waits now; null if it is bound. */
  cause: string | null;
  /** Pods that our cycle would evict for it; the first 10. */
  preempted: string[];
}

/** The first point at which the cluster's choice leaves ours. */
export interface LiveDivergence {
  point: "Filter" | "Score" | "Result";
  /**
   * That rejects the cluster's node, or gives it the fewest points against our best node; "" if none
   * alone.
   */
  plugin: string;
  node: string;
  /** One of our best nodes, "" if none fits. */
  best: string;
  total: number | null;
  best_total: number | null;
  /** In the scheduler's words, if a filter rejects the node. */
  reasons: string[];
  /**
   * Those that say something else of the two, in the order in which they run: the first is where they
   * part.
   */
  plugins: LivePluginOfBoth[];
}

export type LiveEntry = LiveDecision | LiveGap | LiveCauseTurn | LiveFinding | LiveWorkloadTurn;

/** Something new that lint, or the search for losses that hurt, found in the cluster as it is. */
export interface LiveFinding {
  kind: "finding";
  number: number;
  at: string;
  moment: number;
  source: "lint" | "losses";
  /** The lint rule, or what would be lost: "node", "zone"; the source if neither is meant. */
  rule: string;
  severity: "error" | "warning" | "info";
  /** What it is about: "Deployment shop/cart", "Node a-17"; "" for the cluster. */
  subject: string;
  sentence: LiveSentence;
}

/** A time of which nothing is known. Decisions in it are not in the stream. */
export interface LiveGap {
  kind: "gap";
  number: number;
  at: string;
  until: string;
  why: LiveSentence;
}

/**
 * How the moment of a decision differs from the history: the scheduler knows its own bindings before
 * anybody.
 */
export interface LiveImagined {
  /** Pods that had their node for the scheduler already, and the node. */
  bound: Record<string, string>;
  /** Pods that had none yet. */
  unbound: string[];
}

/** A minute of the scrubber: pending pods by cause at its end, and what was decided in it by node pool. */
export interface LiveMinute {
  at: string;
  causes: Record<string, number>;
  /** Pods that were bound, by the pool of the node. */
  pools: Record<string, number>;
  /** Failed attempts. */
  failed: number;
  different: number;
  pending: number;
  /** Workloads that wait in the queues of Kueue; absent without these. */
  queued?: number;
  /** Whether a part of it is not known. */
  gap?: boolean;
}

/** A node for the map. */
export interface LiveNode {
  name: string;
  pool: string;
  zone: string;
  /** Requested of allocatable, from 0; null without allocatable cpu. */
  cpu: number | null;
  memory: number | null;
  pods: number;
  ready: boolean;
  unschedulable: boolean;
  /** With a taint of effect NoSchedule or NoExecute. */
  tainted: boolean;
  /** Absent if nothing closes it. */
  closed?: LiveClosed[];
}

/** A pod that runs on a node. */
export interface LiveNodePod {
  /** `namespace/name`. */
  pod: string;
  workload: PodGroup;
  /** By resource, in the units of the node's amounts; what it does not ask for is left out. */
  requests: Record<string, number>;
  /** Whether it belongs to the node and ends with it, as those of DaemonSets do. */
  stays: boolean;
}

/** What a node was to the last decision about a workload. */
export interface LiveNodeVerdict {
  /** Its entry. */
  decision: number;
  at: string;
  pod: string;
  outcome: "chosen" | "passed" | "refused";
  refuser: LiveRefuser | null;
}

/** A node, what runs on it and what is free. */
export interface LiveNodeView {
  node: LiveNode;
  /** The version of its kubelet, "" if it is not said. */
  kubelet: string;
  amounts: LiveAmount[];
  /** Those with the largest share of its cpu or memory first. */
  pods: LiveNodePod[];
}

/** A cluster at a moment. */
export interface LiveNow {
  at: string;
  moment: number;
  nodes: number;
  /** That have a node and are not finished. */
  pods: number;
  pending: number;
  /** Those with most pods first; at most 50. */
  causes: LiveCause[];
  /** Pending pods that the scheduler has not said anything of. */
  untried: number;
  /** By how many seconds the answers are behind what was heard of; 0 where all is computed. */
  delay: number;
  /** Absent for a cluster without Kueue. */
  queued?: LiveQueued;
  /**
   * How many objects of each kind cannot be read, and are as if they were not there; absent if there are
   * none.
   */
  left_out?: Record<string, number>;
}

/** What a plugin says of the cluster's node and of our best one, with all nodes looked at. */
export interface LivePluginOfBoth {
  point: "Filter" | "Score";
  plugin: string;
  /** The points of the cluster's node, times the weight; null at Filter, and if a filter rejects it. */
  node: number | null;
  /** Those of ours; null at Filter. */
  best: number | null;
  /** At Filter, why it rejects the cluster's node. */
  reasons: string[];
}

/** Workloads that wait for the same in the queues of Kueue. */
export interface LiveQueueCause {
  key: string;
  /** When it came up; null of a moment that is past. */
  since: string | null;
  queue: QueueCause;
}

/** The queues of Kueue at a moment. */
export interface LiveQueued {
  /** Workloads without quota. */
  pending: number;
  admitted: number;
  /** Those with most workloads first; at most 50, of the first 300 that wait. */
  causes: LiveQueueCause[];
  /** Admissions by agreement since following began; empty of a moment that is past. */
  agreement: Record<Agreement, number>;
}

/** Who keeps a pod from a node. */
export interface LiveRefuser {
  point: "PreFilter" | "Filter";
  plugin: string;
}

export type LiveRegistry = "reasons" | "whys" | "gaps" | "changes" | "findings";

/**
 * A sentence: its registry, kind and operands, by which the page says it in its language, and the
 * English text.
 */
export interface LiveSentence {
  registry: LiveRegistry;
  kind: string;
  operands: Record<string, string>;
  text: string;
}

/** Kueue admitted a workload, or evicted it, or lets it wait: before the scheduler looks at its pods. */
export interface LiveWorkloadTurn {
  kind: "workload";
  number: number;
  at: string;
  moment: number;
  /** `namespace/name`. */
  workload: string;
  /** "Job default/train", whose workload it is; "" if nothing owns it. */
  job: string;
  /** The ClusterQueue; "" if its LocalQueue leads to none. */
  queue: string;
  outcome: "admitted" | "evicted" | "pending";
  pods: number;
  /** Seconds from its creation until it was admitted. */
  waited: number | null;
  /** Those that Kueue gave it, by pod set and resource; empty unless it was admitted. */
  flavors: Record<string, Record<string, string>>;
  /** Those that it gets here, if these are others. */
  own_flavors: Record<string, Record<string, string>>;
  /** Why it was admitted here, or evicted. */
  reason: LiveSentence | null;
  /** Why it waits, of the registry `causes` of the queues. */
  cause: QueueSentence | null;
  /** Of an admission: whether its flavors are those that it gets here. */
  agreement: Agreement | null;
  why: LiveSentence | null;
  /** Kueue's own words. */
  message: string;
}

/** A pod that an autoscaler expects on a node that refuses it for ever. */
export interface Loop {
  node: string;
  /** What it says. */
  autoscaler: string;
  /** Why the node refuses the pod. */
  scheduler: string[];
}

/**
 * Each value of some node labels lost after the run: its nodes are gone, and controllers replace their
 * pods.
 */
export interface LossesSweep {
  kind: "losses";
  topology_keys: string[];
  /** Whether each pair of values of a key is lost too. */
  pairs: boolean;
  seeds: number;
}

/** The pods on the node that belong together with the incoming one; the raw score is their number. */
export interface MatchingPodsStep {
  kind: "matching_pods";
  /** The selector that counts them; `<everything>` counts none. */
  selector: string;
  count: number;
}

export type MemberOutcome =
  | "bound"
  | "rolled_back"
  | "nominated"
  | "unschedulable"
  | "pre_bind_failed"
  | "error"
  | "untried";

/** What became of a member of a pod group when it was tried. */
export interface MemberTrace {
  pod: string;
  code: CodeName;
  /** Where it was placed or nominated; absent if it did not fit. */
  node?: string;
  /** Why it does not fit. */
  message?: string;
  /** By node the first plugin that rejects it. */
  filter?: Record<string, NodeFailures>;
  feasibleNodes?: number;
  /** The weighted sum of the scores by node; absent if a single node is feasible. */
  total?: Record<string, number>;
  permit?: StatusEntry;
  requiresPreemption?: true;
  /** The pods that it evicts. */
  victims?: string[];
}

/** The keys of a trace about a pod that was not placed. */
export interface MessageFields extends ExtenderCalls {
  /** The scheduler's message about why the pod was not placed. */
  fitError?: string;
  /** The cycle ended with this error. */
  error?: string;
}

/** A piece of a made-up cluster's message. `is_shared`: the message that is explained has it too. */
export interface MessagePiece {
  text: string;
  is_shared: boolean;
}

export interface MetaVictims {
  uids: string[];
  pdbViolations: number;
}

/** A CSI driver without which nodes take no pod that needs it, and whether the node has it. */
export interface MissingDriverStep {
  kind: "missing_driver";
  driver: string;
  ok: boolean;
}

/** What is left to minCount. */
export interface MissingMembers {
  /** 0 with policy basic. */
  min_count: number;
  /** Members that had a node before the cycle. */
  before: number;
  /** Members that were placed when they were tried. */
  placed: number;
  missing: number;
}

/** A pod that is replicated, and how many copies of it come in each turn. */
export interface MixedPod {
  pod: string;
  times: number;
}

export type MomentKind =
  | "action"
  | "pod-created"
  | "pod-placed"
  | "pod-pending"
  | "pod-ready"
  | "pod-unready"
  | "pod-available"
  | "pod-deleting"
  | "pod-gone"
  | "pod-finished"
  | "pod-refused"
  | "eviction-refused"
  | "node-added"
  | "node-changed"
  | "node-lost"
  | "node-restored"
  | "node-removed"
  | "workload-scaled"
  | "workload-complete"
  | "deadline-exceeded";

/** How many more fit, and which nodes to add for the number that was asked for. */
export interface MoreCapacity {
  mix: MixedPod[];
  capacity: Capacity;
  /** How many copies are to fit; 0: as many as do. */
  count: number;
  /**
   * One after another the node with which most fit; null: no nodes suffice. Empty if all fit, or not yet
   * known.
   */
  nodes_to_add: AddedNode[] | null;
  /** How many copies fit with the nodes added so far. */
  fitting: number;
  searching: boolean;
}

/** A waiting pod that an event requeued. */
export interface MovedPod extends StayedPod {
  to: QueuePart;
  ready_at: number;
}

export interface NamedFact {
  /** The name by which the fact was requested. */
  fact?: string;
}

/** A cluster whose message is not quite the one that is explained, as no cluster gives that one. */
export interface NearestCluster {
  cluster: ReproducedCluster;
  /** Its message. */
  pieces: MessagePiece[];
  /**
   * The clauses that its message lacks. If it lacks none and shares all, only the order or other words
   * differ.
   */
  lacks: string[];
}

/** A node that refuses the pod for few reasons, and is short of little. */
export interface NearestNode {
  node: string;
  reasons: Reason[];
  /** Of the resources that decide, or that one of the nearest nodes is short of. */
  amounts: NodeAmount[];
}

/** Why no new node came for a pod, or which one would. */
export interface NewNodeAnswer {
  autoscaler: Autoscaler;
  pod: string;
  /** makes: a node, the `shape`. expects: the pod on a node that is there. may: types are not known. */
  verdict: NewNodeVerdict;
  text: string;
  phrase: PhraseForm;
  /** In the order in which they are asked. */
  rows: PoolRow[];
  shape: Shape | null;
  /** The node on which the pod is expected, under a name of this answer if it is new; "" for none. */
  node: string;
  /** Other pods for the same new node. */
  beside: string[];
  /** null where no node comes. */
  scheduled: ThenScheduled | null;
  loop: Loop | null;
  /** Choices that the autoscaler may make otherwise, since they are equal. */
  ties: string[];
  basis: Basis | null;
  /** What is assumed where the input lacks it. */
  notes: string[];
}

export type NewNodeVerdict = "makes" | "expects" | "none" | "may" | "ignored";

/** Empty: nothing is counted. */
export interface NoCounts {}

/** A preferred term of node affinity, which adds its weight if it matches. */
export interface NodeAffinityPreferredStep extends ComparedTerm {
  kind: "node_affinity_preferred";
  index: number;
  origin: AffinityOrigin;
  weight: number;
}

/** A required term of node affinity, at least one of which must match. */
export interface NodeAffinityTermStep extends ComparedTerm {
  kind: "node_affinity_term";
  index: number;
  origin: AffinityOrigin;
}

/** A resource that the pod requests, on one node. */
export interface NodeAmount {
  resource: string;
  unit: Unit;
  request: number;
  /** allocatable − requested by the node's pods; may be negative. */
  free: number;
  allocatable: number;
}

/** The claims of the pod on a node. */
export interface NodeClaims {
  node: string;
  verdict: NodeVerdict;
  /** In the words of the scheduler; "" if the node fits. */
  message: string;
  allocated: AllocatedClaim[];
  rows: RequestRow[];
  devices: DeviceEntry[];
  /** The node sees so many; at most 64 are listed, those that come nearest. */
  device_count: number;
  rejection: Rejection | null;
  gauges: Gauge[];
  search: ClaimSearch;
}

/**
 * The claims of the pod on a node: requests against devices, the search, what is used and what is
 * free.
 */
export interface NodeClaimsFact extends NodeClaims, NamedFact {}

/** A requirement on nodes, by itself. */
export interface NodeClause extends LabelRequirement {
  origin: ClauseOrigin;
  /** The term of the node affinity; 0 for nodeSelector. */
  term: number;
  /** Whether the requirement is one of matchFields. */
  field: boolean;
  /** Per node whether it meets the requirement. */
  accepts: Column;
}

export interface NodeColumn {
  node: Column;
}

/** The size of both clusters. */
export interface NodeCounts {
  theirs: number;
  ours: number;
}

/** One device against the claims on a node, which may not be able to use it. */
export interface NodeDevice {
  node: string;
  device: DeviceEntry;
  rows: DeviceRow[];
}

/** Why not this device: one device against the claims on a node, wherever it is. */
export interface NodeDeviceFact extends NodeDevice, NamedFact {}

/** A node as the scheduler reads it. */
export interface NodeFact extends NamedFact {
  node: string;
  source: SourceObject;
  fields: Field[];
  resources: ResourceUse[];
  /** The first 120. */
  pods: string[];
  pods_total: number;
}

export type NodeFailures = FirstFailure & { [key: string]: StatusEntry };

/** Nodes with one fate, as a part of all: what the message says and what follows from its counts. */
export interface NodeGroup {
  kind: string;
  count: number;
  label: string;
}

export interface NodeHint {
  /** The node that batching suggested; absent without one. */
  node_hint?: string;
}

/** What the pod asks of nodes, requirement by requirement: all of a term and of nodeSelector must hold. */
export interface NodeLabelOperands {
  kind: "node_labels";
  clauses: NodeClause[];
}

/** The node that spec.nodeName names, compared with this node. */
export interface NodeNameStep {
  kind: "node_name";
  /** null if the pod names no node. */
  wanted: string | null;
  node: string;
  ok: boolean;
}

/** Nodes that refuse the pod at the same plugin for the same reasons. All parts together are all nodes. */
export interface NodePart {
  reasons: Reason[];
  nodes: number;
  /** Whether the pod may go there by its selectors and tolerations. */
  open: boolean;
  /** Which nodes, by their places in the order of the cluster; absent in clusters of more than 1,000. */
  rows?: number[];
}

export interface NodeRejection {
  plugin: string;
  /** Empty if PreFilter left the node out. */
  message: string;
}

/** A label of spec.nodeSelector, compared with the node's label. */
export interface NodeSelectorStep {
  kind: "node_selector";
  key: string;
  value: string;
  actual: string | null;
  ok: boolean;
}

/** What the scheduler and the controllers see of a node from a moment on. */
export interface NodeState {
  moment: number;
  cordoned: boolean;
  lost: boolean;
  taints: string[];
  labels: Record<string, string>;
}

export type NodeVerdict = "fits" | "rejected" | "error";

/** What each autoscaler of an input does with its nodes. */
export interface NodesLeaving {
  leaving: Leaving[];
  /** The nodes that were looked at, of `total`. */
  done: number;
  total: number;
}

export interface NodesOverview {
  names: string[];
  /** The name of each node's group, else its role; "" without either. */
  pools: string[];
  /** "" without one. */
  zones: string[];
  resources: Record<string, ResourceOverview>;
}

/** The nominated node, which is tried before all others. */
export interface NominatedNodeTried {
  node: string;
  fits: boolean;
}

export interface NominationEvent {
  /** The event is not about a pod on a node: an unbound pod lost, changed or used up its nomination. */
  of_nomination?: true;
}

/** How raw scores become 0 to 100, and the range over which they do. */
export interface Normalization {
  formula: NormalizeFormula;
  min: number;
  max: number;
  all_equal: boolean;
}

export type NormalizeFormula =
  | "none"
  | "max"
  | "max_reverse"
  | "spread"
  | "affinity"
  | "selector_spread"
  | "service_affinity";

/** The scores have been normalized to 0 … 100, weighted and summed. */
export interface NormalizeScoreFinished extends PointHead {
  point: "NormalizeScore";
  plugins: WeightedScores[];
  counts: TotalCounts;
}

export interface Note {
  text: string;
  phrase: PhraseForm;
}

/** Something that a cluster would object to, but that the input may merely leave out. */
export interface Noticed {
  message: string;
  /** The object, as "Namespace shop". */
  missing: string;
  /** The API server's, where it is missing. */
  answer: string;
  by: string;
  cause: string;
  objects: string[];
  count: number;
}

export type Operand = string | number | number | string[];

/** A search over orders of the members; the scheduler itself tries one. */
export interface OrderView {
  pod_group: string;
  tried: number;
  found: boolean;
  /** All orders that can differ were tried: without one found, none works. Otherwise that is not proven. */
  exhausted: boolean;
  /** The members in an order in which the group is schedulable; empty without one. */
  order: string[];
  /** The proof: the node of each member that is placed in that order. */
  nodes: Record<string, string>;
  placement?: string;
  /** Members of higher priority come first, so that the scheduler could come to this order by itself. */
  respects_priority: boolean;
}

export type Origin =
  | "written"
  | "admission"
  | "default"
  | "limits"
  | "capacity"
  | "priority class"
  | "matchLabelKeys"
  | "mismatchLabelKeys"
  | "namespace"
  | "profile"
  | "labelSelector"
  | "default selector";

/** Another message of the text; `text` is the part of it that explains this one. */
export interface OtherMessage {
  pod: string;
  message: string;
  text: string;
}

/** The changes that an attempt makes; enough to fold a run without recomputing its cycles. */
export interface OutcomeFields {
  pod: string;
  /** The node that the pod is bound to. */
  node: string | null;
  /** The pods that are evicted. */
  victims: string[];
  /** null leaves the pod's nomination as it is, "" clears it. */
  nominated_node: string | null;
  /** Pods that lose their nomination. */
  cleared: string[];
  /** The node at which the next search starts. */
  next_start_index: number | null;
  volumes: VolumeDecisionsJson | null;
  /** The resource claims that the cycle wrote; absent if it wrote none. */
  claims?: ClaimWrite[];
  /** The part of a member in the cycle of its pod group; absent for other pods. */
  gang?: GangPartJson;
}

/** A cause that is not the scheduler's. */
export interface OutsideCause {
  text: string;
  /** Absent for messages of the scheduler and of the API server. */
  phrase?: PhraseForm;
  certain: boolean;
}

/** A cause that is not the scheduler's. */
export interface OutsideReason {
  text: string;
  certain: boolean;
}

/** A whole run, before the first cycle and after the last. */
export interface Overview {
  constraints: ConstraintOverview[];
  nodes: NodesOverview;
}

/** The pods that count for a term at a (topology key, value). */
export interface PairCount {
  key: string;
  value: string;
  count: number;
  selector: string;
  index: number;
  /** The first 100. */
  pods: string[];
}

/** The pods that count for a term at a (topology key, value), one entry per pair. */
export interface PairCountColumns {
  terms: CountedTerm[];
  /** A position in `terms`. */
  term: Column;
  value: string[];
  count: Column;
  /** The first 100 per pair. */
  pods: string[][];
}

/** Points for a (topology key, value): an entry of topologyScore. */
export interface PairScore {
  key: string;
  value: string;
  score: number;
}

/** Points for a (topology key, value), one entry per pair. */
export interface PairScoreColumns {
  keys: string[];
  /** A position in `keys`. */
  key: Column;
  value: string[];
  score: Column;
}

export type Part = "pod" | "cluster" | "configuration";

export interface PassColumn {
  pass: Column;
}

/** The failing nodes that were tried beside nominated pods, and the `pass` of each. */
export interface PassColumns extends NodeColumn, PassColumn {}

export interface PassField {
  pass?: number;
}

/** Pending pods of a workload, with the figures of the last attempt of the first of them. */
export interface PendingWorkload extends PodGroup {
  /** `namespace/name` of the pod that the figures are of. */
  pod: string;
  attempt: number;
  cycle: number;
  message: string;
  nodes: number;
  /** namespace/name of the pod group that it was tried with; "" for other pods. */
  pod_group: string;
  /** The nodes that the pod may go to by its selectors and tolerations. */
  open_nodes: number;
  shortages: Shortage[];
  spread: SpreadCause[];
  selectors: SelectorCause[];
  /** At most 3. */
  nearest: NearestNode[];
  parts: NodePart[];
}

/** Values of percentageOfNodesToScore; 0 is the adaptive default. */
export interface PercentagesSweep {
  kind: "percentages";
  percentages: number[];
  seeds: number;
}

/**
 * A sentence for readers of any language: its template in English, and operands, some of them phrases
 * too.
 */
export interface Phrase {
  template: string;
  operands: Record<string, string | Phrase>;
}

/** A sentence as its kind and operands: texts, or the phrases of which it is made. */
export interface PhraseForm {
  kind: string;
  operands: Record<string, string | PhraseForm[]>;
}

/** The place of a field in the source. */
export interface Place {
  path: string;
  /** Its path in the source, where that differs. */
  at?: string;
  /** Its line in the source, from 1; absent if it has none. */
  line?: number;
  /** The line, without leading and trailing space. */
  text?: string;
}

export interface PlacementMember {
  pod: string;
  node: string | null;
}

/** A placement that was tried for a pod group with a topology constraint. */
export interface PlacementTrace {
  /** The value of the topology key. */
  name: string;
  nodes: string[];
  code: CodeName;
  message?: string;
  members: MemberTrace[];
}

/**
 * A step as it was played. Action 0 is the start: pods that are pending are placed before the first
 * step.
 */
export interface PlayAction {
  kind: ActionKind;
  /** What the step is about: `workload`, `nodes`, `replicas`, `seconds`, …. */
  operands: Record<string, Operand>;
  /** As written; null for the start. */
  step: Record<string, unknown> | null;
  at: number;
  /** The number of its first moment. */
  first: number;
  /** The number of its last moment, before the next action or the end. */
  last: number;
  /** Whether nothing more would happen at its end; False if the next step began before. */
  settled: boolean;
}

/** A PodDisruptionBudget. */
export interface PlayBudget {
  /** namespace/name. */
  budget: string;
  series: BudgetPoint[];
}

/** What keeps the pods of a workload apart, of its newest template. */
export interface PlayConstraint {
  kind: "spread" | "anti-affinity";
  topology_key: string;
  /** 1 for anti-affinity. */
  max_skew: number;
  required: boolean;
  /** As kubectl writes it. */
  selector: string;
  /** Whether each revision is counted on its own (matchLabelKeys). */
  by_revision: boolean;
  min_domains: number | null;
}

/** What the descheduler would do with what a play leaves. */
export interface PlayDescheduling {
  approximate: true;
  /** Whether the play has too many actions, nodes and pods for it: the list is empty then. */
  omitted: boolean;
  /** After each action. */
  descheduling: DeschedulingSummary[];
}

/** One thing that happened. */
export interface PlayMoment {
  number: number;
  at: number;
  /** The number of the action in which it happened, from 0. */
  action: number;
  kind: MomentKind;
  why: Why;
  /** namespace/name. */
  pod?: string;
  node?: string;
  workload?: string;
  /**
   * The seed of the scheduling cycle that was made, if one was: a run of `moment_content` decides the
   * same.
   */
  seed?: number;
}

/** A node: when it was there, and how it changed. */
export interface PlayNode {
  name: string;
  /** Toggles: when it came and went. */
  present: number[];
  /** The first is that of its coming. */
  states: NodeState[];
}

/** One life of a pod, from its creation to its end; a StatefulSet gives a name again. */
export interface PlayStay {
  pod: string;
  /** The workload of the input that it belongs to, as "Deployment default/web"; "" without one. */
  workload: string;
  /** The hash of its template; "" without one. */
  revision: string;
  created: number;
  node: string | null;
  placed: number | null;
  /** Toggles: when it began and ceased to be available. */
  available: number[];
  /** When its deletion began; it holds its node until it is gone. */
  deleting: number | null;
  /** When it was gone, or finished. */
  gone: number | null;
}

/** A workload of the input, or one that a step applied. */
export interface PlayWorkload {
  /** As "Deployment default/web". */
  workload: string;
  kind: string;
  /** Hashes of its templates, the oldest first. */
  revisions: string[];
  constraints: PlayConstraint[];
  bounds: WorkloadBounds[];
  /** Only where it changes. */
  series: SeriesPoint[];
  /** The input has only its pods, from which it is taken, with the defaults of a rollout. */
  assumed?: true;
}

export interface PluginCode {
  plugin: string;
  code: CodeName;
}

/** Weighted points of a plugin for the node that the pod runs on, and for the best node. */
export interface PluginPoints {
  plugin: string;
  here: number;
  best: number;
}

/** The number of nodes that a filter plugin rejected; preemption can't help on `unresolvable` ones. */
export interface PluginRejections {
  plugin: string;
  rejected: number;
  unresolvable: number;
}

/** The range of a plugin's scores. */
export interface PluginScores {
  plugin: string;
  min: number;
  max: number;
}

/** The conditions of a constraint for a pod. */
export interface PodConditions {
  labels: Record<string, string | null>;
  clauses: boolean[];
  namespace_ok: boolean;
  terminating: boolean;
  selected: boolean;
}

/** Why a pod has the node that it has, or none. */
export interface PodExplanation {
  format: Format;
  kubernetes: ExplainedVersion;
  configuration: ExplainedConfiguration;
  pod: ExplainedPod;
  attempt: ExplainedAttempt;
  /** Null where Kubernetes sets none: the pod was refused, or no scheduler looks after it. */
  condition: ExplainedCondition | null;
  /** The nodes of the cluster when the pod was tried. */
  node_count: number;
  /** The nodes that pass all filters. */
  fitting: number;
  /** Each reason once: those of the pod and of room first, those of nodes that are set apart last. */
  reasons: ExplainedReason[];
  /** The nodes that refuse the pod, by their reasons; the largest group first. */
  nodes: ExplainedNodes[];
  /** Empty if the pod has a node. Each of them is a way to a node: one is enough. */
  causes: ExplainedCause[];
  /** What keeps the pod from its node besides; filled by a search for repairs. */
  outside: OutsideReason[];
  /** Null if none were searched. */
  repairs: ExplainedRepairs | null;
}

/** A pod as the scheduler reads it. */
export interface PodFact extends NamedFact {
  pod: string;
  node: string | null;
  /** It is the pod of the cycle. */
  incoming: boolean;
  terminating: boolean;
  source: SourceObject;
  fields: Field[];
  /** The pod's requests. */
  amounts: ResourceAmount[];
}

/** Pods of one workload, or bare pods that are alike. */
export interface PodGroup {
  /** The kind of the workload, "Pod" for bare pods. */
  kind: string;
  namespace: string;
  name: string;
  /** Names without the namespace; the first 200. */
  pods: string[];
  pod_count: number;
}

/** More matching pods in the domains that hold the minimum. */
export interface PodsChange {
  kind: "pods";
  constraint: number;
  added: AddedPods[];
}

export interface PodsRemedy extends PodsChange, RemedyResult {}

/** What a plugin says in the message: for how many nodes, and what that means. */
export interface Point {
  number: number;
  kind: string;
  count: number;
  title: string;
  about: string;
  plugin: string;
  /** Whether removing pods of lower priority helps: not at all, possibly, or on some of these nodes. */
  eviction: Help;
  eviction_text: string;
  /** What has to happen so that waiting helps. */
  time_text: string;
  /** What to look at next. */
  commands: string[];
  /** The example of the gallery that shows it. */
  case: string | null;
}

export type PointFinished =
  | PrePointFinished
  | FilterFinished
  | PostFilterFinished
  | ScoreFinished
  | NormalizeScoreFinished
  | BindingPointFinished;

export interface PointHead {
  kind: "point.finished";
  cycle: number;
}

/** How many nodes of a NodePool may go now, by what makes them go: Empty, Drifted, Underutilized. */
export interface PoolBudget {
  pool: string;
  allowed: Record<string, number>;
}

/** The pool of the device is complete and valid, and not replaced by a newer generation. */
export interface PoolClause extends DeviceCheck {
  kind: "pool";
  trouble: "" | "incomplete" | "invalid" | "replaced";
  /** Why the pool is invalid. */
  text: string;
}

/** The devices of a pool that are used from the same nodes. */
export interface PoolDevices {
  driver: string;
  pool: string;
  /** The only node that can use them; "" if several can. */
  node: string;
  /** The classes that select one of them. */
  classes: string[];
  total: number;
  /** Those that no claim has, wholly or in part. */
  free: number;
  /** The first 32. */
  held: HeldDevice[];
}

/** What a NodePool or node group says of a pod. */
export interface PoolRow {
  pool: string;
  weight: number | null;
  verdict: RowVerdict;
  /** The first that excludes it; null if it makes a node. */
  clause: ClauseKind | null;
  text: string;
  phrase: PhraseForm;
  /** The program's own words; "" if it has none. */
  says: string;
  /** Whether nothing else keeps it from a node. */
  alone: boolean;
  /** The node that it makes, or would make without what keeps it from that. */
  shape: Shape | null;
}

/** The part of the queue that a pod left, and the number of pods still waiting. */
export interface PoppedFrom extends QueueCounts, FromPart {
  priority: number;
}

/** A host port of the pod, and the pod on this node that uses it. */
export interface PortStep {
  kind: "port";
  protocol: string;
  host_ip: string;
  host_port: number;
  /** The pod that uses the port; null if it is free. */
  pod: string | null;
  ok: boolean;
}

export interface PossibleVictim extends HeldQuota {
  verdict: VictimVerdict;
  reason: VictimReason;
  /** Whether its ClusterQueue uses more than its nominal quota. */
  borrowed: boolean;
}

export interface PostFilterCounts {
  candidates: number;
  victims: number;
}

/** The decision of preemption, and the nodes it was made among. */
export interface PostFilterEntry extends PostFilterSummary {
  /** By node. */
  candidates?: Record<string, CandidateEntry>;
  /** The candidates that tie under all rules. */
  best?: string[];
  /** By node, for nodes where preemption does not help. */
  rejected?: Record<string, StatusEntry>;
}

/** PostFilter, that is preemption, has run. */
export interface PostFilterFinished extends PointHead {
  point: "PostFilter";
  plugins: PluginCode[];
  counts: PostFilterCounts;
}

/** The decision of preemption. */
export interface PostFilterSummary {
  code: CodeName;
  message?: string;
  /** The node nominated for the pod; "" clears its nomination. */
  nominatedNode?: string;
  /** The pods that are evicted. */
  victims?: string[];
  /** Pods that lose their nomination to the node. */
  clearedNominations?: string[];
}

export interface PreCounts {
  ran: number;
  skipped: number;
}

/** A plugin's answer at PreFilter. */
export interface PreFilterEntry extends StatusEntry {
  /** The nodes that it restricts the search to. */
  nodeNames?: string[];
}

/** The keys of a trace about the steps before the filters. */
export interface PreFilterFields {
  /** By plugin. */
  preFilter?: Record<string, PreFilterEntry>;
  /**
   * The node that batching suggests, which is tried before all others unless the pod has a nominated
   * node.
   */
  nodeHint?: string;
  nominatedNodeTried?: NominatedNodeTried;
}

/** PreFilter or PreScore has run. */
export interface PrePointFinished extends PointHead {
  point: "PreFilter" | "PreScore";
  plugins: PluginCode[];
  counts: PreCounts;
}

/** The workloads that would be preempted, or why there are none. */
export interface PreemptionAnswer {
  policies: PreemptionPolicy[];
  /** The policy that keeps it from preempting, "" if none does. */
  decides: string;
  /** Those who hold what is short; at most 20. */
  candidates: PossibleVictim[];
  candidate_count: number;
}

/** A node on which preemption would make room. */
export interface PreemptionCandidate {
  node: string;
  pdb_violations: number;
  /** The most important first. */
  victims: VictimFields[];
  /** Pods of a lower priority on the node. */
  lower: number;
  /** One for each rule. */
  values: (number | string)[];
  /** It is among those that tie under all rules. */
  best: boolean;
}

export interface PreemptionColumns {
  candidates: CandidateColumns;
  /** The candidates that tie under all rules. */
  best: Column;
  rejected: RejectedColumns;
}

/** How preemption chose. Of candidates and nodes the first 200 are listed. */
export interface PreemptionFact extends NamedFact {
  priority: number;
  policy: string;
  chosen: string | null;
  rules: PreemptionRule[];
  candidates: PreemptionCandidate[];
  candidates_total: number;
  examined: ExaminedNode[];
  examined_total: number;
  hopeless: HopelessNode[];
  hopeless_total: number;
}

/** A policy of the workload's ClusterQueue, with its value. */
export interface PreemptionPolicy {
  field: _Field;
  value: string;
  source: FieldSource;
}

/** A rule of pickOneNodeForPreemption: the winning value, and how many candidates it leaves. */
export interface PreemptionRule {
  rule: string;
  /** The largest value wins, not the smallest. */
  largest: boolean;
  /** null without candidates; a time for the last rule. */
  bound: number | string | null;
  before: number;
  after: number;
  asked: boolean;
  decided: boolean;
}

/** Whether a workload reached what it is to be, and else what it waits for. */
export interface ProgressVerdict {
  workload: string;
  verdict: "finishes" | "stuck";
  seconds: number;
  pending: number;
  why: Why;
}

/** Whether a volume can be provisioned for this node. */
export interface Provisioner {
  provisioner: string;
  topology_ok: boolean;
  capacity_ok: boolean;
}

/** An amount of a resource: thousandths of a core for cpu, whole units for all else. */
export interface QueueAmount {
  amount: number;
  /** As Kubernetes writes it: "1500m", "2Gi". */
  text: string;
  /** Absent for what is a sum. */
  source?: FieldSource;
}

/** What Kueue decided before the scheduler looked. */
export interface QueueAnswer {
  pending: number;
  admitted: number;
  cycles: number;
  /** Whether its cycles repeat themselves, and it never is at rest. */
  repeats: boolean;
  /** After how long Kueue evicts an admitted workload whose pods are not ready, 0 for never. */
  ready_seconds: number;
  cause_count: number;
  /** Those with most workloads first; at most 200, as of what follows. */
  causes: QueueCause[];
  /** The new ones first. */
  admitted_workloads: AdmittedWorkload[];
  evicted_count: number;
  evicted: EvictedWorkload[];
  unmade_count: number;
  unmade: UnmadeWorkload[];
}

/**
 * A ClusterQueue's part of the quota of a flavor and resource.
 *
 * used = within + borrowed; nominal = within + unused; lent is the part of unused that it cannot have
 * now.
 */
export interface QueueBar {
  cluster_queue: string;
  /** Whether it is the queue of the workload that is asked about. */
  own: boolean;
  nominal: QueueAmount;
  used: QueueAmount;
  within: QueueAmount;
  borrowed: QueueAmount;
  unused: QueueAmount;
  lent: QueueAmount;
  borrowing_limit: QueueAmount | null;
  lending_limit: QueueAmount | null;
  /** What this workload asks for, in its own queue; null elsewhere. */
  asked: QueueAmount | null;
  /** The part of that which is there. */
  free: QueueAmount | null;
  missing: QueueAmount | null;
  /** Who uses it, the largest first; at most 10. */
  holders: HeldQuota[];
  holder_count: number;
}

/** Workloads that wait for the same cause. */
export interface QueueCause {
  kind: QueueCauseKind;
  cause: QueueSentence;
  /** At most 20. */
  workloads: QueuedHead[];
  workload_count: number;
  pod_count: number;
  /**
   * Of the flavor that comes nearest for the first of them; empty without a sum, after the first six
   * causes, and where a cause before has those of the same cohort.
   */
  bars: CohortBars[];
}

export type QueueCauseKind =
  | "quota"
  | "borrowed"
  | "maximum"
  | "flavor"
  | "topology"
  | "behind"
  | "overlooked"
  | "untried"
  | "readiness"
  | "checks"
  | "deactivated"
  | "misconfigured"
  | "suspended";

/** The number of pods in each part of the queue. */
export interface QueueCounts {
  active: number;
  backoff: number;
  unschedulable: number;
}

/** A change after which Kueue admits the workload; it was made, and both halves were run. */
export interface QueueCure {
  kind: QueueCureKind;
  change: QueueSentence;
  operations: RepairOperation[];
  /** Those that the workload gets. */
  flavors: string[];
  pods: number;
  /** Pods of the workload that get a node then. */
  bound: number;
  /** Jobs, or Workloads without one, that were admitted before and are not any more. */
  evicted: string[];
  /** What it costs, and does for, others. */
  costs: QueueSentence[];
}

export type QueueCureKind =
  | "quota"
  | "borrowing"
  | "lending"
  | "reclaim"
  | "within"
  | "strategy"
  | "resume"
  | "activate"
  | "priority"
  | "other_queue"
  | "toleration"
  | "level"
  | "fewer"
  | "partial"
  | "ends"
  | "stop";

/** The changes that were tried for a workload, and those that help: who costs least comes first. */
export interface QueueCures {
  workload: string;
  tried: number;
  cures: QueueCure[];
}

/** A cluster event, and the hints of the plugins that rejected the waiting pods. */
export interface QueueMoved extends NominationEvent {
  kind: "queue.moved";
  at: number;
  event: string;
  /** The pod that came or left. */
  about: string | null;
  moved: MovedPod[];
  /** The first 50. */
  stayed: StayedPod[];
  stayed_count: number;
}

export type QueuePart = "active" | "backoff" | "unschedulable";

/** A sentence of the registry `queueing`, with its operands. */
export interface QueueSentence {
  kind: string;
  operands: Record<string, string>;
  /** In English. */
  text: string;
}

/** A head of a cycle of Kueue: the first of its ClusterQueue. */
export interface QueueTurn {
  workload: string;
  job: string;
  cluster_queue: string;
  /** From 1: less borrowing first, then higher priority, then who came first. */
  place: number;
  priority: number;
  borrows: boolean;
  own: boolean;
  outcome: "admitted" | "preempts" | "waits";
}

/** A waiting workload in a list. */
export interface QueuedHead {
  workload: string;
  job: string;
  cluster_queue: string;
  priority: number;
  pods: number;
  asked: Record<string, QueueAmount>;
  text: string;
}

/** A workload of the same queue, in the order in which their turns come. */
export interface QueuedNeighbour {
  workload: string;
  job: string;
  /** From 1. */
  place: number;
  priority: number;
  /** Absent for the default. */
  priority_source?: FieldSource;
  created: string;
  /** Of the resources that decide. */
  asked: QueueAmount[];
  own: boolean;
  /** Whether it was tried, and is not looked at again until something ends. */
  parked: boolean;
  /** Whether it would be admitted now. */
  fits: boolean;
}

/** The node is among those that can use the device. */
export interface ReachClause extends DeviceCheck {
  kind: "node";
  /** Those that can, in a word: a node's name, or "" for a selector. */
  nodes: string;
}

/** Why nodes refuse a pod, or why it was not tried. How many nodes does not matter. */
export interface Reason {
  plugin: string;
  kind: ReasonKind;
  operand: string;
  /** The scheduler's own words. */
  message: string;
}

export type ReasonCode =
  | "InsufficientResource"
  | "ResourceMissing"
  | "DevicePluginNotReady"
  | "NodeAffinityMismatch"
  | "NodeAffinityUnmatched"
  | "UntoleratedTaint"
  | "NodeReadinessRuleUnmet"
  | "NodeUnschedulable"
  | "TopologySpreadExceeded"
  | "TopologyLabelMissing"
  | "PodAffinityUnmet"
  | "PodAntiAffinityConflict"
  | "ExistingPodAntiAffinityConflict"
  | "HostPortConflict"
  | "DeviceMissing"
  | "DevicesInsufficient"
  | "DeviceSelectorMismatch"
  | "UntoleratedDeviceTaint"
  | "DeviceCapacityInsufficient"
  | "DeviceConstraintUnmet"
  | "OneNodeOnly"
  | "SchedulingGated"
  | "AwaitsKueueAdmission"
  | "PodGroupRolledBack"
  | "SchedulerNameUnknown"
  | "NoNodes"
  | "Other";

export interface ReasonCount {
  /** The number of nodes. */
  count: number;
  reason: string;
  code: CodeName;
  plugin: string;
}

/** The number of nodes for a reason, in the text (`theirs`) and in the run (`ours`). */
export interface ReasonCounts {
  reason: string;
  theirs: number;
  ours: number;
  agreed: boolean;
}

export interface ReasonHolders {
  /** The plugin that gives the reason in the run, null if none does. */
  plugin: string | null;
  /** The plugin that gives the reason in this or another version, null if none is known. */
  given_by: string | null;
  /** The nodes with this reason in the run. */
  nodes: string[];
}

export type ReasonKind =
  | "resource"
  | "missing_resource"
  | "unready_resource"
  | "selector"
  | "unmatched_selector"
  | "taint"
  | "readiness_taint"
  | "unschedulable"
  | "spread"
  | "spread_label"
  | "affinity"
  | "anti_affinity"
  | "existing_anti_affinity"
  | "port"
  | "device_missing"
  | "device_short"
  | "device_selector"
  | "device_taint"
  | "device_amount"
  | "device_constraint"
  | "one_node"
  | "gate"
  | "kueue_gate"
  | "gang"
  | "profile"
  | "no_node"
  | "message";

/** An object that would not exist; it takes no part in the run. */
export interface Refused {
  object: string;
  /** The API server's answer. */
  message: string;
  by: string;
  cause: string;
}

/** The nodes where preemption does not help, an entry for each. */
export interface RejectedColumns extends NodeColumn {
  /** An index into `statuses`. */
  status: Column;
  statuses: (StatusEntry | null)[];
}

/** A member that stays pending. */
export interface RejectedMember {
  pod: string;
  code: CodeName;
  /** The text of its condition. */
  message: string;
  /** The node nominated for it; "" clears its nomination. */
  nominatedNode?: string;
}

/** A node that rejects the member that breaks the gang. */
export interface RejectedNode {
  node: string;
  /** The first plugin that fails. */
  plugin: string;
  code: CodeName;
  reasons: string[];
}

/** What keeps the claims from this node: a request, and the device that comes nearest to it. */
export interface Rejection {
  row: number;
  /** The index of the device; -1: the node sees none. */
  device: number;
  /** Enough devices pass by themselves, but not together: the clause is one of the search. */
  together: boolean;
  clause:
    | PoolClause
    | InUseClause
    | FeatureClause
    | ExpressionClause
    | ReachClause
    | CapacityClause
    | CounterClause
    | TaintClause
    | ConstraintClause
    | null;
}

export interface RejectionNow {
  plugin: string;
  reasons: string[];
}

/** A pod that the run with the repair leaves on another node; null: on none. */
export interface RelocatedPod {
  pod: string;
  before: string | null;
  after: string | null;
}

/** The changes that were tried to make a rejected node pass, those that help first. */
export interface RemediesFact extends NamedFact {
  node: string;
  /** The plugin that rejects the node; null: it passes, or was not visited. */
  plugin: string | null;
  changes: Remedy[];
}

export type Remedy =
  | FieldRemedy
  | AffinityRemedy
  | PodsRemedy
  | TolerationRemedy
  | RequestRemedy
  | WithoutRemedy
  | ClaimRemedy
  | DeviceRemedy;

export type RemedyChange =
  | FieldChange
  | AffinityChange
  | PodsChange
  | TolerationChange
  | RequestChange
  | WithoutChange
  | ClaimChange
  | DeviceChange;

/** The outcome of the cycle with a change. */
export interface RemedyResult {
  /** The node passes every filter. */
  passes: boolean;
  /** The plugin that rejects it now. */
  rejected_by: string | null;
  feasible: number;
  selected: string | null;
  /** The node would be among those with the highest total. */
  best: boolean;
}

/** Nodes whose pods all fit on the others. The lists grow while `searching`. */
export interface Removal {
  /** Each for itself, those with the fewest pods first. */
  nodes: FreeNode[];
  /** Nodes that could all go at once; another choice may free more. */
  together: FreeNode[];
  searching: boolean;
  /** The steps that are done, of `total`. */
  done: number;
  total: number;
}

/** A minimal set of changes after which the pod has a node. */
export interface Repair {
  changes: string[];
  /**
   * The greatest of its changes and of its run; this and the next are absent in answers of former
   * versions.
   */
  risk?: RepairRisk;
  risk_reason?: Note;
  cost: number;
  /**
   * A cycle with the changes finds a node and, where the whole run was made, the pod is placed at its
   * end.
   */
  verified: boolean;
  node: string;
  /** What else the changes do, in sentences; empty if nothing, or if the run was not made. */
  effects: string[];
  /** Commands, one a line. */
  patch: string;
  atoms: AtomicChange[];
  operations: RepairOperation[];
  /** The manifests that change, as a unified difference. */
  diff: string;
  /** Absent where the rest of the run was not made. */
  run?: RunEffects;
  /**
   * What the repaired scenario fulfils, as a document of expectations; absent where the run was not
   * made.
   */
  expectations?: string;
  /** What does the same in place of what differs: a node of the same size in another zone. */
  alternatives?: AtomicChange[][];
  /** The nodes that take the pod with the changes; absent in answers of former versions. */
  fits?: FittingNodes;
}

/** An edit of the source that a repair makes; the fields are those of an operation on a draft. */
export interface RepairOperation {
  op: "set" | "add" | "remove" | "delete" | "copy" | "create" | "uncordon";
  object: string;
  path: (string | number)[];
  value: unknown;
}

export type RepairRisk = "safe" | "costs money" | "weakens availability" | "may lose data";

/** What was computed with the repair made. */
export interface RepairVerification {
  /** A scheduling cycle with the changes finds the node. */
  cycle: boolean;
  /** The whole run was made again, and the pod has a node at its end. The following are null otherwise. */
  run: boolean;
  /** Pods that have a node at the end. */
  scheduled: number | null;
  /** Pods that have none. */
  pending: number | null;
  /** Other pods that end on another node. */
  moved: number | null;
  /** Pods that ran before and have no node at the end. */
  evicted: number | null;
  broken_expectations: string[] | null;
}

/**
 * A cluster from which the same message comes, character for character, as a run has shown.
 *
 * `nodes` are its groups. The cluster of a message about many nodes has fewer, as `is_scaled` says.
 */
export interface ReproducedCluster {
  release: string;
  source: string;
  nodes: NodeGroup[];
  running: number;
  /**
   * The cluster's message has the same words with smaller counts, in about the proportions of the
   * text's.
   */
  is_scaled: boolean;
  /** The cluster's message goes on with the part about preemption, which the text lacks. */
  continues: boolean;
}

/** Requests that fit into the node. */
export interface RequestChange {
  kind: "request";
  requests: ResourceAmount[];
}

/**
 * What a pod requests of a resource: the greater of what runs and of each step, and overhead.
 *
 * Of the number of pods, of which each requests one, only the first keys are there.
 */
export interface RequestFact extends NamedFact {
  pod: string;
  resource: string;
  unit: Unit;
  request: number;
  containers: ContainerRequest[];
  steps: InitStep[];
  /** The sum of containers and sidecars. */
  running?: number;
  /** The request of the pod as a whole, which takes the place of the containers'. */
  pod_level?: number | null;
  overhead?: number;
  /** The amount that counts in scores. */
  scoring?: number;
  /** The amount of a container without a request in scores. */
  scoring_default?: number | null;
  source?: SourceObject;
}

/** The request of the claim that serves an extended resource of a container. */
export interface RequestMapping {
  containerName: string;
  resourceName: string;
  requestName: string;
}

/** The origin of a container's request. */
export interface RequestOrigin extends Place {
  origin: "written" | "limits" | "absent";
  written?: string;
}

export interface RequestRemedy extends RequestChange, RemedyResult {}

/** A request of a claim, or one of its alternatives. */
export interface RequestRow {
  claim: string;
  request: string;
  /** "" without alternatives. */
  alternative: string;
  device_class: string;
  mode: string;
  /** The number of devices; for all devices the number of those that match. */
  count: number;
  /** The devices that pass every clause by themselves. */
  fitting: number;
  taken: number;
  /** The search satisfied it, or would not have needed it. */
  ok: boolean;
  /** One per device of the answer. */
  cells: DeviceCell[];
}

/** With a request of at most this amount (in the engine's unit), so many nodes take the pod. */
export interface RequestStep {
  amount: number;
  nodes: number;
}

/** How many nodes take the pod by what it requests of a resource, all else unchanged. */
export interface RequestSteps {
  resource: string;
  request: number;
  /** Resources of which the pod must request less too: with their present requests no node has room. */
  besides: string[];
  /** The largest amount first; at most 24. */
  steps: RequestStep[];
}

/** A feature that the pod needs, and whether the node's kubelet declares it. */
export interface RequiredFeatureStep {
  kind: "required_feature";
  feature: string;
  /** The features that the node declares, in alphabetical order. */
  declared: string[];
  ok: boolean;
}

/** A claim, and the devices that it holds until the cycle of the pod group ends. */
export interface ReservedJson {
  claim: string;
  allocation: Record<string, unknown>;
}

export interface ResourceAmount {
  resource: string;
  amount: number;
  unit: Unit;
}

/** The requests on each node, in the order of their names. */
export interface ResourceOverview {
  unit: Unit;
  allocatable: number[];
  before: number[];
  after: number[];
}

/** A resource that the pod requests: it fits where request ≤ allocatable − used. */
export interface ResourceStep {
  kind: "resource";
  resource: string;
  request: number;
  used: number;
  allocatable: number;
  unit: Unit;
  /** The request exceeds the node's allocatable amount, so that preemption can't help. */
  unresolvable: boolean;
  ok: boolean;
}

export interface ResourceUse {
  resource: string;
  unit: Unit;
  used: number;
  allocatable: number;
}

/**
 * Amounts that some node has free together, in the order of the resources, and how many nodes have as
 * much.
 */
export interface RoomPair {
  amounts: number[];
  nodes: number;
}

export type RowVerdict = "makes" | "may" | "no" | "unasked";

export type Rule = "leastFree" | "bestFit" | "several" | "balanced" | "none";

/** What the rest of the run does with a repair. */
export interface RunEffects {
  /** The pods that have a node at the end, the pod itself among them. */
  placed: number;
  pods: number;
  /** Pods that ran before the first cycle and have no node at the end. */
  evicted: number;
  /** Pods whose place is another one, without the pod itself; at most 200. */
  moved: RelocatedPod[];
  moved_count: number;
  /** The pods of the pod's workload that the run leaves pending, and that have a node with the repair. */
  gained?: number;
  /**
   * The pods of the pod's workload that the run leaves pending; this and the next are absent in former
   * answers.
   */
  waiting?: number;
  /** Other pods that have a node in the run, and lose it or get another with the repair. */
  displaced?: number;
  /** Those of them that have no node at the end; absent in former answers. */
  stranded?: number;
  /** Expectations that held and fail with the repair. */
  broken: string[];
}

/** The last event of a run that ended by itself. */
export interface RunFinished {
  kind: "run.finished";
  placed: number;
  pending: number;
  at: number;
  /** The first 50. */
  waiting: WaitingPod[];
}

/** A repair judged by the whole run. */
export interface RunRepair extends Repair {
  /** The pending pod for which it was found. */
  pod: string;
  /** The kind and name of what the pod belongs to. */
  workload: string;
  /** How many more pods are placed with it. */
  placed: number;
}

/** The first event: the inputs of the run. */
export interface RunStarted {
  kind: "run.started";
  kubernetes_version: string;
  nodes: number;
  /** The waiting pods, in queue order. */
  pods: string[];
  /** Chooses among nodes that tie where the version draws one; if null, the first one wins. */
  seed: number | null;
}

/** Running pods with the same namespace and the same values of the labels that the terms select on. */
export interface RunningClass {
  namespace: string;
  labels: Record<string, string>;
  count: number;
  /** The first 100. */
  pods: string[];
  /** One for each term of the incoming pod, in the order of the ledger. */
  cells: TermOnClass[];
}

/** Everything that affects the result of a run, as in the input. */
export interface ScenarioContent {
  objects: Record<string, unknown>[];
  config: Record<string, unknown> | null;
  /** The expectations of the run; absent if there are none. */
  expect?: Record<string, unknown>[];
  /**
   * What the API server and the controllers do before; absent if the objects are as the scheduler sees
   * them.
   */
  admission?: AdmissionPolicyContent;
  /** What is done to the cluster after the run; absent if there is nothing. */
  steps?: Record<string, unknown>[];
  /**
   * The feature gates that the scheduler has on besides those that are by default; absent if there are
   * none.
   */
  gates?: string[];
  /** Captions that lead through the run, a prediction and a task; absent if there are none. */
  lesson?: Record<string, unknown>;
  /** The instance types and node groups that autoscalers can make nodes of; absent if none are given. */
  machines?: Record<string, unknown>;
}

/** The size of a scenario: its nodes, its unfinished pods, and how many of these are pending. */
export interface ScenarioSummary {
  nodes: number;
  pods: number;
  pending: number;
  /** What the nodes' kubelets say of the version; absent if that is nothing. */
  kubelets?: KubeletRelease;
  /** Whether Kueue decides first; absent if it does not. */
  queued?: boolean;
  /** Whether it tells a lesson of its run; absent if it does not. */
  lesson?: boolean;
}

export interface ScoreCounts {
  nodes: number;
}

/** The normalized points of a plugin for the node and for the one with the highest total. */
export interface ScoreDifference {
  plugin: string;
  weight: number;
  here: number;
  there: number;
}

/** The operands of a score: weighted = normalized · weight. Scores are null where the plugin gave none. */
export interface ScoreExplanation {
  point: "Score";
  plugin: string;
  node: string;
  pod: string;
  raw: number | null;
  normalized: number | null;
  weight: number;
  weighted: number | null;
  normalize?: Normalization;
  steps: ScoreStep[];
}

/** The feasible nodes have raw scores. */
export interface ScoreFinished extends PointHead {
  point: "Score";
  plugins: PluginScores[];
  counts: ScoreCounts;
}

export type ScoreStep =
  | TaintPreferStep
  | NodeAffinityPreferredStep
  | FitScoreStep
  | BalancedScoreStep
  | BalancedResultStep
  | ImageStep
  | ImageResultStep
  | SpreadIgnoredStep
  | SpreadScoreStep
  | AffinityScoreStep
  | LabelPreferenceStep
  | AvoidStep
  | MatchingPodsStep
  | StorageUseStep;

/** A plugin's answer at PreScore. */
export interface ScoringEntry {
  code: CodeName;
}

/** The keys of a trace about scoring; absent if no node was feasible. */
export interface ScoringFields extends ScoringSummary {
  /** Raw scores by plugin and node. */
  score?: Record<string, Record<string, number>>;
  /** Scores from 0 to 100, by plugin and node. */
  normalized?: Record<string, Record<string, number>>;
  /** The weighted sum by node. */
  total?: Record<string, number>;
  /** The nodes with the highest total. */
  best?: string[];
}

/** The keys of a trace about scoring, without the scores; absent if no node was feasible. */
export interface ScoringSummary {
  /** By plugin. */
  preScore?: Record<string, ScoringEntry>;
  /** By plugin, for plugins that scored. */
  weights?: Record<string, number>;
  selected?: string;
  /** A single node is feasible, which the scheduler takes without scoring. */
  scoringSkippedByScheduler?: true;
  /** Present if Reserve failed. */
  reserve?: StatusEntry;
}

/** The keys of a trace about a search that stops after enough nodes; absent in other traces. */
export interface SearchFields {
  /** The node at which the search started. */
  startIndex?: number;
  nextStartIndex?: number;
  evaluatedNodes?: number;
}

/** A search for places, to be followed level by level. */
export interface SearchRecord {
  topology: string;
  demand: DemandRecord;
  /** Whether it was asked as if no workload with a topology ran. */
  empty: boolean;
  levels: LevelRecord[];
  nodes: number;
  /** Nodes that cannot take a single pod, by reason. */
  excluded: Record<string, number>;
  rule: Rule;
  /** The level at which the rule chose. */
  level: string;
  /** Levels below that one, where no domain holds all, in the order of the search. */
  tried: string[];
  /** Whether the fullest domains that still have room come first; otherwise the freest. */
  leastFree: boolean;
  /** Slices that fit, as a failure says it: all that were asked for unless the rule is none. */
  fits: number;
  /** From the level of the rule down to the lowest; empty if the rule is none. */
  steps: StepRecord[];
}

/** A step of the search: a device is taken, refused or given back. */
export interface SearchStep {
  /** The number of devices held before it. */
  depth: number;
  /** The index of the request among the rows. */
  row: number;
  /** driver/pool/name. */
  device: string;
  outcome: "taken" | "refused" | "returned" | "error";
  /** By which of the search's clauses it was refused. */
  clause?: number;
  /**
   * The row for which no device was left, so that the search turned back; -1: a claim had too many
   * devices.
   */
  stuck?: number;
}

/** The cycle of a running pod as if it were pending, with all other pods where they are. */
export interface SecondTry {
  pod: string;
  runs_on: string;
  /** Whether the node that it runs on is among the nodes. */
  node_exists: boolean;
  /** The node that it would get now; null: none. */
  node: string | null;
  /** Why it would get none. */
  message: string | null;
  nodes: number;
  feasible: number;
  /** Why the node that it runs on would not take it now. */
  rejected: RejectionNow | null;
  /** The place of its node by total, from 1; null without scores. */
  rank: number | null;
  total: number | null;
  best_total: number | null;
  /** By plugin, those where its node is furthest behind first. */
  points: PluginPoints[];
}

/** One scenario with the seeds 1 to `seeds`. */
export interface SeedsSweep {
  kind: "seeds";
  seeds: number;
}

/** A clause of the pod's node selector that few nodes match, and what the nodes have instead. */
export interface SelectorCause {
  clause: string;
  key: string;
  /** The number of nodes that match it. */
  matching: number;
  /** The values of the key, the commonest first; at most 12. */
  values: LabelValue[];
  value_count: number;
  /** The number of nodes without the label. */
  without: number;
}

/** A clause of a selector with its origin. */
export interface SelectorClause extends LabelRequirement {
  origin: Origin;
}

/** A condition of an expression, which joins them with &&. */
export interface SelectorCondition {
  text: string;
  /** null: it has no value, for the error. */
  holds: boolean | null;
  error: string;
  operands: SelectorOperand[];
}

/** A value that a condition read of a device; null if the device has no such value. */
export interface SelectorOperand {
  text: string;
  value: string | null;
}

/** Whether the incoming pod matches the selector of its own constraint. */
export interface SelfMatchFact extends ConstraintHead {
  pod: string;
  labels: Record<string, string>;
  compared: ComparedClause[];
  self_match: number;
}

/** Counts of a workload's pods from a moment on. */
export interface SeriesPoint {
  moment: number;
  available: number;
  /** Without pods that are being deleted. */
  in_all: number;
  pending: number;
}

/** A label whose value all pods of a Service share, compared with the node's. */
export interface ServiceAffinityStep {
  kind: "service_affinity";
  key: string;
  required: string;
  /** The pod from whose node the value is; null if it is from the nodeSelector. */
  pod: string | null;
  actual: string | null;
  ok: boolean;
}

export type Severity = "error" | "warning" | "note";

/** A node that an autoscaler makes. */
export interface Shape {
  /** The NodePool or node group. */
  pool: string;
  /** The instance type that costs least of those that may come; "" where the input does not say. */
  type: string;
  zone: string;
  capacity_type: string;
  /** Per hour; null where prices are not known. */
  price: number | null;
  /** What it offers to pods, as quantities, without what DaemonSets take. */
  size: Record<string, string>;
  /** How many instance types the cloud may choose from. */
  choices: number;
}

/** How the outcome of a pod differs from that under the version before. */
export interface Shift {
  /** To another node, from a node to pending and back; a running pod is evicted, or no longer evicted. */
  kind: ShiftKind;
  /**
   * The pod's own cycle decides otherwise in the same cluster; or the queue attempts it at another time;
   * or it follows from what other pods did before.
   */
  origin: ShiftOrigin;
  /** The attempt, under the version before, that decides otherwise; null if none does. */
  attempt: number | null;
  /** The changes that cause it; empty if no change or set of changes explains it. */
  causes: string[];
  /**
   * Whether the causes act together only; otherwise each of them, switched off alone, takes the
   * difference back.
   */
  together: boolean;
}

export type ShiftKind = "moved" | "pending" | "placed" | "evicted" | "spared";

export type ShiftOrigin = "decides" | "queued" | "follows";

/** A resource that is short: what the pod requests, and what is free on the nodes open to it. */
export interface Shortage {
  resource: string;
  unit: Unit;
  request: number;
  /** The sum over the open nodes. */
  free: number;
  largest_free: number;
  largest_node: string;
  /** What the largest of the open nodes has when empty. */
  largest_allocatable: number;
  /** Pods of one node that would have room without what their ended init containers count for; at most 3. */
  initialized: InitializedPod[];
}

export type Side = "filter" | "score";

export type Situation = "create" | "rollout" | "evict";

/** The skew of a workload over a constraint's domains, before, during and after an action. */
export interface SkewVerdict {
  workload: string;
  /** Its number in the workload's `constraints`. */
  constraint: number;
  verdict: ConstraintVerdict;
  before: number;
  worst: number;
  worst_moment: number;
  after: number;
  /** Pods of the workload per domain after the action. */
  counts: Record<string, number>;
}

export type SkipReason = "NotFound" | "AlreadyBound" | "NoProfile" | "Terminating" | "Gated";

/** A pod for which no cycle took place. */
export interface SkippedColumns {
  cycle: number;
  attempt: number;
  pod: string;
  trace: Trace;
}

/** A ScheduleAnyway constraint with the counts of PreScore. */
export interface SoftSpreadColumns extends SpreadConstraint {
  /** 1 if the incoming pod matches the selector, else 0. */
  self_match: number;
  /** The number of domains. */
  size: number;
  /** ln(size + 2). */
  weight: number;
  domains: SoftSpreadDomainColumns;
  not_counted: UncountedNodeColumns;
}

/** A ScheduleAnyway constraint with the counts of PreScore. */
export interface SoftSpreadConstraint extends SpreadConstraint {
  /** 1 if the incoming pod matches the selector, else 0. */
  self_match: number;
  /** The number of domains. */
  size: number;
  /** ln(size + 2). */
  weight: number;
  domains: SoftSpreadDomain[];
  not_counted: UncountedNode[];
}

/** A domain of a constraint that scores. */
export interface SoftSpreadDomain {
  value: string;
  count: number;
  points: number;
  /** The nodes whose pods count. */
  nodes: string[];
  /** The first 100 pods that count. */
  pods: string[];
}

export interface SoftSpreadDomainColumns extends SpreadDomainColumns {
  points: Column;
}

/** The object whose source has the fields: a pod itself, or its workload. */
export interface SourceObject {
  /** As errors name it: "Pod default/web-0". */
  object: string;
  /** The prefix of the paths there: "spec.template." in a workload. */
  prefix: string;
}

/** A spread constraint that some node exceeds. */
export interface SpreadCause {
  topology_key: string;
  max_skew: number;
  minimum: number;
  /** The first 20. */
  domains: SpreadDomainCount[];
  domain_count: number;
}

/** A constraint as the scheduler reads it. */
export interface SpreadConstraint {
  /** Its index among the constraints of its kind. */
  index: number;
  topology_key: string;
  max_skew: number;
  when_unsatisfiable: string;
  selector: string;
  /** The selector's requirements; null for an absent selector, which matches nothing. */
  requirements: LabelRequirement[] | null;
  namespace: string;
  /** Whether the constraint is in the pod's spec or a default of the profile. */
  origin: "pod" | "default";
  min_domains: number | null;
  node_affinity_policy: string;
  node_taints_policy: string;
}

/** The domains of a constraint, one entry each. */
export interface SpreadDomainColumns {
  value: string[];
  /** Per node the position of its domain, -1 if it counts in none. */
  of_node: Column;
  /** The first 100 pods that count, per domain. */
  pods: string[][];
  count: Column;
}

export interface SpreadDomainCount {
  value: string;
  /** The matching pods. */
  count: number;
  /** Whether one more pod stays within maxSkew. */
  fits: boolean;
  /** Whether it has a node that the pod may go to; a domain without one counts, but never takes the pod. */
  open: boolean;
}

/** The node is not scored because it lacks topology keys. */
export interface SpreadIgnoredStep {
  kind: "spread_ignored";
  keys: string[];
}

/** The constraints of a cycle with their domains, in the order of checking. */
export interface SpreadLedger {
  filter: HardSpreadConstraint[];
  score: SoftSpreadConstraint[];
}

/** The constraints of a cycle with their domains, in the order of checking. */
export interface SpreadLedgerColumns {
  filter: HardSpreadColumns[];
  score: SoftSpreadColumns[];
}

/** The global minimum of a constraint. */
export interface SpreadMinimum {
  /** 0 if `forced_zero`, otherwise the smallest count. */
  value: number;
  /** The smallest count; null if there are no domains. */
  smallest: number | null;
  /** The domains with the smallest count. */
  held_by: string[];
  domains: number;
  /** Whether there are fewer domains than minDomains. */
  forced_zero: boolean;
}

/** The global minimum of a constraint. */
export interface SpreadMinimumColumns {
  /** 0 if `forced_zero`, otherwise the smallest count. */
  value: number;
  /** The smallest count; null if there are no domains. */
  smallest: number | null;
  /** The positions of the domains with the smallest count. */
  held_by: Column;
  domains: number;
  /** Whether there are fewer domains than minDomains. */
  forced_zero: boolean;
}

/** The node lacks the topology key of a constraint. */
export interface SpreadMissingLabelStep {
  kind: "spread_missing_label";
  /** The constraint's index among those that filter. */
  constraint: number;
  key: string;
  ok: boolean;
}

/** A node, whether its pods count, and what leaves it out. */
export interface SpreadNode {
  node: string;
  counted: boolean;
  rule?: SpreadRule;
  /** The label that the node lacks. */
  key?: string;
  /** The clauses of node affinity that do not hold. */
  compared?: ComparedClause[];
  /** The taint that is not tolerated. */
  taint?: string | null;
}

export interface SpreadPod extends PodConditions {
  pod: string;
  node: string;
  /** The pods of the node count. */
  node_ok: boolean;
  counted: boolean;
}

export type SpreadRule = "missing label" | "nodeAffinityPolicy: Honor" | "nodeTaintsPolicy: Honor";

/** A constraint's part of the raw score: points = count · weight + max_skew − 1. */
export interface SpreadScoreStep {
  kind: "spread_score";
  /** The constraint's index among those that score. */
  constraint: number;
  key: string;
  /** The node's domain. */
  value: string;
  count: number;
  /** The number of domains. */
  size: number;
  /** ln(size + 2). */
  weight: number;
  max_skew: number;
  points: number;
}

/** A constraint on this node: skew = matching + self_match − minimum, at most max_skew. */
export interface SpreadSkewStep {
  kind: "spread_skew";
  /** The constraint's index among those that filter. */
  constraint: number;
  key: string;
  /** The node's domain. */
  value: string;
  /** The number of pods that count in the domain. */
  matching: number;
  /** 1 if the incoming pod matches the constraint's selector, else 0. */
  self_match: number;
  /** The smallest count of all domains; 0 if `forced_zero`. */
  minimum: number;
  /** Whether there are fewer domains than minDomains. */
  forced_zero: boolean;
  /** The domains with the smallest count. */
  held_by: string[];
  skew: number;
  max_skew: number;
  /** The first 100 pods that count. */
  pods: string[];
  ok: boolean;
}

/** How a node fares in the pod's cycle without changes. */
export interface Standing {
  /** The filters that reject the pod here, in their order; none if it passes, or had no cycle. */
  rejections: NodeRejection[];
  /**
   * Whether Score compares the node with others: without rejections, the search ended before it
   * otherwise.
   */
  scored: boolean;
  total: number;
  /** The node with the highest total, the first in nodeOrder of equal ones; empty if nothing was scored. */
  winner: string;
  winner_total: number;
  /** Plugins that tell the two apart, the largest difference of weighted points first. */
  differences: ScoreDifference[];
}

/** A plugin's answer. */
export interface StatusEntry {
  code: CodeName;
  /** Sorted; absent if there are none. */
  reasons?: string[];
}

/** The answer of a plugin that gives no operands. */
export interface StatusStep extends StatusEntry {
  kind: "status";
}

/** The versions under which a pod has the same outcome. */
export interface Stay {
  /** The index of the first version. */
  first: number;
  /** The index of the last version. */
  last: number;
  state: LandingState;
  node: string | null;
  /** How it differs from the stay before; null for the first one. */
  shift: Shift | null;
}

/** A waiting pod with the hints of plugins. */
export interface StayedPod {
  pod: string;
  /** By plugin that rejected the pod; null if the plugin ignores such events. */
  hints: Record<string, HintName | null>;
}

export type StayingKind =
  | "blocked"
  | "disabled"
  | "recent"
  | "no-place"
  | "several"
  | "price"
  | "spot"
  | "unknown-type"
  | "budget"
  | "utilization"
  | "minimum"
  | "annotation"
  | "pod"
  | "other";

export type StepKind =
  | "rollout"
  | "scale"
  | "drain"
  | "cordon"
  | "uncordon"
  | "taint"
  | "untaint"
  | "label"
  | "addNodes"
  | "removeNodes"
  | "lose"
  | "restore"
  | "deletePods"
  | "finishJob"
  | "apply"
  | "configure"
  | "wait";

/** What was chosen at one level, in the order of the choice. */
export interface StepRecord {
  level: string;
  /** Pods that were handed out at a time. */
  size: number;
  /** Whether the children of all domains above were filled as one, or those of each with what it takes. */
  together: boolean;
  chosen: ChosenDomain[];
}

/**
 * The storage of a class on the node: what the pod's claims request of it; the raw score is the
 * rounded mean.
 */
export interface StorageUseStep {
  kind: "storage_use";
  storage_class: string;
  /** In bytes. */
  requested: number;
  /** In bytes: of the volumes that would be bound, or as the CSI driver reports it. */
  capacity: number;
  score: number;
}

/** An axis; that of the seeds has none of its values listed, they are 1 to `length`. */
export interface SweepAxis {
  name: SweepAxisName;
  /** What varies: a setting, a topology key; "" where the name says it. */
  label: string;
  length: number;
  values: string[];
}

export type SweepAxisName =
  | "x"
  | "y"
  | "percentage"
  | "version"
  | "loss"
  | "shape"
  | "count"
  | "scenario"
  | "seed";

/** The means before the change. */
export interface SweepBefore {
  placed: number;
  pending: number;
}

/** What came of a cell so far; numbers of pods and nodes are means over its runs. */
export interface SweepCell {
  /** The first point of the cell. */
  point: number;
  runs: number;
  placed: number;
  pending: number;
  evicted: number;
  /** Nodes with at least one pod that no DaemonSet owns. */
  nodes_used: number;
  tied: number;
  /** The largest difference between two domains over all topology spread constraints; absent without any. */
  skew?: number;
  /** Pods that are on another node than before the change. */
  moved?: number;
  before?: SweepBefore;
  /** Pods without a controller that went with their nodes. */
  gone?: number;
  first_pending?: SweepPending;
  workloads?: SweepCellWorkload[];
  /** The nodes of the chosen pod, the most frequent first. */
  winners?: SweepWinner[];
  /** Per pod of `pods`, where it ended: numbers of nodes, one more for pending. The most frequent first. */
  pods?: SweepPlace[][];
}

/** The mean number of pods of a workload that are placed or stay pending. */
export interface SweepCellWorkload {
  workload: number;
  placed: number;
  pending: number;
}

/**
 * The chosen pod's last decision with other weights, in the cluster that it met under the present
 * ones.
 *
 * The total of a node is a constant, plus a weight times its normalized points for each axis.
 */
export interface SweepFlips {
  pod: string;
  /** The present weights of x and y. */
  present: number[];
  winners: string[];
  /** The totals of the winner and of the best other node. */
  totals: number[];
  runner_up: string[];
  regions: SweepRegion[];
  lines: SweepLine[];
  nearest: SweepNearestFlip | null;
}

export type SweepKind = "seeds" | "weights" | "percentages" | "versions" | "losses" | "capacity" | "fleet";

/** Where the pods ended. Counts are over all `runs`: divided by them, the mean number of pods. */
export interface SweepLanding {
  runs: number;
  /** What the columns of `workloads` are: `nodes`, or `zones`; one more, the last, is for pending pods. */
  columns: "node" | "zone";
  /** Per workload, per column. */
  workloads: number[][];
  /** Per workload, per column, the first point with a pod of the workload there; -1 without one. */
  points: number[][];
  pod_columns: "node" | "zone";
  /** Empty where there are too many of them. */
  pods: SweepPodLanding[];
}

/**
 * Where two winners have the same total: from one point (x, y) to another; with one setting both are
 * the same.
 */
export interface SweepLine {
  /** The winners on both sides. */
  nodes: string[][];
  points: number[][];
}

/** Nodes that are lost together. */
export interface SweepLoss {
  topology_key: string;
  values: string[];
  nodes: number;
}

/** The smallest change of one weight, alone, with which another node wins. */
export interface SweepNearestFlip {
  axis: "x" | "y";
  /** The weight at which both tie. */
  boundary: number;
  /** The nearest whole weight beyond it. */
  weight: number;
  nodes: string[];
}

export interface SweepNode {
  name: string;
  zone: string;
  /** The name of its group, else its role; "" without either. */
  pool: string;
}

/** A change of one manifest; see `Operation` in the engine's source room for each `op`. */
export interface SweepOperation {
  op: "set" | "add" | "remove" | "delete" | "copy" | "create" | "uncordon";
  object?: string;
  path?: (string | number)[];
  value?: unknown;
}

/** The first pod that stays pending in a cell: the point at which it does, and why. */
export interface SweepPending {
  point: number;
  pod: string;
  message: string;
}

/** How often a pod ended at a place of the landing's columns. */
export interface SweepPlace {
  place: number;
  runs: number;
}

/** A pod, where it ended, and in how many runs its last decision had more than one best node. */
export interface SweepPodLanding {
  name: string;
  workload: number;
  ties: number;
  /** The most frequent first. */
  places: SweepPlace[];
}

/** Where on the grid some nodes win: a polygon over x and y, or with one setting a range of x. */
export interface SweepRegion {
  /** Those that tie there. */
  nodes: string[];
  points: number[][];
  /** Their total: a constant, and what each weight is multiplied by. */
  total: number[];
}

/** What the pictures of a sweep show, also while it is only partly evaluated. */
export interface SweepResult {
  kind: SweepKind;
  seeds: number;
  points: number;
  evaluated: number;
  decisions: number;
  /** Without the seeds, in the order of the cells. */
  axes: SweepAxis[];
  workloads: SweepWorkload[];
  nodes: SweepNode[];
  zones: string[];
  /** The pods that are scheduled, as namespace/name; empty where there are too many of them. */
  pods: string[];
  /** null where nothing has been evaluated yet. */
  cells: (SweepCell | null)[];
  landing?: SweepLanding;
  losses?: SweepLoss[];
  flips?: SweepFlips;
  /** The cells that no other beats in nodes used, skew and pending pods at once. */
  pareto?: number[];
  most_packed?: number;
  least_packed?: number;
}

/** A setting of the scheduler and its values. */
export interface SweepSetting {
  /** "weight/PLUGIN", or the path of an argument: "NodeResourcesFit/scoringStrategy/type". */
  setting: string;
  values: Value[];
}

/** Nodes to add: like a node of the scenario, or of an amount of each resource. */
export interface SweepShape {
  name: string;
  node?: string;
  allocatable?: Record<string, string>;
}

export type SweepSpecification =
  | SeedsSweep
  | WeightsSweep
  | PercentagesSweep
  | VersionsSweep
  | LossesSweep
  | CapacitySweep
  | FleetSweep;

/** The result of a range of points: integer sums, by the number of the cell. */
export interface SweepTally {
  points: number;
  decisions: number;
  cells: Record<string, SweepTallyCell>;
}

/** Sums over the runs of a cell. Keys with a slash are "row/column" numbers; what is 0 is absent. */
export interface SweepTallyCell {
  runs: number;
  placed: number;
  pending: number;
  /** Pods that had to go for others, whether they ran before or came in the run. */
  evicted: number;
  nodes_used: number;
  skew?: number;
  /** Decisions with more than one best node. */
  tied: number;
  /** The first point with a pending pod, the pod, and the scheduler's message. */
  first_pending?: (string | number)[];
  before_placed?: number;
  before_pending?: number;
  moved?: number;
  gone?: number;
  workload_placed?: Record<string, number>;
  workload_pending?: Record<string, number>;
  landing?: Record<string, number>;
  /** The first point with a pod of the workload there. */
  landing_points?: Record<string, number[]>;
  pods?: Record<string, number>;
  ties?: Record<string, number>;
  winners?: Record<string, number>;
}

/** A node that the chosen pod, or a pod of the cell, took; "" if it stayed pending. */
export interface SweepWinner {
  node: string;
  runs: number;
}

/**
 * Pods of one controller that a sweep schedules; bare pods of one class are a workload, named by the
 * first.
 */
export interface SweepWorkload {
  kind: string;
  namespace: string;
  name: string;
  pods: number;
}

/** The request tolerates a taint of the device. */
export interface TaintClause extends DeviceCheck {
  kind: "taint";
  taint: string;
}

export interface TaintFields {
  key: string;
  value: string;
  effect: string;
}

/** A NoSchedule or NoExecute taint of the cluster, and the nodes that have it. */
export interface TaintOnNodes extends TaintStep {
  nodes: Column;
}

/** A PreferNoSchedule taint, which counts if it is not tolerated. */
export interface TaintPreferStep {
  kind: "taint_prefer";
  taint: TaintFields;
  tolerated: boolean;
}

/** A NoSchedule or NoExecute taint, compared with every toleration of the pod. */
export interface TaintStep {
  kind: "taint";
  taint: TaintFields;
  tolerations: ComparedToleration[];
  ok: boolean;
}

/** A table of distinct lists of taints, and per node the index of its own. */
export interface TaintsColumn {
  values: string[][];
  codes: number[];
}

/** A running pod's term, compared with the incoming pod requirement by requirement. */
export interface TermCheck {
  namespace: string;
  in_scope: boolean;
  /** Whether the term lists the namespace by name. */
  listed: boolean;
  clauses: ClauseOnPod[];
}

export interface TermDomain {
  value: string;
  count: number;
}

export interface TermDomainColumns {
  value: string[];
  count: Column;
}

export type TermKind =
  | "required affinity"
  | "required anti-affinity"
  | "preferred affinity"
  | "preferred anti-affinity";

/** A term of the incoming pod, compared with a class of running pods. */
export interface TermOnClass {
  in_scope: boolean;
  clauses: boolean[];
  ok: boolean;
}

/** The running pods of a term, by domain. */
export interface TermPodColumns extends TermPodFacts {
  /** At most 200, those with the most pods first. */
  domains: TermDomainColumns;
}

/**
 * The running pods of a term: those that an incoming term matches, or those that have an existing
 * term.
 */
export interface TermPodFacts {
  count: number;
  /** How many of them are on nodes without the topology key. */
  off_domain: number;
  /** The number of domains that are not listed. */
  more_domains: number;
  /** The first 100. */
  pods: string[];
  /** One pod of each class. */
  holders: string[];
}

/** The running pods of a term, by domain. */
export interface TermPods extends TermPodFacts {
  /** At most 200, those with the most pods first. */
  domains: TermDomain[];
}

/** The namespaces that a term covers, as the spec states them. */
export interface TermScope {
  /** The names and the selector as text. */
  namespaces: string;
  namespace_names: string[];
  namespace_selector: string | null;
  /** Whether it is only the pod's own namespace. */
  own_namespace: boolean;
}

export type TermSide = "incoming" | "existing";

/** A piece of the message. `number` is that of the point that explains it, null for what lies between. */
export interface TextPart {
  text: string;
  number: number | null;
}

/** What the scheduler does when the nodes are there. */
export interface ThenScheduled {
  node: string | null;
  /** Its message if the pod stays pending, "" otherwise. */
  message: string;
}

/** A play: its actions, what happened, and the lives of pods and nodes. */
export interface Timeline {
  seed: number;
  /** The clock at the end. */
  seconds: number;
  actions: PlayAction[];
  moments: PlayMoment[];
  stays: PlayStay[];
  nodes: PlayNode[];
  workloads: PlayWorkload[];
  budgets: PlayBudget[];
  /** Whether all steps were played; False if the play came to its limit of moments. */
  complete: boolean;
}

/** A toleration for each of these taints. */
export interface TolerationChange {
  kind: "toleration";
  taints: string[];
}

/** The taints of all nodes, those of most nodes first, each compared with the pod's tolerations. */
export interface TolerationOperands {
  kind: "tolerations";
  taints: TaintOnNodes[];
}

export interface TolerationRemedy extends TolerationChange, RemedyResult {}

/** All nodes by the value of a topology key, "" for nodes without it. */
export interface Topology {
  key: string;
  domains: Record<string, number>;
}

/** The search for a place of one pod set. */
export interface TopologyPlace {
  pod_set: string;
  flavor: string;
  /** Kueue's words, "" if there is a place. */
  failure: string;
  levels: string[];
  /** The domains that it got, by the values of the levels; with hosts as the lowest level the host alone. */
  chosen: string[][];
  /** The pods of each. */
  counts: number[];
  /**
   * null if nothing was counted, or where it is left out. `empty` is set where there would be no place
   * either if nothing else ran; the counts are those of then.
   */
  search: SearchRecord | null;
}

export interface TotalCounts {
  /** The number of nodes that tie for the highest total. */
  best: number;
  total_min: number;
  total_max: number;
}

/** A cycle with the keys of the recorded vectors. If `skipped` is present, no cycle took place. */
export interface Trace extends PreFilterFields, ScoringFields, MessageFields, ClaimFields, SearchFields {
  pod: string;
  profile?: string;
  skipped?: SkipReason;
  /** The plugin that keeps the pod out of the queue. */
  preEnqueue?: Record<string, StatusEntry>;
  /** By node, for nodes that failed; absent if none did. */
  filter?: Record<string, NodeFailures>;
  /** The nodes that passed every filter; null if no cycle took place. */
  feasible: string[] | null;
  /** The cycle of the pod's whole group. */
  gang?: GangTrace;
  postFilter?: PostFilterEntry;
}

/** The keys of a trace about the cycle as a whole, none of which has an entry per node. */
export interface TraceSummary extends PreFilterFields, ScoringSummary, MessageFields, ClaimSummary {
  pod: string;
  profile: string;
  postFilter?: PostFilterSummary;
}

/** What a claim gets. */
export interface TracedAllocation {
  devices: TracedDevice[];
  /** The nodes from which the devices can be used; absent for all. */
  nodeSelector?: Record<string, unknown>;
  /** Each as SOURCE [requests] driver=parameters. */
  config?: string[];
}

/** What a cycle changed of a claim. */
export interface TracedClaim {
  allocated?: TracedAllocation;
  /** All that it is now reserved for, if that changed: "pods/NAME". */
  reservedFor?: string[];
  /** Class and number by request, of a claim that the cycle made for extended resources. */
  requests?: Record<string, string>;
  deallocated?: true;
  /** Nothing is left that it is reserved for. */
  unreserved?: true;
  deleted?: true;
}

/** A device in an allocation. */
export interface TracedDevice {
  /** REQUEST or REQUEST/ALTERNATIVE. */
  request: string;
  driver: string;
  pool: string;
  device: string;
  /** The device may be in use, and is not taken away from others. */
  adminAccess?: true;
  /** The share of a device that several claims use; "*" before it is written. */
  shareID?: string;
  consumedCapacity?: Record<string, string>;
  /** What must hold before the pod is bound. */
  bindingConditions?: string[];
  /** The number of tolerations of its request. */
  tolerations?: number;
}

/** A set of changes with which the pod gets a node in its cycle, and has none at the end of the run. */
export interface TransientRepair {
  changes: string[];
  atoms: AtomicChange[];
  cost: number;
  /** The node that takes the pod in its cycle. */
  node: string;
  /** Why it does not last. */
  text: string;
  phrase: PhraseForm;
}

/** A trial of a change: how many pods have been placed so far, and the run's result. */
export interface TriedChange {
  /** Of the pods without a node at the start, those that have one by now. */
  placed: number;
  /** Pods without a node at the start. */
  pods: number;
  /** Of these, those that the run without the change places. */
  before: number;
  /** Absent until the run is over. */
  end?: TriedEnd;
}

/** The result of a run with a change. */
export interface TriedEnd {
  /** The pods that are pending still, by cause. */
  causes: Causes;
  nodes: NodesOverview;
  added: LabelledNode[];
  /** Pods that end elsewhere than without the change, at most 200. */
  moved: RelocatedPod[];
  moved_count: number;
  /** Pods that ran before the first cycle and have no node at the end. */
  evicted: number;
}

export interface TriedFlavor {
  flavor: string;
  outcome: FlavorOutcome;
  /** Kueue's own words. */
  reasons: string[];
  sums: FlavorSum[];
  /** Whether it is the flavor that comes nearest: of which the cause is said. */
  decides: boolean;
  /** "key=value:effect", of the flavor. */
  taints: string[];
}

/** The flavors of a pod set in the order in which they are tried. */
export interface TriedPodSet {
  name: string;
  count: number;
  min_count: number | null;
  /** Of one pod. */
  requests: Record<string, QueueAmount>;
  flavors: TriedFlavor[];
}

/** A node whose pods a constraint does not count, and the rule that excludes it. */
export interface UncountedNode {
  node: string;
  rule: SpreadRule;
}

/** Per node the rule that excludes it. */
export interface UncountedNodeColumns {
  /** An index into `rules`, 0 if the node counts. */
  rule: Column;
  rules: string[];
}

export type Unit = "milli" | "bytes" | "count";

/** A job or a group of pods without a Workload, and why. */
export interface UnmadeWorkload {
  object: string;
  why: string;
}

/** Whether the node is cordoned, and whether the pod tolerates it. */
export interface UnschedulableStep {
  kind: "unschedulable";
  unschedulable: boolean;
  tolerated: boolean;
  ok: boolean;
}

/** Why Kueue has not tried a workload, of the state at rest. */
export interface UntriedWorkload {
  cause: QueueSentence;
  /** Of its ClusterQueue; "" if its queue names none that exists. */
  strategy: string;
  /** Those who wait in its queue, in the order of their turns; at most 20, the workload among them. */
  neighbours: QueuedNeighbour[];
  neighbour_count: number;
  /** What Kueue does not say. */
  notes: QueueSentence[];
}

/** A change that causes a difference. */
export interface UpgradeChange {
  name: string;
  /**
   * The first release with it: that of the minor release in which it first acts here, if it was picked
   * there.
   */
  since: string;
  title: string;
  /** What an operator has to know about it; may be empty. */
  note: string;
  /** Its number in kubernetes/enhancements. */
  kep: number | null;
  /** Its number in kubernetes/kubernetes. */
  pull_request: number | null;
  /** Whether a scheduler of the release was recorded. */
  recorded: boolean;
  /** Pods that land elsewhere because of it. */
  pods: number;
  decides: number;
  follows: number;
  /** Pods that become pending because of it. */
  pending: number;
}

/** A scenario under many versions. */
export interface UpgradeMatrix {
  nodes: number;
  /** The running pods of the scenario. */
  running: number;
  /** The pending pods of the scenario. */
  waiting: number;
  versions: UpgradeVersion[];
  pods: UpgradePod[];
  steps: UpgradeStep[];
  changes: UpgradeChange[];
  /** The other changes between the versions, which move no pod here; absent from older answers. */
  checked?: CheckedChange[];
}

/** A row of the matrix: a pending pod, or a running pod that is evicted under some version. */
export interface UpgradePod {
  /** `namespace/name`. */
  pod: string;
  /** The workload that the pod is a replica of, otherwise the pod. */
  group: string;
  stays: Stay[];
}

/**
 * How far a matrix is. `release` is being run, or its differences from the version before are being
 * explained.
 */
export interface UpgradeProgress {
  done: number;
  total: number;
  release: string;
  explains: boolean;
}

/** What differs between a version and the version before it. */
export interface UpgradeStep {
  /** The index of the version before. */
  before: number;
  after: number;
  /** Pods on another node. */
  moved: number;
  /** Pods that become pending. */
  pending: number;
  /** Pods that are no longer pending. */
  placed: number;
  /** Running pods that are evicted. */
  evicted: number;
  /** Running pods that are no longer evicted. */
  spared: number;
  /** Pods whose own cycle decides otherwise, or whose turn in the queue is another. */
  decides: number;
  /** Pods that follow from others. */
  follows: number;
  /** Pods elsewhere if replicas of a workload count as one another. */
  net: number;
  /** The changes that cause the differences, those first that act first. */
  causes: string[];
  /** Whether all pods land as before when the causes are switched off. */
  switched_off: boolean;
  /** Other changes between the two versions, which move no pod here. */
  others: number;
}

/** A column of the matrix. */
export interface UpgradeVersion {
  /** Its shortest name, such as "1.34" or "1.33.13". */
  release: string;
  /** The patch release that is followed: "v1.34.1"; "v1.31" where the name says none. */
  name: string;
  /** Whether the real scheduler was recorded; otherwise the version follows what is known of its changes. */
  recorded: boolean;
  /** Whether it is not released yet: it follows its alpha releases, and plans. Absent from older answers. */
  planned?: boolean;
  /** Why the scenario has no run under this version; empty if it has one. */
  problems: string[];
}

/** The pods that use a resource of a node. */
export interface UsedFact extends NamedFact {
  node: string;
  resource: string;
  unit: Unit;
  allocatable: number;
  /** The allocatable amount as in the source. */
  written: string | null;
  used: number;
  /** The largest amounts first, at most 120. */
  pods: UsingPod[];
  pods_total: number;
}

export interface UsingPod {
  pod: string;
  amount: number;
  /** The pod does not run here yet; it is nominated to the node. */
  nominated: boolean;
}

export type Value = number | string | boolean;

/** Versions of Kubernetes, such as "1.34". */
export interface VersionsSweep {
  kind: "versions";
  versions: string[];
  seeds: number;
}

export interface VictimFields {
  pod: string;
  priority: number;
  started: string;
  violates_pdb: boolean;
}

export type VictimReason = "needed" | "policy" | "priority" | "within_nominal" | "not_needed";

export type VictimVerdict = "preempted" | "allowed" | "safe";

/** A bound claim: its volume's node affinity, compared with this node. */
export interface VolumeAffinityStep {
  kind: "volume_affinity";
  /** namespace/name. */
  claim: string;
  volume: string;
  /** Whether the PersistentVolume exists. */
  exists: boolean;
  /** null if every node can reach the volume. */
  terms: ComparedTerm[];
  ok: boolean;
}

/** A disk or ReadWriteOncePod claim of the pod, and the pod that already uses it. */
export interface VolumeConflictStep {
  kind: "volume_conflict";
  /** The volume's name in the pod. */
  volume: string;
  /** The ReadWriteOncePod claim, namespace/name; null for a disk. */
  claim: string | null;
  /** The pod that already uses it, null if there is none. */
  pod: string | null;
  ok: boolean;
}

/** What a pod took with its node; claims are namespace/name. */
export interface VolumeDecisionsJson {
  /** The claim of each volume that was picked. */
  bound: Record<string, string>;
  /** The node on which a claim is to be provisioned. */
  selected: Record<string, string>;
}

/** The volumes of nodes, by driver, against their limits. */
export interface VolumeLimitOperands {
  kind: "volume_limits";
  drivers: DriverLimits[];
}

/** The volumes of a CSI driver on the node, those that the pod would add, and the node's limit. */
export interface VolumeLimitStep {
  kind: "volume_limit";
  driver: string;
  used: number;
  new: number;
  /** null if the node has no limit for this driver. */
  limit: number | null;
  ok: boolean;
}

/** A zone or region label of a bound volume. */
export interface VolumeZoneLabel {
  claim: string;
  volume: string;
  key: string;
  /** The values that the volume allows. */
  values: string[];
  /** Per node whether it has one of them, or no zone or region label at all. */
  accepts: Column;
}

/** The zone and region labels of the pod's volumes, all of which must hold. */
export interface VolumeZoneOperands {
  kind: "volume_zones";
  labels: VolumeZoneLabel[];
}

/** A zone or region label of a bound volume, compared with the node's label. */
export interface VolumeZoneStep {
  kind: "volume_zone";
  claim: string;
  volume: string;
  key: string;
  /** The values that the volume allows. */
  wanted: string[];
  /** The node's value, null if it has no such label. */
  actual: string | null;
  /** The node has no zone or region label at all, and passes for that reason. */
  node_has_no_zone: boolean;
  ok: boolean;
}

/** A pod that is still unschedulable, and when it would be attempted again without any event. */
export interface WaitingPod {
  pod: string;
  rejectors: string[];
  flush_at: number;
}

/** A workload that is not admitted, with all that decides about it. */
export interface WaitingWorkload {
  workload: string;
  /** "Job default/train"; "" if the input does not have it. */
  job: string;
  queue: string;
  /** "" if its queue names none that exists. */
  cluster_queue: string;
  /** From its own to the root. */
  cohorts: string[];
  priority: number;
  created: string;
  strategy: string;
  cause: QueueSentence;
  /** Kueue's, with the gate UnadmittedWorkloadsObservability; "" if it says none. */
  reason: string;
  /** Kueue's own, of the last time that it looked; "" if it says nothing. */
  message: string;
  /** When it looked for the last time, 0 for never. */
  cycle: number;
  /** What it would say now; "" if the workload would be admitted. */
  message_now: string;
  pod_sets: TriedPodSet[];
  /** The ones of the flavor that comes nearest first. */
  bars: CohortBars[];
  /** At most 20, the workload among them. */
  neighbours: QueuedNeighbour[];
  neighbour_count: number;
  preemption: PreemptionAnswer | null;
  places: TopologyPlace[];
  /** What Kueue does not say. */
  notes: QueueSentence[];
}

/** The weight of a plugin in the profile, and the default of the version. */
export interface WeightFact extends NamedFact {
  plugin: string;
  weight: number;
  default: number;
  profile: string;
}

export interface WeightedScores extends PluginScores {
  weight: number;
}

/** A grid of one or two settings of the scheduler. */
export interface WeightsSweep {
  kind: "weights";
  x: SweepSetting;
  y?: SweepSetting;
  /** The pod (namespace/name) whose node is given for each cell. */
  pod?: string;
  seeds: number;
}

/**
 * What it would take to place a pod.
 *
 * `causes` are minimal sets of facts: with one of these sets alone the pod is rejected, without any
 * one fact of it some node fits. All of them must be broken.
 */
export interface WhatIf {
  pod: string;
  /** The node that the pod is to get; null: any. */
  target: string | null;
  /** The node that it has without any change. */
  placed: string | null;
  /** The scheduler's message, empty if the pod has a node. */
  message: string;
  causes: string[][];
  facts: CauseFact[];
  outside: OutsideCause[];
  /**
   * Which requests fit on how many nodes, by resource; this and the next three are absent in former
   * answers.
   */
  requests?: RequestSteps[];
  /**
   * Absent in answers of former versions; null where cpu and memory are not what is short, or not both
   * asked for.
   */
  room?: FreeRoom | null;
  /** All nodes, by the domains in which those that fit are counted. */
  topology?: Topology | null;
  /** The nodes that take the pod without any change. */
  fits?: FittingNodes | null;
  /** How the target fares without any change; null without a target. */
  standing?: Standing | null;
  /**
   * Of each autoscaler, why no new node came; empty without one, and absent in answers of former
   * versions.
   */
  new_nodes?: NewNodeAnswer[];
  repairs: Repair[];
  /** What helps in the cycle alone; absent in answers of former versions. */
  transient?: TransientRepair[];
  /**
   * Whether all sets up to `most_changes` were searched; otherwise none is proven to be minimal in
   * number.
   */
  complete: boolean;
  /** Whether more repairs may come, and the effects of those that are here. */
  searching: boolean;
  most_changes: number;
  /** The cycles that were tried. */
  attempts: number;
  /** The sets of changes that were tried; this and the next are absent in answers of former versions. */
  sets?: number;
  /** Those to be tried in all, as far as is known. */
  expected_sets?: number;
  costs: Record<CostKind, number>;
}

/** The step of a run that shows whether an expectation holds. */
export interface WhereFields {
  pod: string;
  attempt: number;
  point: string;
  plugin: string | null;
  node: string | null;
}

/** What would place more of the pending pods of a run. The lists grow while `searching`. */
export interface WholeRun {
  /** The pods of the run that are not finished. */
  pods: number;
  pending: number;
  /** The best first: by risk, then by how many more pods are placed, then by cost. */
  repairs: RunRepair[];
  conflicts: Conflict[];
  /** Whether no conflict was left out for want of time. */
  conflicts_complete: boolean;
  costly: CostlyFact[];
  searching: boolean;
  /** Whether all classes of pending pods were looked at. */
  complete: boolean;
  /** The steps that are done, of `total`. */
  done: number;
  total: number;
}

/** The cause of what happened: a code with operands, for which the page has sentences. */
export interface Why {
  /** As `replicaset surplus`: the controller or action, and its reason. docs/day-two.md lists them. */
  code: string;
  operands: Record<string, Operand>;
}

/** The pod without a field. */
export interface WithoutChange {
  kind: "without";
  field: string;
}

export interface WithoutRemedy extends WithoutChange, RemedyResult {}

/** What the workload's controller promises from a moment on. */
export interface WorkloadBounds {
  moment: number;
  replicas: number;
  available_at_least: number;
  /** Without pods that are being deleted. */
  in_all_at_most: number;
}

/**
 * What the scheduler reads of a workload, or of a lone pod. Each pod asks for `cpu` (milli) and
 * `memory` (bytes).
 *
 * `affinity` names the kinds of affinity that are required or preferred, as in the spec. `tolerations`
 * are those of taints that are not Kubernetes' own.
 */
export interface WorkloadFacts {
  kind: string;
  namespace: string;
  name: string;
  pods: number;
  cpu: number;
  memory: number;
  priority: number;
  spread: WorkloadSpread[];
  affinity: string[];
  node_selector: Record<string, string>;
  tolerations: string[];
  claims: number;
}

/** A topologySpreadConstraint; `required` with DoNotSchedule. */
export interface WorkloadSpread {
  topology_key: string;
  max_skew: number;
  required: boolean;
}

export type _Field = "withinClusterQueue" | "reclaimWithinCohort" | "borrowWithinCohort";
