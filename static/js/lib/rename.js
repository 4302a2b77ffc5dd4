// A title that is changed where it stands: a field takes its place until Enter, Escape or leaving it.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @param {HTMLElement} heading what the field stands for; it has the focus afterwards
 * @param {string} title
 * @param {(title: string) => void} save
 */
export function renameInPlace(heading, title, save) {
  const field = h("input.in", { value: title, maxlength: 200, "aria-label": t("Title") });
  const box = h("div.rename", field);
  let open = true;
  /** @param {boolean} keep */
  const done = (keep) => {
    if (!open) return; // removing the field blurs it
    open = false;
    const next = field.value.trim();
    box.remove();
    heading.hidden = false;
    heading.focus();
    if (keep && next && next !== title) save(next);
  };
  heading.hidden = true;
  heading.before(box);
  field.select();
  field.addEventListener("blur", () => done(true));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault(); // the key would press what has the focus next
    done(event.key === "Enter");
  });
}
