"""All parts of the page but its forms, created once their code is loaded."""

from __future__ import annotations

from collections.abc import Generator

from app.browser.dice.notation_field import NotationField
from app.browser.fight.at_tracker import AtTracker
from app.browser.fight.board_view import BoardView
from app.browser.fight.chances_view import ChancesView
from app.browser.fight.counters_view import CountersView
from app.browser.fight.overlay_view import OverView
from app.browser.fight.players_view import PlayersView
from app.browser.forecast.forecast_view import ForecastView
from app.browser.home.home_view import HomeView
from app.browser.luck.past_view import PastView
from app.browser.notes.notes_view import NotesView
from app.browser.odds.charts_view import ChartsView
from app.browser.odds.helps_view import HelpsView
from app.browser.odds.pins_view import PinsView
from app.browser.odds.policies_view import PoliciesView
from app.browser.odds.scan_view import ScanView
from app.browser.odds.spread_view import SpreadView
from app.browser.roll.options_view import OptionsView
from app.browser.roll.quick_view import QuickView
from app.browser.search.search_view import SearchView
from app.browser.sheet.at_sheets import AtSheets
from app.browser.sheet.characters_view import CharactersView
from app.browser.shell.layers_view import LayersView
from app.browser.shell.listener import Listener
from app.browser.shell.runtime import Runtime
from app.browser.sync.sync_view import TogetherView


def add_parts(runtime: Runtime, listeners: list[Listener]) -> Generator[None, None, None]:
    """Create the parts, let them listen, and draw them one at a time."""
    characters = CharactersView(runtime)
    sheets = AtSheets(runtime, characters)
    notation, counters = NotationField(runtime, sheets.beside), CountersView(runtime)
    notes = NotesView(runtime)
    search, quick, over = SearchView(runtime), QuickView(runtime), OverView(runtime)
    pins, scan = PinsView(runtime), ScanView(runtime)
    chances = ChancesView(runtime)
    past, forecast = PastView(runtime), ForecastView(runtime)
    together, layers = TogetherView(runtime), LayersView(runtime)
    listeners += [notation, counters, notes, sheets, AtTracker(runtime), layers]
    listeners += [search, quick, ChartsView(runtime), forecast, pins, scan, past, together]
    if runtime.is_open:
        together.on_store_open()
    yield
    yield from runtime.show_each(notation, counters, BoardView(chances), over, layers)
    yield from runtime.show_each(chances)
    yield from runtime.show_each(HelpsView(), characters, notes)
    yield from runtime.show_each(search, quick, HomeView(), PlayersView(), SpreadView(runtime))
    yield from runtime.show_each(forecast, pins, scan, past)
    forecast.on_route()
    yield from runtime.show_each(OptionsView(runtime), PoliciesView(), together)
