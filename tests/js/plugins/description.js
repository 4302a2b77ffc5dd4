// Prints what the page knows of each plugin, as JSON: tests/ground/test_page_plugins.py compares it with the
// engine.

import { PLUGINS } from "../../../static/js/plugins/registry.js";

/** @param {unknown} value */
const isFunction = (value) => typeof value === "function";

/** @param {object | undefined} forms @returns {[string, any][]} */
const entries = (forms) => Object.entries(forms ?? {});

console.log(
  JSON.stringify(
    PLUGINS.map(({ name, short = name, filter, score, facts, skips, panels, tries = false }) => ({
      name,
      short,
      filter: entries(filter).map(([kind, { full, finding }]) => ({
        kind,
        complete: isFunction(full) && isFunction(finding),
      })),
      score: score && {
        unit: score.unit,
        normalizes: Boolean(score.normalize),
        kinds: Object.keys(score.steps),
        rendered: entries(score.steps).filter(([, render]) => isFunction(render)).length,
      },
      facts: entries(facts).map(([kind, { remote = false, of = kind, title, render }]) => ({
        kind,
        remoteFact: remote ? of : null,
        complete: isFunction(title) && isFunction(render),
      })),
      skips: Object.keys(skips ?? {}),
      panels: Object.keys(panels ?? {}),
      tries,
    })),
  ),
);
