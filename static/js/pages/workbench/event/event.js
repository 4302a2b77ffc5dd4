// A FailedScheduling event of a real cluster is compared with this run in a dialog of its own (dialog.js).

import { around, h } from "../../../lib/dom.js";
import { isEvent } from "../../../lib/event.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { later } from "../../../lib/later.js";

/** Opens the dialog, with what was pasted. */
export const openEvent = later(async () => (await import("./dialog.js")).openEvent);

/** The button that opens it, for places that show a message. */
export const eventButton = () =>
  h(
    "button.btn.bare",
    { title: t("Compare with an event from your cluster (v)"), onclick: () => openEvent() },
    icon("diff"),
    t("Compare"),
  );

/** Opens the dialog when an event is pasted anywhere on the page. */
export function takePastedEvents() {
  addEventListener("paste", (event) => {
    if (around(event, "input, textarea, dialog, [contenteditable]")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isEvent(text)) openEvent(text);
  });
}
