// The objects of the draft by kind, with a search by name, label or zone; several at once can be
// changed together.

import { atom, effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { redraw } from "../lib/redraw.js";
import { showMenu } from "../lib/menu.js";
import { toast } from "../lib/toast.js";
import { askTaint, askLabel } from "./prompts.js";
import { cordon, create, label, remove, taint, uncordon } from "./document/changes.js";
import { isWorkload } from "./forms/kinds.js";
import { KINDS, manifestOf } from "./forms/templates.js";

/** @import { EntryOut as Entry } from "../types/api.js" */
/** @import { Atom } from "../lib/atoms.js" */
/** @import { Problem } from "../lib/problems.js" */
/** @import { Change } from "./document/changes.js" */
/** @import { Model } from "./document/model.js" */

/** @typedef {(names: string[], on: boolean) => void} Mark */

const NOTHING = t("Nothing here yet. Add a node and a pod.");
const MAX_ROWS = 150; // rows of a group before the rest has to be searched
const ZONES = ["topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone", "zone"];

/** @type {{title: () => string, has: (entry: Entry) => boolean}[]} */
const GROUPS = [
  { title: () => t("Pending"), has: (entry) => entry.kind === "Pod" && !entry.node },
  { title: () => t("Running"), has: (entry) => entry.kind === "Pod" && Boolean(entry.node) },
  { title: () => t("Workloads"), has: (entry) => isWorkload(entry.kind) },
  { title: () => t("Nodes"), has: (entry) => entry.kind === "Node" },
  { title: () => t("Configuration"), has: (entry) => entry.kind === "KubeSchedulerConfiguration" },
  { title: () => t("Other"), has: () => true },
];

/** @param {Model} model @param {{errors: Atom<Problem[]>}} editor */
export function objectList(model, { errors }) {
  const query = h("input.in", {
    type: "search",
    placeholder: t("Name, label or zone"),
    "aria-label": t("Find an object"),
    oninput: () => filter.set(query.value.trim().toLowerCase()),
  });
  const filter = atom("");
  const marked = atom(/** @type {ReadonlySet<string>} */ (new Set()));
  const list = h("div.pane-b.scroll.ed-groups");
  const bar = h("div.ed-bulk", { role: "group", "aria-label": t("Selection") });
  const add = h(
    "button.btn.bare.icon",
    {
      "aria-label": t("Add an object"),
      title: t("Add an object"),
      "aria-haspopup": "menu",
      onclick: () =>
        showMenu(
          add,
          KINDS.map((kind) => ({ label: kind, run: () => addObject(model, kind) })),
        ),
    },
    icon("plus"),
  );
  const element = h(
    "section.pane.ed-list",
    { "aria-label": t("Objects") },
    h("div.pane-h", query, add),
    list,
    bar,
  );

  /** @param {string[]} names @param {boolean} on */
  const mark = (names, on) =>
    marked.update(
      (now) => new Set(on ? [...now, ...names] : [...now].filter((name) => !names.includes(name))),
    );

  const draw = () => {
    const { objects } = model.outline.get();
    /** @type {Map<string, number>} */
    const wrong = new Map();
    for (const { object } of errors.get()) if (object) wrong.set(object, (wrong.get(object) ?? 0) + 1);
    const matching = objects.filter((entry) => matches(entry, filter.get()));
    const scroll = list.scrollTop;
    redraw(
      list,
      grouped(matching).map(([title, entries]) => group(title, entries, model, wrong, marked.get(), mark)),
      objects.length === 0 && h("p.sec.soft.t12", model.stale ? t("Reading…") : NOTHING),
      objects.length > 0 && matching.length === 0 && h("p.sec.soft.t12", t("No match.")),
    );
    list.scrollTop = scroll;
    const chosen = objects.filter(({ object }) => marked.get().has(object));
    replace(bar, chosen.length > 0 && bulk(model, chosen, () => marked.set(new Set())));
    bar.hidden = chosen.length === 0;
  };
  return { element, stop: effect(draw) };
}

/** @param {Entry[]} entries */
function grouped(entries) {
  const groups = GROUPS.map(({ title }) => /** @type {[string, Entry[]]} */ ([title(), []]));
  for (const entry of entries) groups[GROUPS.findIndex(({ has }) => has(entry))][1].push(entry);
  return groups.filter(([, listed]) => listed.length);
}

/** @param {Entry} entry @param {string} query */
function matches(entry, query) {
  if (!query) return true;
  return (
    entry.object.toLowerCase().includes(query) ||
    entry.node.toLowerCase().includes(query) ||
    Object.entries(entry.labels).some(([key, value]) => `${key}=${value}`.toLowerCase().includes(query))
  );
}

/**
 * @param {string} title @param {Entry[]} entries @param {Model} model @param {Map<string, number>} wrong
 * @param {ReadonlySet<string>} marked @param {Mark} mark
 */
function group(title, entries, model, wrong, marked, mark) {
  const names = entries.map(({ object }) => object);
  const all = names.every((name) => marked.has(name));
  const id = `g-${title}`;
  return h(
    "div.og",
    { role: "group", "aria-labelledby": id },
    h(
      "div.oh",
      h("input", {
        type: "checkbox",
        checked: all,
        dataset: { key: id },
        "aria-label": t("Select all: {title}", { title }),
        onchange: () => mark(names, !all),
      }),
      h("span.grow", { id }, title),
      integer(entries.length),
    ),
    entries
      .slice(0, MAX_ROWS)
      .map((entry) => line(entry, model, wrong.get(entry.object), marked.has(entry.object), mark)),
    entries.length > MAX_ROWS &&
      h("p.mute.t12.more", t("and {n} more: search to see them", { n: integer(entries.length - MAX_ROWS) })),
  );
}

/**
 * @param {Entry} entry @param {Model} model @param {number | undefined} errors @param {boolean} isMarked
 * @param {Mark} mark
 */
function line(entry, model, errors, isMarked, mark) {
  const current = model.selected.get() === entry.object;
  return h(
    "div",
    { class: `ob${current ? " cur" : ""}` },
    h("input", {
      type: "checkbox",
      checked: isMarked,
      dataset: { key: `c ${entry.object}` },
      "aria-label": t("Select {name}", { name: entry.name || entry.kind }),
      onchange: () => mark([entry.object], !isMarked),
    }),
    h(
      "button.ob-b",
      {
        "aria-current": current ? "true" : null,
        dataset: { key: entry.object, object: entry.object },
        onclick: () => model.select(entry.object),
      },
      h("span.mono.grow.cut", entry.name || entry.kind),
      h("span.mute.t12.cut", note(entry)),
      errors && h("span.bd", { title: tn("{n} error", "{n} errors", errors) }, errors),
    ),
  );
}

/** @param {Entry} entry */
function note(entry) {
  if (entry.kind === "Node") {
    const zone = ZONES.map((key) => entry.labels[key]).find(Boolean) ?? "";
    return [
      entry.unschedulable && t("cordoned"),
      entry.taints > 0 && tn("{n} taint", "{n} taints", entry.taints),
      zone,
    ]
      .filter(Boolean)
      .join(" · ");
  }
  if (entry.kind === "Pod") return entry.node;
  if (isWorkload(entry.kind)) return `${entry.kind}${entry.count === null ? "" : ` × ${entry.count}`}`;
  return entry.name ? entry.kind : "";
}

// ---- several at once ----

/** @param {Model} model @param {Entry[]} chosen @param {() => void} clear */
function bulk(model, chosen, clear) {
  const nodes = chosen.filter(({ kind }) => kind === "Node").map(({ name }) => name);
  const names = chosen.map(({ object }) => object);
  /** @param {Change | null} change */
  const act = async (change) =>
    change && model.apply(change.operations, change.label).catch((error) => toast(error.message));
  /** @param {string} text @param {() => void} run */
  const button = (text, run) => h("button.btn.small", { onclick: run }, text);
  const all = nodes.length === chosen.length;
  return [
    h("span.t12.grow", tn("{n} selected", "{n} selected", chosen.length)),
    all && button(t("Cordon"), () => act(cordon(nodes))),
    all && button(t("Uncordon"), () => act(uncordon(nodes))),
    all &&
      button(t("Taint…"), async () =>
        act(await askTaint(nodes).then((value) => value && taint(nodes, value))),
      ),
    button(t("Label…"), async () =>
      act(
        await askLabel(names, model.outline.get().labels[chosen[0].kind]).then(
          (value) => value && label(names, value.key, value.value),
        ),
      ),
    ),
    button(t("Delete"), () => act(remove(names)).then(clear)),
    h("button.btn.bare.icon", { "aria-label": t("Clear selection"), onclick: clear }, icon("x")),
  ];
}

/** @type {Record<string, string>} what new objects are called */
const NAMES = {
  Deployment: "web",
  StatefulSet: "db",
  DaemonSet: "agent",
  PersistentVolumeClaim: "data",
  PersistentVolume: "disk",
  StorageClass: "standard",
  PodDisruptionBudget: "budget",
  PriorityClass: "important",
  Namespace: "team",
};

/** @param {Model} model @param {string} kind */
async function addObject(model, kind) {
  const entries = model.outline.get().objects;
  if (kind === "KubeSchedulerConfiguration" && entries.some((entry) => entry.kind === kind))
    return model.select(kind);
  const base = NAMES[kind] ?? kind.toLowerCase();
  const usedNames = new Set(entries.filter((entry) => entry.kind === kind).map(({ name }) => name));
  let number = 1;
  while (usedNames.has(`${base}-${number}`)) number += 1;
  const like =
    entries.find((entry) => entry.kind === "Node" && ZONES.some((key) => entry.labels[key]))?.labels ?? {};
  const zones = Object.fromEntries(Object.entries(like).filter(([key]) => ZONES.includes(key)));
  const {
    operations,
    label: words,
    object,
  } = create(manifestOf(kind, { name: `${base}-${number}`, like: zones }));
  await model
    .apply(operations, words)
    .then(() => model.select(object))
    .catch((error) => toast(error.message));
}
