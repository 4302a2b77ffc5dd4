// What the linter finds in the draft's text: asked for when the typing pauses and the text has been
// validated, shown as a strip with the finding in question, its fix, and the way to the next one.

import { atom, computed, watch } from "../lib/atoms.js";
import { iconButton } from "../lib/iconButton.js";
import { h, island } from "../lib/view.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icon.js";
import { toast } from "../lib/toast.js";
import { ApiError, messageOf as failureOf, post } from "../net/api.js";
import { severitySign } from "../parts/lint/severity.js";
import { fixOf, messageOf, titleOf } from "../parts/lint/words.js";

/** @import { LintFinding } from "../types/engine.js" */
/** @import { OperationIn } from "../types/api.js" */
/** @import { Source } from "../lib/atoms.js" */

const LONGEST = 200_000; // characters of a text that is linted while it is typed
const PAUSE_MS = 500; // linting computes on the server what a run would have to wait for
const AFTER_RUN_MS = 1500;

/**
 * @typedef {object} Host what the strip needs of the editor
 * @property {string} page address of the page Lint
 * @property {() => string} source
 * @property {(finding: LintFinding) => void} goTo
 * @property {(operations: OperationIn[], label: string) => Promise<void>} apply
 * @property {(line: number, text: string, label: string) => void} writeLine replaces a line, from 1
 */

export class Linting {
  /** @param {Source<string | null>} accepted the text, null while it has errors @param {Host} host */
  constructor(accepted, host) {
    this.host = host;
    this.findings = atom(/** @type {LintFinding[]} */ ([]));
    this.at = atom(0);
    /** The finding in question. @type {Source<LintFinding | undefined>} */
    this.current = computed(() => this.findings.get()[this.at.get()]);
    this.request = new AbortController();
    this.timer = 0;
    /** The text whose findings are not here yet. @type {string | null} */
    this.unanswered = null;
    this.element = island(() => this.strip(), {});
    this.stopAsking = watch([accepted], () => this.ask(accepted.get()));
  }

  /** @param {string | null} source @param {number} [pause] */
  ask(source, pause = PAUSE_MS) {
    this.request.abort();
    clearTimeout(this.timer);
    this.unanswered = source;
    if (source === null || source.length > LONGEST) return this.take([]);
    this.timer = setTimeout(() => this.send(source), pause);
  }

  /** A run starts, for which somebody waits. */
  giveWay() {
    if (this.unanswered !== null) this.ask(this.unanswered, AFTER_RUN_MS);
  }

  /** @param {string} source */
  async send(source) {
    const request = (this.request = new AbortController());
    try {
      const answer = await post("/lint", { source }, { signal: request.signal });
      if (!request.signal.aborted && "printed" in answer) this.take(answer.report.findings);
    } catch (error) {
      if (!request.signal.aborted && error instanceof ApiError && error.status >= 400) this.take([]);
    }
  }

  /** The finding in question stays, if it is still there. @param {LintFinding[]} findings */
  take(findings) {
    this.unanswered = null;
    const before = this.current.get();
    const same = findings.findIndex(
      (finding) => before && finding.rule === before.rule && finding.path === before.path,
    );
    this.at.set(same >= 0 ? same : Math.max(Math.min(this.at.get(), findings.length - 1), 0));
    this.findings.set(findings);
  }

  /** The next finding, or the previous one. @param {1 | -1} by */
  step(by) {
    const findings = this.findings.get();
    if (!findings.length) return;
    this.at.set((this.at.get() + by + findings.length) % findings.length);
    const finding = this.current.get();
    if (finding) this.host.goTo(finding);
  }

  /** The finding of the line where the reader is. @param {number} line from 1 */
  follow(line) {
    const index = this.findings.get().findIndex((finding) => finding.line === line);
    if (index >= 0) this.at.set(index);
  }

  strip() {
    const finding = this.current.get();
    return h(
      "section.ed-lint",
      { "aria-label": t("Lint"), hidden: !finding },
      finding && [this.what(finding), this.acts(finding)],
    );
  }

  /** @param {LintFinding} finding */
  what(finding) {
    return h(
      "p.ed-lint-what",
      severitySign(finding.severity),
      h("span", h("strong", titleOf(finding)), " ", messageOf(finding)),
    );
  }

  /** @param {LintFinding} finding */
  acts(finding) {
    const count = this.findings.get().length;
    const label = fixOf(finding);
    return h(
      "p.ed-lint-acts",
      label && h("button.btn", { onclick: () => this.fix(finding, label) }, icon("check"), label),
      finding.line &&
        !/^\s*[{[]/.test(this.host.source()) &&
        h("button.btn.bare", { onclick: () => this.ignore(finding) }, t("Ignore here")),
      h("span.grow"),
      h("a", { href: this.host.page }, tn("{n} finding", "{n} findings", count)),
      iconButton("left", t("Previous finding (Shift+F8)"), () => this.step(-1)),
      iconButton("right", t("Next finding (F8)"), () => this.step(1)),
    );
  }

  /** @param {LintFinding} finding @param {string} label */
  async fix(finding, label) {
    try {
      await this.host.apply(/** @type {OperationIn[]} */ (finding.fix?.operations ?? []), label);
    } catch (error) {
      toast(t("Not changed. {error}", { error: failureOf(error) }));
    }
  }

  /** @param {LintFinding} finding */
  ignore({ line, rule }) {
    if (!line) return;
    const text = this.host.source().split("\n")[line - 1] ?? "";
    this.host.writeLine(line, `${text.trimEnd()}  # lint-ignore: ${rule}\n`, t("ignored {rule}", { rule }));
  }

  stop() {
    this.request.abort();
    clearTimeout(this.timer);
    this.stopAsking();
  }
}
