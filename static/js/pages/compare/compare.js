// Two runs side by side: their inputs, where they diverge, and what follows from it.

import { effect } from "../../lib/atoms.js";
import { $, h, replace, typingIn } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { load } from "./data.js";
import { mountHeadline } from "./headline.js";
import { mountInputs } from "./inputs.js";
import { mountRail } from "./rail.js";
import { mountRuns } from "./runs.js";
import { mountStage } from "./stage.js";
import { attempt, changedOnly, comparison, failure, url } from "./state.js";
import { mountSteps, step } from "./steps.js";
import { mountWhy } from "./why.js";

mountHeadline($("#headline"));
mountRuns($("#runs"));
mountInputs($("#inputs"));
mountRail($("#crail"));
mountStage($("#cstage"));
mountWhy($("#cwhy"));
mountSteps($("#differences"));
mountPods($("#pod-chooser"));
load();

const changed = $("#changed");
changed.addEventListener("click", () => changedOnly.update((on) => !on));
effect(() => changed.setAttribute("aria-checked", String(changedOnly.get())));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
  const direction = event.key === "," ? -1 : event.key === "." ? 1 : 0;
  if (direction) step(direction);
});

effect(() => {
  const error = failure.get();
  if (error)
    replace(
      $("#cstage"),
      h("section.blank", h("h2", t("The two cannot be compared")), h("p.soft", error.message)),
    );
});

/** @param {HTMLElement} element */
function mountPods(element) {
  const select = h("select", { "aria-label": t("Pod") });
  element.append(select);
  select.addEventListener("change", () => {
    const { pod, attempt: number } = JSON.parse(select.value);
    url.write(
      { pod, attempt: number > 1 ? number : null, point: null, plugin: null, node: null },
      { push: true },
    );
  });
  effect(() => {
    const result = comparison.get();
    const now = attempt.get();
    element.hidden = !now;
    if (!now) return;
    const offered = (result?.differing ?? []).map(({ pod, attempt: number }) => ({ pod, attempt: number }));
    if (!offered.some((pair) => pair.pod === now.pod && pair.attempt === now.attempt)) offered.unshift(now);
    replace(
      select,
      offered.map((pair) =>
        h(
          "option",
          { value: JSON.stringify(pair) },
          pair.attempt > 1 ? t("{pod} (attempt {n})", { pod: pair.pod, n: pair.attempt }) : pair.pod,
        ),
      ),
    );
    select.value = JSON.stringify({ pod: now.pod, attempt: now.attempt });
    replace($("[data-value]", element), now.pod);
  });
}
