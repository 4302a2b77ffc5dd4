"""A page as one file: rendered, with its script, its catalogue and the glossary in it."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language

from webui.features.exports.inline import one_file
from webui.ground.bundles.bundle import PAGES, bundle, script
from webui.ground.glossary.script import script as glossary_script
from webui.ground.glossary.script import script_url
from webui.ground.language.catalogue import catalogue


def page_file(template: str, context: Mapping[str, object], page: str, *, without: tuple[str, ...]) -> str:
    """Return the HTML of a template whose script is that of `page`, a key of PAGES, `without` some modules."""
    code = get_language() or settings.LANGUAGE_CODE
    language = catalogue(get_language() or "")
    scripts = {bundle(page).url: script(PAGES[page], without=without)}
    scripts |= {language.url: language.script.decode()} if language else {}
    scripts[script_url(code)] = glossary_script(code).plain.decode()
    return one_file(render_to_string(template, dict(context), HttpRequest()), scripts)
