// Ace, set up once: strict Content-Security-Policy (its styles from files, none injected), the product's own
// theme, no worker (the server is what validates).

import { loadScript, loadStyle } from "../lib/assets.js";
import { t } from "../lib/i18n.js";
import { theme } from "../lib/theme.js";

/** @import { Ace, AceEditor } from "../types/ace.js" */

const HERE = new URL(".", import.meta.url);
const ACE = new URL("../../django_ace/ace/", HERE);

/** @type {Promise<Ace> | null} */
let ready = null;

export function loadAce() {
  ready ??= load().catch((error) => {
    ready = null;
    throw error;
  });
  return ready;
}

async function load() {
  await Promise.all([
    loadStyle(new URL("css/ace.css", ACE)),
    loadStyle(new URL("../../css/editor.css", HERE)),
    loadScript(new URL("ace.js", ACE)),
  ]);
  const { ace } = globalThis;
  ace.config.set("useStrictCSP", true);
  ace.config.set("basePath", ACE.pathname.replace(/\/$/, ""));
  await Promise.all([
    loadScript(new URL("mode-yaml.js", ACE)),
    loadScript(new URL("ext-searchbox.js", ACE)),
    loadScript(new URL("ext-language_tools.js", ACE)),
  ]);
  return ace;
}

/** @param {Ace} ace @param {HTMLElement} host @param {string} text */
export function createAce(ace, host, text) {
  const editor = ace.edit(host, {
    useWorker: false, // before the mode, which would start one
    mode: "ace/mode/yaml",
    value: text,
    tabSize: 2,
    useSoftTabs: true,
    fontSize: 12,
    showPrintMargin: false,
    useSvgGutterIcons: true,
    displayIndentGuides: true,
    scrollPastEnd: 0.1,
    // Tab must not be a trap: the editor is one stop, Enter goes in, Escape comes out
    enableKeyboardAccessibility: true,
  });
  editor.container.setAttribute("aria-label", t("YAML. Enter to edit, Escape to leave."));
  editor.textInput.getElement().setAttribute("aria-label", t("YAML source"));
  editor.session.setUndoManager(new (ace.require("ace/undomanager").UndoManager)());
  followTheme(editor);
  return editor;
}

/**
 * Colours are design tokens (editor.css); Ace only has to know whether they are dark.
 * @param {AceEditor} editor
 */
function followTheme(editor) {
  const apply = () => editor.setTheme({ cssClass: "ace-scope", isDark: theme.get() === "dark", cssText: "" });
  apply();
  editor.on("destroy", theme.subscribe(apply));
}
