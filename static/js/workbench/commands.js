// One list of commands: keys, buttons' tooltips and the help are all made from it.

import { typingIn } from "../lib/dom.js";
import * as act from "./actions.js";
import { level, left, pointer, rest, scenario } from "./state.js";
import { LEVELS } from "./steps.js";

/** @typedef {{id: string, keys: string[], label: string, group: string, run: () => void}} Command */

/** Commands that a part of the page brings along (find, copy link, help). @param {Partial<Record<string, () => void>>} parts */
export function commands(parts) {
  const all = /** @type {Command[]} */ ([
    command("next", ["ArrowRight"], "Next step", "Step", () => act.stepBy(1)),
    command("previous", ["ArrowLeft"], "Previous step", "Step", () => act.stepBy(-1)),
    command("next-point", ["Shift+ArrowRight"], "Next extension point", "Step", () => act.stepPoint(1)),
    command("previous-point", ["Shift+ArrowLeft"], "Previous extension point", "Step", () => act.stepPoint(-1)),
    command("first", ["Home"], "First step of this pod", "Step", () => act.stepToEdge(-1)),
    command("last", ["End"], "Last step of this pod", "Step", () => act.stepToEdge(1)),
    command("next-pod", ["]"], "Next pod", "Step", () => act.goCycle(pointer.get().cycle + 1)),
    command("previous-pod", ["["], "Previous pod", "Step", () => act.goCycle(pointer.get().cycle - 1)),
    command("level", ["l"], "Change what a step is", "Step", () => level.update(nextLevel)),
    command("next-rejected", ["."], "Next rejected node", "Explain", () => act.nextRejected(1)),
    command("previous-rejected", [","], "Previous rejected node", "Explain", () => act.nextRejected(-1)),
    command("find", ["/"], "Find a node", "Explain", parts.find),
    command("why", ["w"], "Go to Why", "Explain", parts.why),
    command("clear", ["Escape"], "Clear the selection", "Explain", act.clearNode),
    command("rest", ["x"], "Also run the plugins that the scheduler did not", "Explain", () => rest.update((on) => !on)),
    command("copy", ["y"], "Copy the link to this step", "Page", parts.copy),
    command("edit", ["e"], "Show or hide the editor", "Page", scenario.get() ? toggleEditor : undefined),
    command("help", ["?"], "All keys", "Page", parts.help),
  ]);
  return all.filter((each) => each.run);
}

const command = (id, keys, label, group, run) => ({ id, keys, label, group, run });
const nextLevel = (now) => LEVELS[(LEVELS.indexOf(now) + 1) % LEVELS.length];
const toggleEditor = () => left.update((now) => (now === "edit" ? "topology" : "edit"));

// These keys move inside the grids, lists and tabs that have the focus.
const MOVING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);
const MOVERS = '[role="grid"], [role="listbox"], [role="tablist"], [role="menu"], summary';

/** @param {Command[]} list */
export function listen(list) {
  const byKey = new Map(list.flatMap((each) => each.keys.map((key) => [key, each])));
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
    if (!event.shiftKey && MOVING.has(event.key) && event.target instanceof Element && event.target.closest(MOVERS)) return;
    const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    const found = byKey.get(name);
    if (!found || (MOVING.has(event.key) && !pointer.get())) return;
    event.preventDefault();
    found.run();
  });
}

const NAMES = { ArrowRight: "→", ArrowLeft: "←", "Shift+ArrowRight": "Shift →", "Shift+ArrowLeft": "Shift ←", Escape: "Esc" };
export const keyName = (key) => NAMES[key] ?? key;

/** "Next step (→)": the tooltip of a command's button. */
export const tooltip = (command) => `${command.label} (${command.keys.map(keyName).join(" or ")})`;
