// The header of a followed cluster, the line of a moment, and what the answers may be wrong about.

import { effect } from "../../lib/atoms.js";
import { $, h, replace, say } from "../../lib/dom.js";
import { ago, inARow } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { showMenu } from "../../lib/menu.js";
import { aheadEntries, open } from "./opening.js";
import { lookAt } from "./past.js";
import { cluster, past, pastError, polling, shown, trouble, url } from "./state.js";
import { dateOf, lasting, timeOf } from "./words.js";

/** @import { LiveOut } from "../../types/api.js" */

/** "60 nodes, 610 pods" @param {{nodes: number, pods: number}} sizes */
const sizeText = ({ nodes, pods }) =>
  inARow(tn("{n} node", "{n} nodes", nodes), tn("{n} running pod", "{n} running pods", pods));

export function mountHead() {
  const size = $("#size");
  effect(() => {
    const now = shown.get();
    if (now) say(size, sizeText(now));
  });
  const heard = $("#heard");
  const draw = () => drawHeard(heard, cluster.get());
  effect(draw);
  setInterval(draw, 1000);
  const more = h(
    "button.btn",
    {
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      onclick: ({ currentTarget }) =>
        showMenu(currentTarget, aheadEntries(), { title: t("From this moment") }),
    },
    h("span.dk", t("From this moment")),
    icon("down", "ic dk"),
    icon("more", "ic ph"),
  );
  more.setAttribute("aria-label", t("From this moment"));
  const keep = h(
    "button.btn.primary",
    { onclick: () => open(null) },
    icon("link"),
    h("span.dk", t("Keep this moment")),
  );
  keep.setAttribute("aria-label", t("Keep this moment"));
  keep.title = t("A permanent link: the cluster as it is now, as a run");
  $("#ahead").append(more, keep);
}

/** @param {HTMLElement} chip @param {LiveOut | null} out */
function drawHeard(chip, out) {
  if (!out) return;
  const [kind, text] = heardOf(out);
  const title = [
    out.heard && dateOf(out.heard),
    out.trouble,
    trouble.get(),
    polling.get() && t("updated every few seconds"),
  ]
    .filter(Boolean)
    .join(" · ");
  chip.hidden = false;
  chip.className = `chip ${kind}`;
  if (chip.title !== title) chip.title = title;
  if (chip.textContent !== text) chip.textContent = text;
}

const LATE = 10; // seconds

/** @param {LiveOut} out @returns {[kind: string, text: string]} */
function heardOf({ state, heard, now }) {
  const since = heard ? ago(Math.max(0, Date.now() - Date.parse(heard))) : t("not yet");
  if (trouble.get()) return ["reject", t("server not reached")];
  if (state === "silent") return ["reject", t("API server silent, {ago}", { ago: since })];
  if (state === "retrying") return ["reject", t("tried again, {ago}", { ago: since })];
  if (state === "stopped") return ["", t("not followed, {ago}", { ago: since })];
  if (now && now.delay > LATE) return ["unres", t("computing, {time} behind", { time: lasting(now.delay) })];
  return ["accent", since];
}

/** The cluster as it was then. @param {HTMLElement} place */
export function mountMoment(place) {
  const line = h("div.lv-then", { role: "status" });
  place.append(line);
  effect(() => {
    const { at } = url.state.get();
    const then = past.get();
    const error = pastError.get();
    line.hidden = !at;
    if (!at) return replace(line);
    replace(
      line,
      icon("clock"),
      h("b", { title: dateOf(at) }, timeOf(at)),
      h(
        "span.grow",
        error ||
          (then?.at === at
            ? t("The cluster as it was then: {size}", { size: sizeText(then.moment.now) })
            : t("The cluster as it was then…")),
      ),
      h("button.btn", { onclick: () => lookAt(null) }, icon("undo"), t("Back to now")),
    );
  });
}

/** Why the cluster is not followed now: before all that is old then. @param {HTMLElement} place */
export function mountStale(place) {
  const line = h("p.lv-stale", { role: "status", hidden: true });
  place.append(line);
  effect(() => {
    const out = cluster.get();
    if (!out) return;
    line.hidden = out.state === "following";
    say(line, line.hidden ? "" : stateText(out));
  });
}

/** What is not read of the cluster. @param {HTMLElement} place */
export function mountNotes(place) {
  let drawn = "";
  effect(() => {
    const out = cluster.get();
    if (!out) return;
    const leftOut = Object.entries(out.now?.left_out ?? {});
    const key = JSON.stringify([out.unread, out.has_config, leftOut]);
    if (key === drawn) return;
    drawn = key;
    const wrong = out.unread.length + leftOut.length + Number(!out.has_config);
    replace(
      place,
      wrong > 0 &&
        h(
          "details",
          h("summary", t("What may be inaccurate")),
          h(
            "ul",
            !out.has_config &&
              h(
                "li",
                t(
                  "The scheduler's configuration is not known; Kubernetes' default is assumed. Pass it " +
                    "with --config.",
                ),
              ),
            out.unread.map(({ resource, consequence }) => h("li", h("b.mono", resource), " ", consequence)),
            leftOut.map(([kind, n]) =>
              h(
                "li",
                h("b.mono", kind),
                " ",
                tn(
                  "{n} object cannot be read and is left out; the log of the follower says why",
                  "{n} objects cannot be read and are left out; the log of the follower says why",
                  n,
                ),
              ),
            ),
          ),
        ),
    );
  });
}

/** @param {LiveOut} out */
function stateText({ state, trouble: message, heard }) {
  if (state === "silent") return t("The API server does not answer: {message}", { message });
  const time = heard ? dateOf(heard) : "–";
  return state === "retrying"
    ? t(
        "The cluster cannot be followed now: {message}. A process tries again. This is the state of {time}.",
        { message, time },
      )
    : t("No process follows the cluster now. This is the state of {time}.", { time });
}
