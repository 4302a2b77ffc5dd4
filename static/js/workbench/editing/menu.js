// Direct manipulation: a menu on a node, a domain or a pod, wherever it is shown, by the mouse's second button, the menu key,
// a long press, or a key for what is selected. On a page that cannot be changed it is a copy that changes.

import { $, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { showMenu } from "../../lib/menu.js";
import { toast } from "../../lib/toast.js";
import { post } from "../../net/api.js";
import { domainOf } from "../../model/fold.js";
import { theMap } from "../map/map.js";
import { boot, cluster, hovered, hoveredDomain, hoveredPod, log, pointer } from "../core/state.js";
import { entriesFor, titleOf } from "./entries.js";
import { changeCopy } from "./pending.js";

/** @typedef {{apply: (change: import("../../editor/document/changes.js").Change) => Promise<void>, entries: () => Promise<any[]>, show: (object: string) => Promise<void>, undo: () => void}} Draft */

/** @param {Draft | null} draft null on the page of a snapshot */
export function mountEditing(draft) {
  const panes = $("#main");
  for (const area of [panes, $("#timeline")]) {
    area.addEventListener("contextmenu", (event) => {
      const subject = subjectOf(event);
      if (!subject || event.target.closest("a[href], input, textarea, .ed")) return;
      event.preventDefault();
      open(subject, draft, placeOf(event));
    });
  }
}

/** For the key: what is selected, the node before the pod. @param {Draft | null} draft */
export function openForSelection(draft) {
  const at = pointer.get();
  const subject = at?.node ? nodeSubject(at.node) : at ? podSubject(log.get().cycles[at.cycle].pod) : null;
  if (!subject) return toast(t("Nothing is selected"));
  const shown = at.node ? document.querySelector(`[data-node="${CSS.escape(at.node)}"]`) : $("#pod-chooser");
  const box = (shown ?? $("#left")).getBoundingClientRect();
  return open(subject, draft, { x: box.left + 8, y: box.top + Math.min(box.height, 40) });
}

// ---- what it is about ----

function subjectOf(event) {
  const element = event.target;
  if (element.closest(".map-list")) return mapSubject(event);
  const pod = element.closest("[data-pod]")?.dataset.pod;
  if (pod?.includes("/")) return podSubject(pod);
  const node = element.closest("[data-node]")?.dataset.node;
  if (node) return nodeSubject(node);
  const domain = element.closest("[data-domain-key]")?.dataset;
  return domain ? domainSubject(domain.domainKey, domain.domainValue) : null;
}

// The menu key comes with no place of the mouse: then it is the keyboard's node.
function mapSubject(event) {
  const byKey =
    event.button !== 2 && event.pointerType !== "touch" && theMap()?.list.matches(":focus-visible");
  const cursor = byKey && theMap().cursor;
  if (cursor) return nodeSubject(theMap().nameAt(cursor));
  if (hoveredPod.get()) return podSubject(hoveredPod.get());
  if (hovered.get()) return nodeSubject(hovered.get());
  const domain = hoveredDomain.get();
  return domain ? domainSubject(domain.key, domain.value) : null;
}

function nodeSubject(name) {
  const index = cluster.get()?.indexOf.get(name);
  return index === undefined
    ? null
    : { kind: /** @type {const} */ ("node"), name, cordoned: cluster.get().nodes[index].unschedulable };
}

function podSubject(name) {
  const index = cluster.get()?.podIndex(name);
  return index === undefined
    ? null
    : { kind: /** @type {const} */ ("pod"), name, owner: cluster.get().pod(index).owner };
}

function domainSubject(key, value) {
  const nodes = (cluster.get()?.nodes ?? [])
    .filter((node) => domainOf(node, [key])[0] === value)
    .map((node) => ({ name: node.name, cordoned: node.unschedulable }));
  return nodes.length
    ? { kind: /** @type {const} */ ("domain"), key, value: value ?? t("no label"), nodes }
    : null;
}

function placeOf(event) {
  const byKey = event.clientX === 0 && event.clientY === 0;
  const box = event.target.getBoundingClientRect();
  return byKey ? { x: box.left + 16, y: box.top + 16 } : { x: event.clientX, y: event.clientY };
}

// ---- what happens ----

function open(subject, draft, place) {
  const entries = entriesFor(subject, draft ? draft.entries : snapshotEntries);
  const anchor = h("span", {
    class: "menu-at",
    style: { position: "fixed", left: `${place.x}px`, top: `${place.y}px` },
  });
  document.body.append(anchor);
  showMenu(
    anchor,
    entries.map((entry) => ({ label: entry.label, icon: entry.icon, run: () => choose(entry, draft) })),
    {
      title: draft ? titleOf(subject) : t("In a copy: {name}", { name: titleOf(subject) }),
      onClosed: () => anchor.remove(),
    },
  );
}

async function choose(entry, draft) {
  try {
    if (entry.show) return await shown(await entry.show(), draft);
    const change = await entry.change();
    if (!change) return undefined;
    if (!draft) return await changeCopy(boot.snapshot.id, change);
    await draft.apply(change);
    return toast(sentence(change.label), { action: t("Undo"), onAction: draft.undo });
  } catch (error) {
    return toast(error.message);
  }
}

/** A step's name as a sentence of its own. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

async function shown(object, draft) {
  if (draft) return draft.show(object);
  return changeCopy(boot.snapshot.id, { operations: [], label: "", show: object });
}

async function snapshotEntries() {
  const { objects } = await post("/outline", { source: boot.snapshot.source });
  return objects;
}
