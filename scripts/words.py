"""`make types`: the words of the glossary that are Kubernetes' own, for the editors that `lsp` serves."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
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
    if "--check" not in arguments:
        WORDS.write_text(text, encoding="utf-8")
    elif not WORDS.exists() or WORDS.read_text(encoding="utf-8") != text:
        print(f"{WORDS.relative_to(ROOT)} is not what the glossary says: run `make types`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
