// The page of a workload without nodes. It works as a form; this names the button, tries pasted nodes at once
// and sends of them what scheduling reads.

import { ask } from "../../import/engine.js";
import { copyText } from "../../lib/clipboard.js";
import { $, $$, h, replace } from "../../lib/dom.js";
import { rich, t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { get, messageOf, post } from "../../net/api.js";

/** @import { TrialOut } from "../../types/api.js" */

const PAUSE_MS = 300;
const PASTED = "nodes";

const form = $(".try", document, HTMLFormElement);
const button = $("#open", form, HTMLButtonElement);
const nodes = $("#nodes", form, HTMLTextAreaElement);
const result = $("#pasted", form);
const scenario = location.pathname.split("/")[2];
/** @type {Promise<string> | undefined} */
let source;
let timer = 0;
let kept = ""; // of the nodes, what is sent

const chosen = () =>
  $$("input[name=cluster]", form).find((input) => /** @type {HTMLInputElement} */ (input).checked);

function nameButton() {
  const title = chosen()?.closest(".try-c")?.getAttribute("data-title");
  button.textContent = (button.dataset.open ?? "").replace("{cluster}", title ?? t("these nodes"));
}

/** @param {string} text */
function say(text) {
  replace(result, text && h("span"), text && h("span", text));
}

/** Keeps of the nodes what scheduling reads, and tries the workload on them. */
async function tryPasted() {
  const text = nodes.value;
  if (!text.trim()) return say("");
  say(t("Reading…"));
  try {
    const filtered = await ask({
      files: [{ name: "", text }],
      choices: { pseudonyms: false, images: false },
    });
    if (!filtered.report.objects.some(([kind]) => kind === "Node")) return say(t("It contains no Node."));
    source ??= get(`/scenarios/${scenario}`).then((draft) => draft.source);
    const { trials } = await post("/try-on", { source: await source, nodes: filtered.text });
    if (nodes.value !== text) return;
    nodes.value = kept = filtered.text;
    nodes.scrollTop = 0;
    show(trials[0]);
  } catch (error) {
    if (nodes.value === text) say(messageOf(error));
  }
}

/** @param {TrialOut} trial */
function show(trial) {
  const all = trial.placed === trial.pods;
  replace(
    result,
    glyph(all ? "pass" : "rejected"),
    h(
      "span",
      rich(t("{said}."), {
        said: h("b", t("{placed} of {pods} placed", { placed: trial.placed ?? "?", pods: trial.pods })),
      }),
      " ",
      trial.message && h("q", trial.message),
    ),
  );
}

function choosePasted() {
  const radio = $(`input[value=${PASTED}]`, form, HTMLInputElement);
  radio.checked = true;
  nameButton();
  clearTimeout(timer);
  timer = setTimeout(tryPasted, PAUSE_MS);
}

/** The form is sent once the nodes in it are those that were tried. */
form.addEventListener("submit", async (event) => {
  if (chosen()?.getAttribute("value") !== PASTED || nodes.value === kept) return;
  event.preventDefault();
  clearTimeout(timer);
  await tryPasted();
  if (nodes.value === kept) form.requestSubmit();
});
form.addEventListener("formdata", ({ formData }) => formData.set("nodes", kept));
form.addEventListener("change", nameButton);
nodes.addEventListener("input", choosePasted);
$("#copy-nodes", form).addEventListener("click", () =>
  copyText($(".try-k code", form).textContent, t("The command")),
);
nameButton();
if (nodes.value.trim()) choosePasted(); // pasted before this ran, or restored by the browser
