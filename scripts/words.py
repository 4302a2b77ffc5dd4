"""`make types`: the words of the glossary that are Kubernetes' own, for the editors that `lsp` serves."""

from __future__ import annotations

import json
import sys

import yaml

from scripts.written import ROOT, write_or_check

TERMS = ROOT / "webui" / "ground" / "glossary" / "terms.yaml"
WORDS = ROOT / "scheduler_core" / "cli" / "words.json"
DOCS = "https://kubernetes.io/docs/"


def words() -> dict[str, dict[str, str]]:
    """Return text and page of each word that has no name but its id, as identifiers have none."""
    terms = yaml.safe_load(TERMS.read_text(encoding="utf-8"))
    return {
        term["id"]: {"text": term["text"], "page": DOCS + term["docs"] if term.get("docs") else ""}
        for term in terms
        if "name" not in term
    }


def main(arguments: list[str]) -> int:
    text = f"{json.dumps(words(), indent=1, ensure_ascii=False)}\n"
    return write_or_check({WORDS: text}, arguments, source="the glossary says", make="types")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
