// What the page knows of a plugin: the shape of the objects that the files here export, one for each plugin
// of the engine.

/** @import { Source } from "../lib/atoms.js" */
/** @import { Child } from "../lib/dom.js" */
/** @import { Cluster, Node } from "../model/cluster.js" */
/** @import { Fold } from "../model/fold.js" */
/** @import { Cycle, RunLog } from "../model/log.js" */
/** @import { Pointer } from "../model/pointer.js" */
/** @import { PointId } from "../model/points.js" */
/** @import { Judged, Story } from "../model/story.js" */
/** @import { Range, Scores } from "../model/scores.js" */
/** @import { Domain } from "../model/tree.js" */
/** @import { Row } from "../parts/operands.js" */
/**
 * @import {
 *   ClaimsFact, DevicesFact, Explanation, Fact as FactData, FilterStep, NodeClaimsFact, PreemptionFact,
 *   RemedyChange, ScoreExplanation, ScoreStep,
 * } from "../types/engine.js"
 */
/** @import { CycleView } from "../model/cycleview.js" */

/** @typedef {Exclude<PointId, "Run">} Point */

/**
 * What the pointer and the pinned node select.
 * @typedef {object} Context
 * @property {Pointer} pointer
 * @property {Cycle} cycle
 * @property {RunLog} log
 * @property {CycleView | null} data null while it is on its way
 * @property {Cluster | null} cluster
 * @property {Fold | null} fold the cluster as it is when the cycle begins
 * @property {boolean} phone one column
 * @property {boolean} slim one column without room for a table of all plugins
 * @property {boolean} rest
 * @property {number} clause
 *
 * @typedef {Context & {data: CycleView}} Viewed with the view
 */

/**
 * What a panel needs from its page.
 * @typedef {object} Page
 * @property {(options: Figure) => HTMLElement} figure
 * @property {AskFact} fact the server's answer
 * @property {Source<Pointer | null>} pointer
 * @property {Source<Link | null>} linked
 */

/**
 * Asks for a fact by its name.
 * @typedef {<N extends AskedName>(cycle: Cycle, name: N) => Promise<Asked<N>>} AskFact
 * @typedef {"preemption" | "claims" | "devices" | `node_claims:${string}`} AskedName
 */

/**
 * @template {AskedName} N
 * @typedef {N extends "preemption" ? PreemptionFact : N extends "claims" ? ClaimsFact : N extends "devices" ?
 *   DevicesFact : NodeClaimsFact} Asked
 */

/**
 * The affinity term whose pods the map points at: its place among the terms of the view, the row of the table
 * that was picked, and whether it stays when the mouse leaves.
 * @typedef {{term: number, row: number | null, pinned: boolean}} Link
 */

/**
 * What is drawn, and the interactive chart that the server makes of the same.
 * @typedef {object} Figure
 * @property {number} cycle
 * @property {string} name
 * @property {string} [query]
 * @property {string} title
 * @property {string} summary
 * @property {number} height
 * @property {Child} table the same numbers, from the data
 */

/**
 * @typedef {object} Plugin
 * @property {string} name in a KubeSchedulerConfiguration
 * @property {string} [label] where the whole name is too long
 * @property {string} [short] where there is hardly any room
 * @property {string} [hyphenated] with a soft hyphen in a word that fits no column
 * @property {Partial<Record<Point, string>>} [questions] what it asks at an extension point
 * @property {{PreFilter?: Sentence, PreScore?: Sentence}} [skips] what the pod or the nodes lack
 * @property {{PreFilter?: Summary, PreScore?: Summary}} [summaries] what it knows once it has run, in a few
 *   words
 * @property {{PreFilter?: Sentence}} [narrations] the same beside the stepper
 * @property {Stories} [stories] what its steps answer while no node is selected
 * @property {string} [order] by what it sorts the queue
 * @property {FilterForms} [filter] the steps behind its verdict, by kind
 * @property {(steps: FilterStep[], now: Viewed) => {words: Child, change: RemedyChange | null}[]} [remedies]
 *   what would make the failing ones pass, from their own operands, the most promising first; `change` as the
 *   engine makes it, null where no field of the pod expresses it
 * @property {boolean} [tries] whether the engine computes changes that may help (the fact `remedies`)
 * @property {Score} [score]
 * @property {OperandForms} [operands] steps in lines, for two explanations beside each other
 * @property {Record<string, Fact>} [facts] the facts that it owns, by kind
 * @property {Panels} [panels] its parts of the stage
 * @property {(now: Viewed, node: string) => Child} [counted] what it counted for a node, at PreFilter
 * @property {(data: CycleView, node: Node) => string | null} [line] its verdict on a node, in a few operands
 * @property {(data: CycleView) => MapView | null} [map]
 * @property {Argument[]} [args] that the form of a configuration offers
 *
 * @typedef {(now: {data: CycleView | null}) => string | null} Sentence
 * @typedef {(now: Viewed) => string | null} Summary
 */

/**
 * Its parts of the stage by point. That of Queue gets no view.
 * @typedef {Partial<Record<Exclude<Point, "Queue">, (now: Viewed, page: Page) => Child>> &
 *   {Queue?: (now: Context, page: Page) => Child}} Panels
 */

/**
 * What stories ask for: facts of the server, and the scores, with other weights if some are tried.
 * @typedef {Pick<Page, "fact"> & {scores: (data: CycleView) => Scores}} Sources
 */

/**
 * The stories of a plugin's steps. What Filter leaves out is said from the verdicts alone.
 * @typedef {object} Stories
 * @property {(now: Viewed) => Story} [PreFilter]
 * @property {(now: Viewed, judged: Judged) => Partial<Story>} [Filter]
 * @property {(now: Viewed) => Story} [PreScore]
 * @property {(now: Viewed, sources: Pick<Sources, "fact">) => Story} [PostFilter]
 */

/**
 * @template {{kind: string}} S
 * @typedef {object} FilterForm
 * @property {(step: S, now: Viewed, place: Place) => Child} full all of its operands
 * @property {(step: S, pod: string, node: string) => string} finding the sentence when it is the first that
 *   fails
 * @property {string} [family] kinds that are numbered together
 */

/**
 * @typedef {{[K in FilterStep["kind"]]?: FilterForm<Extract<FilterStep, {kind: K}>>}} FilterForms
 * @typedef {{index: number, of: number, node: string}} Place which of the steps of its family it is
 */

/**
 * @typedef {object} Score
 * @property {string} unit of the raw score
 * @property {string} [shortUnit] for the head of a column; else it goes from 0 to 100
 * @property {boolean} [lower] whether a lower raw score is better
 * @property {boolean} [signed] whether raw scores go below 0, which is neutral
 * @property {Normalize} [normalize] none: raw scores are used as they are
 * @property {ScoreForms} steps by kind, in display order
 *
 * @typedef {{[K in ScoreStep["kind"]]?: ScoreForm<Extract<ScoreStep, {kind: K}>> | null}} ScoreForms
 *
 * @typedef {object} Normalize
 * @property {string} formula
 * @property {(range: Range, raw: number) => string} applied the formula with its numbers
 * @property {(range: Range, raw: number) => number} [exact] its value before Go cuts the rest off
 * @property {(range: Range) => boolean} divides whether it divides at all, and not by 0
 */

/**
 * Shows all steps of a kind. In its place null: they appear with those of another kind.
 * @template {{kind: string}} S
 * @typedef {(steps: S[], explained: ScoreExplanation, now: Viewed) => Child} ScoreForm
 */

/**
 * @template {{kind: string}} S
 * @typedef {{heading?: (step: S) => string, rows?: (step: S) => Row<S>[]}} Operands
 */

/**
 * @typedef {FilterStep | ScoreStep} AnyStep
 * @typedef {{[K in AnyStep["kind"]]?: Operands<Extract<AnyStep, {kind: K}>>}} OperandForms
 */

/**
 * @typedef {object} FactForm
 * @property {boolean} [remote] the server has its operands; otherwise the cycle's view does
 * @property {string} [of] the name of the server's fact, if it differs
 * @property {(args: string[]) => string} title
 * @property {(args: string[], data: CycleView | null) => {key: string, value: string} | null} [domain] what
 *   it is about, for the map
 *
 * Rendering gives null where there is no such thing. The data are the server's, of the fact's own kind.
 * @typedef {FactData | Explanation} FactAnswer
 * @typedef {FactForm & {render(args: string[], now: Viewed, data?: FactAnswer): Child}} Fact
 */

/**
 * What the map shows while the plugin is selected.
 * @typedef {object} MapView
 * @property {(domain: Domain, scores: boolean) => Note} note what the heading of a domain says
 * @property {(cluster: Cluster) => Uint8Array} classes 1: the pods of the class are counted
 *
 * @typedef {{chip: string | null, left: string, short: string, fact: string | null}} Note `short` is for
 *   narrow boxes
 *
 * @typedef {{path: string[], choices?: string[], usual?: string, min?: number, placeholder?: string}}
 *   Argument
 */

/** The descriptor of a plugin that has none: the name alone. @param {string} name @returns {Plugin} */
export const unknown = (name) => ({ name });
