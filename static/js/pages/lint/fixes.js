// The fixes: operations on the text, saved in the draft at once, each with a way back.

import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { messageOf, post, put } from "../../net/api.js";
import { fixOf } from "../../parts/lint/words.js";
import { boot, lint, past, source } from "./state.js";

/** @import { EditOut, OperationIn } from "../../types/api.js" */
/** @import { LintFinding } from "../../types/engine.js" */

let updated = boot.draft?.updated;

/** @param {LintFinding[]} findings */
export async function fix(findings) {
  const label = findings.length === 1 ? fixOf(findings[0]) : t("{n} fixes", { n: findings.length });
  // from the end: what is removed from a list does not move what comes before
  const operations = /** @type {OperationIn[]} */ (
    [...findings].reverse().flatMap((finding) => finding.fix?.operations ?? [])
  );
  await change(label, async (text) => {
    /** @type {{edits: EditOut[]}} */
    const { edits } = await post("/edit", { source: text, operations });
    return edited(text, edits);
  });
}

/** Writes a comment that ignores a rule at the line of a finding. @param {LintFinding} finding */
export const ignore = (finding) =>
  change(t("ignored {rule}", { rule: finding.rule }), async (text) => ignoring(text, finding));

/** Takes the last fix back. */
export async function undo() {
  const steps = past.get();
  const last = steps.at(-1);
  if (!last || !(await save(last.source))) return;
  past.set(steps.slice(0, -1));
}

/** @param {string} label @param {(text: string) => Promise<string>} edit */
async function change(label, edit) {
  const before = source.get();
  try {
    const after = await edit(before);
    if (after === before || !(await save(after))) return;
    past.set([...past.get(), { source: before, label }]);
    toast(label, { action: t("Undo"), onAction: () => undo() });
  } catch (error) {
    toast(t("Not changed. {error}", { error: messageOf(error) }));
  }
}

/** @param {string} text @returns {Promise<boolean>} whether the draft has it now */
async function save(text) {
  if (!boot.draft) return false;
  try {
    const body = { source: text, allow_errors: true, based_on: updated };
    ({ updated } = await put(`/scenarios/${boot.draft.id}`, body));
  } catch (error) {
    toast(t("Not saved. {error}", { error: messageOf(error) }));
    return false;
  }
  source.set(text);
  await lint();
  return true;
}

/** @param {string} text @param {EditOut[]} edits of whole lines, from 0 */
function edited(text, edits) {
  const lines = text.split("\n").map((line, i, all) => (i < all.length - 1 ? `${line}\n` : line));
  for (const { from_line: from, to_line: to, text: added } of [...edits].reverse())
    lines.splice(from, to - from, added);
  return lines.join("");
}

/** @param {string} text @param {LintFinding} finding */
function ignoring(text, { line, rule }) {
  const lines = text.split("\n");
  if (line) lines[line - 1] = `${lines[line - 1].trimEnd()}  # lint-ignore: ${rule}`;
  return lines.join("\n");
}
