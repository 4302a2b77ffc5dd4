// Filter of DynamicResources below the matrix: the claims on all nodes, and the X-ray of one node.

import { atom } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { redrawWhileMounted } from "../../lib/redrawWhileMounted.js";
import { section } from "../../parts/panels.js";
import { holdersPart } from "./holders.js";
import { overviewParts, xrayParts } from "./late.js";

/** @import { ClaimsFact } from "../../types/engine.js" */
/** @import { Page, Viewed } from "../descriptor.js" */

/** @param {Viewed} now @param {Page} page */
export function atFilter(now, { fact, pointer }) {
  const [all, one, held] = [waiting(), waiting(), h("div")];
  /** @type {import("../../lib/atoms.js").Atom<string>} */
  const nearest = atom("");
  fact(now.cycle, "claims").then(
    async (columns) => {
      nearest.set(usualNode(columns));
      replace(all, await overviewParts(columns));
      if (!columns.nodes.length) replace(one);
    },
    (error) => {
      replace(all, failure(error));
      replace(one);
    },
  );
  let asked = "";
  redrawWhileMounted(one, () => {
    const at = pointer.get();
    const node = at?.cycle === now.cycle.index && at.node ? at.node : nearest.get();
    if (!node || node === asked) return;
    asked = node;
    fact(now.cycle, `node_claims:${node}`).then(
      async (answer) => {
        const parts = await xrayParts(answer);
        if (asked === node) replace(one, parts);
      },
      (error) => asked === node && replace(one, failure(error)),
    );
  });
  held.append(holdersPart(now, fact));
  return [h("div.dv", one, all, held)];
}

const waiting = () => h("div", h("p.waiting.mute", { role: "status" }, t("Calculating…")));

/** @param {Error} error */
const failure = (error) => section(h("p.soft", error.message));

/**
 * The node that is shown while none is selected: the rejected one that comes nearest.
 * @param {ClaimsFact} all
 */
function usualNode({ nodes, verdict, failing, fitting }) {
  const rejected = [...nodes.keys()].filter((i) => verdict[i] !== "fits");
  const ranked = rejected.sort((a, b) => failing[a] - failing[b] || fitting[b] - fitting[a] || a - b);
  return nodes[ranked[0] ?? 0] ?? "";
}
