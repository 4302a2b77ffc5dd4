// The matrix in words.

import { inARow } from "../../lib/format.js";
import { sentence, t, tn } from "../../lib/i18n.js";
import { WORDING } from "../../wording/versions.js";

/** @import { Shift, Stay, UpgradeChange, UpgradeStep } from "../../types/engine.js" */

/**
 * What a change does; one that is not here in the engine's words.
 * @param {Pick<UpgradeChange, "name" | "title">} change
 */
export const titleOf = ({ name, title }) => (name in WORDING ? sentence(WORDING[name].title) : title);

/** What an operator has to know of it, or "". @param {Pick<UpgradeChange, "name" | "note">} change */
export const noteOf = ({ name, note }) => (note && name in WORDING ? sentence(WORDING[name].note) : note);

/** Where a pod is, in a word. @param {Stay} stay */
export const place = (stay) => stay.node ?? STATES[stay.state];

/** @type {Record<Stay["state"], string>} */
const STATES = { placed: t("placed"), pending: t("pending"), evicted: t("evicted") };

/** @type {Record<Shift["origin"], string>} */
export const ORIGINS = {
  decides: t("direct effect"),
  queued: t("its turn comes at another time"),
  follows: t("consequence of another pod"),
};

/** @type {Record<Shift["kind"], (n: number) => string>} */
export const COUNTED = {
  moved: (n) => tn("{n} pod lands elsewhere", "{n} pods land elsewhere", n),
  pending: (n) => tn("{n} becomes pending", "{n} become pending", n),
  placed: (n) => tn("{n} is placed", "{n} are placed", n),
  evicted: (n) => tn("{n} is evicted", "{n} are evicted", n),
  spared: (n) => tn("{n} is no longer evicted", "{n} are no longer evicted", n),
};

/** Where the shifts of a step come from. @param {Pick<UpgradeStep, "decides" | "follows">} step */
export const origins = ({ decides, follows }) =>
  inARow(
    tn("{n} direct", "{n} direct", decides),
    tn("{n} as a consequence", "{n} as a consequence", follows),
  );

/** @param {{recorded: boolean, planned?: boolean}} version */
export function basis({ recorded, planned = false }) {
  if (planned) return t("planned");
  return recorded ? t("checked") : t("release notes");
}

/** @param {{recorded: boolean, planned?: boolean, name?: string}} version */
export function basisSentence({ recorded, planned = false, name }) {
  if (planned) return t("not released yet, from its plans and alpha releases");
  return recorded
    ? t("checked against the real scheduler of {name}", { name: name ?? "" })
    : t("from release notes, not checked against the real scheduler");
}
