"""The view `campaigns`, and the reminder above every page."""

from __future__ import annotations

from pyscript import window

from app.browser.platform.dom import one, show, some
from app.browser.platform.elements import Element
from app.browser.platform.js_objects import js_object
from app.browser.shell import focus
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.update.campaigns.state import PATH, Campaigns, Listing
from app.update.model import Model
from app.widgets.campaigns import campaigns as campaign_rows
from app.widgets.campaigns import health as safety


class CampaignsView(Part):
    """Draws campaigns, import and export, backups, and the state of storage."""

    def __init__(self) -> None:
        self._drawn: tuple[object, ...] = ()
        self._html = ""
        #: The fold named by the address, once it is in sight.
        self._unfolded = ""
        #: The name of the file to import, once it is in sight.
        self._loaded = ""

    def draw(self, model: Model) -> None:
        campaigns = model.campaigns
        listing = (
            campaigns.listing if campaigns is not None and model.address.path == PATH else None
        )
        opened = model.address.typed.get("open", "")
        key = (campaigns, model.state, opened) if listing is not None else ()
        if key == self._drawn:
            return
        slot = some('[data-view="campaigns"] [data-slot="campaigns"]')
        if slot is None:
            return
        self._drawn = key
        html = "" if campaigns is None or listing is None else _html(model, campaigns, listing)
        if html != self._html:
            self._html = html
            _fill(slot, html)
        if opened == "backup" and self._unfolded != opened and html:
            one("[data-transfer]").scrollIntoView()
        self._unfolded = opened if html else ""
        loaded = campaigns.loaded.name if html and campaigns and campaigns.loaded else ""
        if loaded and self._loaded != loaded:  # it is far above the field of the file
            one("[data-loaded] h2").focus()
            one("[data-loaded]").scrollIntoView()
        self._loaded = loaded


def _html(model: Model, campaigns: Campaigns, listing: Listing) -> str:
    if listing.unread:
        return render("unread.html", words=listing.unread)
    games, asked = model.games, campaigns.asked
    facts = safety.facts(
        listing.lines,
        listing.copies,
        listing.aside,
        listing.saved,
        listing.stays if listing.lasts else "never",
        listing.room,
        _clock,
    )
    aside = campaign_rows.count_words(listing.aside, "damaged record", "damaged records")
    return render(
        "campaigns.html",
        rows=campaign_rows.rows(listing.lines, games, listing.open.values()),
        games=[games[id] for id in games if id in games],
        last_game=model.state.game if model.state else "",
        backups=listing.copies,
        reasons=campaign_rows.REASONS,
        aside=aside if listing.aside else "",
        newer=listing.newer,
        lasts=listing.lasts,
        why=campaign_rows.lacking(listing.lasts, listing.why, ""),
        said=campaigns.notice,
        loaded=campaigns.loaded,
        file=campaigns.outside.file,
        unfolded=campaigns.unfolded,
        deleting=asked.deleting,
        unbacked=asked.unbacked,
        dropping=asked.dropping,
        restoring=asked.restoring,
        stays=listing.stays,
        asked=campaigns.stay_asked,
        room=listing.room,
        facts=facts,
        safety=safety.in_a_line(facts, listing.lines),
        opened=model.address.typed.get("open", ""),
        checked=campaigns.checked,
        verdict=safety.verdict(campaigns.checked),
        clock=_clock,
        size=campaign_rows.size,
    )


def _fill(place: Element, html: str) -> None:
    """Fill the place while preserving typed texts, open sections and a file input in use."""
    files = some("[data-file]", place)
    texts, unfolded = focus.read_edited(place), focus.open_sections(place)
    show(place, html)
    focus.restore(place, texts)
    focus.unfold(place, unfolded)
    if files is not None and html:  # the user may be choosing a file with it
        one("[data-file]", place).replaceWith(files)


def _clock(at: str) -> str:
    """Return a time with its day in this device's format."""
    short = js_object(dateStyle="medium", timeStyle="short")
    return str(window.Date.new(at).toLocaleString(None, short))


class ReminderView(Part):
    """Draws the reminder to save a file."""

    def __init__(self) -> None:
        self._drawn = ""

    def draw(self, model: Model) -> None:
        words = model.campaigns.outside.reminder if model.campaigns is not None else ""
        if words != self._drawn:
            self._drawn = words
            html = render("reminder.html", words=words) if words else ""
            show(one('[data-slot="reminder"]'), html)
