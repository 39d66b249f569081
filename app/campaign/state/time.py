"""Passing time on every sheet at once, in order, up to the first roll or decision.

A sheet says what comes due and when (`SheetForm.timers`); the rules' own procedure lets hours pass
on it (`SheetForm.passing`), and on those of combatants without a character. Events without dice
just happen. Where dice or a decision are needed time stops, and a roll is due with the sheet's
values at that moment. Only time that a roll itself took (`time.minutes`) passes without stopping;
due rolls take none, as their time has passed by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from app.campaign.participants.prefill import Sources, prefill
from app.campaign.state.document import Document, EffectRecord
from app.campaign.state.effects import apply_effects, effect_of, effect_record
from app.campaign.state.encounters import due_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import NAMELESS, CampaignState, Games
from app.campaign.state.values import plain
from app.core.encounters.rolls import Due, DueRecord
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import Finished, replay
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import TIME, Effect, round_number
from app.core.sheets import Sheet, Timer

#: Hours are stored to six decimals; sums of a few of them are off by less than this.
ROUNDING = Fraction(1, 100_000)


@dataclass(frozen=True)
class Upcoming:
    """A timer on a sheet, with its owner. hours: from now, None for a decision."""

    who: str
    name: str
    timer: Timer

    @property
    def hours(self) -> Fraction | None:
        return None if self.timer.hours is None else Fraction(self.timer.hours)

    @property
    def stops(self) -> bool:
        """Tell whether it is still to come; at this moment only if falling due ends it."""
        return self.hours is not None and (self.hours > 0 or self.timer.once)


def upcoming(state: CampaignState, game: Game, only: str = "") -> tuple[Upcoming, ...]:
    """Return every timer on every sheet, soonest first; decisions come last.

    only: the id of the one sheet to read.
    """
    timers = [
        Upcoming(id, name, nearer(timer, unpassed(state, game, id), game))
        for id, (name, sheet) in _sheets(state, game, only).items()
        for timer in (
            *sheet.form.timers(sheet),
            *sheet.form.clocked(sheet, Fraction(str(state.hours))),
        )
    ]
    return tuple(sorted(timers, key=lambda each: (each.hours is None, each.hours or 0)))


def unpassed(state: CampaignState, game: Game, id: str) -> Fraction:
    """Return the hours of the fight that are still to pass over a combatant's injuries."""
    scene = scene_of(state.document, game)
    if scene is None or id not in scene.combatants:
        return Fraction(0)
    return Fraction(scene.encounter.unpassed(scene, id))


def nearer(timer: Timer, hours: Fraction, game: Game) -> Timer:
    """Return a timer of the sheet's passing of time, some hours of which are over."""
    if not hours or timer.hours is None or timer.procedure != _passing(game):
        return timer
    return replace(timer, hours=max(Fraction(0), Fraction(timer.hours) - hours))


def _sheets(state: CampaignState, game: Game, only: str = "") -> dict[str, tuple[str, Sheet]]:
    """Return name and sheet by id of all subject to time: characters, then lone combatants.

    only: the one id to return.
    """
    every = _every_sheet(state, game)
    return {id: each for id, each in every.items() if id == only} if only else every


def _every_sheet(state: CampaignState, game: Game) -> dict[str, tuple[str, Sheet]]:
    if game.sheet is None:
        return {}
    sheets = {
        character.id: (character.name or NAMELESS, character.sheet(game))
        for character in state.characters
    }
    sheets = {id: each for id, each in sheets.items() if not state.character(id).archived}
    scene = scene_of(state.document, game)
    if scene is None or not scene.encounter.ages:
        return sheets
    own = (combatant for combatant in scene.combatants.values() if combatant.own)
    return {**sheets, **{each.id: (each.name, each.sheet) for each in own}}


def due_records(id: str, due: list[Due]) -> list[DueRecord]:
    return [{**due_record(f"{id}.{n}", each), "time": True} for n, each in enumerate(due, 1)]


def ahead(state: CampaignState, game: Game, most: Fraction, only: str = "") -> Fraction:
    """Return the hours until the next due time, at most `most`."""
    waits = [each.hours for each in upcoming(state, game, only) if each.stops]
    return min([most, *(wait for wait in waits if wait is not None)])


# --- time that a roll itself took ---


def apply_effects_in_time(
    document: Document, effects: Iterable[EffectRecord], mark: str, games: Games
) -> Document:
    """Apply effects one after another; time that the roll took passes before the later ones.

    Rolls that this time makes due are due after all effects, unless the effects settle them.
    mark: prefix of the ids of due rolls.
    """
    game, stretches = games[document["game"]], list[Stretch]()
    for record in effects:
        if not _takes_time(record):
            document = apply_effects(document, [record], games)
            continue
        hours = max(Fraction(0), Fraction(effect_of(record).value) / 60)
        stretch = compute_stretch(CampaignState(document), game, hours)
        stretches.append(stretch)
        document = apply_effects(later(document, hours), stretch.effects, games)
    due = [
        new
        for stretch in stretches
        for new in of_this_moment(stretch, CampaignState(document), game)
    ]
    known = len([record for record in document["due"] if record["id"].startswith(f"{mark}.t")])
    records = due_records(f"{mark}.t{known}", due)
    return {**document, "due": [*document["due"], *records]} if records else document


# --- time that an encounter counts by itself ---


def pass_time_elsewhere(before: Document, after: Document, games: Games) -> Document:
    """Return the document with an encounter's time passed for those outside it as well.

    before, after: without that time on the clock, and with it. Time stops for a character at the
    first thing that falls due for it.
    """
    game = games[after["game"]]
    hours = Fraction(str(after["hours"])) - Fraction(str(before["hours"]))
    scene = scene_of(after, game) if hours > 0 else None
    if scene is None:
        return after
    for id in _sheets(CampaignState(after), game):
        if id not in scene.combatants:
            after = _passed_for(id, after, hours, games)
    return after


def _passed_for(id: str, document: Document, hours: Fraction, games: Games) -> Document:
    """Let hours pass on one sheet, up to the first thing that falls due there."""
    game, due = games[document["game"]], list[Due]()
    end = Fraction(str(document["hours"]))
    while hours > 0 and not due:
        state = CampaignState({**document, "hours": round_number(end - hours, 6)})
        stretch = compute_stretch(state, game, ahead(state, game, hours, id), id)
        hours -= stretch.hours
        document = apply_effects(document, stretch.effects, games)
        due = of_this_moment(stretch, CampaignState(document), game)
    for new_due in due:
        document = _waits(document, new_due)
    return document


def _waits(document: Document, due: Due) -> Document:
    """Return the document with this due; hours that wait for dice already are added up."""
    waiting = list(document["due"])
    for index, record in enumerate(waiting):
        alike = record.get("time") and (record["who"], record["procedure"]) == (
            due.who,
            due.procedure,
        )
        if alike and "hours" in record["inputs"]:
            more = Fraction(str(record["inputs"]["hours"])) + Fraction(str(due.inputs["hours"]))
            waiting[index] = {**record, "inputs": {**record["inputs"], "hours": plain(more)}}
            return {**document, "due": waiting}
    known = {record["id"] for record in waiting}
    mark = next(mark for mark in map("away.{}".format, count(1)) if f"{mark}.1" not in known)
    return {**document, "due": [*waiting, *due_records(mark, [due])]}


def later(document: Document, hours: object) -> Document:
    """Return the document with its clock advanced by these hours."""
    now = Fraction(str(document["hours"])) + Fraction(str(hours))
    return {**document, "hours": round_number(now, 6)}


def select_applicable_effects(
    state: CampaignState, game: Game, effects: Sequence[EffectRecord]
) -> Sequence[EffectRecord]:
    """Return the effects that can apply now.

    They end before time that needs dice of a target that a later effect changes.
    """
    for index, record in enumerate(effects, 1):
        if not _takes_time(record):
            continue
        stretch = compute_stretch(state, game, Fraction(effect_of(record).value) / 60)
        rolling = {due.who for due in stretch.waits}
        if any(later["to"] in rolling for later in effects[index:]):
            return effects[:index]
    return effects


def _takes_time(record: Values) -> bool:
    """Tell whether this effect lets time pass for all."""
    return (record["who"], record["field"], record["op"]) == (TIME, "minutes", "add")


@dataclass(frozen=True)
class Stretch:
    """A stretch of time with its effects.

    waits: rolls that let the hours pass where they need dice. due_timers: timers that came due.
    """

    hours: Fraction
    effects: list[EffectRecord]
    waits: list[Due]
    due_timers: list[Upcoming]
    notes: list[str]


def compute_stretch(state: CampaignState, game: Game, hours: Fraction, only: str = "") -> Stretch:
    """Return the stretch of these hours on every sheet. only: the one id it is limited to."""
    effects: list[EffectRecord] = []
    waits: list[Due] = []
    for id, (name, sheet) in _sheets(state, game, only).items():
        now, earlier = Fraction(str(state.hours)), unpassed(state, game, id)
        own_effects, inputs = _over(sheet, game, now, hours, earlier, state.house)
        effects += [effect_record(id, effect) for effect in own_effects]
        if inputs is not None:
            words = hours_words(hours + earlier)
            label = f"{name}: {words} {'passes' if words.startswith('1 ') else 'pass'}"
            waits.append(Due(id, label, sheet.form.passing, inputs))
    notes = []
    due_timers: list[Upcoming] = []
    for event in upcoming(state, game, only):
        if event.hours is None or event.hours > hours + event.timer.slack:
            continue
        timer, words = event.timer, f"{event.name}: {event.timer.label}"
        rolled = [one for one in waits if (one.who, one.procedure) == (event.who, timer.procedure)]
        if rolled:
            index = waits.index(rolled[0])
            waits[index] = replace(rolled[0], label=words, rules=timer.rules)
        elif timer.once or (timer.procedure and timer.procedure != _passing(game)):
            due_timers.append(event)
        else:
            notes.append(words)
    return Stretch(hours, effects, waits, due_timers, notes)


def of_this_moment(stretch: Stretch, state: CampaignState, game: Game) -> list[Due]:
    """Return the due rolls after a stretch, with the sheets' values now that it has passed.

    A timer that has gone was settled meanwhile, or is too late.
    """
    due = list(stretch.waits)
    sheets = _sheets(state, game)
    for event in stretch.due_timers:
        _, sheet = sheets.get(event.who, ("", None))
        same = [
            timer
            for timer in (sheet.form.timers(sheet) if sheet is not None else ())
            if (timer.label, timer.procedure) == (event.timer.label, event.timer.procedure)
        ]
        if not same and not event.timer.once:
            continue
        timer = same[0] if same else event.timer
        label = f"{event.name}: {timer.label}"
        due.append(Due(event.who, label, timer.procedure, timer.inputs, timer.rules))
    return due


def _passing(game: Game) -> str:
    return game.sheet.passing if game.sheet else ""


def _over(
    sheet: Sheet, game: Game, now: Exact, hours: Fraction, earlier: Fraction, house: Values
) -> tuple[list[Effect], dict[str, object] | None]:
    """Return the effects of hours on a sheet, and the inputs of the roll if they need one.

    now: hours on the campaign's clock when they begin. earlier: hours of a fight before them.
    """
    form = sheet.form
    clock = [Effect("self", form.clock, "add", round_number(hours, 6))] if form.clock else []
    clock += form.elapse(sheet, now, hours)
    if not form.passing:
        return clock, None
    procedure = game.procedures[form.passing]
    own_inputs = {"hours": _up(hours + earlier)}
    sources = Sources(game, procedure, house, sheets={"self": sheet}, typed=own_inputs)
    try:
        play = replay(procedure.bind(prefill(sources).values), ())
    except BadInput:
        return clock, plain(own_inputs)  # the form of the roll names the fault
    if not isinstance(play, Finished):
        return clock, plain({**own_inputs, **_meanwhile(sheet, clock)})
    return [*play.outcome.effects, *clock], None


def _meanwhile(sheet: Sheet, clock: list[Effect]) -> dict[str, object]:
    """Return values that held while the hours passed and no longer do afterwards."""
    after = sheet
    for effect in clock:
        after = after.apply_effect(effect) or after
    return {name: sheet[name] for name in sheet.form.meanwhile if sheet[name] != after[name]}


def _up(hours: Fraction) -> Fraction:
    """Return hours as an input carries them, rounded up, so that a due time is reached."""
    return Fraction(-((-hours * 1_000_000) // 1), 1_000_000)


def hours_words(hours: Any) -> str:
    """Return a length of time in words, in the largest unit that fits."""
    total = Fraction(hours)
    if abs(total - (minutes := Fraction(round(total * 60), 60))) < ROUNDING:
        total = minutes  # a third of an hour is stored as 0.333333
    for words, unit in (("day", 24), ("hour", 1), ("minute", Fraction(1, 60))):
        count = total / unit
        if count >= 1 and count.denominator == 1:
            return f"{count} {words}{'' if count == 1 else 's'}"
    if total < 1:
        return f"{round_number(total * 60)} minutes"
    return f"{round_number(total)} hours"
