// Copying, always confirmed by a toast, which is announced too.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { toast } from "./toast.js";

/**
 * @param {string} text
 * @param {string} what named in the confirmation: "The link"
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text, what) {
  const copied = await write(text);
  toast(
    copied
      ? t("{what}: copied", { what })
      : t("{what} could not be copied: select it and copy it manually", { what }),
  );
  return copied;
}

/** @param {string} text */
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text);
  }
}

/**
 * Without a secure context (http:// in a local network) there is no clipboard API. What had the focus has it
 * again afterwards.
 * @param {string} text
 */
function writeBySelection(text) {
  const focused = document.activeElement;
  const field = h("textarea.vh", { value: text, readonly: true });
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
