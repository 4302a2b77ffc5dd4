// The real name of a node or a pod: whole in the text, for screen readers and for copying, and on hover.
// Where room is short, the style sheet cuts what many share and then its middle, never its end.

import { h } from "../lib/dom.js";
import { partsOf } from "../model/names.js";
import { showsWholeName } from "./nameTip.js";

addEventListener("focusin", showsWholeName);

/**
 * @param {string} name
 * @param {{focusable?: boolean}} [options] `focusable` unless it stands in a link or a button
 */
export function nameElement(name, { focusable = false } = {}) {
  const { namespace, head, tail, domain } = partsOf(name);
  return h(
    "span.name.mono",
    {
      title: name,
      tabindex: focusable ? "0" : null,
      style: { "--host": head.length + tail.length },
    },
    namespace ? h("span.name-more", namespace) : null,
    head ? h("span.name-head", head) : null,
    tail,
    domain ? h("span.name-more", domain) : null,
  );
}
