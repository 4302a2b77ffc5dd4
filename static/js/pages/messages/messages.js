// The page of a message. The first page hands a message over in the session's storage, where it stays for
// reloads; the server explains it, as it does for readers without scripts. Of a text only its messages are
// sent.

import { copyText } from "../../lib/clipboard.js";
import { messagesIn } from "../../import/engine.js";
import { $, $$, around } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { ApiError, messageOf, post } from "../../net/api.js";

const KEY = "schedscope.message";

/** The text that is explained on this page. */
const text = () => $("#message-text", document, HTMLTextAreaElement).value;

/** Explains what a text says, or says why not. @param {string} written */
async function read(written) {
  try {
    const messages = await messagesIn(written);
    if (!messages) return refuse(t("The text has no message of the scheduler."));
    sessionStorage.setItem(KEY, messages);
    await explain(messages);
  } catch (error) {
    refuse(messageOf(error));
  }
}

/** @param {string} problem */
function refuse(problem) {
  $("#message-text").setAttribute("aria-invalid", "true");
  $("#message-error").textContent = problem;
}

/** Puts the explanation of a text in place of the page's content. @param {string} message */
async function explain(message) {
  const answer = await fetch("", { method: "POST", body: new URLSearchParams({ text: message }) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  $("#main").replaceWith(document.adoptNode($("#main", page)));
  document.title = page.title;
  $("#main").focus({ preventScroll: true });
}

/** Creates a draft of the made-up cluster, runs it, and goes there. @param {HTMLButtonElement} button */
async function open(button) {
  button.disabled = true;
  try {
    const { cluster: exact, nearest } = await post("/messages", { text: await messagesIn(text()) });
    const cluster = exact ?? nearest?.cluster;
    if (!cluster) return;
    const scenario = await post("/scenarios", { title: t("A made-up cluster"), source: cluster.source });
    await post(`/scenarios/${scenario.id}/runs`, { kubernetes_version: cluster.release });
    location.assign(`/w/${scenario.id}/`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = $("#open-problem");
    problem.textContent = error.message;
    problem.hidden = false;
  } finally {
    button.disabled = false;
  }
}

document.addEventListener("click", (event) => {
  const copy = around(event, "[data-copy]");
  if (copy) {
    copyText(copy.parentElement?.querySelector("code")?.textContent ?? "", t("The command"));
  }
  const opener = around(event, "#open-cluster");
  if (opener instanceof HTMLButtonElement) open(opener);
});

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches("[action='/message/']")) return;
  event.preventDefault();
  read(String(new FormData(event.target).get("text")));
});

const handedOver = sessionStorage.getItem(KEY);
if (handedOver && !text() && !$$(".msg-dec").length) explain(handedOver);
