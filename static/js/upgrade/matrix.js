// Pods by version: a lane per pod, a bar per stay. Pods that never move are folded away, and so are large groups.

import { effect } from "../lib/atoms.js";
import { around, h, replace } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { changeList } from "./changes.js";
import { grouped, shiftOf, shortName, stepTo } from "./shifts.js";
import { allPods, boot, failure, open, selection, unfolded, upgrade } from "./state.js";
import { versionList } from "./versionList.js";
import { basis, basisSentence, COUNTED, ORIGINS, origins, place } from "./words.js";

/** @import { Stay, UpgradeMatrix, UpgradePod } from "../types/engine.js" */
/** @import { Selection } from "./state.js" */

const FOLDED_FROM = 6; // pods of a group that move: fewer are listed one by one
const MOST_ROWS = 300; // of a group; more are counted

/** @param {HTMLElement} element */
export function mountMatrix(element) {
  effect([upgrade, failure, selection, unfolded, allPods], (answer, error, selected, listed, all) => {
    const table = answer?.matrix;
    if (error) replace(element, blank(t("The versions cannot be compared"), error.message));
    else if (!boot.snapshot.summary.pending) replace(element, nothingPending());
    else if (!table) replace(element, progress(answer?.progress ?? null));
    else redraw(element, tableOf(table, selected, listed, all));
  });
  element.addEventListener("keydown", arrows);
}

/** Replaces the content; what has the focus gets it again. @param {HTMLElement} element @param {import("../lib/dom.js").Child} content */
function redraw(element, content) {
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  replace(element, content);
  const again =
    focused &&
    [...element.querySelectorAll("[data-key]")].find((each) => each.getAttribute("data-key") === focused);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @param {string} title @param {string} text */
const blank = (title, text) =>
  h("section", { class: "blank" }, h("h2", null, title), h("p", { class: "soft" }, text));

const nothingPending = () =>
  blank(
    t("No pod is pending"),
    t(
      "Running pods stay where they are under every version. Add pods that wait to see where each version would place them.",
    ),
  );

/** @param {import("../types/engine.js").UpgradeProgress | null} now */
function progress(now) {
  const share = now ? now.done / now.total : 0;
  const what = !now
    ? t("Waiting for a worker")
    : now.explains
      ? t("Finding what causes the differences of {version}", { version: now.release })
      : t("Running the scenario under {version}", { version: now.release });
  return h(
    "section",
    { class: "blank ug-wait" },
    h("h2", null, what),
    h("progress", { max: 1, value: share, "aria-label": what }),
    now && h("p", { class: "mute" }, t("{done} of {total}", { done: now.done, total: now.total })),
  );
}

/**
 * @param {UpgradeMatrix} table @param {Selection | null} selected
 * @param {ReadonlySet<string>} listed groups with many pods that are unfolded
 * @param {boolean} all
 */
function tableOf(table, selected, listed, all) {
  const groups = grouped(table.pods);
  const shown = all ? groups : groups.filter((group) => group.moving.length);
  const columns = `var(--ug-name) repeat(${table.versions.length}, minmax(var(--ug-col), 1fr))`;
  return [
    h(
      "div",
      { class: "dk ug-wide" },
      legend(table),
      h(
        "div",
        { class: "ug-scroll scroll", tabindex: 0, role: "region", "aria-label": t("Pods by version") },
        h(
          "div",
          { class: "ug-grid", style: { "--ug-columns": columns, "--ug-versions": table.versions.length } },
          heads(table, selected),
          totals(table, selected),
          shown.map((group) => rows(table, group, selected, listed, all)),
        ),
        !shown.length &&
          h("p", { class: "ug-none" }, t("Nothing moves: every pod ends alike under all of these versions.")),
      ),
    ),
    h("div", { class: "ph" }, versionList(table, selected)),
    changeList(table, selected),
  ];
}

/** @param {UpgradeMatrix} table */
function legend(table) {
  const folded = table.pods.filter((pod) => pod.stays.length === 1).length;
  return h(
    "div",
    { class: "ug-key" },
    key("ug-bar dir", t("decides differently")),
    key("ug-bar fol", t("follows another pod")),
    h("span", null, icon("rej", "g g-rej"), t("becomes pending")),
    key("ug-read", t("read, not recorded")),
    h("span", { class: "grow" }),
    folded > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "switch",
          role: "switch",
          "aria-checked": String(allPods.get()),
          onclick: () => allPods.update((on) => !on),
        },
        tn("{n} pod that never moves", "{n} pods that never move", folded),
        h("i", null),
      ),
  );
}

/** @param {string} className @param {string} text */
const key = (className, text) => h("span", null, h("i", { class: className }), text);

/** @param {UpgradeMatrix} table @param {Selection | null} selected */
const heads = (table, selected) => [
  h(
    "span",
    { class: "ug-rh" },
    t("{pods} × {versions}", {
      pods: tn("{n} pending pod", "{n} pending pods", table.waiting),
      versions: tn("{n} version", "{n} versions", table.versions.length),
    }),
  ),
  table.versions.map((version, i) =>
    h(
      "button",
      {
        type: "button",
        class: `ug-vh ${version.recorded ? "" : "ug-read"} ${selected?.version === i ? "cur" : ""}`,
        title: version.problems[0] ?? basisSentence(version),
        "aria-pressed": String(selected?.version === i && !selected.pod),
        dataset: { key: `v${i}` },
        onclick: () => open(version.release, null),
      },
      h("b", null, version.release),
      h("span", null, version.problems.length ? t("no run") : basis(version)),
    ),
  ),
];

/** @param {UpgradeMatrix} table @param {Selection | null} selected */
const totals = (table, selected) => [
  h("span", { class: "ug-rh" }, t("land elsewhere")),
  table.versions.map((version, i) => {
    const step = stepTo(table, i);
    return h(
      "div",
      { class: `ug-tot ${selected?.version === i ? "cur" : ""}` },
      !step
        ? h("b", { class: "mute" }, "–")
        : [
            h("b", { class: step.moved ? "" : "mute" }, step.moved),
            step.pending > 0 &&
              h(
                "span",
                { class: "ug-neg" },
                icon("rej", "g g-rej"),
                h("span", { title: COUNTED.pending(step.pending) }, step.pending),
              ),
            step.placed > 0 &&
              h(
                "span",
                { class: "ug-pos" },
                icon("pass", "g g-pass"),
                h("span", { title: COUNTED.placed(step.placed) }, step.placed),
              ),
            step.decides + step.follows > 0 &&
              h(
                "span",
                { class: "ug-split", role: "img", "aria-label": origins(step), title: origins(step) },
                step.decides > 0 && h("i", { class: "dir", style: { flexGrow: step.decides } }),
                step.follows > 0 && h("i", { class: "fol", style: { flexGrow: step.follows } }),
              ),
          ],
    );
  }),
];

/**
 * @param {UpgradeMatrix} table @param {ReturnType<typeof grouped>[number]} group
 * @param {Selection | null} selected @param {ReadonlySet<string>} listed groups with many pods that are unfolded
 * @param {boolean} all
 */
function rows(table, group, selected, listed, all) {
  const members = all ? group.members : group.moving;
  const single = group.members.length === 1;
  const many = members.length > FOLDED_FROM;
  const folded = many && !listed.has(group.name) && !members.some((pod) => pod === selected?.pod);
  const still = group.members.length - group.moving.length;
  const title = h("b", { class: "cut", title: group.name }, shortName(group.name));
  const count = h(
    "span",
    { class: "mute nowrap" },
    still && group.moving.length
      ? t("{n} of {all}", { n: group.moving.length, all: tn("{n} pod", "{n} pods", group.members.length) })
      : tn("{n} pod", "{n} pods", group.members.length),
  );
  const head = many
    ? h(
        "button",
        {
          type: "button",
          class: "ug-group fold",
          "aria-expanded": String(!folded),
          dataset: { key: `g${group.name}` },
          onclick: () => toggle(group.name),
        },
        icon(folded ? "right" : "down"),
        title,
        count,
      )
    : h("div", { class: "ug-group" }, title, count);
  return [
    !single && head,
    !single && (folded ? countLane(table, group.moving, selected) : h("span", { class: "ug-fill" })),
    (single || !folded) && members.slice(0, MOST_ROWS).map((pod) => lane(table, pod, selected)),
    !folded &&
      members.length > MOST_ROWS &&
      h("p", { class: "ug-more mute" }, t("and {n} more", { n: members.length - MOST_ROWS })),
  ];
}

/** @param {string} name */
function toggle(name) {
  unfolded.update((before) => {
    const after = new Set(before);
    if (!after.delete(name)) after.add(name);
    return after;
  });
}

/** A folded group: how many of its pods shift at each version. @param {UpgradeMatrix} table @param {UpgradePod[]} pods @param {Selection | null} selected */
function countLane(table, pods, selected) {
  return h(
    "div",
    { class: "ug-lane" },
    table.versions.map((version, i) => {
      const shifts = pods.flatMap((pod) => shiftOf(pod, i) ?? []);
      const first = shifts.find(({ shift }) => shift.origin !== "follows") ?? shifts[0];
      if (!first) return null;
      const lost = shifts.filter(({ shift }) => shift.kind === "pending").length;
      const own = shifts.some(({ shift }) => shift.origin !== "follows");
      const label = t("{version}: {what}", {
        version: version.release,
        what: tn("{n} pod shifts", "{n} pods shift", shifts.length),
      });
      return h(
        "button",
        {
          type: "button",
          class: `ug-bar ${own ? "dir" : "fol"} ${lost ? "pend" : ""} ${selected?.version === i && !selected.pod ? "cur" : ""}`,
          style: { gridColumn: i + 1 },
          title: label,
          "aria-label": label,
          dataset: { key: `c${first.pod.group}/${i}` },
          onclick: () => open(version.release, first.pod.pod),
        },
        h("b", null, shifts.length),
      );
    }),
  );
}

/** @param {UpgradeMatrix} table @param {UpgradePod} pod @param {Selection | null} selected */
const lane = (table, pod, selected) => [
  h("span", { class: "ug-pod mono cut", title: pod.pod }, shortName(pod.pod)),
  h(
    "div",
    { class: "ug-lane" },
    pod.stays.map((stay) => bar(table, pod, stay, selected)),
  ),
];

/** @param {UpgradeMatrix} table @param {UpgradePod} pod @param {Stay} stay @param {Selection | null} selected */
function bar(table, pod, stay, selected) {
  const style = { gridColumn: `${stay.first + 1} / ${stay.last + 2}` };
  const pending = stay.state !== "placed";
  const content = [pending && icon("rej", "g g-rej"), h("span", { class: "cut" }, place(stay))];
  if (!stay.shift)
    return h("span", { class: `ug-bar same ${pending ? "out" : ""}`, style, title: place(stay) }, content);
  const { release } = table.versions[stay.first];
  const label = t("{pod}, {version}: {place}, {origin}", {
    pod: shortName(pod.pod),
    version: release,
    place: place(stay),
    origin: ORIGINS[stay.shift.origin],
  });
  const current = selected?.pod === pod && selected.version === stay.first;
  return h(
    "button",
    {
      type: "button",
      class: `ug-bar ${stay.shift.origin === "follows" ? "fol" : "dir"} ${pending ? "pend" : ""} ${current ? "cur" : ""}`,
      style,
      title: label,
      "aria-label": label,
      "aria-pressed": String(current),
      dataset: { key: `${pod.pod}@${stay.first}` },
      onclick: () => open(release, pod.pod),
    },
    content,
  );
}

/** Arrow keys go from bar to bar: sideways within a lane, up and down to the nearest one. @param {KeyboardEvent} event */
function arrows(event) {
  const here = around(event, "button.ug-bar");
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = neighbour(here, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** @param {HTMLElement} here @param {string} direction @returns {HTMLElement | null} */
function neighbour(here, direction) {
  const sideways = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[direction];
  if (sideways) {
    let at = /** @type {Element | null} */ (Reflect.get(here, sideways));
    while (at && at.localName !== "button") at = /** @type {Element | null} */ (Reflect.get(at, sideways));
    return at instanceof HTMLElement ? at : null;
  }
  const vertical = { ArrowUp: -1, ArrowDown: 1 }[direction];
  const lanes = [...(here.closest(".ug-grid")?.querySelectorAll(".ug-lane") ?? [])];
  if (!vertical) return null;
  const { left } = here.getBoundingClientRect();
  /** @param {Element} each */
  const distance = (each) => Math.abs(each.getBoundingClientRect().left - left);
  for (let i = lanes.findIndex((each) => each.contains(here)) + vertical; lanes[i]; i += vertical) {
    const bars = [...lanes[i].querySelectorAll("button")].sort((a, b) => distance(a) - distance(b));
    if (bars[0]) return bars[0];
  }
  return null;
}
