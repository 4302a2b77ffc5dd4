// A dialog that is made for one use and gone when it closes. Toasts stay visible above its backdrop.

import { $, $$, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/**
 * @param {string} title
 * @param {(close: () => void) => import("./dom.js").Child} content its children; [data-first] gets the focus
 * @param {string} [name] a class of its own
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, name = "") {
  const dialog = h("dialog", { class: `dialog ${name}`, "aria-labelledby": "dialog-h" });
  const close = () => dialog.close();
  dialog.append(
    h(
      "div.dialog-h",
      h("h2", { id: "dialog-h" }, title),
      h("button.btn.bare.icon", { "aria-label": t("Close"), onclick: close }, icon("x")),
    ),
    h("div.dialog-b", content(close)),
  );
  const toasts = $("#toasts");
  const home = toasts.parentNode;
  dialog.append(toasts);
  dialog.addEventListener("close", () => {
    home?.append(toasts);
    dialog.remove();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  $$("[data-first]", dialog)[0]?.focus();
  return dialog;
}
