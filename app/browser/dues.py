"""What is due, on the page: its form is opened, and its roll settles it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyscript import window

from app.browser.dom import Js, data, near, soon
from app.browser.open_campaign import OpenCampaign
from app.browser.page import Page
from app.browser.roles import Roles
from app.campaign.facts import DueSettled
from app.widgets.dues import due_roll
from app.widgets.links import link


class Dues:
    """settling: what was due, by the procedure whose form was opened to settle it."""

    def __init__(self, page: Page, keeping: OpenCampaign, casting: Roles) -> None:
        self.page = page
        self.keeping = keeping
        self.casting = casting
        self.settling: dict[str, str] = {}
        self.doings: dict[str, Callable[[Js], None]] = {
            "due-roll": self._roll,
            "due-done": lambda button: self._settle(button, "done"),
            "due-waive": lambda button: self._settle(button, "waived"),
        }

    def _record(self, element: Js) -> Mapping[str, Any] | None:
        id, state = data(near(element, "[data-due]"), "due"), self.keeping.state
        return next((one for one in (state.due if state else ()) if one["id"] == id), None)

    def _roll(self, button: Js) -> None:
        """Open the form that settles it: filled in, everybody in their part."""
        record = self._record(button)
        if record is None:
            return
        roll = due_roll(self.casting.company, record)
        self.settling[roll.procedure] = record["id"]
        self.casting.assign(roll.procedure, roll.cast)
        self.casting.begin(roll.procedure, roll.place)
        window.location.hash = link(roll.procedure.replace(".", "/"), roll.typed)

    def settles(self, procedure: str) -> str:
        """The id of what the next roll of this procedure settles, empty if nothing waits for it."""
        id, state = self.settling.pop(procedure, ""), self.keeping.state
        return id if state is not None and any(one["id"] == id for one in state.due) else ""

    def _settle(self, button: Js, how: str) -> None:
        record = self._record(button)
        if record is not None:
            soon(self._settled(record, how))

    async def _settled(self, record: Mapping[str, Any], how: str) -> None:
        await self.keeping.append(DueSettled(record["id"], f"{record['label']}: {how}"))
