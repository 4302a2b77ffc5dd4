// A workbench that keeps its address, framed by another page or on a disk: the way to the real one follows
// the step, and the page around gets the height of this one.

import { effect, watch } from "../../lib/atoms.js";
import { $, $$ } from "../../lib/dom.js";
import { phone, url } from "../workbench/core/state.js";

const WIDE_HEIGHT = 640; // where panes scroll by themselves

// A page that was made without a site has no way to one.
for (const opener of $$("#open")) watch([url.state], () => opener.setAttribute("href", url.href()));

if (window.parent !== window) {
  const tell = () =>
    window.parent.postMessage(
      { type: "schedscope:height", height: phone.get() ? document.body.scrollHeight : WIDE_HEIGHT },
      "*",
    );
  new ResizeObserver(tell).observe($("#main"));
  effect(tell);
}
