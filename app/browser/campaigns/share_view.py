"""A character in a link: the dialog to share it and the view to import it."""

from __future__ import annotations

from pyscript import window

from app.browser.platform.dom import one, page_address, show, some
from app.browser.platform.elements import Element
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.campaign.files.files import Opened
from app.campaign.files.links import qr_svg, to_link
from app.campaign.state.document import CharacterRecord
from app.core.errors import BadInput
from app.systems import games
from app.update.campaigns.state import Arrived
from app.update.model import Model
from app.widgets.campaigns.campaigns import describe_character


def show_shared(game: str, character: CharacterRecord) -> None:
    """Show the link and the code of a character."""
    dialog = some("[data-share-dialog]")
    if dialog is None:
        return
    here = page_address()
    href = here and here + to_link(game, character)
    qr = fault = ""
    try:
        qr = qr_svg(href) if href else ""
    except BadInput as too_long:
        fault = too_long.message
    title, who = games()[game].title, character["name"]
    html = render("share.html", who=who, game=title, href=href, qr=qr, fault=fault)
    show(one('[data-slot="share"]', dialog), html)
    if not dialog.open:
        dialog.showModal()


async def copy_shared(button: Element) -> None:
    """Copy the link."""
    field = one("[data-share-link]")
    try:
        await window.navigator.clipboard.writeText(field.value)
        button.textContent = "Copied"
    except Exception:  # no clipboard or no permission: select the link
        field.focus()
        field.select()
        button.textContent = "Copy the selected text"


class ArrivalView(Part):
    """Draws the character of an opened link."""

    def __init__(self) -> None:
        self._drawn: Arrived | None = None

    def draw(self, model: Model) -> None:
        arrived = model.campaigns.arrived if model.campaigns is not None else None
        if arrived is self._drawn:
            return
        slot = some('[data-view="import"] [data-slot="import"]')
        if slot is None:
            return
        self._drawn = arrived
        html = ""
        if arrived is not None and arrived.opened is not None:
            html = _arrival(arrived.opened, arrived.targets) if arrived.targets else ""
        elif arrived is not None:
            html = render("arrival.html", faults=arrived.faults)
        show(slot, html)


def _arrival(opened: Opened, targets: tuple[tuple[str, str], ...]) -> str:
    game, record = games()[opened.record["game"]], opened.record["character"]
    return render(
        "arrival.html",
        faults=(),
        who=record["name"],
        game=game,
        told=describe_character(game, record),
        targets=targets,
    )
