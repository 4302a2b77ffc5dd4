// Sharing. A draft is private; what is shared is the immutable snapshot of its last run, by a link that opens
// this very step.

import { copyText } from "../lib/clipboard.js";
import { openDialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { toast } from "../lib/toast.js";
import { messageOf, post } from "../net/api.js";
import { formats } from "./formats.js";
import { keeping } from "./keeping.js";
import { shareable, shareableAddress, snapshotLink } from "./links.js";
import { present } from "./presenting.js";
import { team } from "./team.js";

/** @import { Linked, Shared } from "./links.js" */

/** @param {Shared} shared */
export function openShare(shared) {
  const { snapshot } = shared;
  openDialog(
    t("Share “{title}”", { title: shared.title }),
    (close) => (snapshot ? linkPart({ ...shared, snapshot }, close) : nothingYet(shared, close)),
    "share",
  );
}

/** @param {Linked} shared @param {() => void} close */
function linkPart(shared, close) {
  const field = h("input.in.mono", {
    id: "share-link",
    readonly: true,
    "aria-describedby": "share-what",
    onfocus: () => field.select(),
  });
  const here = h("input", { type: "checkbox", id: "share-step", checked: stepIsShown() });
  const update = () => (field.value = snapshotLink(shared.snapshot, { step: here.checked }));
  here.addEventListener("change", update);
  update();
  const label = h("span", t("Copy link"));
  const copy = h(
    "button.btn.primary",
    {
      "data-first": true,
      onclick: async () => {
        label.textContent = (await copyText(field.value, t("The link"))) ? t("Copied") : t("Copy link");
      },
    },
    icon("copy"),
    label,
  );
  here.addEventListener("change", () => (label.textContent = t("Copy link")));
  return [
    h("div.share-row", h("label.vh", { for: "share-link" }, t("Link")), field, copy),
    stepIsShown() && h("label.row.t12.share-step", here, t("Open at the current step")),
    shared.unusual?.length
      ? h(
          "p.row.wrap.t12.soft",
          t("It says that the run is unusual:"),
          shared.unusual.map((reason) => h("span.chip.accent", reason)),
        )
      : null,
    h("p.t12.soft", { id: "share-what" }, explanation(shared)),
    presentPart(shared, close),
    formats(shared, () => here.checked),
    keeping(shared),
    team(shared.scenario),
  ];
}

/** @param {Linked} shared @param {() => void} close */
const presentPart = ({ title, snapshot }, close) =>
  h(
    "div.share-part",
    h(
      "button.btn",
      {
        onclick: () => {
          close();
          present(title, shareableAddress(location.href, snapshot));
        },
      },
      icon("play"),
      t("Present"),
    ),
    h(
      "p.t12.soft",
      t(
        "Others follow your steps live through a link, without an account, and can look around on their own.",
      ),
    ),
  );

const stepIsShown = () => shareable(location.search) !== "";

/** @param {Shared} shared */
function explanation(shared) {
  const rights = t("Anyone with the link can read it and edit a copy; nobody can change it.");
  if (shared.kind === "snapshot") return t("This page never changes. {rights}", { rights });
  const immutable = t(
    "The link is made from the last run: an immutable snapshot of the cluster, the configuration and " +
      "the seed. Your draft stays private.",
  );
  const stale = shared.changed
    ? t("The draft has changed since; run it again to share its current state.")
    : "";
  return [immutable, stale, rights].filter(Boolean).join(" ");
}

/** @param {Shared} shared @param {() => void} close */
function nothingYet(shared, close) {
  const run = h(
    "button.btn.primary",
    {
      "data-first": true,
      onclick: () => {
        close();
        shared.run?.();
      },
    },
    icon("play"),
    t("Run"),
  );
  return [
    h(
      "p.soft",
      t(
        "A link is made from a run: an immutable snapshot of the cluster, the configuration and the " +
          "seed. This draft has not run yet, and a draft itself is private to this browser.",
      ),
    ),
    h("div.row", shared.run && run),
  ];
}

/**
 * "Edit a copy": a new draft with the content of a snapshot, which stays as it is.
 * @param {string} snapshot
 * @param {HTMLButtonElement} [button] disabled meanwhile
 */
export async function editCopy(snapshot, button) {
  if (button) button.disabled = true;
  try {
    const scenario = await post(`/snapshots/${snapshot}/fork`);
    location.assign(`/w/${scenario.id}/${shareable(location.search)}#edit`);
  } catch (error) {
    toast(t("Not copied. {error}", { error: messageOf(error) }));
  } finally {
    if (button) button.disabled = false;
  }
}
