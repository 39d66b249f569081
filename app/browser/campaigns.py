"""The campaigns' view: all campaigns, files in and out, backups, and what the browser keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi import to_js
from pyscript import document, window

from app.browser.dom import Js, data, later, near, one, show, some, soon, tell
from app.browser.downloads import download
from app.browser.incoming import Incoming
from app.browser.listener import Listener
from app.browser.opening import Elsewhere, campaign_opened, open_for, take_over
from app.browser.outside import Outside
from app.browser.render import render
from app.browser.runtime import Runtime
from app.browser.sharing import Sharing
from app.browser.storage import health, transfer
from app.browser.storage.databases import StorageError, StorageFull
from app.browser.storage.store import Store
from app.browser.task_queue import TaskQueue
from app.campaign.facts import CampaignRenamed
from app.campaign.health import Checked
from app.campaign.rows import line_of
from app.systems import games
from app.table.model import Model
from app.widgets import campaigns as seen
from app.widgets import health as safety

#: Seconds after the start before a copy is made, if one is due.
BACKUP_AFTER = 40


class Campaigns(Listener):
    """What is done with whole campaigns and with copies; files and links have their own classes."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.turns = turns = TaskQueue(runtime, self._show)
        self.incoming = Incoming(runtime, turns)
        self.sharing = Sharing(runtime, turns)
        self.outside = Outside(runtime, turns)
        self._elsewhere = Elsewhere(runtime, self.elsewhere)
        self.unfolded = ""
        self.deleting = ""
        self.unbacked = ""
        self.restoring = ""
        self.dropping = ""
        self.asked = False
        self.checked: Checked | None = None
        self._html = ""
        self._awaited = False  # is it to be drawn anew already?
        self.doings: dict[str, Callable[[Js], None]] = {
            "campaign-open": turns.doing_with(self._open),
            "campaign-save": turns.doing_with(self._save),
            "campaign-duplicate": turns.doing_with(self._duplicate),
            "campaign-delete": turns.doing_with(self._ask_delete),
            "campaign-delete-yes": turns.doing_with(self._delete),
            "ask-no": turns.do(self._ask_nothing),
            "save-everything": turns.do(self._save_everything),
            "save-set-aside": turns.do(self._save_set_aside),
            "backup-now": turns.do(self._back_up),
            "backup-save": turns.doing_with(self._save_backup, "backup"),
            "backup-restore": turns.doing_with(self._ask_restore, "backup"),
            "backup-delete": turns.doing_with(self._ask_drop, "backup"),
            "backup-delete-yes": turns.doing_with(self._drop, "backup"),
            "backup-restore-yes": turns.doing_with(self._restore, "backup"),
            "storage-stay": turns.do(self._stay),
            "health-check": turns.do(self._check),
            "take-over": lambda _: take_over(runtime, self._elsewhere),
            **self.incoming.doings,
            **self.sharing.doings,
            **self.outside.doings,
        }

    async def open(self) -> None:
        """Open the store, and the campaign of the open game."""
        await open_for(self._runtime, self._elsewhere)
        await self.outside.begin()
        later(BACKUP_AFTER, self.back_up_if_due)

    # --- the view ---

    def stale(self) -> None:
        """It is drawn by itself, after what it does."""

    def draw(self, model: Model) -> None:
        """The open campaign went on: the file that is kept up to date follows."""
        self.outside.changed()

    def tapped(self, what: str, button: Js) -> bool:
        if what not in self.doings:
            return False
        self.doings[what](button)
        return True

    def set_aside(self) -> None:
        """What the file is still to say is written now."""
        self.outside.write_if_due()

    def routed(self) -> None:
        """Another view was opened."""
        soon(self.outside.consider())
        self.turns.said = ""
        self._ask_no_more()
        if self._runtime.model.address.path == "import":
            self._runtime.ask(self.sharing.show_arrival)
        self.show()

    def chosen(self, field: Js) -> bool:
        self.turns.touched()
        return self.incoming.chosen(field)

    def elsewhere(self) -> None:
        """Another tab changed something, or this one writes now."""
        self.turns.touched()
        self.show()

    def show(self) -> None:
        if not self._awaited:
            self._awaited = True
            self.turns.shown()

    async def _show(self, store: Store) -> None:
        self._awaited = False
        place = some('[data-view="campaigns"] [data-slot="campaigns"]')
        if place is None:
            return
        if self._runtime.model.address.path != "campaigns":
            self._html = ""
            show(place, "")
            return
        try:
            lines, copies = await store.campaigns(), await transfer.backups(store)
            aside = len(await store.set_aside())
        except StorageError as fault:
            show(place, "")
            tell(str(fault))
            return
        stays, room = await transfer.stays(store), await transfer.room(store)
        html = render(
            "campaigns.html",
            rows=seen.rows(
                lines, games(), seen.open_ids(lines, store.settings.get("open")).values()
            ),
            games=list(games().values()),
            last_game=self._runtime.model.state.game if self._runtime.model.state else "",
            backups=copies,
            aside=seen.counted(aside, "damaged record", "damaged records") if aside else "",
            newer=str(store.newer or ""),
            lasts=store.lasts,
            why=store.why,
            said=self.turns.said,
            loaded=self.incoming.loaded,
            file=self.outside.file,
            unfolded=self.unfolded,
            deleting=self.deleting,
            unbacked=self.unbacked,
            dropping=self.dropping,
            restoring=self.restoring,
            stays=stays,
            asked=self.asked,
            room=room,
            facts=safety.facts(
                lines,
                copies,
                aside,
                await health.saved_outside(store),
                stays if store.lasts else "never",
                room,
                _clock,
            ),
            checked=self.checked,
            verdict=safety.verdict(self.checked),
            clock=_clock,
            size=seen.size,
        )
        if html != self._html:
            self._html = html
            focus, files = _focused(place), some("[data-file]", place)
            show(place, html)
            if files is not None:  # somebody may be choosing a file with it just now
                one("[data-file]", place).replaceWith(files)
            again = some(focus, place) if focus else None
            if again is not None:
                again.focus()

    async def _stay(self, store: Store) -> None:
        """Ask the browser to keep everything. It may ask the person, who may let it wait."""
        self.asked = True
        soon(self._asked(store))

    async def _asked(self, store: Store) -> None:
        await transfer.stay(store)
        self.turns.shown()

    async def _check(self, store: Store) -> None:
        """Look at every record that is stored."""
        async with self.turns.at_work("Everything is being checked …"):
            self.checked = await health.check(store)
        self.turns.said = safety.verdict(self.checked)

    # --- campaigns ---

    async def _open(self, store: Store, id: str) -> None:
        await campaign_opened(self._runtime, store, id)
        assert self._runtime.model.state is not None
        window.location.hash = f"#/{self._runtime.model.state.game}"

    def dragged(self, event: Js) -> None:
        """A file is held over the page, or dropped on it."""
        self.incoming.dragged(event)

    def submitted(self, form: Js) -> bool:
        """A new campaign, or another name."""
        if not form.hasAttribute("data-campaigns"):
            return False
        name = str(form.elements.namedItem("name").value).strip()
        if data(form, "campaigns") == "new":
            game = str(form.elements.namedItem("game").value)
            self.turns.once("begin", lambda store: self._begin(store, game, name))
        else:
            id = data(near(form, "[data-campaign]"), "campaign")
            self.turns.once(f"rename {id}", lambda store: self._rename(store, id, name))
        return True

    def _is_open(self, id: str) -> bool:
        journal = self._runtime.model.journal
        return journal is not None and journal.campaign == id

    async def _begin(self, store: Store, game: str, name: str) -> None:
        journal = await store.append(store.begin(game, name))
        await campaign_opened(self._runtime, store, journal.campaign)
        self.turns.said = f"“{seen.called(name)}” is open."
        await self._stay(store)

    async def _rename(self, store: Store, id: str, name: str) -> None:
        journal = await store.load(id)
        if name != journal.state.name:
            await store.append(journal, CampaignRenamed(name))
            if self._is_open(id):
                await campaign_opened(self._runtime, store, id)
        self.unfolded = ""

    async def _duplicate(self, store: Store, id: str) -> None:
        async with self.turns.at_work("The campaign is being copied …"):
            text = await transfer.export_campaign(store, id)
            copy = await transfer.open_slowly(text, store, sheets=False)
            plan = await transfer.plan_import(store, copy, "add")
            await transfer.carry_out(store, plan, "before a duplicate")
        journal = await store.load(plan.parts[0].journal.campaign)
        name = f"{seen.called(journal.state.name)[:190]} (copy)"
        await store.append(journal, CampaignRenamed(name))
        self.turns.said = f"“{name}” is there."

    async def _ask_delete(self, store: Store, id: str) -> None:
        self.deleting = self.unfolded = id

    async def _ask_nothing(self, store: Store) -> None:
        self._ask_no_more()

    def _ask_no_more(self) -> None:
        self.deleting = self.unbacked = self.restoring = self.dropping = ""

    async def _delete(self, store: Store, id: str) -> None:
        if self.deleting != id:
            return  # nobody asks that any more
        kept = "the newest backup still holds it"
        try:
            await transfer.back_up(store, "before a campaign was deleted")
        except StorageFull:
            if self.unbacked != id:  # perhaps it is to be deleted because there is no room
                self.unbacked = id
                return
            kept = "there was no room for a backup of it"
        await store.remove(id)
        self._ask_no_more()
        if self._is_open(id):
            await campaign_opened(self._runtime, store, "")
        self.turns.said = f"It is deleted; {kept}."

    # --- files out ---

    async def _save(self, store: Store, id: str) -> None:
        journal = await store.load(id)
        text = await transfer.export_campaign(store, id)
        self._download(store, seen.called(journal.state.name), text)
        await health.remember_saved(store, [line_of(journal)])
        self.unfolded = id

    async def _save_everything(self, store: Store) -> None:
        lines = await store.campaigns()
        self._download(store, "everything", await transfer.export_all(store))
        await health.remember_saved(store, lines)
        await self.outside.consider()

    async def _save_set_aside(self, store: Store) -> None:
        self._download(store, "set aside", await transfer.export_set_aside(store))

    async def _save_backup(self, store: Store, id: str) -> None:
        self._download(store, "backup", await transfer.backup_text(store, id))

    def _download(self, store: Store, what: str, text: str) -> None:
        self.turns.said = download(what, store.now(), text)

    # --- backups ---

    async def _back_up(self, store: Store) -> None:
        async with self.turns.at_work("A backup is being made …"):
            made = await transfer.back_up(store, "by hand")
        self.turns.said = "A backup is made." if made else "There is nothing to copy yet."

    async def _ask_restore(self, store: Store, id: str) -> None:
        self.restoring, self.dropping = id, ""

    async def _ask_drop(self, store: Store, id: str) -> None:
        self.dropping, self.restoring = id, ""

    async def _drop(self, store: Store, id: str) -> None:
        if self.dropping != id:
            return
        await transfer.drop_backup(store, id)
        self._ask_no_more()
        self.turns.said = "That backup is deleted."

    async def _restore(self, store: Store, id: str) -> None:
        if self.restoring != id:
            return
        self.restoring = ""
        async with self.turns.at_work("The backup is being restored …"):
            await transfer.restore(store, id)
        await campaign_opened(self._runtime, store, "")
        self.turns.said = "Everything is as it was in that backup."

    def back_up_if_due(self) -> None:
        """A copy, if one is due; what is in the way is shown where the copies are."""
        self._runtime.ask(self._back_up_if_due)

    async def _back_up_if_due(self, store: Store) -> None:
        try:
            await transfer.back_up_if_due(store)
        except StorageError as fault:
            self.turns.said = f"No backup could be made. {fault}"
            await self._show(store)


def _focused(within: Js) -> str:
    """Where the keyboard is, as a selector that finds the same place when it is drawn again."""
    active = document.activeElement
    if not within.contains(active):
        return ""
    around = ""
    for what in ("campaign", "backup"):
        owner = near(active, f"[data-{what}]")
        if owner is not None:
            around = f'[data-{what}="{window.CSS.escape(data(owner, what))}"] '
    if do := data(active, "do"):
        mode = data(active, "mode")
        return f'{around}[data-do="{do}"]' + (f'[data-mode="{mode}"]' if mode else "")
    return around + str(active.tagName)


def _clock(at: str) -> str:
    """A time as this device writes it, with its day."""
    short: Any = to_js([["dateStyle", "medium"], ["timeStyle", "short"]])
    return str(window.Date.new(at).toLocaleString(None, window.Object.fromEntries(short)))
