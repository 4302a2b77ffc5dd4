// A new sweep: what varies, and how many runs that makes, before it starts.

import { atom, computed } from "../../lib/atoms.js";
import { openDialog } from "../../lib/dialog.js";
import { h, Held, island, useAtomEffect } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { problemList } from "../../lib/problems.js";
import { toast } from "../../lib/toast.js";
import { ApiError, messageOf } from "../../net/api.js";
import { start } from "./data.js";
import { domainsOf, facts } from "./core/facts.js";
import { place, Unreadable } from "./core/fields.js";
import { boot } from "./core/state.js";
import { podsWords } from "./core/words.js";
import { KINDS, runsOf } from "./kinds/registry.js";

/** @import { SweepKind, SweepSpecification } from "../../types/engine.js" */
/** @import { Facts } from "./core/facts.js" */
/** @import { Form } from "./kinds/descriptor.js" */

/** @param {SweepSpecification | null} [preset] what it begins with */
export async function openForm(preset = null) {
  try {
    const known = await facts();
    openDialog(t("New sweep"), (close) => content(known, preset, close), "sw-dialog");
  } catch (error) {
    toast(messageOf(error));
  }
}

/** @param {Facts} known @param {SweepSpecification | null} preset @param {() => void} close */
function content(known, preset, close) {
  const kind = atom(preset?.kind ?? "seeds");
  const form = computed(() => KINDS[kind.get()].form(known, preset?.kind === kind.get() ? preset : null));
  /** What would be started; null if it cannot be read or is refused. */
  const read = atom(/** @type {SweepSpecification | null} */ (null));
  const canStart = atom(false);
  const problems = atom(/** @type {HTMLElement | null} */ (null)); // that are of no field

  function count() {
    form.get().fields.forEach((field) => field.complain(""));
    problems.set(null);
    try {
      read.set(form.get().read());
      canStart.set(true);
    } catch (error) {
      refuse(error);
    }
  }

  /** @param {unknown} error */
  function refuse(error) {
    if (error instanceof Unreadable) error.field.complain(error.message);
    else if (error instanceof ApiError) {
      const others = place(form.get().fields, error.errors);
      if (others.length) problems.set(problemList(others));
    } else throw error;
    read.set(null);
    canStart.set(!(error instanceof Unreadable));
  }

  /** @param {Event} event */
  async function onsubmit(event) {
    event.preventDefault();
    canStart.set(false);
    try {
      await start(form.get().read(), form.get().snapshots?.());
      close();
    } catch (error) {
      refuse(error);
    }
  }

  return island(() => {
    useAtomEffect(count);
    const [specification, others] = [read.get(), problems.get()];
    return h(
      "form.sw-form",
      { novalidate: true, onsubmit },
      h(
        "label.sw-field",
        h("span", t("What varies")),
        h(
          "select.in",
          {
            "data-first": true,
            value: kind.get(),
            onchange: ({ currentTarget }) => kind.set(/** @type {SweepKind} */ (currentTarget.value)),
          },
          Object.entries(KINDS).map(([value, { title }]) => h("option", { value }, title)),
        ),
      ),
      h("p.soft", KINDS[kind.get()].question),
      h(
        "div.sw-fields",
        { key: kind.get() },
        form.get().fields.map(({ View }) => h(View, {})),
      ),
      h(
        "p.sw-runs",
        { "aria-live": "polite" },
        specification ? runsWords(known, specification, form.get()) : t("The number of runs appears here."),
      ),
      h("div", { role: "alert" }, others && h(Held, { element: others })),
      h(
        "div.row",
        h("button.btn.primary", { type: "submit", disabled: !canStart.get() }, t("Start")),
        h("button.btn", { onclick: close }, t("Cancel")),
      ),
    );
  }, {});
}

/** @param {Facts} known @param {SweepSpecification} specification @param {Form} form */
function runsWords(known, specification, form) {
  const scenarios = 1 + (form.snapshots?.().length ?? 0);
  const n = runsOf(specification, { domains: domainsOf(known.cluster), scenarios });
  const pods = boot.snapshot.summary.pending;
  return [
    h("b", tn("{n} run", "{n} runs", n)),
    KINDS[specification.kind].decides !== false && [
      " ",
      tn("of {pods}: about {n} decision", "of {pods}: about {n} decisions", n * pods, {
        pods: podsWords(pods),
      }),
    ],
  ];
}
