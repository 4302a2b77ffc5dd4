// What the presenter alone sees beside the page: who follows, what they chose, and what comes next.

import { h } from "../../lib/dom.js";
import { guessed } from "../../lib/guessed.js";
import { labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { chosenBy, doing } from "./choices.js";
import { bars } from "./guesses.js";

/** @import { Ahead } from "../../lib/ahead.js" */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Chosen } from "../../lib/inroom.js" */
/** @import { ForPresenter, RoomState } from "../../types/api.js" */

const MANY = 50; // people; their dots are smaller

/**
 * @typedef {object} Beside
 * @property {(Ahead | null)[]} next
 * @property {Chosen[]} asked what the room chose, the newest last
 * @property {{back: () => void, show: () => void}} acts
 */

/** @param {RoomState} now @param {Beside} beside @returns {Child} */
export function panel(now, { next, asked, acts }) {
  const { followers, guessed: answered, asked: question, presenter } = now;
  if (!presenter) return null;
  const isTold = question && (question.is_open || answered > 0);
  return [
    h(
      "p.row.room-all",
      { role: "status" },
      h("span", h("b.room-big", followers), " ", h("span.soft", tn("follows", "follow", followers))),
      h("span.grow"),
      isTold && h("span.soft", tn("{n} has guessed", "{n} have guessed", answered)),
    ),
    people(presenter),
    h(
      "button.btn",
      { dataset: { focus: "back" }, disabled: now.along === followers, onclick: acts.back },
      icon("retry"),
      t("Ask all back"),
    ),
    coming(next),
    isTold && chosen(now, presenter, acts),
    earlier(asked.filter(({ about }) => about !== question?.about)),
  ];
}

/** A dot for each. @param {ForPresenter} presenter */
function people({ people: all }) {
  const { along, away, thinking } = doing(all);
  if (!all.length) return null;
  return [
    h(
      all.length > MANY ? "p.room-people.many" : "p.room-people",
      { "aria-hidden": "true" },
      all.map((kind) => h("i", { class: kind })),
    ),
    h(
      "ul.room-key",
      h("li", h("i.along"), tn("{n} here with you", "{n} here with you", along)),
      away > 0 && h("li", h("i.away"), tn("{n} looks around", "{n} look around", away)),
      thinking > 0 && h("li", h("i.thinking"), tn("{n} still thinking", "{n} still thinking", thinking)),
    ),
  ];
}

/** @param {(Ahead | null)[]} next */
function coming(next) {
  const said = next.filter((text) => text !== null);
  if (!said.length) return null;
  return h(
    "section",
    h("h2", t("Next, for you only")),
    said.map(({ about, text }) => h("div.room-next", h("b", about), h("p", text))),
  );
}

/** @param {RoomState} now @param {ForPresenter} presenter @param {{show: () => void}} acts */
function chosen(now, { counts }, { show }) {
  const { rows, of } = chosenBy(now, guessed.get(), counts);
  const isShown = Boolean(now.asked?.counts);
  return h(
    "section",
    h("h2", t("What the audience guesses")),
    bars(rows, of),
    h("p.soft", isShown ? t("All followers see it.") : t("Nobody else sees it until you show it.")),
    h(
      "button.btn",
      { dataset: { focus: "show" }, disabled: !now.guessed, onclick: show },
      isShown ? t("Hide the guesses") : t("Show the guesses"),
    ),
  );
}

/** @param {Chosen[]} asked */
const earlier = (asked) =>
  asked.length > 0 &&
  h(
    "section",
    h("h2", t("Earlier guesses")),
    asked
      .toReversed()
      .map(({ title, rows, of }) =>
        h(
          "div.room-was",
          h("b", title),
          h(
            "p.soft",
            rows
              .map(({ label, count }) => labelled(label, t("{n} of {total}", { n: count, total: of })))
              .join(" · "),
          ),
        ),
      ),
  );
