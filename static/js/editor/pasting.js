// A draft is sent to the server as it is: of pasted manifests, only what scheduling uses gets into it.

import { keptOf } from "../import/engine.js";
import { t } from "../lib/i18n.js";
import { toast } from "../lib/toast.js";
import { messageOf } from "../net/api.js";

const MANIFESTS = /^\s*(?:[{[]|"?(?:apiVersion|kind|items)"?\s*:)/m;
const MOST_NAMED = 5;

/** @import { AceEditor } from "../types/ace.js" */

/** @param {AceEditor} editor */
export function filterPastes(editor) {
  editor.container.addEventListener(
    "paste",
    (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!MANIFESTS.test(text)) return;
      event.preventDefault();
      event.stopPropagation();
      paste(editor, text);
    },
    { capture: true }, // before Ace
  );
}

/** @param {AceEditor} editor @param {string} pasted */
async function paste(editor, pasted) {
  try {
    const { text, leftOut } = await keptOf(pasted);
    editor.onPaste(text === pasted ? text : indented(text, /^ */.exec(pasted)?.[0] ?? ""));
    if (!leftOut.length) return;
    const more = leftOut.length > MOST_NAMED ? " …" : "";
    const fields = `${leftOut.slice(0, MOST_NAMED).join(", ")}${more}`;
    toast(t("Not pasted, because scheduling does not use it: {fields}", { fields }));
  } catch (error) {
    toast(t("Not pasted. {error}", { error: messageOf(error) }));
  }
}

/** @param {string} text @param {string} indent */
const indented = (text, indent) => (indent ? text.replace(/^(?=.)/gm, indent) : text);
