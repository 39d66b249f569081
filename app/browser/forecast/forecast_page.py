"""The page `game/forecast`: the lineup, the run and its result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pyscript import window

from app.browser.platform.dom import alert, data, enclosing, later, near, one, redraw, soon
from app.browser.platform.elements import Element
from app.browser.shell import focus
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.running_app import Refused
from app.browser.shell.runtime import Runtime
from app.browser.shell.tools import copy_text
from app.browser.shell.views import field_text
from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.games import Game
from app.update.forecast.forecasts import here, lineup_of
from app.update.forecast.state import Forecasts
from app.update.messages import forecast
from app.update.model import Model
from app.widgets.fight.joining import nouns
from app.widgets.forecast.comparison import changes, compare
from app.widgets.forecast.forecast import csv, markdown, sentence
from app.widgets.forecast.lineup import Lineup, quick_preview, why_not
from app.widgets.forecast.lineup_view import lineup_view
from app.widgets.roll.form.forms import fault_words


def _side(element: Element) -> int:
    return int(data(enclosing(element, "[data-side]"), "side"))


def _fighter(element: Element) -> str:
    return data(enclosing(element, "[data-fighter]"), "fighter")


#: The message of each button, by its `data-do`.
MESSAGES: dict[str, Callable[[Element], forecast.ForecastMessage]] = {
    "lineup-begin": lambda button: forecast.LineupBegun(data(button, "value") == "1"),
    "lineup-character": lambda button: forecast.CharacterLinedUp(
        data(button, "who"), _side(button)
    ),
    "fighter-count": lambda button: forecast.FighterCounted(
        _fighter(button), int(data(button, "by"))
    ),
    "fighter-move": lambda button: forecast.FighterMoved(_fighter(button)),
    "fighter-out": lambda button: forecast.FighterLeft(_fighter(button)),
    "policy": lambda button: forecast.PolicyChosen(_side(button), data(button, "value")),
    "habit": lambda button: forecast.HabitSwitched(_side(button), data(button, "value")),
    "side-add": lambda _: forecast.SideAdded(),
    "side-out": lambda button: forecast.SideLeft(_side(button)),
    "fights": lambda button: forecast.FightsChosen(int(data(button, "value"))),
    "forecast-stop": lambda _: forecast.ForecastStopped(),
    "forecast-pin": lambda _: forecast.ForecastPinned(),
}

#: Words for the luck of a forecast without a chosen one.
LUCKS = ("amber", "birch", "cedar", "dawn", "ember", "fern", "hazel", "ivory", "jade", "linden")


class ForecastPage(Listener):
    """Draws the page and handles its events."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._lineup: tuple[object, ...] = ()
        self._result: tuple[object, ...] = ()

    # --- drawing ---

    def stale(self) -> None:
        self._lineup = self._result = ()

    def draw(self, model: Model) -> None:
        path = model.address.path
        if model.played is None or path != f"{model.game}/forecast" or not model.forecasts:
            self._lineup = self._result = ()
            return
        game, state = model.played
        forecasts = here(model)
        key = (path, state, forecasts.lineup)
        if key != self._lineup:
            self._lineup = key
            self._draw_lineup(game, state, lineup_of(model, game, state))
        result_key = (path, state, forecasts)
        if result_key != self._result:
            self._result = result_key
            self._draw_result(game, forecasts, lineup_of(model, game, state))

    def _draw_lineup(self, game: Game, state: CampaignState, lineup: Lineup) -> None:
        slot = _slot(game, "lineup")
        texts, unfolded = focus.read_edited(slot), focus.open_sections(slot)
        redraw(slot, render("forecast_lineup.html", view=lineup_view(lineup, game, state)))
        focus.restore(slot, texts)
        focus.unfold(slot, unfolded)

    def _draw_result(self, game: Game, forecasts: Forecasts, lineup: Lineup) -> None:
        slot = _slot(game, "forecast")
        unfolded = focus.open_sections(slot)
        result, pinned = forecasts.forecast, forecasts.pinned
        both = result is not None and pinned is not None and result.run != pinned.run
        html = render(
            "forecast_told.html",
            game=game.id,
            runs=forecasts.runs,
            stopping=forecasts.stopping,
            fights=forecasts.fights,
            wanted=forecasts.wanted,
            slowly=forecasts.slowly,
            fault=forecasts.fault[1],
            why_not=why_not(lineup),
            told=result,
            stale=result is not None and forecasts.runs and result.run != forecasts.run,
            said=sentence(result) if result is not None else "",
            keeps_luck=result is not None and lineup.luck == result.luck,
            pinned=pinned,
            rows=compare(pinned, result) if both and pinned and result else (),
            changes=changes(pinned.lineup, result.lineup, game)
            if both and pinned and result
            else (),
        )
        redraw(slot, html)
        focus.unfold(slot, unfolded)

    # --- events ---

    def on_tap(self, what: str, button: Element) -> bool:
        forecasts = self._runtime.model.forecasts
        if what in MESSAGES:
            self._runtime.send(MESSAGES[what](button))
        elif what == "forecast-go":
            self._runtime.send(forecast.ForecastAsked(self._luck()))
        elif what == "luck-keep" and forecasts is not None and forecasts.forecast is not None:
            self._runtime.send(forecast.SeedChosen(forecasts.forecast.luck))
        elif what == "forecast-copy" and forecasts is not None and forecasts.forecast is not None:
            write = markdown if data(button, "value") == "md" else csv
            soon(copy_text(write(forecasts.forecast)))
        elif what == "forecast-print":
            window.print()
        else:
            return False
        return True

    def _luck(self) -> str:
        dice = self._runtime.dice
        return f"{dice.choice(LUCKS)} {dice.randrange(1000)}"

    def on_submit(self, form: Element) -> bool:
        if not form.hasAttribute("data-lineup-quick"):
            return False
        field, box = one("[name=quick]", form), one("[data-fault]", form)
        box.textContent = ""
        one("[data-preview]", form).textContent = ""
        field.setAttribute("data-forget", "")  # cleared unless it is refused
        refused = partial(_refused, form, field)
        self._runtime.send(forecast.LineLinedUp(str(field.value), _side(form)), refused)
        return True

    def on_focus(self, field: Element) -> None:
        if near(field, "form[data-lineup-quick]") is not None:
            later(0, nouns.prepare)

    def on_input(self, field: Element) -> bool:
        """Preview the fighters of a line while it is typed."""
        form = near(field, "form[data-lineup-quick]")
        if form is None:
            return False
        model = self._runtime.model
        words = quick_preview(model.games[model.game], str(field.value))
        one("[data-preview]", form).textContent = words
        return True

    def on_change(self, field: Element) -> bool:
        if field.hasAttribute("data-side-name"):
            self._runtime.send(forecast.SideNamed(_side(field), str(field.value)))
        elif field.hasAttribute("data-luck"):
            self._runtime.send(forecast.SeedChosen(str(field.value)))
        elif field.hasAttribute("data-house"):
            message = forecast.HouseTried(data(field, "house"), field_text(field))
            self._runtime.send(message, self._house_refused(field))
        else:
            return False
        return True

    def _house_refused(self, field: Element) -> Refused:
        model = self._runtime.model

        def refused(fault: BadInput) -> None:
            words = fault_words(model.games[model.game].house, fault)
            _say(field, one("[data-fault]", enclosing(field, ".control")), words)

        return refused


def _refused(form: Element, field: Element, fault: BadInput) -> None:
    """Show the fault of an entry, which keeps its text."""
    field.removeAttribute("data-forget")
    _say(field, one("[data-fault]", form), fault.message)


def _say(field: Element, place: Element, words: str) -> None:
    field.setAttribute("aria-invalid", "true")
    place.textContent = words
    alert(words)
    field.focus()


def _slot(game: Game, name: str) -> Element:
    return one(f'[data-view="{game.id}/forecast"] [data-slot="{name}"]')
