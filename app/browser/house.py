"""The house rules that the open campaign agreed on, in the forms."""

from __future__ import annotations

from app.browser.dom import soon
from app.browser.open_campaign import OpenCampaign
from app.browser.page import Page
from app.campaign.facts import HouseSet
from app.campaign.values import exact
from app.core.errors import BadInput
from app.core.games import find
from app.systems import games
from app.widgets.forms import field_text, request


class House:
    """Sets a house rule for the campaign from a form, and fills the forms with what is set."""

    def __init__(self, page: Page, keeping: OpenCampaign) -> None:
        self.page = page
        self.keeping = keeping
        page.on_house = self.changed
        keeping.on_open = self.fill

    def changed(self, name: str) -> None:
        """A house rule was set in a form: the campaign remembers it."""
        soon(self._set(name))

    async def _set(self, name: str) -> None:
        procedure = self.page.desk.procedure
        value = request(procedure, self.page.desk.typed).get(name)
        try:
            procedure.inputs[name].check(value)
        except BadInput:
            return  # the form says what is wrong with it
        default = procedure.inputs[name].default
        if await self.keeping.append(HouseSet({name: None if value == default else value})):
            self.fill()

    def fill(self) -> None:
        """Put the campaign's house rules into the open form, as its defaults."""
        state, view = self.keeping.state, self.page.view
        if state is None or view is None or state.game != self.page.game:
            return
        inputs = find(games(), view.procedure).inputs
        house = {name: each.default for name, each in inputs.items() if each.kind.house}
        if house:
            agreed = {name: state.house.get(name, default) for name, default in house.items()}
            self.page.house_set({name: field_text(exact(value)) for name, value in agreed.items()})
