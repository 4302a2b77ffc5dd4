"""`{{ case.origin|with_links }}`: where a case comes from, as HTML with links."""

from __future__ import annotations

from django import template

from webui.features.gallery.origin import with_links

register = template.Library()
register.filter(with_links)
