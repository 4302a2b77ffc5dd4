// What the page knows of a plugin: the shape of the objects that the files here export, one for each plugin of the engine.

/**
 * @typedef {"Queue" | "PreFilter" | "Filter" | "PostFilter" | "PreScore" | "Score" | "NormalizeScore" | "Total" | "Result"} Point
 *
 * @typedef {object} Context what is looked at
 * @property {import("../model/pointer.js").Pointer} pointer
 * @property {import("../model/log.js").Cycle} cycle
 * @property {import("../model/log.js").RunLog} log
 * @property {any} data the cycle's view, null while it is on its way
 * @property {any} cluster
 * @property {any} fold the cluster as it is when the cycle begins
 * @property {boolean} phone
 * @property {boolean} rest
 * @property {number} clause
 *
 * @typedef {object} Page what a panel needs of the page that it stands on
 * @property {(options: any) => HTMLElement} figure
 * @property {(cycle: import("../model/log.js").Cycle, name: string) => Promise<any>} fact the server's answer
 * @property {import("../lib/atoms.js").Atom<any>} linked the affinity term whose pods the map points at
 */

/**
 * @typedef {object} Plugin
 * @property {string} name in a KubeSchedulerConfiguration
 * @property {string} [label] where the whole name is too long
 * @property {string} [short] where there is hardly any room
 * @property {string} [hyphenated] with a soft hyphen in a word that fits no column
 * @property {Partial<Record<Point, string>>} [questions] what it asks at an extension point
 * @property {{PreFilter?: Sentence, PreScore?: Sentence}} [skips] what it looked for and did not find
 * @property {{PreFilter?: Sentence, PreScore?: Sentence}} [summaries] what it knows once it has run, in a few words
 * @property {{PreFilter?: Sentence}} [narrations] the same beside the stepper
 * @property {string} [order] by what it sorts the queue
 * @property {Record<string, FilterStep>} [filter] the kinds of steps behind its verdict
 * @property {(steps: any[]) => any[]} [remedies] what would make the failing ones of these steps pass, from their operands
 * @property {boolean} [tries] whether the engine computes changes that may help (facts `remedies`)
 * @property {Score} [score]
 * @property {Record<string, Operands>} [operands] the same steps in lines, for two explanations beside each other
 * @property {Record<string, Fact>} [facts] the facts that it owns, by kind
 * @property {Partial<Record<Point, (now: Context, page: Page) => any>>} [panels] its parts of the stage
 * @property {(now: Context, node: string) => any} [counted] what it counted for a node, at PreFilter
 * @property {(data: any, node: any) => string | null} [line] its verdict on a node of the cluster, in a few operands
 * @property {MapView} [map]
 * @property {Argument[]} [args] that the form of a configuration offers
 *
 * @typedef {(now: {data: any, [rest: string]: any}) => string | null} Sentence
 */

/**
 * @typedef {object} FilterStep
 * @property {(step: any, now: Context, place: Place) => any} full all of its operands
 * @property {(step: any, pod: string, node: string) => string} finding the sentence when it is the first that fails
 * @property {string} [family] kinds that are numbered together
 *
 * @typedef {{index: number, of: number, node: string}} Place which of the steps of its family it is
 */

/**
 * @typedef {object} Score
 * @property {string} unit of the raw score
 * @property {string} [shortUnit] for the head of a column; else it goes from 0 to 100
 * @property {boolean} [lower] whether a lower raw score is better
 * @property {boolean} [signed] whether raw scores go below 0, which is neutral
 * @property {Normalize} [normalize] null: taken as it is
 * @property {ScoreSteps[]} steps in the order in which they are shown
 *
 * @typedef {object} ScoreSteps kinds of steps that are shown together
 * @property {string[]} kinds
 * @property {(steps: any[], explained: any, now: Context) => any} render
 *
 * @typedef {{min: number, max: number}} Range of the raw scores of all nodes
 *
 * @typedef {object} Normalize
 * @property {string} formula
 * @property {(range: Range, raw: number) => string} applied the formula with its numbers
 * @property {(range: Range, raw: number) => number} [exact] its value before Go cuts the rest off
 * @property {(range: Range) => boolean} divides whether it divides at all, and not by 0
 */

/**
 * @typedef {object} Operands
 * @property {(step: any) => any} [heading]
 * @property {(step: any) => {op?: string, label: any, of: (step: any) => any, result?: boolean, verdict?: boolean}[]} [rows]
 *
 * @typedef {object} Fact
 * @property {boolean} [remote] the server has its operands; otherwise the cycle's view does
 * @property {string} [of] the name of the fact that the server is asked for, where it is another
 * @property {(args: string[], now: any) => string} title
 * @property {(args: string[], now: any, data?: any) => any} render null when there is no such thing
 * @property {(args: string[], data: any) => {key: string, value: string} | null} [domain] which domain it is about, for the map
 *
 * @typedef {object} MapView what the map shows while the plugin is looked at
 * @property {(data: any) => boolean} counts whether it has anything to show
 * @property {(domain: import("../model/tree.js").Domain, data: any, scores: boolean) => any} note what the heading of a domain says
 * @property {(cluster: any, data: any) => Uint8Array} classes 1: the pods of the class are counted
 *
 * @typedef {{path: string[], choices?: string[], usual?: string, min?: number, placeholder?: string}} Argument
 */

/** A plugin of which the page knows nothing but the name. @param {string} name @returns {Plugin} */
export const unknown = (name) => ({ name });
