"""The search over everything: it finds entries for the typed text and draws the hits.

The dialog, its keys and the results before Python runs are in static/js/search.js.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from app.browser.platform.cooperative import CooperativeRunner
from app.browser.platform.dom import notify, one, root, show, soon, text_of
from app.browser.platform.elements import Element
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.update.messages.search import CampaignsListed, SearchTyped
from app.update.model import Model
from app.widgets.roll.favourites.favourites import Quick, favourites, recent
from app.widgets.roll.form.participants import Participants
from app.widgets.search.entries import (
    Entry,
    Hit,
    campaign_entries,
    help_entries,
    open_entries,
    settings,
    static_entries,
)
from app.widgets.search.search import find

#: Number of frequent rolls offered before typing.
OFTEN = 8


class SearchView(Listener, Part):
    """Handles typing, caches the searchable entries and draws the hits."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._games: dict[str, tuple[Entry, ...]] = {}
        self._help: tuple[Entry, ...] = ()
        self._own: tuple[object, tuple[Entry, ...]] = (None, ())
        self._drawn: tuple[object, ...] = ()
        self._opened = False
        self._lacks = False
        root.setAttribute("data-search", "ready")

    # --- events ---

    def on_input(self, field: Element) -> bool:
        if not field.hasAttribute("data-find"):
            return False
        if not self._opened or (self._lacks and not str(field.value)):
            self._opened = True
            soon(self._gather())
        if not str(field.value):
            soon(self._load_campaigns())
        self._runtime.send(SearchTyped(str(field.value)))
        return True

    # --- entries ---

    async def _gather(self) -> None:
        """Collect the static entries of each game, beginning with the open one."""
        model, runner = self._runtime.model, CooperativeRunner()
        self._lacks = False
        for id in sorted(model.games, key=lambda game_id: game_id != _game(model)):
            book, entries = await text_of(f"{id}/rules"), list[Entry]()
            self._lacks |= not book  # fetched when the search is opened again
            for entry in static_entries(model.games[id], book):
                entries.append(entry)
                await runner.checkpoint()
            self._games[id] = tuple(entries)
            await runner.through(self._draw_hits(self._runtime.model))
        text = await text_of("help")
        self._lacks |= not text
        self._help = tuple(help_entries(text))
        await runner.through(self._draw_hits(self._runtime.model))

    async def _load_campaigns(self) -> None:
        """Load the list of campaigns."""
        if not self._runtime.is_open:
            return
        lines = await (await self._runtime.store()).campaigns()
        named = tuple((line.id, line.name, line.game) for line in lines if line.name)
        self._runtime.send(CampaignsListed(named))

    def _entries(self, model: Model) -> Generator[None, None, list[Entry]]:
        if self._own[0] is not model.state:
            company, own = _company(model), list[Entry]()
            for entry in open_entries(company) if company else ():
                own.append(entry)
                yield
            self._own = model.state, tuple(own)
        of_games = [entry for entries in self._games.values() for entry in entries]
        shelf = campaign_entries(model.search.campaigns, model.games)
        return [*self._own[1], *of_games, *self._help, *settings(), *shelf]

    # --- drawing ---

    def draw(self, model: Model) -> Iterator[None] | None:
        is_current = self._drawn == (model.search, model.state, len(self._games))
        return self._draw_hits(model) if self._opened and not is_current else None

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
            return  # another text has been typed meanwhile
        self._drawn = (model.search, model.state, len(self._games))
        show(one('[data-slot="hits"]'), render("hits.html", hits=hits))
        notify(_hit_words(text, hits), "[data-find-said]")


def _game(model: Model) -> str:
    """Return the open game, or that of the open campaign."""
    return model.game or (model.state.game if model.state is not None else "")


def _company(model: Model) -> Participants | None:
    state = model.state
    if state is None or state.game not in model.games:
        return None
    return Participants(model.games[state.game], state, model.closed)


def _often(model: Model) -> tuple[Hit, ...]:
    """Return favourites and last rolls, shown before typing."""
    company = _company(model)
    if company is None:
        return ()
    page = model.journal.page if model.journal is not None else None
    starred = favourites(company)
    known = {quick.key for quick in starred}
    last = (quick for quick in recent(company, page) if quick.key not in known)
    return tuple(_hit(company, quick) for quick in (*starred, *last))[:OFTEN]


def _hit(company: Participants, quick: Quick) -> Hit:
    under = " · ".join(part for part in (quick.name, quick.details) if part)
    details = quick.procedure, quick.place, quick.who
    return Hit("roll", quick.label, under, company.game.id, quick.href, *details)


def _hit_words(text: str, hits: tuple[Hit, ...]) -> str:
    if not text.strip():
        return "Favourites and recent" if hits else ""
    return "No results" if not hits else "1 result" if len(hits) == 1 else f"{len(hits)} results"
