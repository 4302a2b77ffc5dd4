// The answers of the web API, under the names of its schemas (webui/*/schemas.py). Written by hand: a field that is not here
// is one that the page does not know.

export type RunStatus = "queued" | "running" | "finished" | "failed" | "cancelled";
import type { CycleFinished, PointFinished } from "./engine.js";

export interface Summary {
  nodes: number;
  pods: number;
  pending: number;
}
export type Visibility = "unlisted" | "public";

/** Who asks; a visitor without an account has no name and no teams. */
export interface AccountOut {
  name: string | null;
  teams: TeamOut[];
}

/** An attempt of a pod, with the number of its cycle on each side; null where there is none. */
export interface AttemptOut {
  pod: string;
  attempt: number;
  a: number | null;
  b: number | null;
}

export interface CaseOut {
  slug: string;
  title: string;
  topic: string;
  level: number;
  question: string;
  story: string;
  answer: string;
  misconception: string;
  fix: string;
  differs: string;
  origin: string;
  infamous: boolean;
  outcome: string;
  picture: Picture;
  snapshot: string;
}

export interface ClauseOut {
  reason: string;
  theirs: number;
  ours: number;
  agreed: boolean;
  plugin: string | null;
  nodes: string[];
}

/** `first` is where the runs part; it is null while one of them is not finished, and when they do not. */
export interface ComparisonOut {
  a: SideOut;
  b: SideOut;
  finished: boolean;
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

/** An attempt, what the logs tell of it, and how it differs. */
export interface CycleOut {
  pod: string;
  attempt: number;
  a: number | null;
  b: number | null;
  told: Record<"a" | "b", (PointFinished | CycleFinished)[]>;
  differences: DifferenceOut[];
}

/** `nodes` are the first of `count`; none: the cycle as a whole. */
export interface DifferenceOut {
  point: string;
  plugin: string;
  subject: string;
  a: string;
  b: string;
  nodes: string[];
  count: number;
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

export interface EventComparison {
  agreed: boolean;
  pod: string;
  nodes: NodesOut;
  placed_on: string | null;
  clauses: ClauseOut[];
  preemption: ReasonOut[];
}

export interface EventIn {
  message: string;
}

export interface ExpectationOut {
  fact: Record<string, unknown>;
  text: string;
  holds: boolean | null;
  actual: string;
  where: WhereOut | null;
}

export interface ExpectationsOut {
  expectations: ExpectationOut[];
}

/** `kinds` are trees of fields with a role at each leaf; `harmless` names fields that give nobody away. */
export interface FieldsOut {
  kinds: Record<string, unknown>;
  harmless: string[];
  limits: LimitsOut;
}

export interface GoneOut {
  gone: boolean;
}

export interface InputOut {
  object: string;
  path: string;
  kind: "added" | "removed" | "changed";
  a?: unknown;
  b?: unknown;
}

export interface KeyOut {
  key: string;
}

export interface LimitsOut {
  bytes: number;
  objects: number;
}

export interface NewScenarioOut {
  id: string;
  title: string;
  source: string;
  summary: Summary | null;
  errors: ErrorItem[];
  created: string;
  updated: string;
  snapshot: string | null;
  run: string | null;
  forked_from: string | null;
  edit_key: string;
}

export interface NodePicture {
  name: string;
  pods: number;
  winner: number;
}

export interface NodesOut {
  theirs: number;
  ours: number;
}

export interface OperationIn {
  op: "set" | "add" | "remove" | "delete" | "copy" | "create";
  object?: string;
  path?: (string | number)[];
  value?: unknown;
}

export interface OutlineIn {
  source: string;
  object?: string;
}

export interface OutlineOut {
  objects: EntryOut[];
  labels: Record<string, Record<string, string[]>>;
  manifest: unknown;
}

/** A run that the draft started, and when. */
export interface PastRunOut {
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
  at: string;
  title: string;
}

export interface Picture {
  zones: ZonePicture[];
  pending: number;
}

export interface PlacementOut {
  pod: string;
  a: string | null;
  b: string | null;
}

export interface PluginOut {
  name: string;
  weight: number;
}

export interface PluginsOut {
  plugins: PluginOut[];
}

export interface ReasonOut {
  reason: string;
  theirs: number;
  ours: number;
  agreed: boolean;
}

export interface RunIn {
  seed?: number | null;
  kubernetes_version?: string | null;
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

/** A line in the list of drafts: all but the text, and how the last run went. */
export interface ScenarioBrief {
  id: string;
  title: string;
  summary: Summary | null;
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
  allow_errors: boolean;
  based_on?: string | null;
}

export interface ScenarioIn {
  title?: string;
  source: string;
  allow_errors?: boolean;
}

export interface ScenarioOut {
  id: string;
  title: string;
  source: string;
  summary: Summary | null;
  errors: ErrorItem[];
  created: string;
  updated: string;
  snapshot: string | null;
  run: string | null;
  forked_from: string | null;
}

export interface ShareIn {
  title?: string | null;
  visibility?: Visibility;
}

/** With whom a draft is shared. `mine`: the caller may change that. */
export interface SharedWithOut {
  team: TeamOut | null;
  edits: boolean;
  mine: boolean;
}

export interface SharingIn {
  days: 7 | 30 | null;
}

/** How a link is kept. `mine`: the caller may change that. */
export interface SharingOut {
  visibility: Visibility;
  expires: string | null;
  mine: boolean;
}

export interface SideOut {
  snapshot: string;
  title: string;
  kubernetes_version: string;
  seed: number | null;
  summary: Summary;
  forked_from: string | null;
  run: RunOut | null;
}

export interface SnapshotOut {
  id: string;
  title: string;
  source: string;
  kubernetes_version: string;
  seed: number | null;
  summary: Summary;
  visibility: Visibility;
  run: string | null;
  created: string;
  expires: string | null;
  forked_from: string | null;
}

export interface SourceIn {
  source: string;
}

export interface TeamIn {
  team: number | null;
  edits?: boolean;
}

export interface TeamOut {
  id: number;
  name: string;
}

export interface Validation {
  errors: ErrorItem[];
  summary: Summary | null;
}

export interface VariantIn {
  kubernetes_version?: string | null;
  seed?: number | null;
}

export interface WhereOut {
  pod: string;
  attempt: number;
  point: string;
  plugin: string | null;
  node: string | null;
}

export interface ZonePicture {
  name: string;
  nodes: NodePicture[];
}
