"""The comparison of a forecast with the one before: numbers side by side, and what was changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.games import Game
from app.core.procedures.kinds import Kind
from app.core.support.characters import with_minus
from app.widgets.forecast.forecast import Chance, FighterForecast, Forecast
from app.widgets.forecast.lineup import HABITS, POLICIES, Lineup
from app.widgets.roll.form.forms import value_words


@dataclass(frozen=True)
class ForecastRow:
    """A compared number, before and now. shift: the difference. sure: it exceeds chance."""

    label: str
    before: str
    now: str
    shift: str
    sure: bool


def compare(before: Forecast, now: Forecast) -> tuple[ForecastRow, ...]:
    """Compare all values that both forecasts have."""
    rows = [
        _row(f"Won by {new.name}", old.wins, new.wins)
        for old, new in zip(before.sides, now.sides, strict=False)
    ]
    old_rounds, new_rounds = before.typical_rounds, now.typical_rounds
    shift = new_rounds - old_rounds
    rounds = str(old_rounds), str(new_rounds)
    rows.append(ForecastRow("Rounds", *rounds, _signed(shift), shift != 0))
    old_fighters = _numbered(before)
    for key, fighter in _numbered(now).items():
        label, old = f"{fighter.name} falls", old_fighters.pop(key, None)
        if old is not None:
            rows.append(_row(label, old.falls, fighter.falls))
        else:
            rows.append(ForecastRow(label, "–", fighter.falls.words, "new", True))
    for old in old_fighters.values():
        rows.append(ForecastRow(f"{old.name} falls", old.falls.words, "–", "gone", True))
    return tuple(rows)


def _numbered(forecast: Forecast) -> dict[tuple[int, str, int], FighterForecast]:
    """Map side, name and number of each fighter to it: several may have one name."""
    known = Counter[tuple[int, str]]()
    numbered = {}
    for fighter in forecast.fighters:
        key = fighter.side, fighter.name
        known[key] += 1
        numbered[*key, known[key]] = fighter
    return numbered


def _row(label: str, before: Chance, now: Chance) -> ForecastRow:
    points = round((now.often - before.often) * 100)
    error = (before.error**2 + now.error**2) ** 0.5
    sure = abs(now.often - before.often) > error
    return ForecastRow(label, before.words, now.words, _signed(points), sure)


def _signed(shift: int) -> str:
    return with_minus(f"{shift:+d}") if shift else "–"


def changes(before: Lineup, now: Lineup, game: Game) -> tuple[str, ...]:
    """List the changes between two line-ups in words."""
    return tuple(_changes(before, now, game))


def _changes(before: Lineup, now: Lineup, game: Game) -> Iterator[str]:
    old_fighters = {fighter.key: fighter for fighter in before.fighters}
    for fighter in now.fighters:
        old = old_fighters.pop(fighter.key, None)
        if old is None:
            count = f"{fighter.count} × " if fighter.count != 1 else ""
            yield f"with {count}{fighter.name}"
        elif old.count != fighter.count:
            yield f"{fighter.name}: {old.count} → {fighter.count}"
        if old is not None and old.side != fighter.side:
            yield f"{fighter.name} switches sides"
    yield from (f"without {fighter.name}" for fighter in old_fighters.values())
    for index, (old_side, side) in enumerate(zip(before.sides, now.sides, strict=False)):
        if old_side.policy != side.policy:
            yield f"{now.side_name(index)}: attack {POLICIES[side.policy][0].lower()}"
        for habit, words in HABITS.items():
            if getattr(old_side, habit) != getattr(side, habit):
                does = words.lower() if getattr(side, habit) else f"don’t {words.lower()}"
                yield f"{now.side_name(index)}: {does}"
    for name, declared in game.house.items():
        if before.house.get(name) != now.house.get(name):
            yield f"{declared.label}: {_house(declared.kind, now.house.get(name))}"


def _house(kind: Kind, value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "campaign default" if value is None else value_words(kind, value)
