// The pod groups of which members wait, each with the step that shows its cycle.

import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { partOf, waitingGroups } from "../../../model/gang.js";
import { mono, section } from "../../../parts/panels.js";
import { go } from "../core/actions.js";

/** @import { GroupCycle } from "../../../model/gang.js" */
/** @import { RunLog } from "../../../model/log.js" */

const LISTED = 12;

/** @param {RunLog} log @returns {HTMLElement[]} */
export const pendingGroups = (log) => waitingGroups(log).slice(0, LISTED).map(line);

/** @param {GroupCycle} group */
function line({ name, members, condition }) {
  const placed = members.filter((member) => partOf(member)?.assumed).length;
  return section(
    h(
      "p.groups-line",
      icon("rej", "g g-rej"),
      h("b", t("Pod group"), " ", mono(name)),
      h(
        "span.mute",
        tn("{placed} of {n} member had a node", "{placed} of {n} members had a node", members.length, {
          placed,
        }),
      ),
      h(
        "button.btn",
        { onclick: () => go({ cycle: members[0].index, point: "Group", plugin: null, node: null }) },
        t("See why {group} waits", { group: name }),
      ),
    ),
    condition?.message ? h("p.msg.mono", condition.message) : null,
  );
}
