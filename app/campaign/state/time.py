"""Time passes: over every sheet at once, in order, up to the first roll or decision.

A sheet says what comes due and when (`SheetForm.timers`); the rules' own procedure lets hours pass
over it (`SheetForm.passing`), and over those of combatants who have no character. What needs no
dice just happens. Where dice or a person are needed time stops, and that is due, with what the
sheet says at that very moment. Only time that a roll itself took (`time.minutes`) goes by without
stopping; what was due takes none, as its time has passed by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from app.campaign.state.effects import apply_effects, effect_of, effect_record
from app.campaign.state.encounters import due_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import CampaignState, Document, Games
from app.campaign.state.values import exact, plain
from app.core.encounters.transitions import Due
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import Finished, replay
from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import TIME, Effect, rounded
from app.core.sheets import Sheet, Timer


@dataclass(frozen=True)
class Upcoming:
    """Something with a due time on somebody's sheet. hours: from now, None for a decision."""

    who: str
    name: str
    timer: Timer

    @property
    def hours(self) -> Fraction | None:
        return None if self.timer.hours is None else Fraction(self.timer.hours)

    @property
    def stops(self) -> bool:
        """Is it still to come? What is due at this moment is so only where falling due ends it."""
        return self.hours is not None and (self.hours > 0 or self.timer.once)


def upcoming(state: CampaignState, game: Game, only: str = "") -> tuple[Upcoming, ...]:
    """Everything with a due time on every sheet, soonest first; decisions at the end.

    only: whose sheet alone.
    """
    found = [
        Upcoming(id, name, timer)
        for id, (name, sheet) in _sheets(state, game, only).items()
        for timer in (
            *sheet.form.timers(sheet),
            *sheet.form.clocked(sheet, Fraction(str(state.hours))),
        )
    ]
    return tuple(sorted(found, key=lambda each: (each.hours is None, each.hours or 0)))


def _sheets(state: CampaignState, game: Game, only: str = "") -> dict[str, tuple[str, Sheet]]:
    """Name and sheet of everybody whose time passes: characters, then combatants without one.

    only: of one alone.
    """
    every = _every_sheet(state, game)
    return {id: each for id, each in every.items() if id == only} if only else every


def _every_sheet(state: CampaignState, game: Game) -> dict[str, tuple[str, Sheet]]:
    if game.sheet is None:
        return {}
    found = {each.id: (each.name, each.sheet(game)) for each in state.characters}
    found = {id: each for id, each in found.items() if not state.character(id).archived}
    scene = scene_of(state.document, game)
    if scene is None or not scene.encounter.ages:
        return found
    own = (each for each in scene.combatants.values() if each.own)
    return {**found, **{each.id: (each.name, each.sheet) for each in own}}


def due_records(id: str, due: list[Due]) -> list[dict[str, Any]]:
    return [{**due_record(f"{id}.{n}", each), "time": True} for n, each in enumerate(due, 1)]


def ahead(state: CampaignState, game: Game, most: Fraction, only: str = "") -> Fraction:
    """Hours until the next due time, at most so many."""
    waits = [each.hours for each in upcoming(state, game, only) if each.stops]
    return min([most, *(each for each in waits if each is not None)])


# --- time that a roll itself took ---


def apply_effects_in_time(
    document: Document, effects: Iterable[Mapping[str, Any]], mark: str, games: Games
) -> Document:
    """Effects land one after another; the time that the roll took passes before those after it.

    What falls due by that time is due when they have landed: what they settle is due no more.
    mark: names what falls due.
    """
    game, gone_by = games[document["game"]], list[Stretch]()
    for each in effects:
        if not _takes_time(each):
            document = apply_effects(document, [each], games)
            continue
        hours = max(Fraction(0), Fraction(effect_of(each).value) / 60)
        stretch = stretched(CampaignState(document), game, hours)
        gone_by.append(stretch)
        document = apply_effects(later(document, hours), stretch.effects, games)
    due = [one for each in gone_by for one in of_this_moment(each, CampaignState(document), game)]
    known = len([each for each in document["due"] if each["id"].startswith(f"{mark}.t")])
    records = due_records(f"{mark}.t{known}", due)
    return {**document, "due": [*document["due"], *records]} if records else document


# --- time that an encounter counts by itself ---


def passed_elsewhere(before: Document, after: Document, games: Games) -> Document:
    """The document when the time of an encounter has passed for those who are not in it as well.

    before, after: without that time on the clock, and with it. For whom something falls due, time
    stops there.
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
    """So many hours over one sheet, up to what falls due there."""
    game, due = games[document["game"]], list[Due]()
    end = Fraction(str(document["hours"]))
    while hours > 0 and not due:
        state = CampaignState({**document, "hours": rounded(end - hours, 6)})
        stretch = stretched(state, game, ahead(state, game, hours, id), id)
        hours -= stretch.hours
        document = apply_effects(document, stretch.effects, games)
        due = of_this_moment(stretch, CampaignState(document), game)
    for each in due:
        document = _waits(document, each)
    return document


def _waits(document: Document, due: Due) -> Document:
    """The document with this due; hours that wait for dice already become more."""
    waiting = list(document["due"])
    for place, each in enumerate(waiting):
        alike = each.get("time") and (each["who"], each["procedure"]) == (due.who, due.procedure)
        if alike and "hours" in each["inputs"]:
            more = Fraction(str(each["inputs"]["hours"])) + Fraction(str(due.inputs["hours"]))
            waiting[place] = {**each, "inputs": {**each["inputs"], "hours": plain(more)}}
            return {**document, "due": waiting}
    known = {each["id"] for each in waiting}
    mark = next(mark for mark in map("away.{}".format, count(1)) if f"{mark}.1" not in known)
    return {**document, "due": [*waiting, *due_records(mark, [due])]}


def later(document: Document, hours: Any) -> Document:
    """The document with its clock so many hours further."""
    now = Fraction(str(document["hours"])) + Fraction(str(hours))
    return {**document, "hours": rounded(now, 6)}


def select_applicable_effects(
    state: CampaignState, game: Game, effects: Sequence[Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    """The effects that can land now: up to time that needs dice of whom those after it change."""
    for place, each in enumerate(effects, 1):
        if not _takes_time(each):
            continue
        stretch = stretched(state, game, Fraction(effect_of(each).value) / 60)
        rolling = {due.who for due in stretch.waits}
        if any(later["to"] in rolling for later in effects[place:]):
            return effects[:place]
    return effects


def _takes_time(record: Mapping[str, Any]) -> bool:
    """Does this effect let time pass for everybody?"""
    return (record["who"], record["field"], record["op"]) == (TIME, "minutes", "add")


@dataclass(frozen=True)
class Stretch:
    """Hours that pass in one, and what happens in them.

    waits: for whom the hours need dice: the roll that lets them pass. fell: what came due by a
    time of its own.
    """

    hours: Fraction
    effects: list[dict[str, Any]]
    waits: list[Due]
    fell: list[Upcoming]
    notes: list[str]


def stretched(state: CampaignState, game: Game, hours: Fraction, only: str = "") -> Stretch:
    """So many hours over every sheet. only: over this one's alone."""
    effects: list[dict[str, Any]] = []
    waits: list[Due] = []
    for id, (name, sheet) in _sheets(state, game, only).items():
        came, inputs = _over(sheet, game, Fraction(str(state.hours)), hours, state.house)
        effects += [effect_record(id, each) for each in came]
        if inputs is not None:
            said = hours_words(hours)
            label = f"{name}: {said} {'passes' if said.startswith('1 ') else 'pass'}"
            waits.append(Due(id, label, sheet.form.passing, inputs))
    notes = []
    fell: list[Upcoming] = []
    for each in upcoming(state, game, only):
        if each.hours is None or each.hours > hours:
            continue
        timer, said = each.timer, f"{each.name}: {each.timer.label}"
        rolled = [one for one in waits if (one.who, one.procedure) == (each.who, timer.procedure)]
        if rolled:
            place = waits.index(rolled[0])
            waits[place] = replace(rolled[0], label=said, rules=timer.rules)
        elif timer.once or (timer.procedure and timer.procedure != _passing(game)):
            fell.append(each)
        else:
            notes.append(said)
    return Stretch(hours, effects, waits, fell, notes)


def of_this_moment(stretch: Stretch, state: CampaignState, game: Game) -> list[Due]:
    """What is due after a stretch, with what the sheets say now that it has passed.

    What is gone with its timer has been settled meanwhile, or is too late.
    """
    due = list(stretch.waits)
    sheets = _sheets(state, game)
    for each in stretch.fell:
        _, sheet = sheets.get(each.who, ("", None))
        same = [
            timer
            for timer in (sheet.form.timers(sheet) if sheet is not None else ())
            if (timer.label, timer.procedure) == (each.timer.label, each.timer.procedure)
        ]
        if not same and not each.timer.once:
            continue
        timer = same[0] if same else each.timer
        label = f"{each.name}: {timer.label}"
        due.append(Due(each.who, label, timer.procedure, timer.inputs, timer.rules))
    return due


def _passing(game: Game) -> str:
    return game.sheet.passing if game.sheet else ""


def _over(
    sheet: Sheet, game: Game, now: Exact, hours: Fraction, house: Mapping[str, Any]
) -> tuple[list[Effect], dict[str, Any] | None]:
    """What hours do to a sheet without dice; the inputs of the roll where they need some.

    now: hours on the campaign's clock when they begin.
    """
    form = sheet.form
    clock = [Effect("self", form.clock, "add", rounded(hours, 6))] if form.clock else []
    clock += form.elapse(sheet, now, hours)
    if not form.passing:
        return clock, None
    procedure = game.procedures[form.passing]
    told: dict[str, Any] = {"hours": _up(hours)}
    inputs = {name: exact(value) for name, value in house.items() if name in procedure.inputs}
    for name, declared in procedure.inputs.items():
        if declared.kind.sheet in form.by_id and ":" not in declared.kind.sheet:
            inputs[name] = sheet[declared.kind.sheet]
    inputs |= told
    inputs |= form.feed(procedure, {"self": sheet}, {**_defaults(game), **inputs})
    try:
        came = replay(procedure.bind(exact(plain(inputs))), ())
    except BadInput:
        return clock, plain(told)  # of the form to say what is wrong
    if not isinstance(came, Finished):
        return clock, plain({**told, **_meanwhile(sheet, clock)})
    return [*came.outcome.effects, *clock], None


def _meanwhile(sheet: Sheet, clock: list[Effect]) -> dict[str, Any]:
    """What was so while the hours passed, and is so no more when they have."""
    after = sheet
    for effect in clock:
        after = after.apply_effect(effect) or after
    return {name: sheet[name] for name in sheet.form.meanwhile if sheet[name] != after[name]}


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
