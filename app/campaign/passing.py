"""Time passes: over every sheet at once, in order, up to the first roll or decision.

A sheet says what comes due and when (`SheetForm.timers`); the rules' own procedure lets hours pass
over it (`SheetForm.passing`). What needs no dice just happens. Where dice or a person are needed
time stops, and that is due.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.campaign.facts import EncounterStepped, TimePassed
from app.campaign.journal import Page
from app.campaign.landing import effect_record, landed
from app.campaign.state import CampaignState, Document, Games
from app.campaign.steps import due_record
from app.campaign.values import exact, plain
from app.core.encounters import Due
from app.core.errors import BadInput
from app.core.games import Game
from app.core.outcomes import Effect, rounded
from app.core.play import Finished, replay
from app.core.sheets import Sheet, Timer

#: So often at most does time stop and go on by itself; then a person lets it go on.
STRETCHES = 400


@dataclass(frozen=True)
class Upcoming:
    """Something with a due time on somebody's sheet. hours: from now, None for a decision."""

    who: str
    name: str
    timer: Timer

    @property
    def hours(self) -> Fraction | None:
        return None if self.timer.hours is None else Fraction(self.timer.hours)


def upcoming(state: CampaignState, game: Game) -> tuple[Upcoming, ...]:
    """Everything with a due time on every sheet, soonest first; decisions at the end."""
    found = [
        Upcoming(id, state.character(id).name, timer)
        for id, sheet in _sheets(state, game).items()
        for timer in sheet.form.timers(sheet)
    ]
    return tuple(sorted(found, key=lambda each: (each.hours is None, each.hours or 0)))


def _sheets(state: CampaignState, game: Game) -> dict[str, Sheet]:
    if game.sheet is None:
        return {}
    return {each.id: each.sheet(game) for each in state.characters if not each.archived}


def passed(document: Document, hours: Any, games: Games, id: str) -> TimePassed:
    """What comes of so many hours, up to where time stops.

    id: names what falls due. BadInput while something of an earlier time waits.
    """
    wanted = Fraction(str(exact(hours)))
    if wanted <= 0:
        raise BadInput("hours", "hours is not above 0; say how much time passes")
    if any(each.get("time") for each in document["due"]):
        raise BadInput("hours", "time has stopped for a roll or a decision; settle that first")
    game = games[document["game"]]
    left, effects, notes = wanted, list[dict[str, Any]](), list[str]()
    due: list[Due] = []
    for _ in range(STRETCHES):
        stretch = _stretch(CampaignState(document), game, left)
        effects += stretch.effects
        document = landed(document, stretch.effects, games)
        left -= stretch.hours
        notes += stretch.notes
        due = stretch.due
        if due or left <= 0:
            break
    records = [{**due_record(f"{id}.{n}", each), "time": True} for n, each in enumerate(due, 1)]
    gone, rest = rounded(wanted - left, 6), rounded(left, 6)
    return TimePassed(gone, effects, note="; ".join(notes), due=records, left=rest)


def left_over(page: Page) -> Fraction:
    """The hours of the last wish that are still to pass; 0 once the encounter has gone on."""
    for entry in reversed(page.entries):
        if page.holds(entry.n) and isinstance(entry.fact, TimePassed | EncounterStepped):
            return Fraction(str(exact(getattr(entry.fact, "left", 0))))
    return Fraction(0)


@dataclass(frozen=True)
class Stretch:
    """Hours in which nothing happens, and what happens at their end."""

    hours: Fraction
    effects: list[dict[str, Any]]
    due: list[Due]
    notes: list[str]


def _stretch(state: CampaignState, game: Game, most: Fraction) -> Stretch:
    """As far as the next due time, at most so many hours."""
    known = [each for each in upcoming(state, game) if each.hours is not None]
    ahead = [each.hours for each in known if each.hours]
    hours = min([most, *ahead])
    effects: list[dict[str, Any]] = []
    due: list[Due] = []
    for id, sheet in _sheets(state, game).items():
        came, waits = _over(sheet, game, hours, state.house)
        effects += [effect_record(id, each) for each in came]
        if waits is not None:
            label = f"{state.character(id).name}: {hours_words(hours)} pass"
            due.append(Due(id, label, sheet.form.passing, waits))
    notes = []
    for each in known:
        if each.hours is None or each.hours > hours:
            continue
        timer, said = each.timer, f"{each.name}: {each.timer.label}"
        rolled = [one for one in due if (one.who, one.procedure) == (each.who, timer.procedure)]
        if rolled:
            place = due.index(rolled[0])
            due[place] = Due(each.who, said, timer.procedure, rolled[0].inputs, timer.rules)
        elif timer.procedure and timer.procedure != _passing(game):
            due.append(Due(each.who, said, timer.procedure, timer.inputs, timer.rules))
        else:
            notes.append(said)
    return Stretch(hours, effects, due, notes)


def _passing(game: Game) -> str:
    return game.sheet.passing if game.sheet else ""


def _over(
    sheet: Sheet, game: Game, hours: Fraction, house: Mapping[str, Any]
) -> tuple[list[Effect], dict[str, Any] | None]:
    """What hours do to a sheet without dice; the inputs of the roll where they need some."""
    form = sheet.form
    clock = [Effect("self", form.clock, "add", rounded(hours, 6))] if form.clock else []
    if not form.passing:
        return clock, None
    procedure = game.procedures[form.passing]
    told: dict[str, Any] = {"hours": _up(hours)}
    inputs = {name: exact(value) for name, value in house.items() if name in procedure.inputs}
    for name, declared in procedure.inputs.items():
        if declared.kind.sheet in form.by_id and ":" not in declared.kind.sheet:
            inputs[name] = sheet[declared.kind.sheet]
    inputs |= told
    inputs |= form.feed(procedure.id, {"self": sheet}, {**_defaults(game), **inputs})
    try:
        came = replay(procedure.bind(exact(plain(inputs))), ())
    except BadInput:
        return clock, plain(told)  # of the form to say what is wrong
    if not isinstance(came, Finished):
        return clock, plain(told)
    return [*came.outcome.effects, *clock], None


def _defaults(game: Game) -> dict[str, Any]:
    inputs = game.procedures[_passing(game)].inputs.values()
    return {each.name: each.default for each in inputs if not each.required}


def _up(hours: Fraction) -> Fraction:
    """Hours as an input carries them, rounded up, so that what is due is reached."""
    return Fraction(-((-hours * 1_000_000) // 1), 1_000_000)


def hours_words(hours: Any) -> str:
    """A length of time in the largest unit that says it plainly."""
    whole = Fraction(hours)
    for words, unit in (("day", 24), ("hour", 1), ("minute", Fraction(1, 60))):
        count = whole / unit
        if count >= 1 and count.denominator == 1:
            return f"{count} {words}{'' if count == 1 else 's'}"
    if whole < 1:
        return f"{rounded(whole * 60)} minutes"
    return f"{rounded(whole)} hours"
