"""Files on their way in: chosen or dropped, checked, shown for what they would change, then done.

Nothing of a file counts before it was checked as a whole; what it would change is shown, and done
only then, in one step, after a backup. What is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from app.browser.dom import Js, data
from app.browser.joining import joined, targets
from app.browser.opening import campaign_opened
from app.browser.runtime import Runtime
from app.browser.storage import transfer
from app.browser.storage.databases import Overtaken
from app.browser.storage.store import Store
from app.browser.task_queue import TaskQueue
from app.campaign.files import LONGEST, Opened
from app.campaign.imports import Mode, Plan
from app.campaign.validation import BadFile
from app.systems import games
from app.widgets import campaigns as seen

#: Said where something else would change by now than what was agreed to.
MEANWHILE = "Something happened here meanwhile, and nothing was changed. See what would change now."


@dataclass
class Loaded:
    """A file that was read: what it brings, or what is wrong with it."""

    name: str
    words: str = ""
    opened: Opened | None = None
    faults: tuple[tuple[str, str], ...] = ()
    modes: tuple[tuple[str, str], ...] = ()
    mode: str = ""
    targets: tuple[tuple[str, str], ...] = ()
    target: str | None = None
    plan: Plan | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return self.plan.lines if self.plan else ()


class Incoming:
    """The file that was chosen last, if it is not done with."""

    def __init__(self, runtime: Runtime, turns: TaskQueue) -> None:
        self._runtime = runtime
        self.turns = turns
        self.loaded: Loaded | None = None
        self.doings: dict[str, Callable[[Js], None]] = {
            "import-mode": self._import_mode,
            "import-go": turns.do(self._import),
            "import-cancel": turns.do(self._import_cancel),
        }

    def chosen(self, field: Js) -> bool:
        """A field of ours changed: a file was chosen, or a target; True if it was one."""
        if field.hasAttribute("data-file"):
            self._take(field.files)
            field.value = ""  # or the same file, chosen again, would be no change
        elif field.hasAttribute("data-import-target"):
            assert self.loaded is not None
            self.loaded.target = str(field.value)
            self.turns.tried(self._plan)
        else:
            return bool(field.hasAttribute("data-link-target"))
        return True

    def dragged(self, event: Js) -> None:
        """A file is held over the page, or dropped on it."""
        if self._runtime.model.address.path != "campaigns" or "Files" not in list(
            event.dataTransfer.types
        ):
            return
        event.preventDefault()
        if event.type == "drop":
            self._take(event.dataTransfer.files)

    def _take(self, files: Js) -> None:
        if files.length:
            file = files.item(0)
            self.turns.tried(lambda store: self._load(store, file))

    async def _load(self, store: Store, file: Js) -> None:
        """Read a file and check it as a whole."""
        self.loaded = Loaded(str(file.name))
        if int(file.size) > LONGEST:
            words = f"is larger ({seen.size(int(file.size))}) than any file of Tableside"
            self.loaded.faults = (("the whole file", words),)
            return
        try:
            async with self.turns.at_work("The file is being checked …"):
                held = await file.arrayBuffer()
                self.loaded.opened = await transfer.open_slowly(held.to_bytes(), store)
            await self._plan(store)
        except BadFile as fault:
            self.loaded = Loaded(self.loaded.name, faults=seen.faults(fault.faults))

    def _import_mode(self, button: Js) -> None:
        self.turns.touched()
        if self.loaded is not None:
            self.loaded.mode = data(button, "mode")
            self.turns.tried(self._plan)

    async def _plan(self, store: Store) -> None:
        """Work out what the file would change here, the way the person wants it."""
        if self.loaded is None or self.loaded.opened is None:
            return
        loaded, opened, journal = self.loaded, self.loaded.opened, None
        lines = await store.campaigns()
        brings = seen.arrival(opened, games(), (line.id for line in lines))
        loaded.words, loaded.modes = brings.words, brings.modes
        loaded.mode = _offered(loaded.mode, brings.modes)
        if opened.kind == "character":
            loaded.targets = targets(store, lines, opened.record["game"])
            loaded.target = _offered(loaded.target, loaded.targets)
            journal = await joined(store, opened, loaded.target)
        mode = cast(Mode, loaded.mode)
        loaded.plan = await transfer.plan_import(store, opened, mode, journal)

    async def _import(self, store: Store) -> None:
        """Do what was shown; if it is something else by now, show that instead."""
        shown = self.loaded.plan if self.loaded else None
        if self.loaded is None or shown is None:
            return
        await self._plan(store)
        plan = self.loaded.plan
        if plan is None or not plan.is_as(shown):
            self.turns.said = MEANWHILE
            return
        try:
            async with self.turns.at_work("The file is being read in …"):
                await transfer.carry_out(store, plan)
        except Overtaken:
            await self._plan(store)
            self.turns.said = MEANWHILE
            return
        self.loaded = None
        campaign = plan.parts[0].journal.campaign if plan.parts else ""
        await campaign_opened(self._runtime, store, campaign)
        self.turns.said = "Done. A backup of how it was before is in the list."

    async def _import_cancel(self, store: Store) -> None:
        self.loaded = None


def _offered(chosen: str | None, offers: Sequence[tuple[str, str]]) -> str:
    """What was chosen, if it is offered; else the first that is."""
    known = [offer for offer, _ in offers]
    return chosen if chosen in known else known[0]
