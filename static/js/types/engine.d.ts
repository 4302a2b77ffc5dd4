// The answers of the engine. Provisional: written from its types by hand once, until a script writes them.

export interface AddedPods {
  domain: string;
  count: number;
}

/** Points by feasible node (rows) and topology key (columns). */
export interface AffinityHeatmap {
  keys: string[];
  nodes: string[];
  cells: number[][];
}

/** The terms of a cycle in both directions, and what was counted for them. */
export interface AffinityLedger {
  affinity_counts: PairCount[];
  anti_affinity_counts: PairCount[];
  existing_anti_affinity_counts: PairCount[];
  terms: (IncomingTerm | ExistingTerm)[];
  classes: RunningClass[];
  hard_pod_affinity_weight: number;
  matches_itself: boolean;
  first_pod_exception: boolean;
  scores: PairScore[];
  heatmap: AffinityHeatmap;
}

export type AffinityOrigin = "pod" | "addedAffinity";

/** A required affinity term of the incoming pod. */
export interface AffinityRequiredStep {
  key: string;
  value: string | null;
  count: number;
  pods: string[];
  kind: "affinity_required";
  index: number;
  selector: string;
  first_pod: boolean;
  ok: boolean;
}

/** A term's part of the raw score: points = count · weight. */
export interface AffinityScoreStep {
  kind: "affinity_score";
  key: string;
  value: string;
  side: TermSide;
  kind_of_term: TermKind;
  selector: string;
  weight: number;
  count: number;
  points: number;
  pods: string[];
}

/** A table of distinct amounts by resource, as they were written, and per node the index of its own. */
export interface AmountsColumn {
  values: Record<string, string>[];
  codes: number[];
}

/** A required anti-affinity term of the incoming pod. */
export interface AntiAffinityRequiredStep {
  key: string;
  value: string | null;
  count: number;
  pods: string[];
  kind: "anti_affinity_required";
  index: number;
  selector: string;
  ok: boolean;
}

/** Mean and standard deviation of the shares; score = (1 − std) · 100, cut to an integer. */
export interface BalancedResultStep {
  kind: "balanced_result";
  mean: number;
  std: number;
  score: number;
}

/** A resource's share: fraction = requested / allocatable, at most 1. */
export interface BalancedScoreStep {
  kind: "balanced_score";
  resource: string;
  requested: number;
  allocatable: number;
  fraction: number;
  unit: Unit;
}

/** A number before the first cycle and after the last. */
export interface BeforeAfter {
  before: number;
  after: number;
}

/** A step of the binding cycle has run. */
export interface BindingPointFinished {
  kind: "point.finished";
  cycle: number;
  point: "Reserve" | "Permit" | "PreBind" | "Bind";
  plugins: PluginCode[];
  counts: NoCounts;
}

/** A node on which preemption would make room. */
export interface CandidateEntry {
  victims: string[];
  pdbViolations: number;
}

/** A claim that waits for a node: the volume that it would get here. */
export interface ClaimBindingStep {
  kind: "claim_binding";
  claim: string;
  storage_class: string;
  request: number;
  selected_node: string | null;
  node: string;
  candidates: string[];
  candidate_count: number;
  chosen: string | null;
  provisioning: Provisioner | null;
  ok: boolean;
}

/** A reason for which nodes were rejected, as the message of the cycle counts it. */
export interface Clause {
  count: number;
  reason: string;
  code: CodeName;
  plugin: string;
  nodes: string[];
}

/** A clause of a selector on the incoming pod's labels. */
export interface ClauseOnPod {
  actual: string | null;
  ok: boolean;
}

/** The nodes, in the order in which they are looked at. */
export interface ClusterNodes {
  names: string[];
  labels: Record<string, LabelColumn>;
  taints: TaintsColumn;
  allocatable: AmountsColumn;
  unschedulable: number[];
}

/** What pods of a class have in common. */
export interface ClusterPodClass {
  namespace: string;
  labels: Record<string, string>;
  requests: Record<string, number>;
  priority: number;
  terminating: boolean;
  owner: string | null;
}

/** The pods that wait and run. */
export interface ClusterPods {
  names: string[];
  nodes: number[];
  classes: number[];
  nominated: Record<string, string>;
}

/** The cluster before the first cycle; a run log is folded over it. */
export interface ClusterView {
  nodes: ClusterNodes;
  pods: ClusterPods;
  classes: ClusterPodClass[];
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

/** A clause of a selector with the label that it meets. */
export interface ComparedClause {
  key: string;
  operator: string;
  values: string[];
  origin?: Origin;
  actual: string | null;
  ok: boolean;
}

/** A clause of a node selector with what it meets on a node. */
export interface ComparedExpression {
  key: string;
  operator: string;
  values: string[];
  actual: string | null;
  field: boolean;
  ok: boolean;
}

/** A reason of the filters. */
export interface ComparedReason {
  reason: string;
  theirs: number;
  ours: number;
  agreed: boolean;
  plugin: string | null;
  nodes: string[];
}

/** A term of a node selector on a node: all its clauses must hold, and a term without clauses never does. */
export interface ComparedTerm {
  expressions: ComparedExpression[];
  ok: boolean;
}

/** A toleration of the pod, and whether it tolerates the taint of its step. */
export interface ComparedToleration {
  key: string;
  operator: string;
  value: string;
  effect: string;
  matches: boolean;
}

/** A constraint, field by field. */
export interface ConstraintFact {
  fact?: string;
  side: Side;
  namespace: string;
  path: string;
  clauses: SelectorClause[];
  nothing: boolean;
  key: string;
  source: SourceObject;
  fields: Field[];
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
  pods: number;
  example: string;
  skew: BeforeAfter;
  domains: DomainBeforeAfter[];
  domain_count: number;
}

/** What a container requests. */
export interface ContainerRequest {
  line?: number;
  text?: string;
  origin: "written" | "limits" | "absent";
  path: string;
  written?: string;
  name: string;
  role: ContainerRole;
  amount: number;
}

export type ContainerRole = "container" | "init" | "sidecar";

/** What was decided for a pod. */
export interface CycleFinished {
  pod: string;
  node: string | null;
  victims: string[];
  nominated_node: string | null;
  cleared: string[];
  next_start_index: number | null;
  volumes: TakenVolumes | null;
  extenders?: ExtenderCall[];
  kind: "cycle.finished";
  cycle: number;
  attempt: number;
  message: string | null;
  skipped: SkipReason | null;
  ties: number;
}

/** A pod left the queue. */
export interface CycleStarted {
  kind: "cycle.started";
  cycle: number;
  pod: string;
  attempt: number;
  profile: string | null;
  at: number;
  queue: PoppedFrom;
}

/** A cycle with everything that a page needs to show it. */
export interface CycleView {
  cycle: number;
  attempt: number;
  trace: Trace;
  pod: string;
  node_order: string[];
  plugins: Record<string, string[]>;
  clauses: Clause[];
  visited: string[] | null;
  spread: SpreadLedger | null;
  affinity: AffinityLedger | null;
}

export interface DomainBeforeAfter {
  before: number;
  after: number;
  value: string;
}

/** The count of a domain: its nodes, the first 200, and its pods, the first 120, those that count first. */
export interface DomainFact {
  fact?: string;
  side: Side;
  namespace: string;
  path: string;
  clauses: SelectorClause[];
  nothing: boolean;
  key: string;
  value: string;
  count: number;
  nodes: SpreadNode[];
  nodes_total: number;
  nodes_counted: number;
  pods: SpreadPod[];
  pods_total: number;
}

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

/** A pasted message beside a cycle, reason by reason. */
export interface EventComparison {
  agreed: boolean;
  pod: string;
  nodes: NodeCounts;
  placed_on: string | null;
  clauses: ComparedReason[];
  preemption: ReasonCounts[];
}

/** A node on which preemption was tried and does not help. */
export interface ExaminedNode {
  node: string;
  reasons: string[];
  pods: number;
  lower: number;
}

/** The nodes that a constraint does not count, the first 200. */
export interface ExcludedFact {
  fact?: string;
  side: Side;
  namespace: string;
  path: string;
  clauses: SelectorClause[];
  nothing: boolean;
  key: string;
  nodes: SpreadNode[];
  nodes_total: number;
}

/** A required anti-affinity term of running pods that matches the incoming pod. */
export interface ExistingAntiAffinityStep {
  key: string;
  value: string | null;
  count: number;
  pods: string[];
  kind: "existing_anti_affinity";
  selector: string;
  ok: boolean;
}

/** A term of running pods with the pods that have it. */
export interface ExistingTerm {
  side: TermSide;
  kind: TermKind;
  index: number;
  topology_key: string;
  selector: string;
  requirements: LabelRequirement[] | null;
  weight: number | null;
  namespaces: string;
  namespace_names: string[];
  namespace_selector: string | null;
  own_namespace: boolean;
  count: number;
  off_domain: number;
  domains: TermDomain[];
  more_domains: number;
  pods: string[];
  holders: string[];
  scope: null;
  points: number | null;
  matches_incoming: boolean;
  check: TermCheck;
}

/** Whether an expectation holds, and what is the case. */
export interface ExpectationResult {
  fact: Record<string, unknown>;
  text: string;
  holds: boolean | null;
  actual: string;
  where: WhereFields | null;
}

export type Explanation = FilterExplanation | ScoreExplanation;

/** An extender was asked to bind the pod. */
export interface ExtenderBindCall {
  extender: string;
  error?: string;
  verb: "bind";
}

export type ExtenderCall =
  | ExtenderFilterCall
  | ExtenderPrioritizeCall
  | ExtenderPreemptCall
  | ExtenderBindCall;

/** An extender was asked which nodes are left. */
export interface ExtenderFilterCall {
  extender: string;
  error?: string;
  verb: "filter";
  nodes?: string[];
  failed?: Record<string, string>;
  unresolvable?: Record<string, string>;
}

/** An extender was asked about the candidates of preemption. */
export interface ExtenderPreemptCall {
  extender: string;
  error?: string;
  verb: "preempt";
  victims?: Record<string, MetaVictims>;
}

/** An extender was asked for scores. */
export interface ExtenderPrioritizeCall {
  extender: string;
  error?: string;
  verb: "prioritize";
  scores?: Record<string, number>;
  weight?: number;
}

export type Fact =
  | ConstraintFact
  | DomainFact
  | ExcludedFact
  | NodeFact
  | PodFact
  | PreemptionFact
  | RemediesFact
  | RequestFact
  | SelfMatchFact
  | UsedFact
  | WeightFact;

/** A field as the scheduler reads it: its value, or a clause where it is a selector. */
export interface Field {
  line?: number;
  text?: string;
  path: string;
  origin: Origin;
  value?: string | number | boolean | null;
  clause?: SelectorClause;
  weight?: number;
  unit?: Unit;
  of?: string;
  at?: string;
}

export interface FieldRemedy {
  kind: "field";
  constraint: number;
  field: string;
  value: string | number;
  passes: boolean;
  rejected_by: string | null;
  feasible: number;
  selected: string | null;
  best: boolean;
}

export interface FilterCounts {
  nodes: number;
  evaluated: number;
  feasible: number;
}

/** The operands of a verdict. `pass` says whether nominated pods count: 0 there are none, 1 they do, 2 they do not. */
export interface FilterExplanation {
  pass?: number;
  point: "Filter";
  plugin: string;
  node: string;
  pod: string;
  code: CodeName;
  reasons: string[];
  steps: FilterStep[];
}

/** Filter has run on all nodes; the counts are those of the scheduler, which stops earlier. */
export interface FilterFinished {
  kind: "point.finished";
  cycle: number;
  point: "Filter";
  plugins: PluginRejections[];
  counts: FilterCounts;
}

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
  | StatusStep;

/** Why a node failed: by plugin its answer. */
export interface FirstFailure {
  pass?: number;
  first: string;
}

/** A resource's score under the strategy; the raw score is the weighted mean. */
export interface FitScoreStep {
  kind: "fit_score";
  strategy: string;
  resource: string;
  requested: number;
  allocatable: number;
  score: number;
  weight: number;
  unit: Unit;
}

/** A DoNotSchedule constraint with what PreFilter counted. */
export interface HardSpreadConstraint {
  index: number;
  topology_key: string;
  max_skew: number;
  when_unsatisfiable: string;
  selector: string;
  requirements: LabelRequirement[] | null;
  namespace: string;
  origin: "pod" | "default";
  min_domains: number | null;
  node_affinity_policy: string;
  node_taints_policy: string;
  self_match: number;
  minimum: SpreadMinimum;
  domains: HardSpreadDomain[];
  not_counted: UncountedNode[];
}

/** A domain of a constraint that filters. */
export interface HardSpreadDomain {
  value: string;
  count: number;
  nodes: string[];
  skew: number;
  headroom: number;
  fits: boolean;
  pods: string[];
}

export type HintName = "Queue" | "QueueSkip";

/** A node that was not examined, as its rejection is unresolvable. */
export interface HopelessNode {
  node: string;
  plugin: string;
  reasons: string[];
}

/** The sum of the images' points between two thresholds, in bytes, and the raw score it makes. */
export interface ImageResultStep {
  kind: "image_result";
  sum: number;
  min_threshold: number;
  max_threshold: number;
  score: number;
}

/** An image of the pod: its size in bytes, on how many of all nodes it is, and what this node gets for it. */
export interface ImageStep {
  kind: "image";
  image: string;
  size: number;
  nodes_with: number;
  nodes: number;
  points: number;
}

/** A term of the incoming pod with the running pods that it matches. */
export interface IncomingTerm {
  side: TermSide;
  kind: TermKind;
  index: number;
  topology_key: string;
  selector: string;
  requirements: LabelRequirement[] | null;
  weight: number | null;
  namespaces: string;
  namespace_names: string[];
  namespace_selector: string | null;
  own_namespace: boolean;
  count: number;
  off_domain: number;
  domains: TermDomain[];
  more_domains: number;
  pods: string[];
  holders: string[];
  scope: string[] | null;
  points: number | null;
  matches_incoming: null;
}

/** What runs while an init container starts: itself and the sidecars before it. */
export interface InitStep {
  name: string;
  amount: number;
  sidecars: number;
}

/** A table of the distinct values of a label, and per node the index of its own; -1 where it has none. */
export interface LabelColumn {
  values: string[];
  codes: number[];
}

/** One clause of a selector: In, NotIn, Exists, DoesNotExist, Gt or Lt. */
export interface LabelRequirement {
  key: string;
  operator: string;
  values: string[];
}

export interface MetaVictims {
  uids: string[];
  pdbViolations: number;
}

/** A waiting pod that an event brought back. */
export interface MovedPod {
  pod: string;
  hints: Record<string, HintName | null>;
  to: QueuePart;
  ready_at: number;
}

/** Nothing is counted. */
export interface NoCounts {}

/** A preferred term of node affinity: its weight counts where it holds. */
export interface NodeAffinityPreferredStep {
  expressions: ComparedExpression[];
  ok: boolean;
  kind: "node_affinity_preferred";
  index: number;
  origin: AffinityOrigin;
  weight: number;
}

/** A required term of node affinity: one of them must hold. */
export interface NodeAffinityTermStep {
  expressions: ComparedExpression[];
  ok: boolean;
  kind: "node_affinity_term";
  index: number;
  origin: AffinityOrigin;
}

/** The size of both clusters. */
export interface NodeCounts {
  theirs: number;
  ours: number;
}

/** A node as the scheduler sees it. */
export interface NodeFact {
  fact?: string;
  node: string;
  source: SourceObject;
  fields: Field[];
  resources: ResourceUse[];
  pods: string[];
  pods_total: number;
}

export type NodeFailures = FirstFailure & Record<string, StatusEntry>;

/** The node that spec.nodeName asks for, compared with this one. */
export interface NodeNameStep {
  kind: "node_name";
  wanted: string | null;
  node: string;
  ok: boolean;
}

/** A label of spec.nodeSelector, compared with the node's. */
export interface NodeSelectorStep {
  kind: "node_selector";
  key: string;
  value: string;
  actual: string | null;
  ok: boolean;
}

export interface NodesOverview {
  names: string[];
  resources: Record<string, ResourceOverview>;
}

/** The nominated node is tried before all others. */
export interface NominatedNodeTried {
  node: string;
  fits: boolean;
}

/** How raw scores become 0 to 100, and the range over which they do. */
export interface Normalization {
  formula: NormalizeFormula;
  min: number;
  max: number;
  all_equal: boolean;
}

export type NormalizeFormula = "none" | "max" | "max_reverse" | "spread" | "affinity";

/** The scores were brought to 0 to 100, weighted and added. */
export interface NormalizeScoreFinished {
  kind: "point.finished";
  cycle: number;
  point: "NormalizeScore";
  plugins: WeightedScores[];
  counts: TotalCounts;
}

export type Origin =
  | "written"
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
  pods: string[];
}

/** Points for a (topology key, value): an entry of topologyScore. */
export interface PairScore {
  key: string;
  value: string;
  score: number;
}

export interface PluginCode {
  plugin: string;
  code: CodeName;
}

/** So many nodes were stopped by a filter plugin; no preemption helps where it is unresolvable. */
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

/** A pod as the scheduler reads it. */
export interface PodFact {
  fact?: string;
  pod: string;
  node: string | null;
  incoming: boolean;
  terminating: boolean;
  source: SourceObject;
  fields: Field[];
  amounts: ResourceAmount[];
}

export interface PodsRemedy {
  kind: "pods";
  constraint: number;
  added: AddedPods[];
  passes: boolean;
  rejected_by: string | null;
  feasible: number;
  selected: string | null;
  best: boolean;
}

export type PointFinished =
  | PrePointFinished
  | FilterFinished
  | PostFilterFinished
  | ScoreFinished
  | NormalizeScoreFinished
  | BindingPointFinished;

/** The part of the queue that a pod left, and how many wait behind it. */
export interface PoppedFrom {
  active: number;
  backoff: number;
  unschedulable: number;
  from: QueuePart;
  priority: number;
}

/** A host port of the pod, and the pod on this node that holds it. */
export interface PortStep {
  kind: "port";
  protocol: string;
  host_ip: string;
  host_port: number;
  pod: string | null;
  ok: boolean;
}

export interface PostFilterCounts {
  candidates: number;
  victims: number;
}

/** What preemption found. */
export interface PostFilterEntry {
  code: CodeName;
  message?: string;
  nominatedNode?: string;
  victims?: string[];
  candidates?: Record<string, CandidateEntry>;
  best?: string[];
  rejected?: Record<string, StatusEntry>;
  clearedNominations?: string[];
}

/** Preemption has been tried. */
export interface PostFilterFinished {
  kind: "point.finished";
  cycle: number;
  point: "PostFilter";
  plugins: PluginCode[];
  counts: PostFilterCounts;
}

export interface PreCounts {
  ran: number;
  skipped: number;
}

/** What a plugin answered at PreFilter. */
export interface PreFilterEntry {
  code: CodeName;
  reasons?: string[];
  nodeNames?: string[];
}

/** PreFilter or PreScore has run. */
export interface PrePointFinished {
  kind: "point.finished";
  cycle: number;
  point: "PreFilter" | "PreScore";
  plugins: PluginCode[];
  counts: PreCounts;
}

/** A node on which preemption would make room. */
export interface PreemptionCandidate {
  node: string;
  pdb_violations: number;
  victims: VictimFields[];
  lower: number;
  values: (number | string)[];
  best: boolean;
}

/** How preemption chose. Of candidates and nodes the first 200 are listed. */
export interface PreemptionFact {
  fact?: string;
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

/** A rule of pickOneNodeForPreemption: the value that stays in, and how many candidates it leaves. */
export interface PreemptionRule {
  rule: string;
  largest: boolean;
  bound: number | string | null;
  before: number;
  after: number;
  asked: boolean;
  decided: boolean;
}

/** Whether a new volume could be provisioned for this node. */
export interface Provisioner {
  provisioner: string;
  topology_ok: boolean;
  capacity_ok: boolean;
}

/** Something happened in the cluster, and the plugins that rejected the waiting pods were asked about it. */
export interface QueueMoved {
  kind: "queue.moved";
  at: number;
  event: string;
  about: string | null;
  moved: MovedPod[];
  stayed: StayedPod[];
  stayed_count: number;
}

export type QueuePart = "active" | "backoff" | "unschedulable";

/** So many nodes for a reason, in the text and in the run. */
export interface ReasonCounts {
  reason: string;
  theirs: number;
  ours: number;
  agreed: boolean;
}

/** What would make a rejected node pass: the changes that were tried, those that help first. */
export interface RemediesFact {
  fact?: string;
  node: string;
  plugin: string | null;
  changes: Remedy[];
}

export type Remedy = FieldRemedy | PodsRemedy | TolerationRemedy | RequestRemedy | WithoutRemedy;

/** What a pod requests of a resource: the greater of what runs and of each step, and overhead. */
export interface RequestFact {
  fact?: string;
  pod: string;
  resource: string;
  unit: Unit;
  request: number;
  containers: ContainerRequest[];
  steps: InitStep[];
  running?: number;
  pod_level?: number | null;
  overhead?: number;
  scoring?: number;
  scoring_default?: number | null;
  source?: SourceObject;
}

export interface RequestRemedy {
  kind: "request";
  requests: ResourceAmount[];
  passes: boolean;
  rejected_by: string | null;
  feasible: number;
  selected: string | null;
  best: boolean;
}

export interface ResourceAmount {
  resource: string;
  amount: number;
  unit: Unit;
}

/** What is requested of each node, in the order of their names. */
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
  unresolvable: boolean;
  ok: boolean;
}

export interface ResourceUse {
  resource: string;
  unit: Unit;
  used: number;
  allocatable: number;
}

/** The last event of a run that came to its end. */
export interface RunFinished {
  kind: "run.finished";
  placed: number;
  pending: number;
  at: number;
  waiting: WaitingPod[];
}

/** The first event: what is run. */
export interface RunStarted {
  kind: "run.started";
  kubernetes_version: string;
  nodes: number;
  pods: string[];
  seed: number | null;
}

/** Running pods that are alike in namespace and in the labels at which the terms look. */
export interface RunningClass {
  namespace: string;
  labels: Record<string, string>;
  count: number;
  pods: string[];
  cells: TermOnClass[];
}

export interface ScoreCounts {
  nodes: number;
}

/** The operands of a score: weighted = normalized · weight. Scores are None where the plugin gave none. */
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
export interface ScoreFinished {
  kind: "point.finished";
  cycle: number;
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
  | AffinityScoreStep;

/** What a plugin answered at PreScore. */
export interface ScoringEntry {
  code: CodeName;
}

/** A clause of a selector, and who wrote it. */
export interface SelectorClause {
  key: string;
  operator: string;
  values: string[];
  origin: Origin;
}

/** Whether the incoming pod matches the selector of its own constraint. */
export interface SelfMatchFact {
  fact?: string;
  side: Side;
  namespace: string;
  path: string;
  clauses: SelectorClause[];
  nothing: boolean;
  pod: string;
  labels: Record<string, string>;
  compared: ComparedClause[];
  self_match: number;
}

export type Side = "filter" | "score";

export type SkipReason = "NotFound" | "AlreadyBound" | "NoProfile" | "Terminating" | "Gated";

/** A ScheduleAnyway constraint with what PreScore counted. */
export interface SoftSpreadConstraint {
  index: number;
  topology_key: string;
  max_skew: number;
  when_unsatisfiable: string;
  selector: string;
  requirements: LabelRequirement[] | null;
  namespace: string;
  origin: "pod" | "default";
  min_domains: number | null;
  node_affinity_policy: string;
  node_taints_policy: string;
  self_match: number;
  size: number;
  weight: number;
  domains: SoftSpreadDomain[];
  not_counted: UncountedNode[];
}

/** A domain of a constraint that scores. */
export interface SoftSpreadDomain {
  value: string;
  count: number;
  points: number;
  nodes: string[];
  pods: string[];
}

/** The object in which fields are written: a pod itself, or its workload. */
export interface SourceObject {
  object: string;
  prefix: string;
}

/** The node is not scored: it lacks the topology keys of some constraints. */
export interface SpreadIgnoredStep {
  kind: "spread_ignored";
  keys: string[];
}

/** The constraints of a cycle with their domains, in the order in which they are checked. */
export interface SpreadLedger {
  filter: HardSpreadConstraint[];
  score: SoftSpreadConstraint[];
}

/** The global minimum of a constraint. */
export interface SpreadMinimum {
  value: number;
  smallest: number | null;
  held_by: string[];
  domains: number;
  forced_zero: boolean;
}

/** The node lacks the topology key of a constraint. */
export interface SpreadMissingLabelStep {
  kind: "spread_missing_label";
  constraint: number;
  key: string;
  ok: boolean;
}

/** A node, whether its pods count, and what leaves it out. */
export interface SpreadNode {
  node: string;
  counted: boolean;
  rule?: SpreadRule;
  key?: string;
  compared?: ComparedClause[];
  taint?: string | null;
}

export interface SpreadPod {
  labels: Record<string, string | null>;
  clauses: boolean[];
  namespace_ok: boolean;
  terminating: boolean;
  selected: boolean;
  pod: string;
  node: string;
  node_ok: boolean;
  counted: boolean;
}

export type SpreadRule = "missing label" | "nodeAffinityPolicy: Honor" | "nodeTaintsPolicy: Honor";

/** A constraint's part of the raw score: points = count · weight + max_skew − 1. */
export interface SpreadScoreStep {
  kind: "spread_score";
  constraint: number;
  key: string;
  value: string;
  count: number;
  size: number;
  weight: number;
  max_skew: number;
  points: number;
}

/** A constraint on this node: skew = matching + self_match − minimum, at most max_skew. */
export interface SpreadSkewStep {
  kind: "spread_skew";
  constraint: number;
  key: string;
  value: string;
  matching: number;
  self_match: number;
  minimum: number;
  forced_zero: boolean;
  held_by: string[];
  skew: number;
  max_skew: number;
  pods: string[];
  ok: boolean;
}

/** What a plugin answered. */
export interface StatusEntry {
  code: CodeName;
  reasons?: string[];
}

/** The answer of a plugin that gives no operands. */
export interface StatusStep {
  code: CodeName;
  reasons?: string[];
  kind: "status";
}

/** A waiting pod about which plugins were asked. */
export interface StayedPod {
  pod: string;
  hints: Record<string, HintName | null>;
}

export interface TaintFields {
  key: string;
  value: string;
  effect: string;
}

/** A PreferNoSchedule taint: it counts where it is not tolerated. */
export interface TaintPreferStep {
  kind: "taint_prefer";
  taint: TaintFields;
  tolerated: boolean;
}

/** A taint that keeps pods away, with every toleration of the pod. */
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

/** What a pod took with its node; claims are namespace/name. */
export interface TakenVolumes {
  bound: Record<string, string>;
  selected: Record<string, string>;
}

/** A running pod's term, clause by clause on the incoming pod. */
export interface TermCheck {
  namespace: string;
  in_scope: boolean;
  listed: boolean;
  clauses: ClauseOnPod[];
}

export interface TermDomain {
  value: string;
  count: number;
}

export type TermKind =
  | "required affinity"
  | "required anti-affinity"
  | "preferred affinity"
  | "preferred anti-affinity";

/** What a term of the incoming pod says of a class of running pods. */
export interface TermOnClass {
  in_scope: boolean;
  clauses: boolean[];
  ok: boolean;
}

export type TermSide = "incoming" | "existing";

export interface TolerationRemedy {
  kind: "toleration";
  taints: string[];
  passes: boolean;
  rejected_by: string | null;
  feasible: number;
  selected: string | null;
  best: boolean;
}

export interface TotalCounts {
  best: number;
  total_min: number;
  total_max: number;
}

/** A cycle in the keys of the recorded vectors. With `skipped` no cycle took place. */
export interface Trace {
  preFilter?: Record<string, PreFilterEntry>;
  nominatedNodeTried?: NominatedNodeTried;
  filter?: Record<string, NodeFailures>;
  preScore?: Record<string, ScoringEntry>;
  score?: Record<string, Record<string, number>>;
  normalized?: Record<string, Record<string, number>>;
  weights?: Record<string, number>;
  total?: Record<string, number>;
  best?: string[];
  selected?: string;
  scoringSkippedByScheduler?: true;
  reserve?: StatusEntry;
  extenders?: ExtenderCall[];
  postFilter?: PostFilterEntry;
  fitError?: string;
  error?: string;
  startIndex?: number;
  nextStartIndex?: number;
  evaluatedNodes?: number;
  pod: string;
  profile?: string;
  skipped?: SkipReason;
  preEnqueue?: Record<string, StatusEntry>;
  feasible: string[] | null;
}

/** A node whose pods a constraint does not count, and the rule that leaves it out. */
export interface UncountedNode {
  node: string;
  rule: SpreadRule;
}

export type Unit = "milli" | "bytes" | "count";

/** Whether the node is cordoned, and whether the pod tolerates that. */
export interface UnschedulableStep {
  kind: "unschedulable";
  unschedulable: boolean;
  tolerated: boolean;
  ok: boolean;
}

/** Who uses a resource of a node. */
export interface UsedFact {
  fact?: string;
  node: string;
  resource: string;
  unit: Unit;
  allocatable: number;
  written: string | null;
  used: number;
  pods: UsingPod[];
  pods_total: number;
}

export interface UsingPod {
  pod: string;
  amount: number;
  nominated: boolean;
}

export interface VictimFields {
  pod: string;
  priority: number;
  started: string;
  violates_pdb: boolean;
}

/** A bound claim: the node affinity of its volume on this node. */
export interface VolumeAffinityStep {
  kind: "volume_affinity";
  claim: string;
  volume: string;
  exists: boolean;
  terms: ComparedTerm[];
  ok: boolean;
}

/** A disk or ReadWriteOncePod claim of the pod, and the pod that uses it already. */
export interface VolumeConflictStep {
  kind: "volume_conflict";
  volume: string;
  claim: string | null;
  pod: string | null;
  ok: boolean;
}

/** The volumes of a CSI driver on the node, those that the pod would add, and how many the node takes. */
export interface VolumeLimitStep {
  kind: "volume_limit";
  driver: string;
  used: number;
  new: number;
  limit: number | null;
  ok: boolean;
}

/** A zone or region label of a bound volume, compared with the node's. */
export interface VolumeZoneStep {
  kind: "volume_zone";
  claim: string;
  volume: string;
  key: string;
  wanted: string[];
  actual: string | null;
  node_has_no_zone: boolean;
  ok: boolean;
}

/** A pod that is still unschedulable, and when it would be tried again though nothing happens. */
export interface WaitingPod {
  pod: string;
  rejectors: string[];
  flush_at: number;
}

/** The weight of a plugin in the profile, beside the default of the version. */
export interface WeightFact {
  fact?: string;
  plugin: string;
  weight: number;
  default: number;
  profile: string;
}

export interface WeightedScores {
  plugin: string;
  min: number;
  max: number;
  weight: number;
}

/** The step of a run that shows whether an expectation holds. */
export interface WhereFields {
  pod: string;
  attempt: number;
  point: string;
  plugin: string | null;
  node: string | null;
}

export interface WithoutRemedy {
  kind: "without";
  field: string;
  passes: boolean;
  rejected_by: string | null;
  feasible: number;
  selected: string | null;
  best: boolean;
}
