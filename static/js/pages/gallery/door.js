// The one door of the first page: anything pasted, dropped or chosen is read here, named, and goes on by one
// button.

import { ask } from "../../import/engine.js";
import { contents } from "../../import/files.js";
import { openDraft } from "../../import/opening.js";
import { door } from "../../import/receiver.js";
import { recognise } from "../../import/recognise.js";
import { $, h, replace } from "../../lib/dom.js";
import { bytes, inARow, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { later } from "../../lib/later.js";
import { problemList } from "../../lib/problems.js";
import { ApiError, messageOf } from "../../net/api.js";
import { showWay } from "./ways.js";

/** @import { Brought } from "../../import/receiver.js" */
/** @import { Prepared } from "../../import/prepare.js" */
/** @import { MessageForm, Recognised, Shape } from "../../import/recognise.js" */

const PAUSE_MS = 250;
const FIELD_MAX = 200_000; // characters; a longer text is handled like a file
const MESSAGE_KEY = "schedscope.message"; // what the page of a message reads from the session
const EXTENSIONS = /\.(ya?ml|json|txt|log|zip|tar|tgz|gz)+$/gi;

const openImport = later(async () => (await import("../../import/dialog.js")).openImport);

/** @type {Record<MessageForm, () => string>} */
const MESSAGES = {
  event: () => t("A FailedScheduling message"),
  describe: () => t("The output of kubectl describe pod"),
  events: () => t("A list of events"),
  log: () => t("A line from the scheduler log"),
};

/** @param {HTMLElement} box with the field, the buttons and a place for what was recognised */
export function setUpDoor(box) {
  const field = $("#door", box, HTMLTextAreaElement);
  const file = $("#file", box, HTMLInputElement);
  const result = $("#recognised", box);
  let timer = 0;
  let question = 0;
  /** @type {Brought} */
  let brought = {};

  /** @param {Brought} next */
  async function take(next) {
    const { files, text = "" } = (brought = next);
    const mine = (question += 1);
    clearTimeout(timer);
    if (!files?.length && !text.trim()) return clear();
    showWay(box, "paste"); // what is dropped anywhere on the page is named there
    field.value = files?.length || text.length > FIELD_MAX ? "" : text;
    say(listed(brought));
    try {
      const read = files?.length ? await contents(files) : [{ name: "", text }];
      const beginning = text || beginningOf(read); // before the bytes go to the worker
      const prepared = await ask({ files: read, choices: { pseudonyms: false, images: false } });
      if (mine !== question) return;
      show(recognise(beginning, prepared), prepared);
    } catch (error) {
      if (mine === question) say(messageOf(error));
    }
  }

  function clear() {
    $("#choose-file", box).classList.add("primary");
    replace(result);
  }

  /** @param {string} text */
  const say = (text) => replace(result, h("p.soft", text));

  /** @param {Recognised} recognised @param {Prepared} prepared */
  function show(recognised, prepared) {
    const goesOn = recognised.kind !== "nothing";
    $("#choose-file", box).classList.toggle("primary", !goesOn);
    replace(
      result,
      h("p", h("b", words(recognised)), " ", h("span.mute", fileNames(brought))),
      prepared.report.fit && h("p.note", icon("warn"), h("span", tooLarge(prepared.report.fit))),
      h("div.row", actions(recognised, prepared)),
    );
  }

  /** @param {Recognised} recognised @param {Prepared} prepared */
  function actions(recognised, prepared) {
    if (recognised.kind === "message") return messageAction(box.dataset.message ?? "", prepared.messages);
    if (recognised.kind === "nothing") return null;
    const review = h("button.btn", { onclick: openDialog }, t("Review what is sent"));
    if (recognised.kind === "unread" || prepared.report.fit) return review;
    const label = { cluster: t("Run it"), workload: t("Try it on a cluster"), objects: t("Open") }[
      recognised.kind
    ];
    const go = h("button.btn.primary", icon("arrow"), label);
    go.addEventListener("click", () => send(go, prepared));
    return [go, review];
  }

  const openDialog = () => openImport({ ...brought, title: titleOf(brought) });

  /** @param {HTMLButtonElement} button @param {Prepared} prepared */
  async function send(button, { text, report }) {
    button.disabled = true;
    try {
      const title = titleOf(brought) || report.shape.workloads[0]?.name || t("My cluster");
      location.assign(await openDraft({ title, source: text, shape: report.shape }));
    } catch (error) {
      button.disabled = false;
      if (!(error instanceof ApiError)) throw error;
      result.append(problemList(error.errors, {}));
    }
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => take({ text: field.value }), PAUSE_MS);
  });
  field.addEventListener("paste", () => setTimeout(() => take({ text: field.value })));
  $("#choose-file", box).addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    const files = [...(file.files ?? [])];
    file.value = "";
    take({ files });
  });
  door.set(take);
  if (field.value.trim()) take({ text: field.value }); // written before this ran, or restored by the browser
}

/** @param {string} page of a message @param {string} messages */
function messageAction(page, messages) {
  const decode = () => {
    sessionStorage.setItem(MESSAGE_KEY, messages);
    location.assign(page);
  };
  return h("button.btn.primary", { onclick: decode }, icon("arrow"), t("Explain it"));
}

/**
 * The beginning of a file, by which its form is recognised.
 * @param {{name: string, text?: string, bytes?: Uint8Array}[]} files
 */
const beginningOf = ([first]) =>
  first.text ?? (first.bytes?.length ? new TextDecoder().decode(first.bytes.slice(0, FIELD_MAX)) : "");

/** @param {Brought} brought */
const titleOf = ({ files }) => files?.[0]?.name.split("/")[0].replace(EXTENSIONS, "") ?? "";

/** @param {Brought} brought */
const listed = (brought) => [t("Reading…"), fileNames(brought)].join(" ");

/** @param {Brought} brought */
function fileNames({ files, text = "" }) {
  if (!files?.length) return text.length > FIELD_MAX ? `${t("pasted text")} · ${bytes(text.length)}` : "";
  const size = bytes(files.reduce((sum, file) => sum + file.size, 0));
  return files.length > 3
    ? t("{n} files, {size}", { n: files.length, size })
    : `${files.map(({ name }) => name).join(", ")} · ${size}`;
}

/** @param {NonNullable<Prepared["report"]["fit"]>} fit */
const tooLarge = (fit) =>
  t("Too large: the limit is {most} objects and {limit}. Leave out some namespaces, or finished pods.", {
    most: integer(fit.objects),
    limit: bytes(fit.bytes),
  });

/** @param {Recognised} recognised */
export function words(recognised) {
  switch (recognised.kind) {
    case "cluster":
      return clusterWords(recognised.shape);
    case "workload":
      return workloadWords(recognised.shape);
    case "message":
      return MESSAGES[recognised.form]();
    case "objects":
      return t("No nodes, pods or workloads: nothing to schedule");
    case "unread":
      return t("Not valid YAML or JSON: {message}", { message: recognised.message });
    case "nothing":
      return recognised.ignored.length
        ? t("Nothing that the scheduler uses: {kinds}", { kinds: recognised.ignored.join(", ") })
        : t("Neither Kubernetes objects nor a scheduler message");
  }
}

/** @param {Shape} shape */
function clusterWords({ nodes, pods, pending, workloads }) {
  const counts = [
    tn("{n} node", "{n} nodes", nodes, { n: integer(nodes) }),
    tn("{n} pod", "{n} pods", pods, { n: integer(pods) }),
  ];
  if (workloads.length) counts.push(tn("{n} workload", "{n} workloads", workloads.length));
  const cluster = t("{objects}: a cluster", { objects: inARow(...counts) });
  return pending
    ? inARow(cluster, tn("{n} pod pending", "{n} pods pending", pending, { n: integer(pending) }))
    : cluster;
}

/** @param {Shape} shape */
function workloadWords({ workloads, pods }) {
  const [first] = workloads;
  if (!first) return tn("{n} pod without nodes", "{n} pods without nodes", pods);
  if (workloads.length > 1) return t("{n} workloads without nodes", { n: workloads.length });
  return t("{kind} {name} without nodes: {replicas}", {
    kind: first.kind,
    name: first.name,
    replicas: tn("{n} replica", "{n} replicas", first.replicas),
  });
}
