// The opened facts as the pane shows them: a path of what led here, then the last one.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { isViewed } from "../core/context.js";
import { FACTS } from "../facts/kinds/registry.js";
import { sec } from "../../../parts/reasons.js";
import { backTo, fact, retryFact } from "../facts/trail.js";

/** @import { Context } from "../../../plugins/descriptor.js" */

/**
 * The root is what the pane shows with nothing opened.
 * @param {string} root @param {string[]} names @param {Context} now
 */
export function framed(root, names, now) {
  return [path(root, names), factPanel(names[names.length - 1], now)];
}

/** The title of a fact, for the path and the pane's heading. @param {string} name */
export function titleOf(name) {
  const [kind, ...args] = name.split(":");
  return FACTS[kind]?.title(args) ?? name;
}

/** @param {string} root @param {string[]} names */
function path(root, names) {
  const crumbs = [root, ...names.map((name) => titleOf(name))];
  const last = crumbs.length - 1;
  return h(
    "nav.trail",
    { "aria-label": t("Expanded numbers, each from the one before") },
    h(
      "button.btn.bare.icon",
      { "aria-label": t("Back"), title: t("Back (Esc)"), onclick: () => backTo(names.length - 1) },
      icon("left"),
    ),
    h(
      "ol",
      crumbs.map((title, i) =>
        h(
          "li",
          i ? icon("right", "ic ic-12") : null,
          i < last
            ? h("button.link", { onclick: () => backTo(i) }, title)
            : h("span", { "aria-current": "true", tabindex: "-1", id: "why-here" }, title),
        ),
      ),
    ),
  );
}

const WAITING = /** @type {const} */ ({ status: "loading", data: null, error: null });

/** @param {string} name @param {Context} now */
function factPanel(name, now) {
  const [kind, ...args] = name.split(":");
  const definition = FACTS[kind];
  const missing = () => sec(h("p.soft", t("This step has no such number.")));
  if (!definition) return missing();
  if (!isViewed(now)) return sec(h("p.mute", { role: "status" }, t("Calculating…")));
  if (!definition.remote) return definition.render(args, now) ?? missing();
  const { status, data, error } = fact.get().name === name ? fact.get() : WAITING;
  if (status === "ready") return definition.render(args, now, data) ?? missing();
  if (status === "failed" && error?.status === 404) return missing();
  if (status === "failed")
    return sec(
      h("p.why-t", t("This could not be loaded")),
      h("p.soft", error?.message ?? ""),
      h("button.btn", { onclick: retryFact }, icon("retry"), t("Try again")),
    );
  return sec(h("p.mute", { role: "status" }, t("Calculating…")));
}
