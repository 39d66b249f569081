"""A strict parser of HTML: every element must be closed, in order."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"}
#: Elements that a browser lets end an open paragraph.
BLOCKS = {
    *("address", "article", "aside", "details", "div", "dl", "fieldset", "figure", "footer"),
    *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p"),
    *("section", "table", "ul"),
}
#: Attributes that name other elements of the page.
NAMES_OTHERS = ("for", "aria-describedby", "aria-controls", "aria-labelledby", "list")

Attributes = dict[str, str | None]


class Markup(HTMLParser):
    """A piece of HTML: its elements, its text and its faults."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.text = ""
        self.wrong: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.wrong += [f"<{tag}> is never closed" for tag in self._open]
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if len(dict(attrs)) != len(attrs):
            self._say(f"<{tag}> has an attribute twice")
        if tag in BLOCKS and "p" in self._open:
            self._say(f"<{tag}> inside a paragraph")
        if tag in ("a", "button") and ("a" in self._open or "button" in self._open):
            self._say(f"<{tag}> inside a link or button")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self._say(f"</{tag}> closes {self._open[-1:]}")
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.text += data

    def _say(self, fault: str) -> None:
        self.wrong.append(f"line {self.getpos()[0]}: {fault}")

    def all(self, name: str) -> list[str]:
        """Return the values of an attribute on all elements."""
        return [attrs[name] or "" for _, attrs in self.elements if name in attrs]

    def with_attribute(self, name: str) -> list[Attributes]:
        """Return the attributes of every element that has this one."""
        return [attrs for _, attrs in self.elements if name in attrs]

    @property
    def tags(self) -> set[str]:
        """Return the names of all elements."""
        return {tag for tag, _ in self.elements}
