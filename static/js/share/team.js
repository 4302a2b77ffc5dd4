// A draft may be shared with one of its owner's teams. Without an account there is nothing to show.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { toast } from "../lib/toast.js";
import { get, messageOf, put } from "../net/api.js";

/** @import { AccountOut, SharedWithOut, TeamOut } from "../types/api.js" */

/** @param {string | null | undefined} scenario the draft's id */
export function team(scenario) {
  if (!scenario) return null;
  const element = h("div");
  show(element, scenario).catch(() => undefined);
  return element;
}

/** @param {HTMLElement} element @param {string} scenario */
async function show(element, scenario) {
  /** @type {[AccountOut, SharedWithOut]} */
  const [account, shared] = await Promise.all([get("/account"), get(`/scenarios/${scenario}/team`)]);
  if (account.name) replace(element, shared.mine ? choice(scenario, account.teams, shared) : given(shared));
}

/** @param {string} scenario @param {TeamOut[]} teams @param {SharedWithOut} shared */
function choice(scenario, teams, shared) {
  if (!teams.length)
    return h(
      "p.t12.soft",
      t("To share the draft itself, join a team: "),
      h("a", { href: "/account/" }, t("teams")),
    );
  const select = h(
    "select.in",
    { id: "share-team", onchange: save },
    h("option", { value: "" }, t("nobody else")),
    teams.map((option) => h("option", { value: option.id }, option.name)),
  );
  const edits = h("input", { type: "checkbox", id: "share-edits", checked: shared.edits, onchange: save });
  select.value = String(shared.team?.id ?? "");
  async function save() {
    try {
      await put(`/scenarios/${scenario}/team`, { team: Number(select.value) || null, edits: edits.checked });
    } catch (error) {
      toast(messageOf(error));
    }
  }
  return h(
    "div.share-part",
    h("label.lab", { for: "share-team" }, t("The draft itself can be seen by you and")),
    h("div.row.wrap", select, h("label.row.t12", edits, t("who may change it"))),
  );
}

/** @param {SharedWithOut} shared */
const given = ({ team: of, edits }) =>
  of
    ? h(
        "p.t12.soft",
        edits
          ? t("Your team {team} may change this draft.", { team: of.name })
          : t("Your team {team} sees this draft.", { team: of.name }),
      )
    : null;
