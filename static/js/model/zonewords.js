// Zones in few words.

import { t } from "../lib/i18n.js";
import { sharedStart } from "./names.js";

/** The zones without what all their names begin with: "1a" for "eu-west-1a". @param {string[]} zones */
export function zoneTexts(zones) {
  const named = zones.filter(Boolean);
  const start = sharedStart(named);
  return new Map(zones.map((zone) => [zone, zone ? zone.slice(start) : t("no zone")]));
}

/** A zone in few words; one that is called "zone-a" needs no second word. @param {string} text */
export const zoneWords = (text) => (/^zone/i.test(text) ? text : t("zone {zone}", { zone: text }));
