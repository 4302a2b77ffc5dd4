// Manifests dropped or pasted anywhere on a page. The dialog is loaded on first use.

import { around } from "../lib/dom.js";
import { later } from "../lib/later.js";
import { droppedFiles } from "./files.js";
import { door } from "./receiver.js";

const openImport = later(async () => (await import("./dialog.js")).openImport);

/** @param {import("./receiver.js").Brought} brought */
const load = (brought) => (door.get() ?? openImport)(brought);
/** @param {DragEvent} event */
const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
const target = () => document.getElementById("bring") ?? document.body;

addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  target().classList.add("over");
});
addEventListener("dragleave", (event) => !event.relatedTarget && target().classList.remove("over"));
addEventListener("drop", async (event) => {
  target().classList.remove("over");
  if (!event.dataTransfer || !holdsFiles(event)) return;
  event.preventDefault();
  await load({ files: await droppedFiles(event.dataTransfer) });
});
addEventListener("paste", (event) => {
  if (around(event, "input, textarea, dialog, [contenteditable]")) return;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (door.get() ? text.trim() : /^\s*\{|(^|\n)\s*(apiVersion|kind):/.test(text)) load({ text });
});
