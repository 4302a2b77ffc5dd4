// What a step answers, as data: a heading, sentences and lines of numbers.

/** @import { Child } from "../lib/dom.js" */
/** @import { Cycle } from "./log.js" */
/** @import { Matrix } from "./matrix.js" */

/**
 * @typedef {object} StoryLine a line of an arithmetic
 * @property {string} [op]
 * @property {string} label
 * @property {string} value
 * @property {boolean} [result] it stands under the rule
 * @property {string} [why] the fact that the value opens into
 */

/**
 * @typedef {object} Story
 * @property {string} heading the answer to the question of the step
 * @property {string[]} [text] what leads to it, a sentence each
 * @property {string} [title] above its numbers
 * @property {StoryLine[]} [lines] its numbers
 * @property {() => Child} [figure] its picture
 */

/** The name of the cycle's pod, without its namespace. @param {Pick<Cycle, "pod">} cycle */
export const podOf = ({ pod }) => pod.slice(pod.indexOf("/") + 1);

/** What a Filter plugin did to the nodes that were still in when its turn came. */
export class Judged {
  /** @param {Matrix} matrix @param {string} plugin */
  constructor(matrix, plugin) {
    this.matrix = matrix;
    this.plugin = plugin;
    /** The nodes that it rejected. */
    this.rejected = matrix.visited.filter((node) => matrix.first(node) === plugin);
    /** How many nodes passed it. */
    this.left = matrix.left.get(plugin) ?? 0;
    /** How many nodes it was asked about. */
    this.asked = this.left + this.rejected.length;
    /** On how many of the rejected nodes no removal of pods can help. */
    this.hopeless = this.rejected.filter((node) => matrix.cell(node, plugin).state === "unresolvable").length;
  }

  /**
   * The rejected nodes by reason, in the order in which the reasons appear.
   * @returns {Map<string, number[]>}
   */
  get byReason() {
    /** @type {Map<string, number[]>} */
    const reasons = new Map();
    for (const node of this.rejected)
      for (const reason of this.matrix.cell(node, this.plugin).reasons) {
        const nodes = reasons.get(reason);
        if (nodes) nodes.push(node);
        else reasons.set(reason, [node]);
      }
    return reasons;
  }
}
