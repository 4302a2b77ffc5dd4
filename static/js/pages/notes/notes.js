// Notes on a run, pinned to its steps, nodes and numbers: everybody with the link reads them, whoever made
// the run writes them.

import { comesNext } from "../../lib/ahead.js";
import { $$, h, replace } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { toast } from "../../lib/toast.js";
import { del, get, messageOf, post, put } from "../../net/api.js";
import { offline } from "../../net/offline.js";
import { noteAfter, paramsOfPlace, placeName, placeOf } from "./places.js";

/** @import { NoteOut, NotesOut } from "../../types/api.js" */

const MOST_TEXT = 2000; // characters

/**
 * @typedef {object} Walk
 * @property {string} snapshot
 * @property {import("../../lib/atoms.js").Source<Record<string, string>>} at what the walk shows
 * @property {(step: Record<string, string>) => void} go shows a step
 */

/** @type {Notes | null} the notes on this page; a draft has those of its newest run */
let mounted = null;

/** Puts the button of the notes into the foot of the walk. @param {HTMLElement} foot @param {Walk} walk */
export async function mountNotes(foot, walk) {
  const path = `/snapshots/${walk.snapshot}/notes`;
  const answer = /** @type {NotesOut} */ (await get(path).catch(nothingOffline));
  mounted?.remove();
  mounted = null;
  if (!answer.may_write && !answer.notes.length) return;
  mounted = new Notes(path, answer, walk);
  mounted.mount(foot);
}

/** A page saved to disk without notes has no answer. @param {unknown} error */
function nothingOffline(error) {
  if (!offline) throw error;
  return { may_write: false, left: 0, notes: [] };
}

class Notes {
  /** @param {string} path @param {NotesOut} answer @param {Walk} walk */
  constructor(path, answer, walk) {
    this.path = path;
    this.walk = walk;
    this.notes = answer.notes;
    this.mayWrite = answer.may_write;
    /** @type {string | null} the note that is being changed */
    this.changing = null;
    this.count = h("span");
    this.button = h(
      "button.btn.notes-b",
      { id: "notes", "aria-expanded": "false", onclick: () => this.open(this.panel.hidden === true) },
      icon("pencil"),
      h("span.dk", t("Notes"), " "),
      this.count,
    );
    this.list = h("div.notes-l");
    this.draft = h("textarea.in", {
      rows: 3,
      maxlength: MOST_TEXT,
      placeholder: t("Markdown. Everybody with the link reads it."),
      "aria-label": t("A note on this view"),
    });
    this.pinned = h("span.soft.cut");
    this.panel = h(
      "section.notes",
      { "aria-label": t("Notes"), hidden: true },
      h(
        "div.notes-h",
        h("h2", t("Notes")),
        h("button.btn.bare.icon", { "aria-label": t("Close"), onclick: () => this.open(false) }, icon("x")),
      ),
      this.list,
      this.mayWrite ? this.form() : null,
    );
    this.panel.addEventListener("keydown", (event) => {
      event.stopPropagation(); // its keys are not those of the walk
      if (event.key === "Escape") this.open(false);
    });
  }

  /** @param {HTMLElement} foot */
  mount(foot) {
    foot.append(this.button);
    document.body.append(this.panel);
    this.unsubscribe = this.walk.at.subscribe(() => this.show());
    this.show();
  }

  remove() {
    this.unsubscribe?.();
    comesNext("notes", null);
    this.button.remove();
    this.panel.remove();
  }

  /** @param {boolean} open */
  open(open) {
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (open) (this.mayWrite ? this.draft : $$("button", this.panel)[0]).focus();
    else this.button.focus();
  }

  get place() {
    return placeOf(this.walk.at.get());
  }

  /** The next note, for whoever presents the run. */
  get next() {
    const note = noteAfter(this.notes, this.place);
    const place = note && placeName(note.place);
    return (
      note && {
        about: place ? t("A note on {place}", { place }) : t("A note on the run"),
        text: textOf(note),
      }
    );
  }

  show() {
    const here = this.notes.filter(({ place }) => place === this.place);
    const others = this.notes.filter(({ place }) => place !== this.place);
    this.count.textContent = this.notes.length ? String(this.notes.length) : "";
    this.button.classList.toggle("here", here.length > 0);
    this.button.setAttribute(
      "aria-label",
      here.length
        ? tn("Notes: {n} on this view", "Notes: {n} on this view", here.length)
        : tn("Notes: {n} in total", "Notes: {n} in total", this.notes.length),
    );
    this.pinned.textContent = placeName(this.place);
    comesNext("notes", this.next);
    replace(
      this.list,
      here.length > 0 && h("h3", t("On this view")),
      here.map((note) => this.one(note)),
      others.length > 0 && h("h3", here.length ? t("Elsewhere") : t("On other steps")),
      others.map((note) => this.one(note)),
      !this.notes.length && h("p.soft", t("No notes yet.")),
    );
  }

  /** @param {NoteOut} note */
  one(note) {
    if (this.changing === note.id) return this.editor(note);
    const elsewhere = note.place !== this.place;
    return h(
      "article.note-one",
      h(
        "div.note-h",
        elsewhere
          ? h(
              "button.note-at",
              { onclick: () => this.walk.go(paramsOfPlace(note.place)) },
              placeName(note.place) || t("The whole run"),
            )
          : h("span.grow"),
        this.mayWrite && [
          this.tool(t("Edit this note"), "pencil", () => this.change(note.id)),
          this.tool(t("Delete this note"), "trash", () => this.delete(note)),
        ],
      ),
      h("div.note-t", ...nodesOf(note.html)),
    );
  }

  /** @param {string} label @param {string} glyph @param {() => void} run */
  tool = (label, glyph, run) =>
    h("button.btn.bare.icon.small", { "aria-label": label, title: label, onclick: run }, icon(glyph));

  /** @param {string | null} id */
  change(id) {
    this.changing = id;
    this.show();
    $$("textarea", this.list)[0]?.focus();
  }

  /** @param {NoteOut} note */
  editor(note) {
    const field = h("textarea.in", {
      rows: 4,
      maxlength: MOST_TEXT,
      value: note.text,
      "aria-label": t("Edit this note"),
    });
    const save = () =>
      this.doing(async () => {
        const text = field.value.trim();
        if (!text) return;
        const changed = /** @type {NoteOut} */ (await put(`${this.path}/${note.id}`, { text }));
        this.notes = this.notes.map((other) => (other.id === note.id ? changed : other));
        this.change(null);
      });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    });
    return h(
      "div.note-one",
      field,
      h(
        "div.row",
        h("button.btn.primary", { onclick: save }, t("Save")),
        h("button.btn", { onclick: () => this.change(null) }, t("Cancel")),
      ),
    );
  }

  form() {
    const add = () =>
      this.doing(async () => {
        const text = this.draft.value.trim();
        if (!text) return this.draft.focus();
        await this.write(text, this.place);
        this.draft.value = "";
      });
    this.draft.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add();
    });
    return h(
      "div.notes-f",
      this.draft,
      h(
        "div.row",
        icon("pin"),
        this.pinned,
        h("span.grow"),
        h("button.btn.primary", { title: t("Ctrl Enter"), onclick: add }, t("Write note")),
      ),
    );
  }

  /** @param {string} text @param {string} place */
  async write(text, place) {
    const written = /** @type {NoteOut} */ (await post(this.path, { text, place }));
    this.notes = [...this.notes, written];
    this.show();
  }

  /** Deleting can be undone while the toast is there. @param {NoteOut} note */
  delete(note) {
    return this.doing(async () => {
      await del(`${this.path}/${note.id}`);
      this.notes = this.notes.filter(({ id }) => id !== note.id);
      this.show();
      toast(t("The note is deleted"), {
        action: t("Undo"),
        onAction: () =>
          void this.doing(async () => {
            await this.write(note.text, note.place);
          }),
      });
    });
  }

  /** @param {() => Promise<unknown>} action */
  async doing(action) {
    try {
      await action();
    } catch (error) {
      toast(messageOf(error));
    }
  }
}

/** A note without its Markdown. @param {NoteOut} note */
const textOf = ({ html }) =>
  nodesOf(html)
    .map((node) => node.textContent)
    .join("")
    .trim();

/** What the server made of the Markdown: it has nothing in it that could act. @param {string} html */
const nodesOf = (html) => [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
