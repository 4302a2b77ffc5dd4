"""`{{ case.story|translated }}`: a text of a case file in the reader's language.

Django's own `{% translate %}` of a variable doubles the percent signs, and a text may have some.
"""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

register = template.Library()
register.filter("translated", gettext)
