// The text of a FailedScheduling event, pasted anywhere on a page.

import { t } from "./i18n.js";

const MESSAGE = /\b\d+\/\d+ nodes are available\b|no nodes available to schedule pods/;
const MANIFEST = /^\s*[{[]|^\s*"?(apiVersion|kind|items)"?\s*:/m;

/** @param {string} text */
export const isEvent = (text) => MESSAGE.test(text) && !MANIFEST.test(text);

/** What to do with it where there is no run. */
export const EVENT_HINT = () =>
  t(
    "This is a scheduler event. Open its cluster or a case first; then paste the event beside the run to " +
      "compare the two.",
  );
