// Where more is said of a word: its documentation, its KEP, its source, and its entry in the glossary.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { pageOf, sourceOf, termOf } from "../model/glossary.js";

/** @param {string} id @param {string | undefined} version of Kubernetes, of the source */
export function termLinks(id, version) {
  const term = termOf(id);
  const source = term && sourceOf(term, version);
  return h(
    "p.term-links",
    link(term?.docs, t("Documentation")),
    link(term?.kep, "KEP"),
    source && link(source.url, t("Source {tag}", { tag: source.tag })),
    location.protocol !== "file:" && link(pageOf(id), t("Glossary")),
  );
}

/** @param {string | undefined} href @param {string} label */
const link = (href, label) => href && h("a", { href, target: "_blank", rel: "noopener" }, label);
