// How long a link lasts, who can find it, and its end. Its owner decides; anyone else needs the
// recovery code.

import { copyText } from "../lib/clipboard.js";
import { h, replace } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { storeJson, storedJson } from "../lib/stored.js";
import { toast } from "../lib/toast.js";
import { get, messageOf, post, put, request } from "../net/api.js";
import { shareable } from "./links.js";

/** @import { KeyOut, SharingOut } from "../types/api.js" */
/** @import { Linked } from "./links.js" */

const STORED = "share.keys";

/** @param {Linked} shared */
export function keeping(shared) {
  const element = h("div.share-keeping");
  get(`/snapshots/${shared.snapshot}/sharing`).then(
    (/** @type {SharingOut} */ sharing) =>
      replace(
        element,
        sharing.mine
          ? [
              visibility(shared, sharing),
              expiry(shared, sharing),
              recovery(shared),
              deletion(shared, sharing),
            ]
          : [expires(sharing), others(shared)],
      ),
    (error) => replace(element, h("p.t12.soft", error.message)),
  );
  return element;
}

// ---- who finds it -------------------------------------------------------------------------------------

/** @param {Linked} shared @param {SharingOut} now */
function visibility(shared, { visibility: now }) {
  const title = h("input.in", { id: "share-title", maxlength: 200, value: shared.title });
  const open = h("button.btn", { onclick: publish }, t("Make a public link"));
  async function publish() {
    open.disabled = true;
    try {
      const published = await post(`/snapshots/${shared.snapshot}/share`, {
        title: title.value.trim() || shared.title,
        visibility: "public",
      });
      location.assign(`/x/${published.snapshot}/${shareable(location.search)}`);
    } catch (error) {
      open.disabled = false;
      toast(t("Not published. {error}", { error: messageOf(error) }));
    }
  }
  if (now === "public")
    return h("p.t12.soft", t("This link is public: it is short, and search engines may list it."));
  return h(
    "details.share-part",
    h(
      "summary",
      t("Unlisted"),
      h("span.mute", t("the link cannot be guessed, and search engines do not list it")),
    ),
    h(
      "p.t12.soft",
      t(
        "A public link is a separate link to the same content: short, and visible to search engines. This " +
          "one does not change.",
      ),
    ),
    h("label.lab", { for: "share-title" }, t("Title of the public link")),
    h("div.share-row", title, open),
  );
}

// ---- how long -----------------------------------------------------------------------------------------

/** @param {Linked} shared @param {SharingOut} sharing */
function expiry(shared, sharing) {
  const now = sharing.expires
    ? h("span.mute", { role: "status" }, until(sharing.expires))
    : h("span.mute", { role: "status" });
  const select = h(
    "select.in",
    { id: "share-days", onchange: change },
    option("", t("Permanently")),
    option("7", t("7 days from now")),
    option("30", t("30 days from now")),
  );
  if (sharing.expires) select.prepend(h("option", { value: "now", selected: true }, until(sharing.expires)));
  async function change() {
    if (select.value === "now") return;
    try {
      /** @type {SharingOut} */
      const { expires: at } = await put(`/snapshots/${shared.snapshot}/sharing`, {
        days: Number(select.value) || null,
      });
      now.textContent = at ? until(at) : t("It is kept permanently.");
    } catch (error) {
      toast(messageOf(error));
    }
  }
  return h(
    "div.share-part",
    h("label.lab", { for: "share-days" }, t("Keep the link")),
    h("div.row", select, now),
  );
}

/** @param {string} value @param {string} label */
const option = (value, label) => h("option", { value }, label);
/** @param {string} time */
const until = (time) =>
  t("until {date}", {
    date: new Date(time).toLocaleDateString(document.documentElement.lang || "en", { dateStyle: "medium" }),
  });
/** @param {SharingOut} sharing */
const expires = ({ expires: at }) =>
  at ? h("p.t12.soft", t("The link is kept {until}.", { until: until(at) })) : null;

// ---- its end ------------------------------------------------------------------------------------------

/** @param {Linked} shared */
function recovery(shared) {
  const element = h("div.share-part", { "aria-live": "polite" });
  const recoveryKey = keys()[shared.snapshot];
  if (recoveryKey)
    replace(
      element,
      code(recoveryKey, t("This browser stores it. You can use it to delete the link from anywhere.")),
    );
  else
    newKey(shared.snapshot).then(
      (key) => {
        replace(
          element,
          code(
            key,
            t("Write it down: only this browser shows it. You can use it to delete the link from anywhere."),
          ),
        );
      },
      () => undefined,
    );
  return element;
}

/** Codes that are being made, by snapshot. @type {Map<string, Promise<string>>} */
const asked = new Map();

/** The code of a link, which is made once, however often the dialog is drawn. @param {string} snapshot */
function newKey(snapshot) {
  const key =
    asked.get(snapshot) ??
    post(`/snapshots/${snapshot}/key`)
      .then((/** @type {KeyOut} */ made) => {
        remember(snapshot, made.key);
        return made.key;
      })
      .finally(() => asked.delete(snapshot));
  asked.set(snapshot, key);
  return key;
}

/** @param {string} key @param {string} words */
function code(key, words) {
  return [
    h("span.lab", t("Recovery code")),
    h(
      "div.row",
      h("code.grow.share-code", key),
      h("button.btn", { onclick: () => copyText(key, t("The recovery code")) }, icon("copy"), t("Copy code")),
    ),
    h("p.t12.mute", words),
  ];
}

/** @param {Linked} shared @param {SharingOut} sharing */
function deletion(shared, { variants }) {
  const ask = h(
    "button.btn.danger",
    { onclick: () => replace(element, confirm) },
    icon("trash"),
    t("Delete the link…"),
  );
  const sure = h(
    "button.btn.danger",
    { onclick: () => remove(shared, keys()[shared.snapshot]) },
    icon("trash"),
    t("Delete permanently"),
  );
  const keep = h("button.btn", { onclick: () => replace(element, ask) }, t("Keep it"));
  const confirm = [
    h(
      "p.t12",
      t("Anyone who opens the link will see when it was deleted. This cannot be undone."),
      variants > 0 && [
        " ",
        tn(
          "{n} variant that somebody else ran from it will be deleted too.",
          "{n} variants that others ran from it will be deleted too.",
          variants,
        ),
      ],
    ),
    h("div.row", sure, keep),
  ];
  const element = h("div.share-part", ask);
  return element;
}

/** @param {Linked} shared */
function others(shared) {
  const field = h("input.in.mono", {
    id: "share-key",
    autocomplete: "off",
    spellcheck: "false",
    value: keys()[shared.snapshot] ?? "",
  });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    if (field.value.trim()) remove(shared, field.value.trim());
  };
  return h(
    "details.share-part",
    h("summary", t("Did you share this?")),
    h(
      "form",
      { onsubmit: submit },
      h("label.lab", { for: "share-key" }, t("Recovery code")),
      h(
        "div.share-row",
        field,
        h("button.btn.danger", { type: "submit" }, icon("trash"), t("Delete permanently")),
      ),
    ),
  );
}

/** @param {Linked} shared @param {string | undefined} key */
async function remove(shared, key) {
  try {
    const { gone } = await request("DELETE", `/snapshots/${shared.snapshot}`, {
      headers: key ? { Authorization: `Bearer ${key}` } : {},
    });
    forget(shared.snapshot);
    if (!gone)
      return toast(
        t("Removed from your links. It stays online because someone else shared the same content."),
      );
    if (shared.kind === "snapshot") location.reload();
    else location.assign(location.pathname);
  } catch (error) {
    toast(t("Not deleted. {error}", { error: messageOf(error) }));
  }
}

// ---- codes that this browser keeps --------------------------------------------------------------------

/** @returns {Record<string, string>} by snapshot */
const keys = () => storedJson(STORED) ?? {};

/** @param {string} snapshot @param {string} key */
const remember = (snapshot, key) => storeJson(STORED, { ...keys(), [snapshot]: key });

/** @param {string} snapshot */
function forget(snapshot) {
  const { [snapshot]: _, ...rest } = keys();
  storeJson(STORED, rest);
}
