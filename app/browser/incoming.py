"""Files on their way in: chosen or dropped, checked, shown for what they would change, then done.

Nothing of a file counts before it was checked as a whole; what it would change is shown, and done
only then, in one step, after a backup. What is refused changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from app.browser.dom import Js, data, soon, tell
from app.browser.joining import NEW, add, joined, targets
from app.browser.keeping import Keeping
from app.browser.page import Page
from app.browser.storage import transfer
from app.browser.storage.store import Store
from app.browser.turns import Turns
from app.campaign.files import LONGEST, Opened
from app.campaign.imports import Mode, Plan
from app.campaign.sense import BadFile
from app.systems import games
from app.widgets import campaigns as seen


@dataclass
class Loaded:
    """A file that was read: what it brings, or what is wrong with it."""

    name: str
    words: str = ""
    opened: Opened | None = None
    faults: tuple[tuple[str, str], ...] = ()
    modes: tuple[tuple[str, str], ...] = ()
    mode: Mode = "add"
    targets: tuple[tuple[str, str], ...] = ()
    target: str = NEW
    plan: Plan | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return self.plan.lines if self.plan else ()


class Incoming:
    """The file that was chosen last, if it is not done with."""

    def __init__(self, page: Page, keeping: Keeping, turns: Turns) -> None:
        self.page = page
        self.keeping = keeping
        self.turns = turns
        self.loaded: Loaded | None = None
        turns.refused = self._refused
        self.doings: dict[str, Callable[[Js], None]] = {
            "import-mode": self._import_mode,
            "import-go": turns.do(self._import),
            "import-cancel": turns.do(self._import_cancel),
        }

    def chosen(self, field: Js) -> bool:
        """A field of ours changed: a file was chosen, or a target; True if it was one."""
        if field.hasAttribute("data-file"):
            self._take(field.files)
        elif field.hasAttribute("data-import-target"):
            assert self.loaded is not None
            self.loaded.target = str(field.value)
            soon(self.turns.tried(self._plan))
        else:
            return bool(field.hasAttribute("data-link-target"))
        return True

    def dragged(self, event: Js) -> None:
        """A file is held over the page, or dropped on it."""
        if self.page.address.path != "campaigns" or "Files" not in list(event.dataTransfer.types):
            return
        event.preventDefault()
        if event.type == "drop":
            self._take(event.dataTransfer.files)

    def _take(self, files: Js) -> None:
        if files.length:
            file = files.item(0)
            soon(self.turns.tried(lambda store: self._load(store, file)))

    async def _load(self, store: Store, file: Js) -> None:
        """Read a file and check it as a whole."""
        self.loaded = Loaded(str(file.name))
        if int(file.size) > LONGEST:
            words = f"is larger ({seen.size(int(file.size))}) than any file of Tableside"
            self.loaded.faults = (("the whole file", words),)
            return
        tell("The file is being checked …")
        held = await file.arrayBuffer()
        await asyncio.sleep(0.05)  # so that this can be read
        try:
            opened = await transfer.open_slowly(held.to_bytes(), store)
        finally:
            tell("")
        await self._bring(store, opened)

    async def _bring(self, store: Store, opened: Opened) -> None:
        assert self.loaded is not None
        lines = await store.campaigns()
        brings = seen.arrival(opened, games(), (line.id for line in lines))
        self.loaded.opened = opened
        self.loaded.words, self.loaded.modes = brings.words, brings.modes
        self.loaded.mode = brings.modes[0][0]  # type: ignore[assignment]
        if opened.kind == "character":
            self.loaded.targets = targets(store, lines, opened.record["game"])
            self.loaded.target = self.loaded.targets[0][0]
        await self._plan(store)

    def _import_mode(self, button: Js) -> None:
        if self.loaded is not None:
            self.loaded.mode = data(button, "mode")  # type: ignore[assignment]
            soon(self.turns.tried(self._plan))

    async def _plan(self, store: Store) -> None:
        """Work out what the file would change, the way the person wants it."""
        if self.loaded is None or self.loaded.opened is None:
            return
        journal = None
        if self.loaded.opened.kind == "character":
            journal = await joined(store, self.loaded.opened, self.loaded.target)
        mode = self.loaded.mode
        self.loaded.plan = await transfer.plan_import(store, self.loaded.opened, mode, journal)

    def _refused(self, fault: BadFile) -> None:
        name = self.loaded.name if self.loaded else "The file"
        self.loaded = Loaded(name, faults=seen.faults(fault.faults))

    async def _import(self, store: Store) -> None:
        """Do what was shown."""
        if self.loaded is None or self.loaded.opened is None:
            return
        opened, mode = self.loaded.opened, self.loaded.mode
        if opened.kind == "character":
            campaign, _ = await add(store, opened, self.loaded.target, mode)
        else:
            await self._plan(store)
            plan = self.loaded.plan
            assert plan is not None
            await transfer.carry_out(store, plan)
            campaign = plan.parts[0].journal.campaign if plan.parts else ""
        self.loaded = None
        await self.keeping.reopen(campaign)
        self.turns.said = "Done. A backup of how it was before is in the list."

    async def _import_cancel(self, store: Store) -> None:
        self.loaded = None
