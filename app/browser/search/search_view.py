"""Search everywhere: what is typed into its field is looked for, and what is found is drawn.

The dialog itself, its keys and what it shows before Python runs are static/finding.js.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from app.browser.platform.cooperative import CooperativeRunner
from app.browser.platform.dom import Js, one, root, show, soon, tell, text_of
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.update.messages.search import SearchTyped, ShelfSeen
from app.update.model import Model
from app.widgets.roll.favourites import Quick, favourites, recent
from app.widgets.roll.participants import Participants
from app.widgets.search.search import (
    Entry,
    Hit,
    campaign_entries,
    find,
    open_entries,
    settings,
    static_entries,
)

#: So many of what is rolled often are offered before anything is typed.
OFTEN = 8


class SearchView(Listener):
    """Hears what is typed, keeps what can be found at hand, and draws the hits."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._games: dict[str, tuple[Entry, ...]] = {}
        self._own: tuple[Any, tuple[Entry, ...]] = (None, ())
        self._drawn: tuple[Any, ...] = ()
        self._opened = False
        self._lacks = False
        root.setAttribute("data-search", "ready")

    def stale(self) -> None:
        """Nobody is refused here."""

    # --- what is heard ---

    def written(self, field: Js) -> bool:
        if not field.hasAttribute("data-find"):
            return False
        if not self._opened or (self._lacks and not str(field.value)):
            self._opened = True
            soon(self._gather())
        if not str(field.value):
            soon(self._shelf())
        self._runtime.send(SearchTyped(str(field.value)))
        return True

    # --- what can be found ---

    async def _gather(self) -> None:
        """Make what never changes ready to be looked in: a game at a time, the open one first."""
        model, slices = self._runtime.model, CooperativeRunner(lambda: True)
        self._lacks = False
        for id in sorted(model.games, key=lambda each: each != _game(model)):
            book, found = await text_of(f"{id}/rules"), list[Entry]()
            self._lacks |= not book  # it is fetched when the search is opened again
            for entry in static_entries(model.games[id], book):
                found.append(entry)
                await slices.breathe()
            self._games[id] = tuple(found)
            await slices.through(self._draw_hits(self._runtime.model))

    async def _shelf(self) -> None:
        """Learn which campaigns there are."""
        if not self._runtime.is_open:
            return
        lines = await (await self._runtime.store()).campaigns()
        seen = tuple((each.id, each.name, each.game) for each in lines if each.name)
        self._runtime.send(ShelfSeen(seen))

    def _entries(self, model: Model) -> Generator[None, None, list[Entry]]:
        if self._own[0] is not model.state:
            company, found = _company(model), list[Entry]()
            for each in open_entries(company) if company else ():
                found.append(each)
                yield
            self._own = model.state, tuple(found)
        of_games = [each for entries in self._games.values() for each in entries]
        shelf = campaign_entries(model.search.campaigns, model.games)
        return [*self._own[1], *of_games, *settings(), *shelf]

    # --- what is seen ---

    def draw(self, model: Model) -> Iterator[None] | None:
        seen = self._drawn == (model.search, model.state, len(self._games))
        return self._draw_hits(model) if self._opened and not seen else None

    def _draw_hits(self, model: Model) -> Generator[None, None, None]:
        self._drawn = ()
        text = model.search.text
        if text.strip():
            entries = yield from self._entries(model)
            yield
            hits = find(entries, text, _game(model))
        else:
            hits = _often(model)
        yield
        if model.search is not self._runtime.model.search:
            return  # something else was typed meanwhile, and what is found by that stands there
        self._drawn = (model.search, model.state, len(self._games))
        show(one('[data-slot="hits"]'), render("hits.html", hits=hits))
        tell(_said(text, hits), "[data-find-said]")


def _game(model: Model) -> str:
    """The game that is open, else that of the open campaign."""
    return model.game or (model.state.game if model.state is not None else "")


def _company(model: Model) -> Participants | None:
    state = model.state
    if state is None or state.game not in model.games:
        return None
    return Participants(model.games[state.game], state)


def _often(model: Model) -> tuple[Hit, ...]:
    """Before anything is typed: favourites, then what was rolled last."""
    company = _company(model)
    if company is None:
        return ()
    page = model.journal.page if model.journal is not None else None
    starred = favourites(company)
    known = {each.key for each in starred}
    last = (each for each in recent(company, page) if each.key not in known)
    return tuple(_hit(company, each) for each in (*starred, *last))[:OFTEN]


def _hit(company: Participants, quick: Quick) -> Hit:
    under = " · ".join(each for each in (quick.name, quick.said) if each)
    where = quick.procedure, quick.place, quick.who
    return Hit("roll", quick.label, under, company.game.id, quick.href, *where)


def _said(text: str, hits: tuple[Hit, ...]) -> str:
    if not text.strip():
        return "Favourites and last rolls" if hits else ""
    return (
        "Nothing is called so"
        if not hits
        else "1 found"
        if len(hits) == 1
        else f"{len(hits)} found"
    )
