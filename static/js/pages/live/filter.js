// What the reader looks for: one line of text for causes and stream alike, and one cause.

import { computed } from "../../lib/atoms.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { url } from "./state.js";
import { causeText } from "./words.js";

/** @import { LiveCause, LiveEntry } from "../../types/engine.js" */

const words = computed(() => (url.state.get().q ?? "").trim().toLowerCase());

/** Whether only a part is shown. */
export const isFiltered = computed(() => Boolean(words.get() || url.state.get().cause));

/** A field for a namespace, a workload, a node or a part of a cause. */
export function filterField() {
  const field = h("input.in", {
    type: "search",
    value: url.state.peek().q ?? "",
    placeholder: t("Namespace, workload or cause"),
    "aria-label": t("Filter"),
    oninput: () => url.write({ q: field.value.trim() || null }),
  });
  url.state.subscribe(({ q = "" }) => {
    if (document.activeElement !== field) field.value = q;
  });
  return field;
}

/** @param {...string} texts */
const has = (...texts) => texts.some((text) => text.toLowerCase().includes(words.get()));

/** Whether a cause is of what is looked for. @param {LiveCause} cause */
export const isCauseWanted = (cause) =>
  (url.state.get().cause ?? cause.key) === cause.key &&
  has(causeText(cause), ...cause.workloads.map(({ namespace, name }) => `${namespace}/${name}`));

/**
 * Whether an entry is of what is looked for: gaps always are.
 * @param {LiveEntry} entry @param {LiveCause[]} causes that the text is looked for in
 */
export function isEntryWanted(entry, causes) {
  const { cause } = url.state.get();
  if (entry.kind === "gap" || !isFiltered.get()) return true;
  if (entry.kind === "decision") {
    const ofCause = entry.cause ?? entry.waited_for;
    const text = causes.find(({ key }) => key === ofCause)?.title ?? "";
    const owner = `${entry.workload.namespace}/${entry.workload.name}`;
    return (cause ?? ofCause) === ofCause && has(entry.pod, owner, entry.node ?? "", text);
  }
  if (entry.kind === "cause")
    return (cause ?? entry.cause) === entry.cause && has(entry.pod, JSON.stringify(entry.clauses));
  return !cause && has(entry.kind === "workload" ? `${entry.workload} ${entry.queue}` : entry.subject);
}
