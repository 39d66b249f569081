"""One-tap rolls (favourites and last rolls) and the stars that mark favourites.

A view's place for them is `[data-slot="quick"]`; with `data-who` it holds one character's rolls.
Chances are computed after the cards are drawn.
"""

from __future__ import annotations

import asyncio

from app.browser.platform.dom import data, each, show, some, soon
from app.browser.platform.elements import Element
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.campaign.state.state import NAMELESS, CampaignState
from app.update.messages.campaign import FormStarred, StarTapped
from app.update.messages.forms import AgainTapped
from app.update.model import Model
from app.update.roll.favourites import form_key
from app.widgets.roll.favourites.favourites import Quick, favourites, prospect, recent
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import read

#: The slot in the open view.
SLOT = '[data-view]:not([hidden]) [data-slot="quick"]'

#: The stars in the open view.
STARS = '[data-view]:not([hidden]) [data-do="star"]'

#: A card's chance, and the sides of its first die.
Look = tuple[str, int]


class QuickView(Listener):
    """Draws favourites and last rolls, and the state of the stars."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[object, ...] = ()
        self._looks: dict[Quick, Look] = {}
        self._of: CampaignState | None = None

    def stale(self) -> None:
        self._drawn = ()

    # --- events ---

    def on_tap(self, what: str, button: Element) -> bool:
        if what == "again" and button.hasAttribute("href"):
            self._runtime.send(AgainTapped(str(button.getAttribute("href"))))
        elif what == "star":
            self._runtime.send(_starred(button))
        else:
            return False
        return True

    # --- drawing ---

    def draw(self, model: Model) -> None:
        self._light(model)
        slot = some(SLOT)
        if slot is None or model.state is None or model.state.game not in model.games:
            return
        cast = model.cast.get(model.game, {}).get("self", "")
        key = (model.address.path, model.journal, model.state, cast, bool(slot.childElementCount))
        if key == self._drawn:
            return
        game = model.games[model.state.game]
        company = model.participants or Participants(game, model.state, model.closed)
        if company.state is not model.state:
            return  # the open game's campaign is still loading
        self._draw(model, company, slot)
        self._drawn = (*key[:-1], bool(slot.childElementCount))

    def _draw(self, model: Model, company: Participants, slot: Element) -> None:
        if self._of is not model.state:
            self._of, self._looks = model.state, {}
        starred, last = _lists(model, company, data(slot, "who"), data(slot, "only"))
        values: dict[str, object] = {"starred": starred, "last": last, "looks": self._looks}
        if slot.hasAttribute("data-yours"):
            values |= {"yours": _sheets(model, company), "title": data(slot, "yours")}
        show(slot, render("quick.html", **values))
        unknown = [quick for quick in (*starred, *last) if quick not in self._looks]
        if unknown:
            soon(self._learn(company, unknown))

    async def _learn(self, company: Participants, quicks: list[Quick]) -> None:
        """Compute the chance of each roll in idle moments."""
        for quick in quicks:
            await asyncio.sleep(0)
            if self._of is not company.state:
                return
            self._looks[quick] = prospect(company, quick)
        self._drawn = ()
        self.draw(self._runtime.model)

    def _light(self, model: Model) -> None:
        """Light the stars of favourites in the open view."""
        if model.played is None:
            return
        scene = model.played[1].scene
        for star in each(STARS):
            if star.hasAttribute("data-star"):
                key = data(star, "star")
            elif model.open in model.forms:
                key = form_key(model)
            else:
                continue
            lit = "true" if key in scene else "false"
            if str(star.getAttribute("aria-pressed")) != lit:
                star.setAttribute("aria-pressed", lit)


def _lists(
    model: Model, company: Participants, who: str, only: str
) -> tuple[tuple[Quick, ...], tuple[Quick, ...]]:
    """Return favourites and last rolls without duplicates.

    who, only: limit them to one character or procedure.
    """
    page = model.journal.page if model.journal is not None else None
    matching = (quick for quick in favourites(company) if not only or quick.procedure == only)
    starred = tuple(quick for quick in matching if not who or quick.who == who)
    known = {quick.key for quick in starred if not quick.details}
    last = recent(company, page, who, only)
    return starred, tuple(quick for quick in last if quick.key not in known or quick.target)


def _sheets(model: Model, company: Participants) -> tuple[tuple[str, str], ...]:
    """Return address and name of the current actor's sheet in the open game."""
    id = model.cast.get(company.game.id, {}).get("self", "")
    if not model.game or not company.state.has_character(id):
        return ()
    name = company.state.character(id).name or NAMELESS
    return ((f"#/{company.game.id}/character/{id}", name),)


def _starred(button: Element) -> FormStarred | StarTapped:
    if not button.hasAttribute("data-star"):
        return FormStarred()
    return StarTapped(
        data(button, "procedure-star"),
        data(button, "who-star"),
        data(button, "place-star"),
        data(button, "label-star"),
        read(data(button, "href-star")).typed,
        data(button, "star"),
    )
