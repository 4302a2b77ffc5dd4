// What is tried on this page: one change at a time. The server runs it and stores nothing; a copy is made
// when the link or the comparison is wanted.

import { atom } from "../../lib/atoms.js";
import { copyText } from "../../lib/clipboard.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf, post } from "../../net/api.js";
import { follow } from "../../net/question.js";
import { runOver } from "./runOver.js";

/** @import { RepairTrialOut, TriedOut } from "../../types/api.js" */

/**
 * @typedef {object} Change
 * @property {string} key tells it from all others of the page
 * @property {string[]} changes in words
 * @property {string} [patch] commands
 * @property {() => Promise<TriedOut>} ask
 */

/**
 * @typedef {Pick<Change, "key" | "changes" | "patch"> & {
 *   asked: TriedOut | null, copy: RepairTrialOut | null, copying: boolean}} Trial `asked` is null until the
 *   server has answered
 */

/** The change that is tried, or was. */
export const trial = atom(/** @type {Trial | null} */ (null));

/** Whether this is it. @param {string} key */
export const isTried = (key) => trial.get()?.key === key;

/** Tries a change in place of the one before. @param {Change} change */
export async function tryOut({ key, changes, patch, ask }) {
  const mine = { key, changes, patch };
  trial.set({ ...mine, asked: null, copy: null, copying: false });
  const { changes: own } = mine;
  await follow(ask, ({ id }) => get(`/trials/${id}`), {
    take(asked) {
      if (asked.status === "failed" || asked.status === "cancelled") refuse(asked.error);
      else trial.update((now) => now && { ...now, asked });
    },
    fail: (error) => refuse(messageOf(error)),
    stale: () => trial.get()?.changes !== own,
  });
}

/** @param {string | null} why null: somebody has stopped it */
function refuse(why) {
  trial.set(null);
  if (why) toast(t("Not tried. {error}", { error: why }));
}

/** What the run with the change comes to; null until it is over. @param {Trial | null} now */
export const endOf = (now) => now?.asked?.answer?.end ?? null;

/** Shows the run without the change again; a trial that goes on ends. */
export function undo() {
  const now = trial.get();
  trial.set(null);
  if (now?.asked && !endOf(now)) post(`/trials/${now.asked.id}/cancel`).catch(() => {});
}

/** Makes the copy, once; null if that fails. */
async function copied() {
  const now = trial.get();
  if (!now?.asked || now.copying) return null;
  if (now.copy) return now.copy;
  trial.set({ ...now, copying: true });
  try {
    const copy = await post(`/trials/${now.asked.id}/copy`);
    if (isTried(now.key)) trial.set({ ...now, copy, copying: false });
    return copy;
  } catch (error) {
    if (isTried(now.key)) trial.set({ ...now, copying: false });
    toast(messageOf(error));
    return null;
  }
}

/** The address of the answer that the change gives, for everybody. @param {RepairTrialOut} copy */
export const linkOf = ({ snapshot }) => `${location.origin}/x/${snapshot}/answer/`;

/** Copies a link to what was tried. */
export async function sendLink() {
  const copy = await copied();
  if (copy) await copyText(linkOf(copy), t("The link"));
}

/** Opens the difference of the two runs. */
export async function compare() {
  const copy = await copied();
  if (!copy) return;
  await runOver(copy.run);
  location.assign(copy.compare);
}
