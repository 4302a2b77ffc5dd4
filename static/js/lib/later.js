// Functions of modules that are fetched when a reader first asks for them.

import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { toast } from "./toast.js";

/** @import { Child } from "./dom.js" */

/**
 * A function whose module is fetched when it is first called. If that fails the reader is told, and it gives
 * undefined: the network may be away, or the site is another version than the page.
 * @template {any[]} A @template R
 * @param {() => Promise<(...args: A) => R | Promise<R>>} load
 * @returns {(...args: A) => Promise<R | undefined>}
 */
export const later =
  (load) =>
  async (...args) => {
    const call = await load().catch(refused);
    return await call?.(...args);
  };

/** @param {unknown} error @returns {undefined} */
function refused(error) {
  reportError(error);
  toast(t("This part of the page could not be loaded."), {
    action: t("Reload the page"),
    onAction: () => location.reload(),
  });
}

/**
 * A place that holds what comes once that is here, whether the place is on the page then or later.
 * @param {Promise<Child>} coming
 */
export function soon(coming) {
  const place = h("div.soon", { "aria-busy": "true" });
  coming.then((children) => {
    place.removeAttribute("aria-busy");
    replace(place, children);
  });
  return place;
}
