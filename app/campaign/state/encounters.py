"""The encounter goes on step by step, and what that makes due is settled."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Any

from app.campaign.journal.answers import played_again
from app.campaign.state.scenes import (
    AnyScene,
    Came,
    begun,
    counters,
    scene_of,
    with_scene,
    with_sheets,
)
from app.campaign.state.state import Document, Games
from app.campaign.state.values import exact, plain, same
from app.core.encounters.encounter import Roll
from app.core.encounters.transitions import Due, StepResult
from app.core.errors import BadInput
from app.core.procedures.outcomes import Outcome, rounded

#: What is due, as it is kept.
Dues = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class EncounterStep:
    """A step of the encounter that somebody takes: `begin`, `end`, `join`, or a transition's id."""

    id: str
    inputs: Mapping[str, Any] = field(default_factory=dict)


def roll_result(
    document: Document,
    procedure: str,
    inputs: Mapping[str, Any],
    answers: Sequence[Any],
    who: Mapping[str, str],
    settles: str,
    games: Games,
) -> Came | None:
    """What the running encounter makes of a roll; None if it has no say in it.

    who: character ids by role. settles: the id of the due thing that the roll settles, if any.
    """
    due = next((each for each in document["due"] if each["id"] == settles), None)
    scene = scene_of(document, games[document["game"]])
    play = played_again(procedure, inputs, answers, games) if scene is not None else None
    if scene is None or play is None:
        return None
    return of_roll(scene, procedure, exact(dict(inputs)), play.outcome, who, due)


def of_roll(
    scene: AnyScene,
    procedure: str,
    inputs: Mapping[str, Any],
    outcome: Outcome,
    who: Mapping[str, str],
    due: Mapping[str, Any] | None,
) -> Came:
    """What an encounter makes of a roll. who: ids by role. due: what it settles, if anything."""
    parts = {**_parts(due), **who} if due else who
    cast = {role: id for role, id in parts.items() if id in scene.combatants}
    about = due["who"] if due else cast.get("self", "")
    settles = (due["label"], due["inputs"]) if due else ("", {})
    roll = Roll(about, procedure, inputs, outcome, cast, *settles)
    return scene.encounter.on_roll(scene, roll)


def _parts(due: Mapping[str, Any]) -> dict[str, str]:
    """Who plays which part in what is due."""
    return {**due.get("others", {}), due.get("role", "self"): due["who"]}


def settled(document: Document, due: str) -> Document:
    """The document where this is due no more; BadInput if it is not due."""
    left = [each for each in document["due"] if each["id"] != due]
    if len(left) == len(document["due"]):
        raise BadInput("due", "that is not due any more")
    return {**document, "due": left}


def settled_by_hand(document: Document, due: str, games: Games) -> Document:
    """Done or waived by hand; in an encounter the game says what that means."""
    after = settled(document, due)
    scene = scene_of(document, games[document["game"]])
    if scene is None:
        return after
    record = next(each for each in document["due"] if each["id"] == due)
    return with_result(after, scene.encounter.on_settled(scene, record), games)


def with_result(document: Document, came: Came, games: Games) -> Document:
    """The document after what came of a roll, or of something being done by hand."""
    due = due_after(document["due"], document["characters"], came)
    hours = _later(document, came.scene, games)
    return with_scene({**document, "due": due, "hours": hours}, came.scene)


def gone_on(document: Document, step: str, inputs: Mapping[str, Any], games: Games) -> Document:
    """The document after a step of the encounter; what it makes due has to follow."""
    came = turned_by(document, step, inputs, games)
    hours = _later(document, came.scene, games)
    due = still_due(document["due"], document["characters"], came)
    after = {**document, "due": due, "hours": hours}
    return with_scene(after, came.scene)


def ended(document: Document, games: Games) -> Document:
    """The document without its encounter: what it counted and what time made due stays."""
    people = document["characters"]
    left = [
        each
        for each in document["due"]
        if each.get("time") and all(id in people for id in _parts(each).values())
    ]
    after = {**document, "encounter": None, "due": left}
    came = result_of_end(document, games)
    if came is None:
        return after
    kept = counters(games[document["game"]], came.scene.state)
    return with_sheets({**after, "scene": {**document["scene"], **kept}}, came.scene)


def due_after(waiting: Dues, characters: Container[str], came: Came) -> list[Any]:
    """What is due after that: what still is, and what came of it."""
    due = still_due(waiting, characters, came)
    known = {each["id"] for each in due}
    fresh = (id for id in map("came.{}".format, count(1)) if id not in known)
    return due + [due_record(next(fresh), each) for each in came.due]


def still_due(waiting: Dues, characters: Container[str], came: Came) -> list[Any]:
    """What is due but for what is done or has become needless, as by its one having left; what time
    brought stays as long as those are there whom it is about.
    """
    here = came.scene.combatants
    gone = {id for id in came.scene.gone if id not in here}
    done, left = list(came.done), []
    for each in waiting:
        alike = each["who"], each["procedure"]
        names = alike, (*alike, each["label"])
        was_done = next((name for name in names if name in done), None)
        if each.get("time"):
            there = each["who"] in characters or each["who"] in here
            left += [each] if there else []
        elif was_done is not None:
            done.remove(was_done)  # of several alike the oldest
        elif each["who"] not in gone and not any(name in came.cancelled for name in names):
            left.append(each)
    return left


def _later(document: Document, scene: AnyScene, games: Games) -> Any:
    """The campaign's hours after a step: the clock follows the encounter's, never backwards."""
    before = scene_of(document, games[document["game"]])
    if before is None:
        return document["hours"]
    # Rounded one by one and not in their difference, so that many rounds make no error.
    lasted = scene.encounter.lasted
    after, start = (Fraction(str(rounded(lasted(each), 6))) for each in (scene, before))
    if after <= start:
        return document["hours"]
    return plain(rounded(Fraction(str(exact(document["hours"]))) + after - start, 6))


def turned_by(document: Document, step: str, inputs: Mapping[str, Any], games: Games) -> Came:
    """What a step of the encounter would come to; nothing happens yet."""
    game = games[document["game"]]
    if game.encounter is None:
        raise BadInput("transition", "this game has no encounter")
    if step == "begin":
        return StepResult(begun(document, game, game.encounter))
    scene = scene_of(document, game)
    if scene is None:
        raise BadInput("transition", "there is no encounter; begin one first")
    return _stepped(scene, step, exact(dict(inputs)))


#: What was asked last, and what that comes to: a step is tried, told and then taken.
_last: tuple[AnyScene, str, Mapping[str, Any], Came] | None = None


def _stepped(scene: AnyScene, step: str, told: Mapping[str, Any]) -> Came:
    global _last
    if _last is not None and _last[0] is scene and _last[1] == step and same(_last[2], told):
        return _last[3]
    if step == "join":
        came = _together(_renamed(scene, told.get("names")), "add", told.get("who"))
    elif step == "together":
        came = _together(scene, told.get("step"), told.get("who"))
    else:
        came = scene.encounter.apply(scene, step, told)
    _last = scene, step, told, came
    return came


def _renamed(scene: AnyScene, names: Any) -> AnyScene:
    """The scene in which combatants with sheets of their own have other names, by id."""
    for who, name in names.items() if isinstance(names, dict) else ():
        combatant = scene.combatants.get(who)
        if combatant is not None and combatant.own and "name" in combatant.sheet.form.by_id:
            scene = scene.write(who, name=name)
    return scene


def _together(scene: AnyScene, step: Any, everybody: Any) -> Came:
    """What it comes to when a step is taken with each of these inputs, one after another."""
    if not isinstance(everybody, list) or not all(isinstance(each, dict) for each in everybody):
        raise BadInput("who", "give a list of the inputs for each")
    came = StepResult(scene)
    for each in everybody:
        came = came.and_then(scene.encounter.apply(came.scene, str(step), each))
    return came


def result_of_end(document: Document, games: Games) -> Came | None:
    """What the end of the encounter comes to, for those who stay: the characters."""
    scene = scene_of(document, games[document["game"]])
    if scene is None:
        return None
    came = scene.encounter.on_end(scene)
    due = tuple(each for each in came.due if each.who in document["characters"])
    return replace(came, due=due)


def due_record(id: str, due: Due) -> dict[str, Any]:
    """Something due as it is kept until somebody settles it."""
    return {
        "id": id,
        "who": due.who,
        "label": due.label,
        "procedure": due.procedure,
        "inputs": plain(due.inputs),
        "rules": list(due.rules),
        "role": due.role,
        "others": dict(due.others),
        **({"time": True} if due.time else {}),
    }
