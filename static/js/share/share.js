// Sharing. A draft is private; what is shared is the immutable snapshot of its last run, by a link that opens this very step.

import { copyText } from "../lib/clipboard.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { toast } from "../lib/toast.js";
import { post } from "../net/api.js";

/**
 * @typedef {object} Shared
 * @property {"draft" | "snapshot"} kind of the page
 * @property {string} title
 * @property {string | null} snapshot the id of the shown run's snapshot; null when the draft has never run
 * @property {boolean} [changed] the draft was edited after that run
 * @property {() => Promise<any>} [run] runs the draft, so that there is something to share
 */

/**
 * The address of the step that is on screen, as others can open it.
 * @param {string} snapshot
 * @param {{step?: boolean}} [options] without the step: the scenario from its start
 */
export function snapshotLink(snapshot, { step = true } = {}) {
  return `${location.origin}/x/${snapshot}/${step ? shareable(location.search) : ""}`;
}

// The view travels, the sender's own theme does not.
function shareable(search) {
  const kept = search.replace(/^\?/, "").split("&").filter((part) => part && !part.startsWith("theme="));
  return kept.length ? `?${kept.join("&")}` : "";
}

/** @param {Shared} shared */
export function openShare(shared) {
  const dialog = h("dialog", { class: "dialog share", "aria-labelledby": "share-h" });
  const close = () => dialog.close();
  dialog.append(
    h("div", { class: "dialog-h" },
      h("h2", { id: "share-h" }, `Share “${shared.title}”`),
      h("button", { class: "btn bare icon", type: "button", "aria-label": "Close", onclick: close }, icon("x"))),
    h("div", { class: "dialog-b" }, shared.snapshot ? linkPart(shared) : nothingYet(shared, close)),
  );
  // in the dialog's layer a toast stays visible above the backdrop
  const toasts = document.getElementById("toasts");
  const home = toasts.parentNode;
  dialog.append(toasts);
  dialog.addEventListener("close", () => {
    home.append(toasts);
    dialog.remove();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("[data-first]")?.focus();
}

function linkPart(shared) {
  const field = h("input", { class: "in mono", id: "share-link", readonly: true, "aria-describedby": "share-what", onfocus: () => field.select() });
  const here = h("input", { type: "checkbox", id: "share-step", checked: true });
  const update = () => (field.value = snapshotLink(shared.snapshot, { step: here.checked }));
  here.addEventListener("change", update);
  update();
  const label = h("span", null, "Copy link");
  const copy = h("button", { class: "btn primary", type: "button", "data-first": true, onclick: async () => {
    label.textContent = (await copyText(field.value, "The link")) ? "Copied" : "Copy link";
  } }, icon("copy"), label);
  here.addEventListener("change", () => (label.textContent = "Copy link"));
  return [
    h("div", { class: "share-row" }, h("label", { class: "vh", for: "share-link" }, "Link"), field, copy),
    stepIsShown() && h("label", { class: "row t12 share-step" }, here, "Open at the step that is on screen"),
    h("p", { class: "t12 soft", id: "share-what" }, explanation(shared)),
  ];
}

const stepIsShown = () => shareable(location.search) !== "";

function explanation(shared) {
  const rights = "Whoever has the link can read it and edit a copy; nobody can change it.";
  if (shared.kind === "snapshot") return `This page never changes. ${rights}`;
  const made = "The link is made from the last run: an immutable snapshot of the cluster, the configuration and the seed. Your draft stays private.";
  const stale = shared.changed ? "The draft was edited since; run it again to share the newer state." : "";
  return [made, stale, rights, "It is listed nowhere."].filter(Boolean).join(" ");
}

function nothingYet(shared, close) {
  const run = h("button", { class: "btn primary", type: "button", "data-first": true, onclick: () => {
    close();
    shared.run();
  } }, icon("play"), "Run");
  return [
    h("p", { class: "soft" }, "A link is made from a run: an immutable snapshot of the cluster, the configuration and the seed. This draft has not run yet, and a draft itself is private to this browser."),
    h("div", { class: "row" }, shared.run && run),
  ];
}

/**
 * "Edit a copy": a draft of one's own with the content of a snapshot; the snapshot stays as it is.
 * @param {string} snapshot
 * @param {HTMLButtonElement} [button] disabled meanwhile
 */
export async function editCopy(snapshot, button) {
  if (button) button.disabled = true;
  try {
    const scenario = await post(`/snapshots/${snapshot}/fork`);
    location.assign(`/w/${scenario.id}/${shareable(location.search)}#edit`);
  } catch (error) {
    toast(`Not copied. ${error.message}`);
  } finally {
    if (button) button.disabled = false;
  }
}
