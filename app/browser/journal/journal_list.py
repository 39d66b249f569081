"""The journal on the page, of which only changed rows are redrawn.

It is open beside the other views if there is room, and moved to its own page (`game/journal`).
Drawing a hundred entries after every tap is slow on a tablet, so older entries are processed a few
at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

from pyscript import window
from pyscript.ffi import create_proxy

from app.browser.platform.dates import clock, near_day, today
from app.browser.platform.dom import (
    allow,
    beside,
    data,
    each,
    later,
    markup,
    near,
    one,
    opens_here,
    show,
    some,
)
from app.browser.platform.elements import Element, Js
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.campaign.journal.journal import Page
from app.campaign.state.characters import short_names
from app.campaign.state.state import CampaignState
from app.update.journal.older_entries import has_more, page
from app.update.messages.campaign import JournalSifted, OlderWanted
from app.update.messages.tracker import ResultReopened
from app.update.model import Model, Sieve
from app.widgets.campaigns.campaigns import display_name
from app.widgets.fight.board.board import people
from app.widgets.fight.journal.descriptions import names_of_joined
from app.widgets.fight.journal.fights import FightSum, fight_sums
from app.widgets.journal.journal import KINDS, JournalLine, Lines, each_line
from app.widgets.journal.story import Row, dice_of, filter_lines, persons, players, story
from app.widgets.journal.summary import Telling
from app.widgets.roll.result.results import Roll

#: Older entries processed in one go, and seconds until the next ones.
AT_ONCE = 12
PAUSE_S = 0.03

#: Rows rendered in one go.
ROWS = 20

_MIDDLE: Js = window.JSON.parse('{"block": "center"}')


class JournalList(Listener, Part):
    """Draws the journal's entries, newest first, and the undo buttons."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._telling, self._lines = Telling(), Lines()
        self._dice: dict[str, tuple[Roll, ...]] = {}
        self._shown: dict[str, Row] = {}
        self._order: list[str] = []  # ids of the shown rows, top first
        self._drawn_key: object = self  # nothing is drawn yet
        self._day = today()
        self._offered: tuple[object, ...] = ()
        self._ended: FightSum | None = None
        self._summed: tuple[object, ...] = ()
        self._goes_on = False
        self._sought = ""
        self._watch()

    def _watch(self) -> None:
        """Load older entries when the end of the list comes into view."""
        watcher = getattr(window, "IntersectionObserver", None)
        if watcher is not None:
            callback = create_proxy(self._on_visible)
            watcher.new(callback).observe(one('[data-do="journal-older"]'))

    def _on_visible(self, entries: Js, _: Js) -> None:
        if any(entry.isIntersecting for entry in entries):
            self._older()

    def _older(self) -> None:
        if not self._runtime.waits(OlderWanted):
            self._runtime.send(OlderWanted())

    def on_tap(self, what: str, button: Element) -> bool:
        """Load older entries, or show all of them again."""
        if what == "journal-older":
            self._older()
        elif what == "journal-all":
            self._runtime.send(JournalSifted("all", ""))
        else:
            return False
        return True

    def on_click(self, target: Element) -> bool:
        """Open a roll over the fight; or remember the entry of a link, to show it on its page."""
        entry = near(target, '[data-slot="journal"] a.entry')
        if entry is not None and opens_here(window.event) and self._reopen(entry):
            window.event.preventDefault()
            return True
        link = near(target, "[data-seek]")
        if link is not None:
            self._sought = data(link, "seek")
        return False

    def _reopen(self, link: Element) -> bool:
        """Reopen the result of an entry's link over the fight; return whether that is possible."""
        from app.update.roll.from_journal import find_entry  # not needed by a first roll

        model, id = self._runtime.model, data(link.parentElement, "entry")
        found = find_entry(model, id) if model.at_fight else None
        if found is None:
            return False
        self._runtime.send(ResultReopened(found[1].procedure, id))
        return True

    def on_route(self) -> None:
        self._seek(self._runtime.model)

    def _seek(self, model: Model) -> None:
        """Scroll to the sought entry, loading older ones if needed."""
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

    def on_change(self, field: Element) -> bool:
        """Filter the journal."""
        match data(field, "sift"):
            case "person" | "kind" as what:
                self._runtime.send(JournalSifted(what, str(field.value)))
                return True
        return data(field, "sift") == "text"

    def on_input(self, field: Element) -> bool:
        """Search the journal."""
        if data(field, "sift") != "text":
            return False
        self._runtime.send(JournalSifted("text", str(field.value)))
        return True

    def draw(self, model: Model) -> Iterator[None] | None:
        self._place(model)
        key = (model.journal, model.older, model.sieve, today(), _guest_seat(model))
        if self._drawn_key is not self and key == self._drawn_key:
            self._sum_up(model)
            return None
        return self._draw(key, model)

    def _place(self, model: Model) -> None:
        """Move the journal to its own page, or beside the other views."""
        path = f"{model.game}/journal"
        view = f'[data-view="{path}"] [data-slot="journal-page"]'
        target = one(view if model.game and model.address.path == path else "#journal")
        body = one("[data-journal]")
        if not body.parentElement.isSameNode(target):
            target.append(body)

    def _sum_up(self, model: Model) -> None:
        """Show the summary of a fight that has just ended in its view."""
        if model.played is None or not model.at_fight:
            return
        running = model.played[1].encounter is not None
        fight = None if running else self._ended
        if (model.game, fight) == self._summed:
            return
        self._summed = (model.game, fight)
        slot = one(f'[data-view="{model.game}/encounter"] [data-slot="fight-sum"]')
        show(slot, render("fight_ended.html", fight=fight) if fight is not None else "")

    def _draw(self, key: object, model: Model) -> Iterator[None]:
        """Draw the undo buttons, then the rows a few at a time."""
        self._drawn_key = self
        journal, state, name = model.journal, model.state, ""
        rows: tuple[Row, ...] = ()
        self._ended = None
        for button in each("[data-undo-last]"):
            allow(button, journal is not None and journal.undoable is not None)
        for button in each('[data-do="redo"]'):
            allow(button, journal is not None and journal.redoable is not None)
        words = one('[data-sift="text"]')
        if str(words.value) != model.sieve.text and not self._runtime.waits(JournalSifted):
            words.value = model.sieve.text  # of another campaign, or no longer filtered
        if journal is not None and state is not None:
            rows = yield from self._rows(model, state)
            name = display_name(state.name)
            one('[data-slot="journal"]').setAttribute("data-of-campaign", journal.campaign)
        yield from self._show(rows)
        is_sifted = model.sieve != Sieve()
        one("[data-journal-said]").hidden = bool(rows) or is_sifted
        one("[data-journal-none]").hidden = bool(rows) or not is_sifted
        one("[data-roll-first]").href = f"#/{state.game}" if state is not None else "#/"
        one('[data-do="journal-older"]').hidden = journal is None or not has_more(model)
        one("[data-campaign-open]").textContent = name
        self._drawn_key = key
        self._seek(model)
        self._sum_up(model)

    def _rows(self, model: Model, state: CampaignState) -> Generator[None, None, tuple[Row, ...]]:
        assert model.journal is not None
        shown, game = page(model), model.games[state.game]
        names = short_names({**names_of_joined(shown), **people(state)})
        more = self._telling.read(model.journal, shown, game, AT_ONCE)
        listed: list[JournalLine] = []
        for line in each_line(shown, game, names, self._telling, cache=self._lines):
            listed.append(line)
            yield
        more = self._read_dice(shown, model) or more
        if more and not self._goes_on:
            self._goes_on = True
            later(PAUSE_S, self._go_on)
        yield
        self._offer(persons(listed, names), model)
        fights = fight_sums(shown, self._telling, game, names, players(state))
        self._ended = next(reversed(fights.values()), None)
        yield
        sieve = model.sieve
        sieved = filter_lines(listed, sieve.person, sieve.kind, sieve.text)
        return story(sieved, self._telling, fights, self._dice, _guest_seat(model))

    def _offer(self, persons: Sequence[tuple[str, str]], model: Model) -> None:
        """Draw the choices of the filter."""
        if (persons, model.sieve) == self._offered:
            return
        self._offered = (persons, model.sieve)
        choices: Mapping[str, Sequence[tuple[str, str]]] = {
            "person": (("", "Everybody"), *persons),
            "kind": (("", "Everything"), *KINDS.items()),
        }
        for what, options in choices.items():
            chosen = getattr(model.sieve, what)
            html = render("choices.html", choices=options, chosen=chosen)
            show(one(f'[data-sift="{what}"]'), html)

    def _read_dice(self, shown: Page, model: Model) -> bool:
        """Read the dice of some more entries, newest first; return whether others remain."""
        if not any(entry.id in self._dice for entry in shown.entries):
            self._dice = {}  # those of another campaign
        missing = [entry for entry in reversed(shown.entries) if entry.id not in self._dice]
        for entry in missing[:AT_ONCE]:
            self._dice[entry.id] = dice_of(entry, model.games)
        return len(missing) > AT_ONCE

    def _go_on(self) -> None:
        """Redraw after more older entries were processed."""
        self._goes_on = False
        self._drawn_key = self
        beside(self._runtime.draw_all())

    def _show(self, rows: Sequence[Row]) -> Iterator[None]:
        """Draw new, changed and moved rows and remove missing ones."""
        slot, places = one('[data-slot="journal"]'), {row.id: n for n, row in enumerate(rows)}
        previous_day, self._day = self._day, today()
        if not self._shown.keys() & places.keys() or previous_day != self._day:
            # Another campaign, or "Today" has changed.
            one('[data-do="journal-older"]').hidden = True  # until the rows are complete
            show(slot, "")
            self._shown, self._order = {}, []
        below = len(rows)
        for id in self._order[::-1]:
            place = places.get(id, below)
            if place < below:
                below = place
                continue
            _row(slot, id).remove()  # gone, or moved below another: drawn anew there
            self._order.remove(id)
            del self._shown[id]
        pending: list[Row] = []
        above = ""  # the row above the pending ones
        for row in rows:
            known = self._shown.get(row.id)
            if pending and (known is not None or len(pending) == ROWS):
                above = self._put(slot, above, pending)
                pending = []
                yield
            if known is None:
                pending.append(row)
                continue
            if row != known:
                _row(slot, row.id).outerHTML = markup(_html([row]))
                self._shown[row.id] = row
                yield
            above = row.id
        if pending:
            self._put(slot, above, pending)

    def _put(self, slot: Element, above: str, run: Sequence[Row]) -> str:
        """Insert rows below the row `above`, or on top; return the id of the last."""
        if above:
            _row(slot, above).insertAdjacentHTML("afterend", markup(_html(run)))
        else:
            slot.insertAdjacentHTML("afterbegin", markup(_html(run)))
        index = self._order.index(above) + 1 if above else 0
        self._order[index:index] = [row.id for row in run]
        self._shown |= {row.id: row for row in run}
        return run[-1].id


def _row(slot: Element, id: str) -> Element:
    return one(f'[data-row="{window.CSS.escape(id)}"]', slot)


def _guest_seat(model: Model) -> str | None:
    """Return the seat of a guest, None on a device that may undo all entries."""
    together = model.together
    return None if together is None or together.is_master else together.me


def _html(rows: Sequence[Row]) -> str:
    return render("journal.html", rows=rows, clock=clock, day=near_day)
