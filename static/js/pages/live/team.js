// Who else sees a followed cluster: its owner chooses one of their teams, everybody else is told nothing.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf, put } from "../../net/api.js";
import { boot, cluster } from "./state.js";

/** @import { AccountOut, LiveOut } from "../../types/api.js" */

/** @param {HTMLElement} place */
export function mountTeam(place) {
  let asked = false;
  effect(() => {
    const out = cluster.get();
    if (asked || !out?.mine) return;
    asked = true;
    show(place, out).catch((error) => toast(messageOf(error)));
  });
}

/** @param {HTMLElement} place @param {LiveOut} out */
async function show(place, { team }) {
  /** @type {AccountOut} */
  const { teams } = await get("/account");
  if (!teams.length) {
    const link = h("a", { href: "/account/" }, t("teams"));
    replace(place, h("p.soft", t("To share the cluster with others, join a team: "), link));
    return;
  }
  let saved = String(team?.id ?? "");
  const select = h(
    "select.in",
    { id: "team-of", onchange: save },
    h("option", { value: "" }, t("nobody else")),
    teams.map((option) => h("option", { value: option.id }, option.name)),
  );
  select.value = saved;
  async function save() {
    try {
      await put(`/live/${boot.id}/team`, { team: Number(select.value) || null });
      saved = select.value;
    } catch (error) {
      select.value = saved;
      toast(messageOf(error));
    }
  }
  replace(place, h("label.lab", { for: "team-of" }, t("The cluster can be seen by you and")), select);
}
