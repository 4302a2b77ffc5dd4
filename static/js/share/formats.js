// The same step in other forms: text for a report, a frame for a page, files to download.

import { copyText } from "../lib/clipboard.js";
import { h } from "../lib/dom.js";
import { labelled } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { toast } from "../lib/toast.js";
import { get, messageOf } from "../net/api.js";
import { embedLink, fileLink, snapshotLink } from "./links.js";

const FRAME_HEIGHT = 640;
const STEP = ["pod", "attempt", "point", "plugin", "node"];

const FILES = /** @type {const} */ ([
  ["html", t("Offline page"), t("One file that steps through this run offline")],
  ["yaml", "YAML", t("The objects and the configuration")],
  ["json", "JSON", t("Every plugin's answer for every pod")],
  ["svg", "SVG", t("A picture of this step")],
  ["png", "PNG", t("A picture of this step")],
]);

/** @type {string[]} */
const PICTURES = ["svg", "png"];

/**
 * Files made of a link, as entries of a menu.
 * @param {string} snapshot
 * @returns {import("../lib/menu.js").Entry[]}
 */
export const fileEntries = (snapshot) =>
  FILES.map(([kind, label, what]) => ({
    label: labelled(label, what),
    icon: "download",
    run: () => location.assign(fileLink(snapshot, kind)),
  }));

/**
 * @param {import("./links.js").Linked} shared
 * @param {() => boolean} step whether the step that is on screen is meant
 */
export function formats({ title, snapshot }, step) {
  /** @type {[label: string, glyph: string, run: () => void][]} */
  const copies = [
    [
      t("Markdown"),
      "list",
      () =>
        copyText(
          `[${markdown(document.title.replace(/ · SchedScope$/, ""))}]` +
            `(${snapshotLink(snapshot, { step: step() })})`,
          t("The Markdown link"),
        ),
    ],
    [
      t("Frame"),
      "code",
      () =>
        copyText(
          `<iframe src="${html(embedLink(snapshot, { step: step() }))}" title="${html(title)}" ` +
            `width="100%" height="${FRAME_HEIGHT}" loading="lazy" style="border:0"></iframe>`,
          t("The frame's HTML"),
        ),
    ],
  ];
  const ofRun = document.querySelector(".run-top")?.getAttribute("data-run");
  if (ofRun) copies.unshift([t("Issue"), "file", () => copyIssue(ofRun)]);
  /** @param {(typeof FILES)[number]} file */
  const file = ([kind, label, what]) => {
    // The others are sent as files, or as a page that says why there is none.
    const download = PICTURES.includes(kind);
    const link = h(
      "a.btn",
      { href: fileLink(snapshot, kind), download, title: what },
      icon("download"),
      label,
    );
    link.addEventListener("click", () => (link.href = fileLink(snapshot, kind, { step: step() })));
    return link;
  };
  return [
    h(
      "div.share-part",
      { role: "group", "aria-label": t("Copy as") },
      h("span.lab", t("Copy as")),
      h(
        "div.row.wrap",
        copies.map(([label, glyph, run]) => h("button.btn", { onclick: run }, icon(glyph), label)),
      ),
    ),
    h(
      "div.share-part",
      { role: "group", "aria-label": t("Download") },
      h("span.lab", t("Download")),
      h("div.row.wrap", FILES.map(file)),
    ),
  ];
}

/** Message, sum, versions and link, as a block of Markdown. @param {string} run */
async function copyIssue(run) {
  try {
    /** @type {import("../types/api.js").IssueOut} */
    const { markdown: block } = await get(`/runs/${run}/issue?${issueQuery(location.search)}`);
    await copyText(block, t("The block for an issue"));
  } catch (error) {
    toast(messageOf(error));
  }
}

/** What the address says of the step. @param {string} search */
function issueQuery(search) {
  const step = new URLSearchParams(search);
  return new URLSearchParams(STEP.flatMap((key) => (step.get(key) ? [[key, step.get(key) ?? ""]] : [])));
}

/** @param {string} text */
const markdown = (text) => text.replace(/[\\[\]*_`<>]/g, "\\$&");
/** @param {string} text */
const html = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
