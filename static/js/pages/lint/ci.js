// The same findings as the command prints them.

import { atom, effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { copyText } from "../../lib/clipboard.js";
import { t } from "../../lib/i18n.js";
import { toolButton } from "../../lib/toolbutton.js";
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

/** @param {HTMLElement} element */
export function mountCi(element) {
  const output = atom(/** @type {Output} */ ("text"));
  const printed = atom("");
  let asked = 0;
  effect(async () => {
    const format = output.get();
    if (!report.get()) return;
    const number = ++asked;
    try {
      const body = { source: source.get(), name: fileName, output: format };
      const result = await post("/lint", body);
      if (number === asked && "printed" in result) printed.set(result.printed);
    } catch (error) {
      if (number === asked) printed.set(messageOf(error));
    }
  });
  effect(() => {
    const text = printed.get();
    const format = output.get();
    const answer = report.get();
    element.hidden = !answer;
    if (answer)
      replace(
        element,
        heading(output, text, answer.findings),
        h("pre", { tabindex: 0 }, command(format), text),
      );
  });
}

/** @param {Output} format */
const command = (format) =>
  h(
    "span.mute",
    `$ python -m scheduler_core lint ${fileName}${format === "text" ? "" : ` --output ${format}`}\n`,
  );

/**
 * @param {import("../../lib/atoms.js").Atom<Output>} output
 * @param {string} text
 * @param {unknown[]} findings
 */
function heading(output, text, findings) {
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
    toolButton("copy", t("Copy"), () => copyText(text, t("Output"))),
  );
}
