// What the steps of several volume plugins share.

import { t } from "../lib/i18n.js";
import { grow } from "../parts/panels.js";
import { mono, muted, title, verdict } from "../parts/reasons.js";

/**
 * The volume of a claim, and whether the node reaches it.
 * @param {{volume: string, claim: string, ok: boolean}} step
 */
export const volumeTitle = ({ volume, claim, ok }) =>
  title(
    t("Volume"),
    mono(volume),
    muted(t("of {claim}", { claim })),
    grow(),
    verdict(ok, ok ? t("reachable") : t("out of reach")),
  );
