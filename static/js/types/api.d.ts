// Written by `make types` from the types in Python.

import type {
  ActionVerdict,
  AdmissionReport,
  Assumption,
  BindingPointFinished,
  Causes,
  ClaimsFact,
  ClusterView,
  ConstraintFact,
  CycleFinished,
  CycleStarted,
  CycleView,
  DevicesFact,
  DifferenceKind,
  DomainFact,
  EndStates,
  EventComparison,
  ExcludedFact,
  ExpectationResult,
  ExplainedMessage,
  FilterExplanation,
  FilterFinished,
  FilterStep,
  GangView,
  KueueWalk,
  Leaving,
  LintReport,
  LiveCause,
  LiveDecision,
  LiveEntry,
  LiveMinute,
  LiveNode,
  LiveNodeVerdict,
  LiveNodeView,
  LiveNow,
  MoreCapacity,
  NodeClaimsFact,
  NodeDeviceFact,
  NodeFact,
  NormalizeScoreFinished,
  OrderView,
  Overview,
  Phrase,
  PlayDescheduling,
  PodExplanation,
  PodFact,
  PointFinished,
  PostFilterFinished,
  PrePointFinished,
  PreemptionFact,
  QueueAnswer,
  QueueCures,
  QueueMoved,
  RemediesFact,
  RemedyChange,
  Removal,
  RequestFact,
  RunFinished,
  RunStarted,
  ScenarioSummary,
  ScoreExplanation,
  ScoreFinished,
  SecondTry,
  SelfMatchFact,
  SweepResult,
  SweepSpecification,
  Timeline,
  Trace,
  TriedChange,
  UpgradeMatrix,
  UpgradeProgress,
  UsedFact,
  WaitingWorkload,
  WeightFact,
  WhatIf,
  WholeRun,
  WorkloadFacts,
} from "./engine.js";

/** The caller's account; a visitor without one has no name and no teams. */
export interface AccountOut {
  name: string | null;
  teams: TeamOut[];
  /** To teams, as far as they are neither accepted nor declined. */
  invitations: InvitationOut[];
}

type Answers = [
  [`POST /cluster-inquiries/${string}/cancel`, ClusterInquiryOut],
  [`GET /runs/${string}/cycles/${string}/gang/order`, OrderView],
  [`POST /inquiries/${string}/repairs/${string}/try`, TriedOut],
  [`POST /runs/${string}/cluster-inquiries`, ClusterInquiryOut],
  [`GET /runs/${string}/cycles/${string}/figures/${string}`, Figure],
  [`GET /runs/${string}/cycles/${string}/explain`, FilterExplanation | ScoreExplanation],
  [`GET /snapshots/${string}/second-try`, SecondTry],
  [`POST /plays/${string}/moments/${string}/open`, RunStartedOut],
  [`POST /scenarios/${string}/duplicate`, NewScenarioOut],
  [`POST /sweeps/${string}/points/${string}/open`, RunStartedOut],
  [`DELETE /snapshots/${string}/notes/${string}`, null],
  [`GET /runs/${string}/queue/workload`, WaitingWorkload],
  [`POST /cures/${string}/changes/${string}/try`, TriedOut],
  [`POST /invitations/${string}/accept`, null],
  [`POST /runs/${string}/cycles/${string}/event`, EventComparison],
  [`POST /snapshots/${string}/upgrades`, UpgradeOut],
  [`POST /snapshots/${string}/variants`, RunStartedOut],
  [`GET /compare/${string}..${string}/outcomes`, OutcomesOut],
  [
    `GET /runs/${string}/cycles/${string}/facts`,
    (
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
      | WeightFact
    ),
  ],
  [`GET /snapshots/${string}/findings`, FindingsOut],
  [`DELETE /teams/${string}/members/${string}`, null],
  [`GET /cluster-inquiries/${string}`, ClusterInquiryOut],
  [`GET /runs/${string}/cycles/${string}/gang`, GangView],
  [`GET /runs/${string}/cycles/${string}/view`, CycleView],
  [`GET /runs/${string}/expectations`, ExpectationsOut],
  [`GET /runs/${string}/lesson/tries`, OwnTryOut],
  [`GET /scenarios/${string}/replica`, ReplicaOut],
  [`GET /snapshots/${string}/sharing`, SharingOut],
  [`POST /inquiries/${string}/cancel`, InquiryOut],
  [`POST /runs/${string}/changes/try`, TriedOut],
  [`POST /snapshots/${string}/sweeps`, SweepOut],
  [`PUT /snapshots/${string}/sharing`, SharingOut],
  [`GET /runs/${string}/explanation`, PodExplanation],
  [`GET /snapshots/${string}/sweeps`, SweepsOut],
  [`POST /snapshots/${string}/notes`, NoteOut],
  [`POST /snapshots/${string}/plays`, PlayOut],
  [`POST /snapshots/${string}/share`, RunStartedOut],
  [`POST /upgrades/${string}/cancel`, UpgradeOut],
  [`PUT /snapshots/${string}/notes/${string}`, NoteOut],
  [`GET /compare/${string}..${string}/cycle`, CycleOut],
  [`GET /snapshots/${string}/notes`, NotesOut],
  [`POST /runs/${string}/inquiries`, InquiryOut],
  [`POST /scenarios/${string}/runs`, DraftRunOut],
  [`POST /snapshots/${string}/fork`, NewScenarioOut],
  [
    `POST /snapshots/${string}/jobs`,
    (
      | UpgradeOut
      | PlayOut
      | LintTaskOut
      | SweepOut
      | InquiryOut
      | ClusterInquiryOut
      | CuresOut
      | QueueAskedOut
      | TriedOut
    ),
  ],
  [`DELETE /invitations/${string}`, null],
  [`GET /lessons/${string}/source`, LessonSourceOut],
  [`GET /runs/${string}/admission`, AdmissionReport],
  [`GET /runs/${string}/queue/pod`, KueueOut],
  [`GET /scenarios/${string}/runs`, PastRunOut[]],
  [`GET /scenarios/${string}/team`, SharedWithOut],
  [`POST /queues/${string}/cancel`, QueueAskedOut],
  [`POST /snapshots/${string}/key`, KeyOut],
  [`POST /sweeps/${string}/cancel`, SweepOut],
  [`POST /trials/${string}/cancel`, TriedOut],
  [`PUT /scenarios/${string}/team`, SharedWithOut],
  [`GET /lessons/${string}/tries`, TaskTryOut],
  [`GET /runs/${string}/overview`, Overview],
  [`POST /cures/${string}/cancel`, CuresOut],
  [`POST /lints/${string}/cancel`, LintTaskOut],
  [`POST /plays/${string}/cancel`, PlayOut],
  [`DELETE /scenarios/${string}`, null],
  [`DELETE /snapshots/${string}`, GoneOut],
  [`GET /import/fields`, FieldsOut],
  [`GET /live/${string}/entries`, LiveEntriesOut],
  [`GET /runs/${string}/by-hand`, HandOut],
  [`GET /runs/${string}/cluster`, ClusterView],
  [`GET /runs/${string}/cycles/${string}`, Trace],
  [
    `POST /jobs/${string}/cancel`,
    (
      | UpgradeOut
      | PlayOut
      | LintTaskOut
      | SweepOut
      | InquiryOut
      | ClusterInquiryOut
      | CuresOut
      | QueueAskedOut
      | TriedOut
    ),
  ],
  [`POST /runs/${string}/cancel`, RunOut],
  [`POST /runs/${string}/queues`, QueueAskedOut],
  [`POST /trials/${string}/copy`, RepairTrialOut],
  [`GET /live/${string}/moment`, LiveMomentOut],
  [`GET /live/${string}/nodes/${string}`, LiveNodeOut],
  [`GET /runs/${string}/causes`, Causes],
  [`GET /runs/${string}/events`, EventsOut],
  [`GET /runs/${string}/lesson`, OwnLessonOut],
  [`POST /runs/${string}/cures`, CuresOut],
  [`GET /live/${string}/hours`, LiveHoursOut],
  [`GET /runs/${string}/issue`, IssueOut],
  [`GET /runs/${string}/queue`, QueueOut],
  [`GET /sweeps/${string}.csv`, null],
  [`POST /live/${string}/open`, LiveOpenedOut],
  [`GET /compare/${string}..${string}`, ComparisonOut],
  [`GET /inquiries/${string}`, InquiryOut],
  [`GET /runs/${string}/pods`, PodsOut],
  [`GET /scenarios/${string}`, ScenarioOut],
  [`GET /snapshots/${string}`, SnapshotOut],
  [`POST /scenarios`, NewScenarioOut],
  [`PUT /live/${string}/team`, LiveOut],
  [`PUT /scenarios/${string}`, ScenarioOut],
  [`GET /live/${string}/map`, LiveMapOut],
  [`GET /scenarios`, ScenarioBrief[]],
  [`GET /upgrades/${string}`, UpgradeOut],
  [`POST /messages`, ExplainedMessage],
  [`POST /validate`, Validation],
  [`GET /clusters`, ClusterOut[]],
  [`GET /lessons/${string}`, LessonOut],
  [`POST /outline`, OutlineOut],
  [`GET /account`, AccountOut],
  [`GET /gallery`, CaseOut[]],
  [`GET /plugins`, PluginsOut],
  [`GET /queues/${string}`, QueueAskedOut],
  [`GET /sweeps/${string}`, SweepOut],
  [`GET /trials/${string}`, TriedOut],
  [`POST /try-on`, TryOnOut],
  [`GET /cures/${string}`, CuresOut],
  [`GET /lints/${string}`, LintTaskOut],
  [`GET /plays/${string}`, PlayOut],
  [`GET /rooms/${string}`, RoomState],
  [`POST /rooms`, RoomOpenedOut],
  [`POST /steps`, StepsOut],
  [
    `GET /jobs/${string}`,
    (
      | UpgradeOut
      | PlayOut
      | LintTaskOut
      | SweepOut
      | InquiryOut
      | ClusterInquiryOut
      | CuresOut
      | QueueAskedOut
      | TriedOut
    ),
  ],
  [`GET /live/${string}`, LiveOut],
  [`GET /runs/${string}`, RunOut],
  [`POST /edit`, EditedOut],
  [`POST /lint`, LintOut],
  [`GET /live`, LiveHeadOut[]],
];

type Lookup<Key, Pairs> = Pairs extends [[infer Pattern, infer Answer], ...infer Rest]
  ? Key extends Pattern
    ? Answer
    : Lookup<Key, Rest>
  : unknown;

/** What the API answers to a method of a path, which may have a query. */
export type AnswerTo<Method extends string, Path extends string> = Path extends `${infer Bare}?${string}`
  ? AnswerTo<Method, Bare>
  : Lookup<`${Method} ${Path}`, Answers>;

/**
 * What is asked, or was asked last: its choices, and by value how many chose each.
 *
 * `is_open` says whether it is still asked; `counts` is null until it is shown.
 */
export interface Asked {
  about: string;
  choices: Record<string, string>[];
  is_open: boolean;
  counts: Record<string, number> | null;
}

/** What all kinds of inquiries have in common. */
export interface AskedOut extends JobOut {
  run: string;
}

/** An attempt of a pod, with its cycle number in each run; null if the run does not have it. */
export interface AttemptOut {
  pod: string;
  attempt: number;
  a: number | null;
  b: number | null;
}

export interface CapacityIn extends ClusterInquiryIn {
  kind: "capacity";
}

export interface CaseOut {
  slug: string;
  title: string;
  topic: string;
  level: number;
  question: string;
  story: string;
  answer: string;
  message: string;
  unlike: string;
  misconception: string;
  fix: string;
  differs: string;
  origin: string;
  infamous: boolean;
  outcome: string;
  picture: Picture;
  snapshot: string;
}

/**
 * What an input changes against another: `maxSkew 1 → 2`, in the caller's language; the first changes
 * in full.
 */
export interface ChangeOut {
  name: string;
  details: string[];
  count: number;
}

export interface ChangeTrialIn {
  kind?: "trial";
  pod: string;
  change: RemedyChange;
}

/**
 * `run`: what places most pending pods. `capacity`: how many more pods fit. `removal`: which nodes
 * (could) go.
 */
export interface ClusterInquiryIn {
  kind: ClusterInquiryKind;
  costs?: Record<string, number>;
  mix?: MixedPodIn[];
  template?: string;
  count?: number;
  key?: string;
}

export type ClusterInquiryKind = "run" | "capacity" | "removal";

/** The answer is in the field of the kind; it grows while the inquiry runs, and is null before. */
export interface ClusterInquiryOut extends AskedOut {
  kind: ClusterInquiryKind;
  whole_run: WholeRun | null;
  capacity: MoreCapacity | null;
  removal: Removal | null;
  /**
   * In place of `removal` where the cluster has autoscalers: which nodes they remove, and why others
   * stay.
   */
  leaving: Leaving[] | null;
}

/** A sample cluster; `source` has its objects as YAML documents. */
export interface ClusterOut {
  name: string;
  title: string;
  pools: PoolOut[];
  source: string;
}

/**
 * `first` is where the runs diverge; null while one is unfinished, or if they do not diverge.
 *
 * `change` names what B changes; null for very large snapshots.
 */
export interface ComparisonOut {
  a: SideOut;
  b: SideOut;
  finished: boolean;
  change: ChangeOut | null;
  inputs: InputOut[];
  inputs_count: number;
  placements: PlacementOut[];
  placements_count: number;
  same: number;
  differing: AttemptOut[];
  differing_count: number;
  attempts: number;
  first: CycleOut | null;
}

export interface CuresIn {
  kind?: "admit";
  workload: string;
}

/** `answer` is null until the changes were tried. */
export interface CuresOut extends AskedOut {
  workload: string;
  answer: QueueCures | null;
}

/** An attempt with the `events` of both logs and their differences. */
export interface CycleOut extends AttemptOut {
  events: Record<
    "a" | "b",
    (
      | PrePointFinished
      | FilterFinished
      | PostFilterFinished
      | ScoreFinished
      | NormalizeScoreFinished
      | BindingPointFinished
      | CycleFinished
    )[]
  >;
  differences: DifferenceOut[];
}

/** Names of attributes and capacities of devices by domain, which is their driver's if they have none. */
export interface DeviceNamesOut {
  attributes: Record<string, string[]>;
  capacity: Record<string, string[]>;
}

/** A line of the manifests: added (+), removed (-), or beside one. */
export interface DiffLine {
  sign: string;
  text: string;
}

/** `nodes` are the first of `count`; empty if the difference is of the cycle as a whole. */
export interface DifferenceOut {
  point: string;
  plugin: string;
  subject: string;
  a: string;
  b: string;
  nodes: string[];
  count: number;
}

export type Doing = "along" | "away" | "thinking";

/** A search: `start` and `looked` say which of the nodes were looked at, in a ring. */
export interface Dots {
  nodes: number;
  start: number;
  looked: number;
  golden: number;
  winner: number;
}

/** The run that was started; `before` is the snapshot of the run that the draft showed until then. */
export interface DraftRunOut extends RunStartedOut {
  before: string | null;
}

export interface EditIn {
  source: string;
  operations: OperationIn[];
}

export interface EditOut {
  from_line: number;
  to_line: number;
  text: string;
}

export interface EditedOut {
  edits: EditOut[];
}

export interface EntryOut {
  object: string;
  kind: string;
  namespace: string;
  name: string;
  line: number;
  end_line: number;
  labels: Record<string, string>;
  node: string;
  owner: string;
  count: number | null;
  taints: number;
  unschedulable: boolean;
}

export interface ErrorItem {
  path: string;
  message: string;
  line?: number;
  object?: string;
}

export interface ErrorsOut {
  errors: ErrorItem[];
}

export interface EventIn {
  message: string;
}

export interface EventsOut {
  events: LoggedEvent[];
  status: RunStatus;
}

export interface ExpectationsOut {
  expectations: ExpectationResult[];
}

/**
 * `kinds` are trees of fields with a role at each leaf; `harmless` names fields that identify nobody.
 *
 * `groups` are the API groups of Kubernetes' kinds; `exported` has apiVersion and kind of the objects
 * in each field of an export of kube-scheduler-simulator. `wordings` are what other programs than the
 * scheduler say of pods, with placeholders in braces.
 */
export interface FieldsOut {
  kinds: Record<string, unknown>;
  groups: Record<string, string[]>;
  exported: Record<string, string[]>;
  harmless: string[];
  wordings: string[];
  limits: LimitsOut;
}

export interface Figure {
  data: Record<string, unknown>[];
  layout: Record<string, unknown>;
  config: Record<string, unknown>;
}

/** The pods of a zone: of the new revision, of the old one, and those that are being deleted. */
export interface FilmZone {
  name: string;
  new: number;
  old: number;
  going: number;
  /** What the rule counts before the pod comes; null where no pod comes. */
  count: number | null;
  skew: number | null;
  fits: boolean;
}

export interface FindingsOut {
  findings: number | null;
}

/**
 * What the presenter alone sees.
 *
 * `people` are the followers, without names and always in the same order: who goes along, who looks
 * around, and who goes along and has not answered what is asked. `counts` are how many chose each
 * value of what was asked last.
 */
export interface ForPresenter {
  people: Doing[];
  counts: Record<string, number>;
}

/** A moment of a rollout: a new pod comes to `zone`, or it is the start or the end. */
export interface Frame {
  zone: string;
  moment: number;
  zones: FilmZone[];
  spread: SpreadSum | null;
}

export interface GoneOut {
  gone: boolean;
  variants: number;
}

/**
 * What was chosen for a pod, beside what the scheduler would have chosen then; without a node it
 * waits.
 */
export interface HandChoice {
  pod: string;
  node: string | null;
  total: number | null;
  best: string | null;
  best_total: number | null;
}

/** A node as the pod in hand finds it. `steps` are those of the filter that rejects it first, `plugin`. */
export interface HandNode {
  name: string;
  zone: string;
  pods: string[];
  cpu: number;
  used: number;
  fits: boolean;
  plugin: string;
  why: string;
  steps: FilterStep[];
  total: number | null;
}

/** A run that is placed by hand: what was chosen so far, and the pod in hand, empty at the end. */
export interface HandOut {
  pods: HandPod[];
  chosen: HandChoice[];
  pod: string;
  asks: Record<string, number>;
  nodes: HandNode[];
  best: string | null;
  best_total: number | null;
}

/** A pod in the order of the queue, and where the run has put it. */
export interface HandPod {
  pod: string;
  scheduler: string | null;
}

export interface InputOut {
  object: string;
  path: string;
  kind: DifferenceKind;
  a: unknown;
  b: unknown;
}

export interface InquiryIn {
  kind?: "pod";
  pod: string;
  node?: string;
  costs?: Record<string, number>;
}

/** `answer` grows while the inquiry runs; it is null before the first repair. */
export interface InquiryOut extends AskedOut {
  pod: string;
  node: string;
  answer: WhatIf | null;
}

export interface InvitationOut {
  id: number;
  team: TeamOut;
  /** The account of the member who invited the caller. */
  by: string;
}

/** A step as Markdown, to be pasted where people argue. */
export interface IssueOut {
  markdown: string;
}

/** What the answers about all kinds of jobs have in common. */
export interface JobOut {
  id: string;
  kind: string;
  status: RunStatus;
  error: string | null;
  /** Null where nobody knows. */
  progress: JobProgress | null;
}

/** How many parts of a job are done, of how many. */
export interface JobProgress {
  done: number;
  total: number;
}

export interface KeyOut {
  key: string;
}

/** Kueue's cycle for the workload of a pod; null for a pod without one. */
export interface KueueOut {
  walk: KueueWalk | null;
}

/**
 * What scheduling does not read of a large source and is not stored: fields by path, objects by kind,
 * counted.
 */
export interface LeftOut {
  fields: Record<string, number>;
  objects: Record<string, number>;
}

/**
 * A lesson, and what comes of it under settings, by the numbers of the handles' values, as `0.2`.
 *
 * `next` is where to ask on: settings are answered in order, as many at a time as take little.
 */
export interface LessonOut {
  lesson: LessonPage;
  scenes: Record<string, Scene>;
  next: number | null;
}

/** `base` is what the lesson begins with, `scenes` are those of further settings that its moments have. */
export interface LessonPage {
  slug: string;
  number: number;
  title: string;
  keep: string;
  picture: string;
  guess: PageGuess;
  handles: PageHandle[];
  map: PageChoice | null;
  moments: PageMoment[];
  task: PageTask;
  base: Scene;
  scenes: Record<string, Scene>;
  next: PageChoice | null;
}

/** The lesson's cluster as a draft has it. */
export interface LessonSourceOut {
  title: string;
  source: string;
  kubernetes_version: string;
}

export interface LimitsOut {
  bytes: number;
  objects: number;
}

export interface LintIn {
  source: string;
  on?: string;
  name?: string;
  output?: "" | "text" | "json" | "sarif" | "gitlab";
  later?: boolean;
}

export interface LintJobIn {
  kind?: "lint";
  on?: string;
}

/** The findings of a source, and the same as the command prints them if that is asked for. */
export interface LintOut {
  report: LintReport;
  printed: string;
}

/**
 * A source that a worker lints; `report` is null until it is finished. `done` counts the rules applied
 * so far.
 */
export interface LintTaskOut extends JobOut {
  done: number;
  rules: number;
  report: LintReport | null;
}

/** A cause for which pods waited. `until` is null while they do. */
export interface LiveCauseSpan {
  since: string;
  until: string | null;
  cause: LiveCause;
}

/** Entries in the order of their numbers. There may be more on either side. */
export interface LiveEntriesOut {
  entries: LiveEntry[];
  /** The oldest number that is kept; 0 without entries. */
  first: number;
  /** The newest. */
  last: number;
}

/** A followed cluster in a list. */
export interface LiveHeadOut {
  id: string;
  name: string;
  state: LiveState;
  trouble: string;
  heard: string | null;
  since: string | null;
  server_version: string;
  kubernetes_version: string;
  pseudonyms: boolean;
  tally: LiveTally;
  /** The number of the newest entry. */
  last: number;
}

/** The lanes of the scrubber: a row for each minute in which something was known, the oldest first. */
export interface LiveHoursOut {
  minutes: LiveMinute[];
  causes: LiveCauseSpan[];
  /** The oldest moment that can be opened. */
  first: string | null;
}

export interface LiveMapOut {
  nodes: LiveNode[];
}

/**
 * Which moment is opened: that before a decision, or the last one not after a time; now if both are
 * null.
 */
export interface LiveMomentIn {
  decision?: number | null;
  at?: string | null;
}

/** The cluster as it was, and the newest entry at that time. */
export interface LiveMomentOut {
  now: LiveNow;
  nodes: LiveNode[];
  entry: number;
}

/** A node now or at a moment, and what was decided about it. */
export interface LiveNodeOut {
  view: LiveNodeView;
  /** The last decisions that chose it, the latest first; at most 20, of the last 2,000 decisions. */
  chosen: LiveDecision[];
  /**
   * What it was to the last decision about each workload, the latest first; none of a moment that is
   * past.
   */
  verdicts: LiveNodeVerdict[];
}

/** A snapshot of a moment; its run is at `address`, with the decision's pod in view if one was named. */
export interface LiveOpenedOut {
  snapshot: string;
  run: string;
  address: string;
}

/** A followed cluster as it is now. `now` is null until the first list has been read. */
export interface LiveOut extends LiveHeadOut {
  now: LiveNow | null;
  unread: LiveUnread[];
  /** Whether the scheduler's configuration was given; without it Kubernetes' own is assumed. */
  has_config: boolean;
  /** Whether the caller may say who sees it. */
  mine: boolean;
  team: TeamOut | null;
}

export type LiveState = "following" | "silent" | "retrying" | "stopped";

/** Decisions by agreement since `since`. */
export interface LiveTally {
  equal: number;
  undetermined: number;
  different: number;
  unjudged: number;
}

export interface LiveTeamIn {
  team: number | null;
}

/** A resource that could not be listed, and what the answers may be wrong about. */
export interface LiveUnread {
  resource: string;
  consequence: string;
}

export type LoggedEvent = (
  | RunStarted
  | CycleStarted
  | PointFinished
  | CycleFinished
  | QueueMoved
  | RunFinished
  | RunFailed
  | RunCancelled
) &
  Numbered;

/** A member of a gang in the order of trying; `tried` is the node on which it was put for the others. */
export interface Member {
  pod: string;
  cpu: number;
  tried: string;
  bound: string;
}

/** `text` is what kubectl or a log printed, with a FailedScheduling message in it. */
export interface MessageIn {
  text: string;
}

export interface MixedPodIn {
  pod: string;
  times?: number;
}

/** `source` is empty if the request said `Prefer: return=minimal`. */
export interface NewScenarioOut extends ScenarioOut {
  edit_key: string;
  left_out: LeftOut;
}

export interface NodePicture {
  name: string;
  pods: number;
  winner: number;
}

/** A node; `label` is a short name or that of its pool, empty in large clusters. `landed` counts pods. */
export interface NodeTrial {
  name: string;
  label: string;
  tainted: boolean;
  landed: number;
}

/** A note: Markdown, and the query of the walk that shows what it is pinned to. */
export interface NoteIn {
  text: string;
  place: string;
}

/** A note. `html` is its Markdown without anything that could do something. */
export interface NoteOut {
  id: string;
  place: string;
  text: string;
  html: string;
  edited: string;
}

export interface NoteTextIn {
  text: string;
}

/** The notes of a run, the oldest first; whether the caller may write, and how many more. */
export interface NotesOut {
  may_write: boolean;
  left: number;
  notes: NoteOut[];
}

export interface Numbered {
  /** From 1, without gaps; a separate column in the database. */
  seq: number;
}

export interface OperationIn {
  op: "set" | "add" | "remove" | "delete" | "copy" | "create" | "uncordon";
  object?: string;
  path?: (string | number)[];
  value?: unknown;
}

export interface OutcomeDifferenceOut {
  kind: OutcomeKind;
  a: OutcomeOut | null;
  b: OutcomeOut | null;
}

export type OutcomeKind = "placed" | "moved" | "pending" | "added" | "removed" | "preempted" | "spared";

/** How a pod ended, under its name in that run; `node` is null if it is pending or was preempted. */
export interface OutcomeOut {
  pod: string;
  node: string | null;
  preempted: boolean;
}

/**
 * The pods that ended differently in run B, the first of them listed; empty while one run is
 * unfinished.
 */
export interface OutcomesOut {
  finished: boolean;
  change: ChangeOut | null;
  pods: OutcomeDifferenceOut[];
  counts: Record<string, number>;
}

export interface OutlineIn {
  source: string;
  object?: string;
}

export interface OutlineOut {
  objects: EntryOut[];
  labels: Record<string, Record<string, string[]>>;
  devices: DeviceNamesOut;
  manifest: unknown;
}

export interface OwnChange {
  value: string;
  label: string;
}

export interface OwnChoice {
  value: string;
  label: string;
  right: boolean;
}

/** What to predict; of `several` choices all that are right are wanted. */
export interface OwnGuess {
  kind: string;
  several: boolean;
  choices: OwnChoice[];
}

/** `problems` are what the lesson says and the run does not. */
export interface OwnLesson {
  moments: OwnMoment[];
  guess: OwnGuess | null;
  task: OwnTask | null;
  problems: OwnProblem[];
}

/** The lesson that a scenario tells of its own run; null if it tells none, or while the run goes on. */
export interface OwnLessonOut {
  lesson: OwnLesson | null;
}

/** A caption; `step` is the query of the walk that shows it, empty where the walk stays where it is. */
export interface OwnMoment {
  kind: string;
  caption: string;
  figures: Record<string, number | string>;
  step: string;
}

/** What a lesson says and its run does not: the path, and what to do about it. */
export interface OwnProblem {
  path: string;
  message: string;
}

export interface OwnTask {
  text: string;
  par: number;
  changes: OwnChange[];
}

/**
 * What changes of its task come to; `error` says why they do not go together.
 *
 * Where the goal is not reached, `actual` is what is the case instead, and `message` what Kubernetes
 * says of the pod.
 */
export interface OwnTryOut {
  changes: number;
  solved: boolean;
  actual: Phrase | null;
  message: string;
  diff: DiffLine[];
  error: string;
}

export interface PageChoice {
  value: string;
  label: string;
}

export interface PageGuess {
  kind: string;
  fact: string;
  choices: PageOption[];
  among: string[];
}

export interface PageHandle {
  name: string;
  label: string;
  values: string[];
}

/** `at` names the settings, `step` says whether the workbench has a step for it. */
export interface PageMoment {
  kind: string;
  caption: string;
  point: string;
  at: string;
  show: number;
  step: boolean;
}

/** A choice of a guess or of a task; `because` says why it is wrong, with {names} of figures. */
export interface PageOption extends PageChoice {
  because: string;
}

export interface PageTask {
  text: string;
  at: string;
  par: number;
  changes: PageOption[];
  target: Scene;
}

/**
 * A run that the draft started, when it last did so, and what its input changed against the run before
 * it.
 *
 * `change` is null where that is not known: of earlier versions of this site, and of very large
 * drafts.
 */
export interface PastRunOut extends RunOut {
  at: string;
  title: string;
  change: ChangeOut | null;
}

export interface Picture {
  zones: ZonePicture[];
  pending: number;
}

/**
 * A pod that ended elsewhere. `kind` says why a node is null: pending, evicted, or no such pod on that
 * side.
 */
export interface PlacementOut {
  pod: string;
  kind: OutcomeKind;
  a: string | null;
  b: string | null;
}

export interface PlayIn {
  kind?: "play";
  /** As in a document `steps:`; null: those of the scenario. */
  steps?: Record<string, unknown>[] | null;
  seed?: number;
  /** 0: the timeline of `seed`. Otherwise in which ways the plays of this many seeds end, from seed 1 on. */
  seeds?: number;
}

/** `timeline` and `verdicts`, or `end_states`, are null until the play is finished. */
export interface PlayOut extends JobOut {
  snapshot: string;
  steps: Record<string, unknown>[];
  seed: number;
  seeds: number;
  /** How many seeds are played. */
  done: number;
  timeline: Timeline | null;
  verdicts: ActionVerdict[] | null;
  /** The topologySpreadConstraints as written, by workload. */
  constraints: Record<string, Record<string, unknown>[]>;
  end_states: EndStates | null;
  /** What the descheduler would do, approximately; null in answers of former versions. */
  descheduling: PlayDescheduling | null;
}

export interface PluginOut {
  name: string;
  weight: number;
}

export interface PluginsOut {
  plugins: PluginOut[];
}

/** A pod, as namespace/name, and the node that it ended on: null if it is pending, or was evicted. */
export interface PodEndOut {
  pod: string;
  node: string | null;
}

/** The pods of a run, and how many are not listed. */
export interface PodsOut {
  pods: PodEndOut[];
  left_out: number;
}

export interface PoolOut {
  name: string;
  nodes: number;
}

export interface QueueAskedIn {
  kind?: "queue";
  workload?: string;
}

/** The answer before the scheduler, where it takes longer than a request may take; null at first. */
export interface QueueAskedOut extends AskedOut {
  workload: string;
  answer: QueueFound | null;
}

/**
 * What a worker knows by now: how many waiting workloads it has looked at, and at the end what was
 * asked for.
 */
export interface QueueFound {
  done?: number;
  total?: number;
  queue?: QueueAnswer;
  workload?: WaitingWorkload;
}

/** What Kueue decided; null without any of its queues. */
export interface QueueOut {
  answer: QueueAnswer | null;
}

/** Kueue's queue before the scheduler: its quota of cpu and what its workload asks for, in millicores. */
export interface Quota {
  queue: string;
  cpu: number;
  asked: number;
  admitted: boolean;
}

export interface RemovalIn extends ClusterInquiryIn {
  kind: "removal";
}

export interface RepairTrialIn {
  changes?: string[];
}

/** A copy of the scenario with what was tried: the draft, the snapshot of its run, and the comparison. */
export interface RepairTrialOut {
  scenario: string;
  run: string;
  snapshot: string;
  compare: string;
}

/** `pod` is null if the run has no such replica. */
export interface ReplicaOut {
  pod: string | null;
}

/** A room to be opened: what it is about, and the address at which it begins. */
export interface RoomIn {
  title: string;
  at: string;
}

/**
 * A room: `link` is for everybody, `secret` for its presenter alone, and `until` it ends, in seconds
 * since 1970.
 */
export interface RoomOpenedOut {
  code: string;
  link: string;
  secret: string;
  until: number;
}

/**
 * A room as all who are in it see it, but for `presenter`, which is null for everybody else.
 *
 * `here` says whether the presenter is connected, `back` how often the presenter has asked all to come
 * back. `along` of the `followers` go along, the others look around; `guessed` people have answered
 * what is asked.
 */
export interface RoomState {
  title: string;
  at: string;
  asked: Asked | null;
  followers: number;
  along: number;
  guessed: number;
  back: number;
  here: boolean;
  ended: boolean;
  until: number;
  presenter: ForPresenter | null;
}

/** The owner cancelled the run; the cycles before it remain. */
export interface RunCancelled {
  kind: "run.cancelled";
}

/** The run ended with an error; the cycles before it remain. */
export interface RunFailed {
  kind: "run.failed";
  /** In English. */
  message: string;
  /** Absent in logs of before. */
  said?: Phrase;
}

export interface RunIn {
  seed?: number | null;
  kubernetes_version?: string | null;
  live?: boolean;
}

export interface RunOut {
  id: string;
  snapshot: string;
  status: RunStatus;
  cycles: number;
  pods: number;
  placed: number;
  pending: number;
  events: number;
  error: string | null;
  kubernetes_version: string;
  seed: number | null;
}

export interface RunStartedOut {
  id: string;
  snapshot: string;
  status: RunStatus;
}

export type RunStatus = "queued" | "running" | "finished" | "failed" | "cancelled";

/** An entry in the list of drafts: without the source, with the result of the last run. */
export interface ScenarioBrief {
  id: string;
  title: string;
  summary: ScenarioSummary | null;
  errors: ErrorItem[];
  created: string;
  updated: string;
  snapshot: string | null;
  run: string | null;
  placed: number | null;
  pods: number | null;
}

export interface ScenarioChange {
  title?: string | null;
  source?: string | null;
  allow_errors?: boolean;
  based_on?: string | null;
}

export interface ScenarioIn {
  title?: string;
  source: string;
  allow_errors?: boolean;
  on?: string;
}

export interface ScenarioOut {
  id: string;
  title: string;
  source: string;
  summary: ScenarioSummary | null;
  errors: ErrorItem[];
  created: string;
  updated: string;
  snapshot: string | null;
  run: string | null;
  forked_from: string | null;
}

/** A lesson under one setting. */
export interface Scene {
  figures: Record<string, number | string>;
  pod: string;
  node: string | null;
  nodes: SceneNode[];
  zones: SceneZone[];
  waiting: number;
  yaml: string;
  spread?: SpreadSum;
  columns?: Walled[];
  nowhere?: string[];
  strikes?: Strike[];
  dots?: Dots;
  scores?: Score[];
  members?: Member[];
  quota?: Quota;
  film?: Frame[];
}

/**
 * A node when the pod's turn came; `why` is what the first filter says that rejects it, `plugin`.
 *
 * `label` is its value of the rule's topology key, empty without one.
 */
export interface SceneNode {
  name: string;
  zone: string;
  cpu: number;
  pods: ScenePod[];
  fits: boolean;
  label?: string;
  plugin?: string;
  why?: string;
}

/** A pod on a node. `cpu` in millicores. */
export interface ScenePod {
  name: string;
  app: string;
  cpu: number;
  priority: number;
  /** A budget that allows no eviction guards it. */
  guarded?: true;
}

/**
 * A zone: the pods of the app at the start, when the pod's turn came, and at the end; the sum of the
 * rule.
 *
 * `fits` says whether a node of it takes the pod. `skew` is null if the zone is in none of the rule's
 * domains: it has left the field. `within` says whether the skew is allowed.
 */
export interface SceneZone {
  name: string;
  at_start: number;
  count: number;
  at_end: number;
  fits: boolean;
  skew: number | null;
  within: boolean;
}

export interface Score {
  node: string;
  total: number;
  parts: ScorePart[];
}

/** A plugin's part of a total: normalized × weight. */
export interface ScorePart {
  plugin: string;
  raw: number;
  normalized: number;
  weight: number;
  points: number;
}

export interface ShareIn {
  title?: string | null;
  visibility?: Visibility;
}

/** The team that a draft is shared with. `mine`: the caller may change that. */
export interface SharedWithOut {
  team: TeamOut | null;
  edits: boolean;
  mine: boolean;
}

export interface SharingIn {
  days: 7 | 30 | null;
}

/**
 * Visibility and expiry of a link. `mine`: the caller may change them.
 *
 * `variants`: how many variants others ran that end with it, told to those who may change it.
 */
export interface SharingOut {
  visibility: Visibility;
  expires: string | null;
  mine: boolean;
  variants: number;
}

export interface SideOut {
  snapshot: string;
  title: string;
  kubernetes_version: string;
  seed: number | null;
  summary: ScenarioSummary;
  forked_from: string | null;
  run: RunOut | null;
}

export interface SnapshotOut {
  id: string;
  title: string;
  source: string;
  kubernetes_version: string;
  seed: number | null;
  summary: ScenarioSummary;
  visibility: Visibility;
  run: string | null;
  created: string;
  expires: string | null;
  forked_from: string | null;
}

export interface SourceIn {
  source: string;
}

/** What a rule compares with; `key` is the label that it counts by. */
export interface SpreadSum {
  key: string;
  max_skew: number;
  minimum: number;
  self_match: number;
}

export interface StepsIn {
  source: string;
}

export interface StepsOut {
  steps: Record<string, unknown>[];
}

/** A rule of preemption, and the nodes that it takes out of the choice; `best` is the winning value. */
export interface Strike {
  rule: string;
  best: number | string;
  struck: string[];
  asked: boolean;
}

export interface SweepIn {
  kind?: "sweep";
  /** A SweepSpecification. */
  sweep: Record<string, unknown>;
  /** The other links of a fleet, in the order in which they are shown. */
  snapshots?: string[];
}

/** `result` is that of the points so far; null before the first. */
export interface SweepOut extends SweepStateOut {
  result: SweepResult | null;
}

/** A sweep without its result. */
export interface SweepStateOut extends JobOut {
  snapshot: string;
  /** All links of a fleet, this one first. */
  snapshots: string[];
  specification: SweepSpecification;
  points: number;
  evaluated: number;
  /**
   * Ranges of points that workers evaluate: those made so far, and how many more there will be of this
   * size.
   */
  pieces: number;
  pieces_done: number;
  /** Points a second, of late. */
  rate: number;
  /** null before the first points, and when there is nothing left to do. */
  seconds_left: number | null;
  created: string;
  finished: string | null;
}

export interface SweepsOut {
  /** The newest first. */
  sweeps: SweepStateOut[];
}

/** What changes of the task come to; `scene` is null if they do not go together, which `error` says. */
export interface TaskTryOut {
  changes: number;
  solved: boolean;
  scene: Scene | null;
  diff: DiffLine[];
  error: string;
}

export interface TeamIn {
  team: number | null;
  edits?: boolean;
}

export interface TeamOut {
  id: number;
  name: string;
}

/**
 * A workload on a cluster: `placed` of `pods`; null if it is too large to be tried before it is
 * opened.
 *
 * `message` is the scheduler's about the first pod that stays pending. `refusals` are answers of
 * admission to pods that would not exist, `refused` in number.
 */
export interface TrialOut {
  cluster: string;
  title: string;
  nodes: number;
  running: number;
  pools: string[];
  pods: number;
  placed: number | null;
  zones: ZoneTrial[];
  message: string;
  refusals: string[];
  refused: number;
  assumptions: Assumption[];
  version: string;
}

/**
 * A change that is tried. `answer` is null at first; it has an `end` when the run with the change is
 * over.
 */
export interface TriedOut extends AskedOut {
  answer: TriedChange | null;
}

export interface TryOnIn {
  source: string;
  nodes?: string | null;
}

export interface TryOnOut {
  workloads: WorkloadFacts[];
  trials: TrialOut[];
}

export interface UpgradeIn {
  kind?: "upgrade";
  /** A range ("1.30..1.34") or a list ("1.30,1.34"). */
  versions: string;
}

/** The matrix is null until it is finished. */
export interface UpgradeOut extends JobOut {
  progress: UpgradeProgress | null;
  snapshot: string;
  matrix: UpgradeMatrix | null;
}

/**
 * `notes` say what was not read and what it could change, and what is missing for a run to have a
 * result.
 */
export interface Validation {
  errors: ErrorItem[];
  summary: ScenarioSummary | null;
  notes: string[];
}

export interface VariantIn {
  kubernetes_version?: string | null;
  seed?: number | null;
  as_pending?: string | null;
}

export type Visibility = "unlisted" | "public";

/** A domain of the rule: nodes between two walls. */
export interface Walled {
  value: string;
  nodes: string[];
}

export interface WholeRunIn extends ClusterInquiryIn {
  kind: "run";
}

export interface ZonePicture {
  name: string;
  nodes: NodePicture[];
}

export interface ZoneTrial {
  name: string;
  nodes: NodeTrial[];
}
