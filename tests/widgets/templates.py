"""The page's own templates, rendered as the page renders them."""

from __future__ import annotations

from typing import Any

from building.page.help import help_context
from building.page.templates import page_environment
from building.page.views import insert_views
from tests.widgets.markup import Markup

#: Shared by all tests of a process, so that each template is compiled once.
PAGES = page_environment()


def rendered(template: str, **values: Any) -> Markup:
    """Render a template with all its views open."""
    own = help_context() if template == "index.html" else {}
    return Markup(insert_views(PAGES.get_template(template).render({**own, **values})))
