// The map of all settings: one figure of each run, and where one stands.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { numbersOf } from "./settings.js";

/** @import { LessonPage, Scene } from "../../types/api.js" */

const SHADES = 6;

/**
 * @param {LessonPage} lesson @param {Record<string, Scene>} scenes @param {string} at
 * @param {(key: string) => void} go
 */
export function settingsMap(lesson, scenes, at, go) {
  const [down, across] = lesson.handles;
  const fact = lesson.map?.value ?? "";
  const figures = Object.values(scenes).map((scene) => Number(scene.figures[fact]));
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const key = `${row}.${column}`;
    const figure = scenes[key] ? Number(scenes[key].figures[fact]) : "…"; // it is on its way
    const shade = most > least ? Math.round(((Number(figure) - least) / (most - least)) * (SHADES - 1)) : 0;
    return h(
      "button",
      {
        class: scenes[key] ? `v${shade}` : null,
        "aria-current": key === at ? "true" : null,
        "aria-label": t("{down}: {row}, {across}: {column}: {figure}", {
          down: down.label,
          row: down.values[row],
          across: across.label,
          column: across.values[column],
          figure,
        }),
        dataset: { focus: `map-${key}` },
        onclick: () => go(key),
      },
      figure,
    );
  };
  const [row, column] = numbersOf(at);
  return [
    h("h2", t("Every setting at once")),
    h("p.soft", lesson.map?.label),
    h(
      "div.gr",
      { style: { "--columns": across.values.length } },
      h("span"),
      across.values.map((value, index) => h("span.gh", { class: index === column ? "gh on" : "gh" }, value)),
      down.values.map((value, index) => [
        h("span", { class: index === row ? "gh on" : "gh" }, value),
        across.values.map((_, number) => cell(index, number)),
      ]),
    ),
    h("p.soft.gax", h("span", `↓ ${down.label}`), h("span", `${across.label} →`)),
  ];
}
