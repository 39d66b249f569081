"""The view `campaigns` as it is drawn, and the reminder above every page."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import to_js
from pyscript import window

from app.browser.platform.dom import Js, one, show, some
from app.browser.shell import focus
from app.browser.shell.render import render
from app.update.campaigns.state import PATH, Campaigns, Listing
from app.update.model import Model
from app.widgets.campaigns import campaigns as seen
from app.widgets.campaigns import health as safety


class CampaignsView:
    """Draws all campaigns, files in and out, backups, and what the browser keeps."""

    def __init__(self) -> None:
        self._drawn: tuple[object, ...] = ()
        self._html = ""

    def stale(self) -> None:
        """Nobody is refused here."""

    def draw(self, model: Model) -> None:
        there = model.campaigns
        listing = there.listing if there is not None and model.address.path == PATH else None
        key = (there, model.state) if listing is not None else ()
        if key == self._drawn:
            return
        place = some('[data-view="campaigns"] [data-slot="campaigns"]')
        if place is None:
            return
        self._drawn = key
        html = "" if there is None or listing is None else _html(model, there, listing)
        if html != self._html:
            self._html = html
            _fill(place, html)


def _html(model: Model, there: Campaigns, listing: Listing) -> str:
    if listing.unread:
        return render("unread.html", words=listing.unread)
    games, asked = model.games, there.asked
    aside = seen.counted(listing.aside, "damaged record", "damaged records")
    return render(
        "campaigns.html",
        rows=seen.rows(listing.lines, games, listing.open.values()),
        games=[games[id] for id in games if id in games],
        last_game=model.state.game if model.state else "",
        backups=listing.copies,
        aside=aside if listing.aside else "",
        newer=listing.newer,
        lasts=listing.lasts,
        why=listing.why,
        said=there.said,
        loaded=there.loaded,
        file=there.outside.file,
        unfolded=there.unfolded,
        deleting=asked.deleting,
        unbacked=asked.unbacked,
        dropping=asked.dropping,
        restoring=asked.restoring,
        stays=listing.stays,
        asked=there.stay_asked,
        room=listing.room,
        facts=safety.facts(
            listing.lines,
            listing.copies,
            listing.aside,
            listing.saved,
            listing.stays if listing.lasts else "never",
            listing.room,
            _clock,
        ),
        checked=there.checked,
        verdict=safety.verdict(there.checked),
        clock=_clock,
        size=seen.size,
    )


def _fill(place: Js, html: str) -> None:
    """Show it, and leave what somebody has in hand: the list is read anew at any time, as after a
    copy that was made by itself.
    """
    files = some("[data-file]", place)
    stood, unfolded = focus.typed(place), focus.unfolded(place)
    show(place, html)
    focus.restore(place, stood)
    focus.unfold(place, unfolded)
    if files is not None and html:  # somebody may be choosing a file with it just now
        one("[data-file]", place).replaceWith(files)


def _clock(at: str) -> str:
    """A time as this device writes it, with its day."""
    short: Any = to_js([["dateStyle", "medium"], ["timeStyle", "short"]])
    return str(window.Date.new(at).toLocaleString(None, window.Object.fromEntries(short)))


class ReminderView:
    """Draws what is said where much was not saved to a file for long."""

    def __init__(self) -> None:
        self._drawn = ""

    def stale(self) -> None:
        """Nobody types here."""

    def draw(self, model: Model) -> None:
        words = model.campaigns.outside.reminder if model.campaigns is not None else ""
        if words != self._drawn:
            self._drawn = words
            html = render("reminder.html", words=words) if words else ""
            show(one('[data-slot="reminder"]'), html)
