// Pod group: how many of its members were placed together, from the log alone.

import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { membersOf, partOf } from "../../../model/gang.js";
import { podOf } from "../../../model/story.js";

/** @import { Story } from "../../../model/story.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */

/** @param {Context} now @returns {Story} */
export function groupStory({ cycle, log }) {
  const members = membersOf(log, cycle);
  const group = partOf(cycle)?.pod_group ?? "";
  const bound = members.filter(({ finished }) => finished?.node).length;
  const placed = members.filter((member) => partOf(member)?.assumed).length;
  const place = members.indexOf(cycle) + 1;
  return {
    heading: bound
      ? t("{group} is scheduled, {bound} of {all} bound", { group, bound, all: members.length })
      : t("{group} stays pending", { group }),
    text: [
      tn(
        "Its only queued member is tried in the snapshot.",
        "{n} members are tried one after another in the snapshot; each sees the ones before it.",
        members.length,
      ),
      t("{pod} is number {place}.", { pod: podOf(cycle), place }),
      bound
        ? ""
        : tn(
            "{n} member had a node in the trial; it is released.",
            "{n} members had nodes in the trial; all of them are released.",
            placed,
          ),
    ].filter(Boolean),
    lines: [
      { label: t("Members tried"), value: integer(members.length) },
      { label: t("Placed in the trial"), value: integer(placed) },
      { label: t("Bound"), value: integer(bound), result: true },
    ],
  };
}
