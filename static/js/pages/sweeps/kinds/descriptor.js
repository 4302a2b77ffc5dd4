// What a kind of sweep has to say of itself.

import { t } from "../../../lib/i18n.js";

/** @import { SweepResult, SweepSpecification } from "../../../types/engine.js" */
/** @import { Facts } from "../core/facts.js" */
/** @import { Field } from "../core/fields.js" */

/**
 * @template {SweepSpecification} S
 * @typedef {object} Kind
 * @property {string} title
 * @property {string} question what it answers
 * @property {(sweep: S, size: Size) => number} [cells] how many scenarios it makes, each run with all seeds;
 *   without it one for every value of its lists
 * @property {(sweep: S) => string} [name] what a sweep is over, if the title does not say it
 * @property {(sweep: S) => string} [words] the same within a sentence
 * @property {boolean} [decides] false if the number of decisions cannot be told from the pending pods
 * @property {Picture[]} pictures the first of them is shown unless the address has another
 * @property {(facts: Facts, before: S | null) => Form} form
 * @property {(result: SweepResult) => string} headline what it says in one sentence
 */

/**
 * @typedef {object} Size what the number of cells depends on besides the specification
 * @property {Record<string, number>} domains how many values each topology key has
 * @property {number} scenarios how many a fleet has
 */

/**
 * @typedef {object} Picture
 * @property {string} name in the address; the board draws it
 * @property {string} title
 * @property {string} [tab] what the title is called among others
 * @property {(result: SweepResult) => boolean} [when] whether there is one
 */

/**
 * @typedef {object} Form
 * @property {Field[]} fields
 * @property {() => SweepSpecification} read throws Unreadable
 * @property {() => string[]} [snapshots] those of a fleet
 */

/** The picture that most kinds end with. @type {Picture} */
export const TABLE = { name: "table", title: t("Table") };
