// The real name of a node or a pod in a view: whole in the text, for screen readers and for copying, and on
// hover. Where room is short, the style sheet cuts what many share and then its middle, never its end.

import { h } from "../lib/view.js";
import { partsOf } from "../model/names.js";
import { showsWholeName } from "./nameTip.js";

addEventListener("focusin", showsWholeName);

/**
 * `title`: with the namespace, where the name stands without it; `focusable` unless in a link or a button.
 * @param {{name: string, title?: string, focusable?: boolean, class?: string}} props
 */
export function Name({ name, title = name, focusable = false, class: more = "" }) {
  const { namespace, head, tail, domain } = partsOf(name);
  return h(
    "span.name.mono",
    {
      class: more,
      title,
      tabindex: focusable ? "0" : null,
      style: { "--host": String(head.length + tail.length) },
    },
    namespace && h("span.name-more", namespace),
    head && h("span.name-head", head),
    tail,
    domain && h("span.name-more", domain),
  );
}
