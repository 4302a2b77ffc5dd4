// One list of commands: keys, buttons' tooltips, the palette and the help are all made from it.

import { typingIn } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import * as act from "./actions.js";
import { nextRejection, toBreakpoint } from "./jumps.js";
import { lettersOn } from "./keys.js";
import { changedOnly, left, level, pointer, rest, scenario } from "./state.js";
import { LEVELS } from "../../../model/steps.js";

/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string[]} keys
 * @property {string} label
 * @property {string} group
 * @property {() => void} run
 */

/**
 * Actions that other parts of the page provide for commands; a missing part provides none.
 * @typedef {"why" | "find" | "findOnMap" | "pin" | "breakpoints" | "expect" | "event"
 *   | "notes"   | "palette" | "copy" | "diff" | "export" | "menu" | "map" | "help"} Part
 * @typedef {Partial<Record<Part, () => void>>} Parts
 */

/** All commands, including those of parts of the page. @param {Parts} parts @returns {Command[]} */
export const commands = (parts) => [...stepping(), ...explaining(parts), ...ofThePage(parts)].flat();

/**
 * Makes the commands of a group; those without an action are left out.
 * @param {string} group
 * @returns {(id: string, keys: string[], label: string, run: (() => void) | undefined) => Command[]}
 */
const command = (group) => (id, keys, label, run) => (run ? [{ id, keys, label, group, run }] : []);

function stepping() {
  const step = command(t("Step"));
  const jump = command(t("Jump"));
  return [
    step("next", ["ArrowRight"], t("Next step"), () => act.stepBy(1)),
    step("previous", ["ArrowLeft"], t("Previous step"), () => act.stepBy(-1)),
    step("next-point", ["Shift+ArrowRight"], t("Next extension point"), () => act.stepPoint(1)),
    step("previous-point", ["Shift+ArrowLeft"], t("Previous extension point"), () => act.stepPoint(-1)),
    step("next-pod", ["]"], t("Next pod"), () => act.stepPod(1)),
    step("previous-pod", ["["], t("Previous pod"), () => act.stepPod(-1)),
    step("first", ["Home"], t("First step"), () => act.stepToEdge(-1)),
    step("last", ["End"], t("Last step"), () => act.stepToEdge(1)),
    step("level", ["l"], t("Change the step size"), () => act.setLevel(nextLevel(level.get()))),
    jump("next-rejected", ["."], t("Next rejection"), () => nextRejection(1)),
    jump("previous-rejected", [","], t("Previous rejection"), () => nextRejection(-1)),
    jump("continue", ["c"], t("Continue to the next breakpoint"), () => toBreakpoint(1)),
    jump("continue-back", ["C"], t("Go back to the previous breakpoint"), () => toBreakpoint(-1)),
    jump("run", ["r"], t("Toggle the whole run"), act.goRun),
  ];
}

/** @param {Parts} parts */
function explaining(parts) {
  const explain = command(t("Explain"));
  return [
    explain("why", ["w"], t("Go to Why"), parts.why),
    explain("find", ["/"], t("Find a node"), parts.find),
    explain("find-map", ["f"], t("Find on the map: a node, a label or a pod"), parts.findOnMap),
    explain("clear", ["Escape"], t("Clear the selection"), act.clearNode),
    explain("pin", ["p"], t("Pin the node to the top of the tables, or unpin it"), parts.pin),
    explain("break", ["b"], t("Set breakpoints"), parts.breakpoints),
    explain("expect", ["t"], t("Add this result as an expectation"), parts.expect),
    explain("event", ["v"], t("Compare with an event from a cluster"), parts.event),
    explain("notes", ["a"], t("Notes: read them, or write one here"), parts.notes),
    explain("rest", ["x"], t("Also run the filters that kube-scheduler skipped"), () =>
      rest.update((on) => !on),
    ),
    explain("changed", ["n"], t("Toggle: only nodes that this step changes, or all"), () =>
      changedOnly.update((on) => !on),
    ),
  ];
}

/** @param {Parts} parts */
function ofThePage(parts) {
  const page = command(t("Page"));
  return [
    page("palette", ["Ctrl+k"], t("Find anything: commands, pods, nodes, plugins"), parts.palette),
    page("copy", ["y"], t("Copy the link to this step"), parts.copy),
    page("diff", ["d"], t("Compare with another run"), parts.diff),
    page("export", [], t("Export"), parts.export),
    page("menu", ["m"], t("Change the selected node or pod"), parts.menu),
    page("map", ["g"], t("Toggle the map instead of the step"), parts.map),
    page("edit", ["e"], t("Show or hide the editor"), scenario.get() ? toggleEditor : undefined),
    page("help", ["?"], t("All keys"), parts.help),
  ];
}

/** @param {string} now */
const nextLevel = (now) => LEVELS[(LEVELS.indexOf(now) + 1) % LEVELS.length];
const toggleEditor = () => left.update((now) => (now === "edit" ? "topology" : "edit"));

// These keys move inside the grids, lists and tabs that have the focus.
const MOVING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);
const MOVERS =
  '[role="grid"], [role="listbox"], [role="tablist"], [role="menu"], [role="group"][popover], summary';
const WITHOUT_RUN = new Set(["palette", "help", "edit"]);

/** @param {Command[]} list */
export function listen(list) {
  const byKey = new Map(list.flatMap((entry) => entry.keys.map((key) => [key, entry])));
  document.addEventListener("keydown", (event) => {
    const match = byKey.get(keyOf(event));
    if (!match || event.defaultPrevented || event.altKey || !mayRun(event, match)) return;
    event.preventDefault();
    match.run();
  });
}

/** @param {KeyboardEvent} event @param {Command} chosen */
function mayRun(event, chosen) {
  if (event.ctrlKey || event.metaKey) return !document.querySelector("dialog[open]");
  if (event.key === "Escape" && document.querySelector(":popover-open")) return false; // it closes that
  if (typingIn(event.target) || (isCharacter(event.key) && !lettersOn.get())) return false;
  if (
    !event.shiftKey &&
    MOVING.has(event.key) &&
    event.target instanceof Element &&
    event.target.closest(MOVERS)
  )
    return false;
  return Boolean(pointer.get()) || WITHOUT_RUN.has(chosen.id);
}

/**
 * A character shows whether Shift was held; only other keys have "Shift+" before their names.
 * @param {KeyboardEvent} event
 */
function keyOf({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return `Ctrl+${key.toLowerCase()}`;
  return shiftKey && !isCharacter(key) ? `Shift+${key}` : key;
}

/**
 * Single-character keys, which speech input and slips may cause and which can therefore be switched off.
 * @param {string} key
 */
export const isCharacter = (key) => key.length === 1;

/** @type {Record<string, string>} */
const NAMES = {
  ArrowRight: "→",
  ArrowLeft: "←",
  "Shift+ArrowRight": "Shift →",
  "Shift+ArrowLeft": "Shift ←",
  Escape: "Esc",
  C: "Shift c",
  "Ctrl+k": "Ctrl K",
};
/** @param {string} key */
export const keyName = (key) => NAMES[key] ?? key;

/** "Next step (→)": the tooltip of a command's button. @param {Pick<Command, "label" | "keys">} command */
export const tooltip = ({ label, keys }) =>
  keys.length ? `${label} (${keys.map(keyName).join(t(" or "))})` : label;
