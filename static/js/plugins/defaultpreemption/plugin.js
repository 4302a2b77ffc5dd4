// Mirrors pkg/scheduler/framework/plugins/defaultpreemption.

import { t } from "../../lib/i18n.js";
import { later, soon } from "../../lib/later.js";
import { candidate } from "./candidate.js";
import { makingRoom } from "./stories.js";

// Fetched when somebody is to be preempted.
const atPostFilter = later(async () => (await import("./panel.js")).atPostFilter);

/** @type {import("../descriptor.js").Plugin} */
export const defaultPreemption = {
  name: "DefaultPreemption",
  stories: { PostFilter: makingRoom },
  questions: { PostFilter: t("Would preempting pods of lower priority make room?") },
  facts: {
    candidate: {
      remote: true,
      of: "preemption",
      title: ([node]) => t("candidate {node}", { node }),
      render: candidate,
    },
  },
  panels: { PostFilter: (now, page) => soon(atPostFilter(now, page)) },
};
