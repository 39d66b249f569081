"""The journal's entries on the page, of which only those that changed are drawn anew.

A hundred entries drawn after every tap cost a slow tablet more than everything else about the tap.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyscript import window

from app.browser.dom import Js, allow, data, each, markup, one, show
from app.browser.listener import Listener
from app.browser.render import render
from app.browser.runtime import Runtime
from app.table.looking_back import has_more, page
from app.table.messages.campaign import OlderWanted
from app.table.model import Model
from app.widgets.board import people
from app.widgets.campaigns import called
from app.widgets.journal import Line, lines


class JournalList(Listener):
    """The journal's drawer: its newest entries, newest first, and what can be undone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._shown: dict[str, Line] = {}
        self._day = ""
        self._drawn: object = self  # nothing yet

    def tapped(self, what: str, button: Js) -> bool:
        """Entries from before those that are shown."""
        if what == "journal-older":
            self._runtime.send(OlderWanted())
        return what == "journal-older"

    def stale(self) -> None:
        """Nobody types here."""

    def draw(self, model: Model) -> None:
        journal, state, name = model.journal, model.state, "Campaigns"
        if self._drawn is not self and (journal, model.older) == self._drawn:
            return
        self._drawn = (journal, model.older)
        listed: tuple[Line, ...] = ()
        if journal is not None and state is not None:
            listed = lines(page(model), model.games[state.game], people(state))
            name = called(state.name)
        self.show(listed)
        one("[data-journal-said]").hidden = bool(listed)
        one('[data-do="journal-older"]').hidden = journal is None or not has_more(model)
        one("[data-campaign-open]").textContent = name
        for button in each("[data-undo-last]"):
            allow(button, journal is not None and journal.undoable is not None)
        for button in each('[data-do="redo"]'):
            allow(button, journal is not None and journal.redoable is not None)

    def show(self, lines: Sequence[Line]) -> None:
        """Draw the entries that are new or changed; all of them where a new one is not in front."""
        place, known, day = one('[data-slot="journal"]'), self._shown, _today()
        self._shown = {line.id: line for line in lines}
        new = [line for line in lines if line.id not in known]
        if day != self._day or new != list(lines[: len(new)]):
            self._day = day
            show(place, _drawn(lines))
            return
        for element in each("[data-entry]", place):
            line = self._shown.get(data(element, "entry"))
            if line is None:
                element.remove()
            elif line != known[line.id]:
                element.outerHTML = markup(_drawn([line]))
        place.insertAdjacentHTML("afterbegin", markup(_drawn(new)))


def _drawn(lines: Sequence[Line]) -> str:
    return render("journal.html", lines=lines, clock=_clock)


def _today() -> str:
    return str(window.Date.new().toDateString())


def _clock(at: str) -> str:
    """The time of day of an entry, as this device writes it; the date if it was another day."""
    when = window.Date.new(at)
    if str(when.toDateString()) != _today():
        return str(when.toLocaleDateString())
    short = {"hour": "2-digit", "minute": "2-digit"}
    return str(when.toLocaleTimeString(None, window.Object.fromEntries(list(short.items()))))
