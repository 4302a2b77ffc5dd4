// Before the first sweep: what one is, and the two that most people start with.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { toast } from "../../lib/toast.js";
import { messageOf } from "../../net/api.js";
import { start } from "./data.js";
import { facts, lostKeys } from "./core/facts.js";
import { newButton } from "./list.js";
import { KINDS } from "./kinds/registry.js";

/** @import { SweepSpecification } from "../../types/engine.js" */

const SEEDS = 1000;

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
      offer(t("Seeds: 1,000"), KINDS.seeds.question, () => ({ kind: "seeds", seeds: SEEDS })),
      offer(t("Lose every node and zone"), KINDS.losses.question, async () => ({
        kind: "losses",
        topology_keys: lostKeys(await facts()),
        pairs: false,
        seeds: 1,
      })),
    ),
    h("p", newButton()),
  );

/**
 * @param {string} name @param {string} question
 * @param {() => SweepSpecification | Promise<SweepSpecification>} specification
 */
const offer = (name, question, specification) =>
  h(
    "li",
    h(
      "button.btn.primary",
      {
        onclick: async ({ currentTarget: button }) => {
          button.disabled = true;
          try {
            await start(await specification());
          } catch (error) {
            button.disabled = false;
            toast(messageOf(error));
          }
        },
      },
      icon("play"),
      name,
    ),
    h("span.soft", question),
  );
