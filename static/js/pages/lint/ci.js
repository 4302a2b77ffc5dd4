// The same findings as the command prints them.

import { atom } from "../../lib/atoms.js";
import { h, useAtomEffect } from "../../lib/view.js";
import { copyText } from "../../lib/clipboard.js";
import { iconButton } from "../../lib/iconButton.js";
import { t } from "../../lib/i18n.js";
import { messageOf, post } from "../../net/api.js";
import { fileName, report, source } from "./state.js";

/** @typedef {"text" | "json" | "sarif" | "gitlab"} Output */

/** @type {[Output, string][]} */
const OUTPUTS = [
  ["text", t("Text")],
  ["json", "JSON"],
  ["sarif", "SARIF"],
  ["gitlab", "GitLab"],
];

const output = atom(/** @type {Output} */ ("text"));
const printed = atom("");
let asked = 0;

export function Ci() {
  useAtomEffect(() => void print());
  const answer = report.get();
  const text = printed.get();
  return answer && [heading(text, answer.findings), h("pre", { tabindex: 0 }, command(output.get()), text)];
}

/** Asks for the output; the one before stays until there is another. */
async function print() {
  const body = { source: source.get(), name: fileName, output: output.get() };
  if (!report.get()) return;
  const number = ++asked;
  try {
    const result = await post("/lint", body);
    if (number === asked && "printed" in result) printed.set(result.printed);
  } catch (error) {
    if (number === asked) printed.set(messageOf(error));
  }
}

/** @param {Output} format */
const command = (format) =>
  h(
    "span.mute",
    `$ python -m scheduler_core lint ${fileName}${format === "text" ? "" : ` --output ${format}`}\n`,
  );

/** @param {string} text @param {unknown[]} findings */
function heading(text, findings) {
  const status = findings.length ? 1 : 0;
  return h(
    "div.pane-h",
    h("h2", t("In CI")),
    h(
      "div.seg",
      { role: "group", "aria-label": t("Output of the command") },
      OUTPUTS.map(([name, label]) =>
        h(
          "button",
          { "aria-pressed": String(name === output.get()), onclick: () => output.set(name) },
          label,
        ),
      ),
    ),
    h("span.grow"),
    h("span", { class: status ? "chip lt-count is-error" : "chip" }, t("exit status {status}", { status })),
    iconButton("copy", t("Copy"), () => copyText(text, t("Output"))),
  );
}
