// Direct manipulation: a menu on a node, a domain or a pod, wherever it appears, by the button beside it, the
// mouse's second button, the menu key, a long press, or a key for what is selected. On a page that cannot be
// changed it is a copy that changes.

import { $, around, h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { later } from "../../../lib/later.js";
import { showMenu } from "../../../lib/menu.js";
import { toast } from "../../../lib/toast.js";
import { messageOf, post } from "../../../net/api.js";
import { domainOf } from "../../../model/fold.js";
import { theMap } from "../map/map.js";
import { subjectOf as handleSubject } from "../../../parts/menuHandle.js";
import {
  cluster,
  hovered,
  hoveredDomain,
  hoveredPod,
  log,
  pointer,
  run,
  theSnapshot,
} from "../core/state.js";
import { mountHandle } from "./handle.js";
import { changeCopy } from "./pending.js";

/** @import { OutlineOut } from "../../../types/api.js" */
/** @import { Change } from "../../../editor/document/changes.js" */
/** @import { Entry, Subject, DraftEntries } from "./entries.js" */

/**
 * @typedef {object} Draft
 * @property {(change: Change) => Promise<void>} apply
 * @property {DraftEntries} entries
 * @property {(object: string) => Promise<void>} show
 * @property {() => void} undo
 */

const menuOf = later(async () => (await import("./entries.js")).menuOf);

/** @param {Draft | null} draft null on the page of a snapshot */
export function mountEditing(draft) {
  const areas = [$("#main"), $("#timeline")];
  for (const area of areas) {
    area.addEventListener("contextmenu", (event) => {
      const subject = subjectOf(event);
      if (!subject || around(event, "a[href], input, textarea, .ed")) return;
      event.preventDefault();
      open(subject, draft, placeOf(event));
    });
    area.addEventListener(
      "click",
      (event) => {
        const handle = around(event, ".menu-handle");
        const subject = handle && subjectFrom(handleSubject(handle));
        if (!subject) return;
        event.stopPropagation(); // what it stands on is not pressed
        openAt(handle, subject, draft);
      },
      true,
    );
  }
  mountHandle(areas);
}

let stopWaiting = () => {};

/**
 * For the key: what is selected, the node before the pod; once the cluster has loaded, which knows both.
 * @param {Draft | null} draft
 */
export function openForSelection(draft) {
  stopWaiting();
  if (run.get() && !cluster.get()) {
    stopWaiting = cluster.subscribe(() => openForSelection(draft));
    return toast(t("The menu opens once the cluster has loaded"));
  }
  const at = pointer.get();
  const subject = at?.node ? nodeSubject(at.node) : at ? podSubject(log.get().cycles[at.cycle].pod) : null;
  if (!subject) return toast(t("Nothing is selected"));
  const tile = at?.node ? document.querySelector(`[data-node="${CSS.escape(at.node)}"]`) : $("#pod-chooser");
  const box = (tile ?? $("#left")).getBoundingClientRect();
  return open(subject, draft, { x: box.left + 8, y: box.top + Math.min(box.height, 40) });
}

// ---- what it is about ----

/** @param {MouseEvent} event @returns {Subject | null} */
function subjectOf(event) {
  if (around(event, ".map-list")) return mapSubject(event);
  return subjectFrom({
    pod: around(event, "[data-pod]")?.dataset.pod,
    node: around(event, "[data-node]")?.dataset.node,
    ...pick(around(event, "[data-domain-key]")?.dataset),
  });
}

/** @param {DOMStringMap} [domain] */
const pick = ({ domainKey, domainValue } = {}) => ({ domainKey, domainValue });

/** @param {import("../../../parts/menuHandle.js").Subject} data @returns {Subject | null} */
function subjectFrom({ pod, node, domainKey, domainValue }) {
  if (pod?.includes("/")) return podSubject(pod);
  if (node) return nodeSubject(node);
  return domainKey ? domainSubject(domainKey, domainValue ?? null) : null;
}

/**
 * The menu key has no mouse position: it means the keyboard's node.
 * @param {MouseEvent} event @returns {Subject | null}
 */
function mapSubject(event) {
  const touched = event instanceof PointerEvent && event.pointerType === "touch";
  const map = theMap();
  const byKey = event.button !== 2 && !touched && map?.list.matches(":focus-visible");
  if (byKey && map?.cursor) return nodeSubject(map.nameAt(map.cursor));
  const [pod, node, domain] = [hoveredPod.get(), hovered.get(), hoveredDomain.get()];
  if (pod) return podSubject(pod);
  if (node) return nodeSubject(node);
  return domain ? domainSubject(domain.key, domain.value) : null;
}

/** @param {string} name @returns {Subject | null} */
function nodeSubject(name) {
  const node = cluster.get()?.nodes.find((candidate) => candidate.name === name);
  return node ? { kind: "node", name, cordoned: node.unschedulable } : null;
}

/** @param {string} name @returns {Subject | null} */
function podSubject(name) {
  const index = cluster.get()?.podIndex(name);
  const pod = index === undefined ? null : cluster.get()?.pod(index);
  return pod ? { kind: "pod", name, owner: pod.owner } : null;
}

/** @param {string} key @param {string | null} value @returns {Subject | null} */
function domainSubject(key, value) {
  const nodes = (cluster.get()?.nodes ?? [])
    .filter((node) => domainOf(node, [key])[0] === value)
    .map((node) => ({ name: node.name, cordoned: node.unschedulable }));
  return nodes.length ? { kind: "domain", key, value: value ?? t("no label"), nodes } : null;
}

/** @param {MouseEvent} event */
function placeOf(event) {
  const byKey = event.clientX === 0 && event.clientY === 0;
  const box = around(event, "*")?.getBoundingClientRect();
  return byKey && box ? { x: box.left + 16, y: box.top + 16 } : { x: event.clientX, y: event.clientY };
}

// ---- what happens ----

/** @param {Subject} subject @param {Draft | null} draft @param {{x: number, y: number}} place */
function open(subject, draft, place) {
  const anchor = h("span.menu-at", {
    style: { position: "fixed", left: `${place.x}px`, top: `${place.y}px` },
  });
  document.body.append(anchor);
  openAt(anchor, subject, draft, () => anchor.remove());
}

/**
 * @param {HTMLElement} anchor @param {Subject} subject @param {Draft | null} draft
 * @param {() => void} [onClosed]
 */
async function openAt(anchor, subject, draft, onClosed) {
  const menu = await menuOf(subject, draft ? draft.entries : snapshotEntries);
  if (!menu || !anchor.isConnected) return onClosed?.();
  showMenu(
    anchor,
    menu.entries.map((entry) => ({ label: entry.label, icon: entry.icon, run: () => choose(entry, draft) })),
    { title: draft ? menu.title : t("In a copy: {name}", { name: menu.title }), onClosed },
  );
}

/** @param {Entry} entry @param {Draft | null} draft */
async function choose(entry, draft) {
  try {
    if (entry.run) return await entry.run();
    if (entry.show) return await showObject(await entry.show(), draft);
    const change = await entry.change?.();
    if (!change) return undefined;
    if (!draft) return await changeCopy(theSnapshot().id, change);
    await draft.apply(change);
    return toast(sentence(change.label), { action: t("Undo"), onAction: draft.undo });
  } catch (error) {
    return toast(messageOf(error));
  }
}

/** A step's name with a capital. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {string} object @param {Draft | null} draft */
async function showObject(object, draft) {
  if (draft) return draft.show(object);
  return changeCopy(theSnapshot().id, { operations: [], label: "", show: object });
}

async function snapshotEntries() {
  /** @type {OutlineOut} */
  const { objects } = await post("/outline", { source: theSnapshot().source });
  return objects;
}
