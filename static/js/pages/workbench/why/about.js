// What a step does, in a sentence each for its plugin and its point, with what to read on; folded.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { termOf } from "../../../model/glossary.js";
import { sec } from "../../../parts/reasons.js";
import { termLinks } from "../../../parts/termLinks.js";

/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { PointId } from "../../../model/points.js" */

/** The words of the points that are ours. @type {Partial<Record<PointId, string>>} */
const OWN = { Run: "allPods", Queue: "queueStage", Group: "PodGroup", Total: "total", Result: "result" };

/** @param {Pointer} pointer @param {string | undefined} version of Kubernetes */
export function aboutStep({ point, plugin }, version) {
  const words = [plugin, OWN[point] ?? point].flatMap((id) => (id && termOf(id) ? [id] : []));
  if (!words.length) return null;
  const names = words.map((id) => termOf(id)?.name).join(t(" and "));
  return sec(
    h(
      "details.about",
      h("summary", t("About {names}", { names })),
      words.map((id) => about(id, version)),
    ),
  );
}

/** @param {string} id @param {string | undefined} version */
function about(id, version) {
  const term = termOf(id);
  if (!term) return null;
  return h("div.story-about", h("p.story-p", h("b", term.name), " ", term.text), termLinks(id, version));
}
