// Mirrors pkg/scheduler/framework/plugins/defaultpreemption.

import { t } from "../../lib/i18n.js";
import { candidate } from "./candidate.js";
import { atPostFilter } from "./panel.js";
import { makingRoom } from "./stories.js";

/** @type {import("../descriptor.js").Plugin} */
export const defaultPreemption = {
  name: "DefaultPreemption",
  stories: { PostFilter: makingRoom },
  questions: { PostFilter: t("Would removing pods of lower priority make room?") },
  facts: {
    candidate: {
      remote: true,
      of: "preemption",
      title: ([node]) => t("candidate {node}", { node }),
      render: candidate,
    },
  },
  panels: { PostFilter: atPostFilter },
};
