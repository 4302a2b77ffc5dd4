// Before the first sweep: what one is, and the two that most people start with.

import { h, useState } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { toast } from "../../lib/toast.js";
import { messageOf } from "../../net/api.js";
import { start } from "./data.js";
import { facts, lostKeys } from "./core/facts.js";
import { newButton } from "./list.js";
import { KINDS } from "./kinds/registry.js";

/** @import { SweepSpecification } from "../../types/engine.js" */

/** @type {SweepSpecification} */
const SEEDS = { kind: "seeds", seeds: 1000 };

export const empty = () =>
  h(
    "section.sw-blank",
    h("h2", t("No sweep yet")),
    h(
      "p.soft",
      t(
        "A sweep runs this cluster many times, with different seeds, weights, versions or nodes. It " +
          "continues when you leave the page, and every cell of its pictures opens its run.",
      ),
    ),
    h(
      "ul.sw-first",
      h(Offer, {
        name: t("Seeds: 1,000"),
        question: KINDS.seeds.question,
        specification: async () => SEEDS,
      }),
      h(Offer, {
        name: t("Lose every node and zone"),
        question: KINDS.losses.question,
        specification: everyLoss,
      }),
    ),
    h("p", newButton()),
  );

/** @returns {Promise<SweepSpecification>} */
const everyLoss = async () => ({
  kind: "losses",
  topology_keys: lostKeys(await facts()),
  pairs: false,
  seeds: 1,
});

/**
 * @param {{name: string, question: string,
 *   specification: () => Promise<SweepSpecification>}} props
 */
function Offer({ name, question, specification }) {
  const [isStarting, setStarting] = useState(false);
  const begin = async () => {
    setStarting(true);
    try {
      await start(await specification());
    } catch (error) {
      setStarting(false);
      toast(messageOf(error));
    }
  };
  return h(
    "li",
    h("button.btn.primary", { disabled: isStarting, onclick: begin }, icon("play"), name),
    h("span.soft", question),
  );
}
