// A new sweep: what varies, and how many runs that makes, before it starts.

import { openDialog } from "../../lib/dialog.js";
import { h, replace } from "../../lib/dom.js";
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
  const fields = h("div.sw-fields");
  const runs = h("p.sw-runs", { "aria-live": "polite" });
  const problems = h("div", { role: "alert" });
  const question = h("p.soft");
  const button = h("button.btn.primary", { type: "submit" }, t("Start"));
  /** @type {Form} */
  let form;
  const kinds = h(
    "select.in",
    { "data-first": true, onchange: () => show(/** @type {SweepKind} */ (kinds.value)) },
    Object.entries(KINDS).map(([kind, { title }]) =>
      h("option", { value: kind, selected: kind === preset?.kind }, title),
    ),
  );

  /** @param {SweepKind} kind */
  function show(kind) {
    form = KINDS[kind].form(known, preset?.kind === kind ? preset : null);
    replace(question, KINDS[kind].question);
    replace(
      fields,
      form.fields.map(({ element }) => element),
    );
    count();
  }

  function count() {
    form.fields.forEach((field) => field.complain(""));
    replace(problems);
    try {
      const specification = form.read();
      const scenarios = 1 + (form.snapshots?.().length ?? 0);
      const n = runsOf(specification, { domains: domainsOf(known.cluster), scenarios });
      const pods = boot.snapshot.summary.pending;
      replace(
        runs,
        h("b", tn("{n} run", "{n} runs", n)),
        KINDS[specification.kind].decides === false
          ? ""
          : [
              " ",
              tn("of {pods}: about {n} decision", "of {pods}: about {n} decisions", n * pods, {
                pods: podsWords(pods),
              }),
            ],
      );
      button.disabled = false;
    } catch (error) {
      refuse(error);
    }
  }

  /** @param {unknown} error */
  function refuse(error) {
    replace(runs, t("The number of runs appears here."));
    button.disabled = error instanceof Unreadable;
    if (error instanceof Unreadable) error.field.complain(error.message);
    else if (error instanceof ApiError) {
      const others = place(form.fields, error.errors);
      if (others.length) replace(problems, problemList(others));
    } else throw error;
  }

  /** @param {Event} event */
  async function onsubmit(event) {
    event.preventDefault();
    button.disabled = true;
    try {
      await start(form.read(), form.snapshots?.());
      close();
    } catch (error) {
      refuse(error);
    }
  }

  show(preset?.kind ?? "seeds");
  return h(
    "form.sw-form",
    { novalidate: true, onsubmit, oninput: count },
    h("label.sw-field", h("span", t("What varies")), kinds),
    question,
    fields,
    runs,
    problems,
    h("div.row", button, h("button.btn", { onclick: close }, t("Cancel"))),
  );
}
