"""Steps of the encounter, and the due rolls that they make and settle."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Any

from app.campaign.journal.answers import replay_answers
from app.campaign.state.document import Document
from app.campaign.state.scenes import (
    begin_scene,
    counters,
    scene_of,
    with_scene,
    with_sheets,
)
from app.campaign.state.state import Games
from app.campaign.state.values import exact, exact_values, plain, same
from app.core.encounters.rolls import Due, DueRecord, Roll
from app.core.encounters.scenes import AnyScene, AnyStepResult, StepResult
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome, round_number
from app.core.support.memo import IdentityCache

#: Stored records of due rolls.
Dues = Sequence[DueRecord]


@dataclass(frozen=True)
class EncounterStep:
    """A step that a user takes in the encounter: `begin`, `end`, `join`, or a transition's id."""

    id: str
    inputs: Values = field(default_factory=dict)


def roll_result(
    document: Document,
    procedure: str,
    inputs: Values,
    answers: Sequence[object],
    who: Mapping[str, str],
    settles: str,
    games: Games,
) -> AnyStepResult | None:
    """Return the running encounter's result of a roll; None without one.

    who: character ids by role. settles: the id of the due roll that this one settles, if any.
    """
    due = next((record for record in document["due"] if record["id"] == settles), None)
    scene = scene_of(document, games[document["game"]])
    play = replay_answers(procedure, inputs, answers, games) if scene is not None else None
    if scene is None or play is None:
        return None
    return of_roll(scene, procedure, exact_values(inputs), play.outcome, who, due)


def of_roll(
    scene: AnyScene,
    procedure: str,
    inputs: Values,
    outcome: Outcome,
    who: Mapping[str, str],
    due: DueRecord | None,
) -> AnyStepResult:
    """Return an encounter's result of a roll.

    who: ids by role. due: the record that the roll settles, if any.
    """
    parts = {**_parts(due), **who} if due else who
    cast = {role: id for role, id in parts.items() if id in scene.combatants}
    about = due["who"] if due else cast.get("self", "")
    settles = (due["label"], due["inputs"]) if due else ("", {})
    roll = Roll(about, procedure, inputs, outcome, cast, *settles)
    return scene.encounter.on_roll(scene, roll)


def _parts(due: DueRecord) -> dict[str, str]:
    """Return the roles of a due record: ids by role."""
    return {**due.get("others", {}), due.get("role", "self"): due["who"]}


def settle_due(document: Document, due: str) -> Document:
    """Return the document without this due record; BadInput if it is not due."""
    remaining = [record for record in document["due"] if record["id"] != due]
    if len(remaining) == len(document["due"]):
        raise BadInput("due", "this was already resolved")
    return {**document, "due": remaining}


def settle_by_hand(document: Document, due: str, games: Games) -> Document:
    """Settle or waive a due record by hand; in an encounter the game decides the result."""
    after = settle_due(document, due)
    scene = scene_of(document, games[document["game"]])
    if scene is None:
        return after
    record = next(each for each in document["due"] if each["id"] == due)
    return with_result(after, scene.encounter.on_settled(scene, record), games)


def with_result(document: Document, result: AnyStepResult, games: Games) -> Document:
    """Return the document after the result of a roll or of settling by hand."""
    due = due_after(document["due"], document["characters"], result)
    hours = _later(document, result.scene, games)
    return with_scene({**document, "due": due, "hours": hours}, result.scene)


def apply_step(document: Document, step: str, inputs: Values, games: Games) -> Document:
    """Return the document after a step of the encounter, without its new due records."""
    result = try_step(document, step, inputs, games)
    hours = _later(document, result.scene, games)
    due = still_due(document["due"], document["characters"], result)
    after: Document = {**document, "due": due, "hours": hours}
    return with_scene(after, result.scene)


def end_encounter(document: Document, games: Games) -> Document:
    """Return the document without its encounter; counters and rolls due by time stay."""
    people = document["characters"]
    remaining = [
        record
        for record in document["due"]
        if record.get("time") and all(id in people for id in _parts(record).values())
    ]
    after: Document = {**document, "encounter": None, "due": remaining}
    result = result_of_end(document, games)
    if result is None:
        return after
    counted = counters(games[document["game"]], result.scene.state)
    return with_sheets({**after, "scene": {**document["scene"], **counted}}, result.scene)


def due_after(waiting: Dues, characters: Container[str], result: AnyStepResult) -> list[DueRecord]:
    """Return the due records after a result: the remaining ones and the new ones."""
    due = still_due(waiting, characters, result)
    known = {record["id"] for record in due}
    new_ids = (id for id in map("came.{}".format, count(1)) if id not in known)
    return due + [due_record(next(new_ids), new_due) for new_due in result.due]


def still_due(waiting: Dues, characters: Container[str], result: AnyStepResult) -> list[DueRecord]:
    """Return the records that remain due after a result.

    Done and needless ones go, as when a combatant has left; those that time made due stay as long
    as their character or combatant exists.
    """
    here = result.scene.combatants
    departed = {id for id in result.scene.gone if id not in here}
    done, remaining = list(result.done), []
    for record in waiting:
        alike = record["who"], record["procedure"]
        names = alike, (*alike, record["label"])
        was_done = next((name for name in names if name in done), None)
        if record.get("time"):
            there = record["who"] in characters or record["who"] in here
            remaining += [record] if there else []
        elif was_done is not None:
            done.remove(was_done)  # of several alike the oldest
        elif record["who"] not in departed and not any(name in result.cancelled for name in names):
            remaining.append(record)
    return remaining


def _later(document: Document, scene: AnyScene, games: Games) -> Any:
    """Return the campaign's hours after a step: they follow the encounter's, never backwards."""
    before = scene_of(document, games[document["game"]])
    if before is None:
        return document["hours"]
    # Rounded one by one and not in their difference, so that many rounds make no error.
    lasted = scene.encounter.lasted
    after, start = (Fraction(str(round_number(lasted(fight), 6))) for fight in (scene, before))
    if after <= start:
        return document["hours"]
    return plain(round_number(Fraction(str(exact(document["hours"]))) + after - start, 6))


def try_step(document: Document, step: str, inputs: Values, games: Games) -> AnyStepResult:
    """Return the result of a step of the encounter without taking it."""
    game = games[document["game"]]
    if game.encounter is None:
        raise BadInput("transition", "this game has no fights")
    if step == "begin":
        return StepResult(begin_scene(document, game, game.encounter))
    scene = scene_of(document, game)
    if scene is None:
        raise BadInput("transition", "no fight running; start one first")
    return _stepped(scene, step, exact_values(inputs))


#: The last step of the last scene, its inputs and its result: a step is previewed, then taken.
_steps = IdentityCache[list[tuple[str, Values, AnyStepResult]]](1)


def _stepped(scene: AnyScene, step: str, inputs: Values) -> AnyStepResult:
    last = _steps.of((scene,), list)
    for name, last_inputs, result in last:
        if name == step and same(last_inputs, inputs):
            return result
    if step == "join":
        result = _together(_renamed(scene, inputs.get("names")), "add", inputs.get("who"))
    elif step == "together":
        result = _together(scene, inputs.get("step"), inputs.get("who"))
    else:
        result = scene.encounter.apply(scene, step, inputs)
    last[:] = [(step, inputs, result)]
    return result


def _renamed(scene: AnyScene, names: object) -> AnyScene:
    """Return the scene with new names, by id, for combatants with sheets of their own."""
    for who, name in names.items() if isinstance(names, dict) else ():
        combatant = scene.combatants.get(who)
        if combatant is not None and combatant.own and "name" in combatant.sheet.form.by_id:
            scene = scene.write(who, name=name)
    return scene


def _together(scene: AnyScene, step: object, all_inputs: object) -> AnyStepResult:
    """Return the result of one step taken with each of these inputs, one after another."""
    if not isinstance(all_inputs, list) or not all(
        isinstance(inputs, dict) for inputs in all_inputs
    ):
        raise BadInput("who", "give a list of the inputs for each")
    result = StepResult(scene)
    for inputs in all_inputs:
        result = result.and_then(scene.encounter.apply(result.scene, str(step), inputs))
    return result


def result_of_end(document: Document, games: Games) -> AnyStepResult | None:
    """Return the result of ending the encounter, for the characters."""
    scene = scene_of(document, games[document["game"]])
    if scene is None:
        return None
    result = scene.encounter.on_end(scene)
    due = tuple(new_due for new_due in result.due if new_due.who in document["characters"])
    return replace(result, due=due)


def due_record(id: str, due: Due) -> DueRecord:
    """Return a due roll as its stored record."""
    record: DueRecord = {
        "id": id,
        "who": due.who,
        "label": due.label,
        "procedure": due.procedure,
        "inputs": plain(due.inputs),
        "rules": list(due.rules),
        "role": due.role,
        "others": dict(due.others),
    }
    return {**record, "time": True} if due.time else record
