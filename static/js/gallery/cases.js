// The topic filter (kept in ?topic=, so that a filtered gallery is a link too) and "predict first".

import { h, replace } from "../lib/dom.js";
import { urlState } from "../lib/urlstate.js";

/** "topology-spread" → "Topology spread", "anti-affinity" → "Anti-affinity" */
const label = (topic) => {
  const words = topic.replace(/(?<!^anti)-/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * @param {HTMLElement} bar
 * @param {HTMLElement[]} items each with data-topic
 */
export function setUpTopics(bar, items) {
  const address = urlState(["topic"]);
  const topics = new Map();
  for (const item of items) topics.set(item.dataset.topic, (topics.get(item.dataset.topic) ?? 0) + 1);

  const button = (topic, text, number, chosen) =>
    h("button", { type: "button", "aria-pressed": String(topic === chosen), onclick: () => address.write({ topic }, { push: true }) },
      text, h("span", { class: "mute" }, number));

  const show = () => {
    const wanted = address.state.get().topic ?? "";
    const chosen = topics.has(wanted) ? wanted : "";
    const focused = bar.contains(document.activeElement);
    replace(bar, button("", "All", items.length, chosen),
      [...topics].map(([topic, number]) => button(topic, label(topic), number, chosen)));
    if (focused) bar.querySelector('[aria-pressed="true"]')?.focus();
    for (const item of items) item.hidden = chosen !== "" && item.dataset.topic !== chosen;
  };
  address.state.subscribe(show);
  if (topics.size > 1) show();
}

/** Hides every outcome, so that a reader can guess before looking. Remembered. */
export function setUpPredict(toggle, page) {
  const show = (on) => {
    toggle.setAttribute("aria-checked", String(on));
    page.classList.toggle("predict", on);
  };
  show(localStorage.getItem("predict") === "on");
  toggle.addEventListener("click", () => {
    const on = toggle.getAttribute("aria-checked") !== "true";
    localStorage.setItem("predict", on ? "on" : "off");
    show(on);
  });
}
