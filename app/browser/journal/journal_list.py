"""The journal on the page: its rows, of which only those that changed are drawn anew.

It stands open beside everything else where there is room; on its own page (`game/journal`) it is
moved there. A hundred entries drawn after every tap cost a slow tablet more than everything else
about the tap; so what takes its time about the older ones is made a few at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

from pyscript import window
from pyscript.ffi import create_proxy

from app.browser.platform.dates import clock, near_day, today
from app.browser.platform.dom import (
    Js,
    allow,
    beside,
    data,
    each,
    later,
    markup,
    near,
    one,
    show,
    some,
)
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.campaign.journal.journal import Page
from app.campaign.state.state import CampaignState
from app.update.journal.older_entries import has_more, page
from app.update.messages.campaign import JournalSifted, OlderWanted
from app.update.model import Model
from app.widgets.campaigns.campaigns import called
from app.widgets.fight.board import people
from app.widgets.fight.descriptions import joined
from app.widgets.fight.fights import FightSum, fight_sums
from app.widgets.journal.journal import KINDS, Line, Lines, each_line
from app.widgets.journal.story import Row, brief, dice_of, persons, players, sifted, story
from app.widgets.journal.summary import Telling
from app.widgets.roll.results import Roll

#: So many older entries are looked at in one go, and the next ones so many seconds later.
AT_ONCE = 12
PAUSE_S = 0.03

#: So many rows are made elements in one go.
ROWS = 20

_MIDDLE: Js = window.JSON.parse('{"block": "center"}')


class JournalList(Listener):
    """The journal's entries, newest first, and what can be undone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._telling, self._lines = Telling(), Lines()
        self._dice: dict[str, tuple[Roll, ...]] = {}
        self._shown: dict[str, Row] = {}
        self._drawn: object = self  # nothing yet
        self._day = today()
        self._offered: tuple[object, ...] = ()
        self._ended: FightSum | None = None
        self._summed: tuple[object, ...] = ()
        self._goes_on = False
        self._sought = ""
        self._watch()

    def _watch(self) -> None:
        """Older entries come by themselves where somebody scrolls to the end."""
        watcher = getattr(window, "IntersectionObserver", None)
        if watcher is not None:
            seen = create_proxy(self._came_in_sight)
            watcher.new(seen).observe(one('[data-do="journal-older"]'))

    def _came_in_sight(self, found: Js, _: Js) -> None:
        if any(each.isIntersecting for each in found):
            self._older()

    def _older(self) -> None:
        if not self._runtime.waits(OlderWanted):
            self._runtime.send(OlderWanted())

    def tapped(self, what: str, button: Js) -> bool:
        """Entries from before those that are shown."""
        if what == "journal-older":
            self._older()
        return what == "journal-older"

    def clicked(self, target: Js) -> bool:
        """A link that leads to an entry: it is brought to sight once its page is open."""
        link = near(target, "[data-seek]")
        if link is not None:
            self._sought = data(link, "seek")
        return False

    def routed(self) -> None:
        self._seek(self._runtime.model)

    def _seek(self, model: Model) -> None:
        """Bring the entry that is sought to sight, from among older ones too."""
        if not self._sought or model.address.path != f"{model.game}/journal":
            return
        row = some(f'[data-row="{window.CSS.escape(self._sought)}"]', one('[data-slot="journal"]'))
        if row is not None:
            self._sought = ""
            row.classList.add("is-sought")
            row.scrollIntoView(_MIDDLE)
            focused = some("a", row)
            if focused is not None:
                focused.focus()
        elif model.journal is not None and has_more(model):
            self._older()
        else:
            self._sought = ""

    def chosen(self, field: Js) -> bool:
        """The journal is sifted."""
        match data(field, "sift"):
            case "person" | "kind" as what:
                self._runtime.send(JournalSifted(what, str(field.value)))
                return True
        return False

    def stale(self) -> None:
        """Nobody types here."""

    def draw(self, model: Model) -> Iterator[None] | None:
        self._place(model)
        key = (model.journal, model.older, model.sieve, today())
        if self._drawn is not self and key == self._drawn:
            self._sum_up(model)
            return None
        return self._draw(key, model)

    def _place(self, model: Model) -> None:
        """On its own page, or beside the others."""
        own = f"{model.game}/journal"
        view = f'[data-view="{own}"] [data-slot="journal-page"]'
        place = one(view if model.game and model.address.path == own else "#journal")
        body = one("[data-journal]")
        if not body.parentElement.isSameNode(place):
            place.append(body)

    def _sum_up(self, model: Model) -> None:
        """Where a fight has just ended, what it came to stands in its place."""
        if model.played is None or model.address.path != f"{model.game}/encounter":
            return
        running = model.played[1].encounter is not None
        fight = None if running else self._ended
        if (model.game, fight) == self._summed:
            return
        self._summed = (model.game, fight)
        slot = one(f'[data-view="{model.game}/encounter"] [data-slot="fight-sum"]')
        show(slot, render("fight_ended.html", fight=fight) if fight is not None else "")

    def _draw(self, key: object, model: Model) -> Iterator[None]:
        """What can be undone, then the rows, a few at a time."""
        self._drawn = self
        journal, state, name = model.journal, model.state, "Campaigns"
        rows: tuple[Row, ...] = ()
        self._ended = None
        for button in each("[data-undo-last]"):
            allow(button, journal is not None and journal.undoable is not None)
        for button in each('[data-do="redo"]'):
            allow(button, journal is not None and journal.redoable is not None)
        if journal is not None and state is not None:
            rows = yield from self._rows(model, state)
            name = called(state.name)
        yield from self._show(rows)
        one("[data-journal-said]").hidden = bool(rows)
        one('[data-do="journal-older"]').hidden = journal is None or not has_more(model)
        one("[data-campaign-open]").textContent = name
        self._drawn = key
        self._seek(model)
        self._sum_up(model)

    def _rows(self, model: Model, state: CampaignState) -> Generator[None, None, tuple[Row, ...]]:
        assert model.journal is not None
        shown, game = page(model), model.games[state.game]
        names = brief({**joined(shown), **people(state)})
        more = self._telling.read(model.journal, shown, game, AT_ONCE)
        listed: list[Line] = []
        for line in each_line(shown, game, names, self._telling, kept=self._lines):
            listed.append(line)
            yield
        more = self._throw(shown, model) or more
        if more and not self._goes_on:
            self._goes_on = True
            later(PAUSE_S, self._go_on)
        yield
        self._offer(persons(listed, names), model)
        fights = fight_sums(shown, self._telling, game, names, players(state))
        self._ended = next(reversed(fights.values()), None)
        yield
        sieved = sifted(listed, model.sieve.person, model.sieve.kind)
        return story(sieved, self._telling, fights, self._dice)

    def _offer(self, persons: Sequence[tuple[str, str]], model: Model) -> None:
        """What the journal can be sifted by."""
        if (persons, model.sieve) == self._offered:
            return
        self._offered = (persons, model.sieve)
        choices: Mapping[str, Sequence[tuple[str, str]]] = {
            "person": (("", "Everybody"), *persons),
            "kind": (("", "Everything"), *KINDS.items()),
        }
        for what, offered in choices.items():
            chosen = getattr(model.sieve, what)
            html = render("choices.html", choices=offered, chosen=chosen)
            show(one(f'[data-sift="{what}"]'), html)

    def _throw(self, shown: Page, model: Model) -> bool:
        """The dice of some more entries, the newest first; are there others left?"""
        if not any(entry.id in self._dice for entry in shown.entries):
            self._dice = {}  # of another campaign
        left = [entry for entry in reversed(shown.entries) if entry.id not in self._dice]
        for entry in left[:AT_ONCE]:
            self._dice[entry.id] = dice_of(entry, model.games)
        return len(left) > AT_ONCE

    def _go_on(self) -> None:
        """Some more is known of older entries."""
        self._goes_on = False
        self._drawn = self
        beside(self._runtime.drawn())

    def _show(self, rows: Sequence[Row]) -> Iterator[None]:
        """Draw the rows that are new or changed, take out those that are gone."""
        place, wanted = one('[data-slot="journal"]'), {row.id for row in rows}
        day, self._day = self._day, today()
        if not self._shown.keys() & wanted or day != self._day:  # another day is "Today" by now
            one('[data-do="journal-older"]').hidden = True  # until it stands below them again
            show(place, "")
            self._shown = {}
        for id in self._shown.keys() - wanted:
            _row(place, id).remove()
            del self._shown[id]
        run: list[Row] = []
        above = ""  # the row that stands above those
        for row in rows:
            known = self._shown.get(row.id)
            if run and (known is not None or len(run) == ROWS):
                above = self._put(place, above, run)
                run = []
                yield
            if known is None:
                run.append(row)
                continue
            if row != known:
                _row(place, row.id).outerHTML = markup(_drawn([row]))
                self._shown[row.id] = row
                yield
            above = row.id
        if run:
            self._put(place, above, run)

    def _put(self, place: Js, above: str, run: Sequence[Row]) -> str:
        """Put rows below that one, on top if it has no id; the id of the last of them."""
        if above:
            _row(place, above).insertAdjacentHTML("afterend", markup(_drawn(run)))
        else:
            place.insertAdjacentHTML("afterbegin", markup(_drawn(run)))
        self._shown |= {row.id: row for row in run}
        return run[-1].id


def _row(place: Js, id: str) -> Js:
    return one(f'[data-row="{window.CSS.escape(id)}"]', place)


def _drawn(rows: Sequence[Row]) -> str:
    return render("journal.html", rows=rows, clock=clock, day=near_day)
