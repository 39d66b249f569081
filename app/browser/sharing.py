"""A character that travels in a link: the share dialog, and the view where links arrive."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import window

from app.browser.dom import Js, one, show, some, soon
from app.browser.downloads import download
from app.browser.joining import add, targets
from app.browser.opening import campaign_opened
from app.browser.render import render
from app.browser.runtime import Runtime
from app.browser.storage import transfer
from app.browser.storage.store import Store
from app.browser.task_queue import TaskQueue
from app.campaign.files import Opened
from app.campaign.links import from_link, qr_svg, to_link
from app.campaign.validation import BadFile
from app.core.errors import BadInput
from app.systems import games
from app.widgets import campaigns as seen


class Sharing:
    """The character that is open, on its way out; the one that a link brings, on its way in."""

    def __init__(self, runtime: Runtime, turns: TaskQueue) -> None:
        self._runtime = runtime
        self.turns = turns
        self._arrived: Opened | None = None
        self.doings: dict[str, Callable[[Js], None]] = {
            "character-save": turns.do(self._save_character),
            "character-share": lambda _: self._share(),
            "share-copy": self._copy_link,
            "link-add": turns.do(self._add_arrived),
        }

    def _character_id(self) -> str:
        return self._runtime.model.address.path.partition("/character/")[2]

    async def _save_character(self, store: Store) -> None:
        id = self._character_id()
        journal = self._runtime.model.journal
        if journal is not None and journal.state.has_character(id):
            text = await transfer.export_character(store, journal, id)
            name = f"{journal.state.character(id).name} {games()[journal.state.game].title}"
            self.turns.said = download(name, store.now(), text)

    def _share(self) -> None:
        """Show the link and the code of the character that is open."""
        state, dialog = self._runtime.model.state, some("[data-share-dialog]")
        id = self._character_id()
        if state is None or dialog is None or not state.has_character(id):
            return
        character = state.document["characters"][id]
        here = str(window.location.href).partition("#")[0]
        href = here + to_link(state.game, character)
        qr = fault = ""
        try:
            qr = qr_svg(href)
        except BadInput as too_long:
            fault = too_long.message
        title = games()[state.game].title
        html = render(
            "share.html", who=character["name"], game=title, href=href, qr=qr, fault=fault
        )
        show(one('[data-slot="share"]', dialog), html)
        if not dialog.open:
            dialog.showModal()

    def _copy_link(self, button: Js) -> None:
        soon(self._copied(button))

    async def _copied(self, button: Js) -> None:
        field = one("[data-share-link]")
        try:
            await window.navigator.clipboard.writeText(field.value)
            button.textContent = "Copied"
        except Exception:  # no clipboard here, or no permission: the link stands there marked
            field.focus()
            field.select()
            button.textContent = "Copy what is marked"

    async def show_arrival(self, store: Store) -> None:
        """Show what the link in the address brings."""
        place = some('[data-view="import"] [data-slot="import"]')
        if place is None:
            return
        self._arrived = None
        try:
            opened = from_link(str(window.location.hash), games())
        except BadFile as fault:
            faults = seen.faults(fault.faults)
            show(place, render("arrival.html", faults=faults))
            return
        self._arrived = opened
        game, record = games()[opened.record["game"]], opened.record["character"]
        into = targets(store, await store.campaigns(), game.id)
        told = seen.told(game, record)
        html = render(
            "arrival.html", faults=(), who=record["name"], game=game, told=told, targets=into
        )
        show(place, html)

    async def _add_arrived(self, store: Store) -> None:
        opened, target = self._arrived, one("[data-link-target]")
        if opened is None or target is None:
            return
        campaign, character = await add(store, opened, str(target.value), "add")
        self._arrived = None
        await campaign_opened(self._runtime, store, campaign)
        window.location.hash = f"#/{opened.record['game']}/character/{character}"
