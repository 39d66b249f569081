"""The encounter goes on step by step, and what that makes due is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from app.campaign.answers import played_again
from app.campaign.characters import same_as_sheet, sheet_of
from app.campaign.effects import effect_of, on_sheet
from app.campaign.state import Document, Games
from app.campaign.values import exact, plain
from app.core.encounters import Due, Encounter, Roll, SheetOf, State, StepResult, nothing_on_roll
from app.core.errors import BadInput
from app.core.outcomes import rounded


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
) -> StepResult | None:
    """What the running encounter makes of a roll; None if it has no say in it.

    who: character ids by role. settles: the id of the due thing that the roll settles, if any.
    """
    due = next((each for each in document["due"] if each["id"] == settles), None)
    state, encounter = document["encounter"], games[document["game"]].encounter
    if state is None or encounter is None or encounter.on_roll is nothing_on_roll:
        return None
    play = played_again(procedure, inputs, answers, games)
    if play is None:
        return None
    parts = {**_parts(due), **who} if due else who
    cast = {role: id for role, id in parts.items() if id in state["combatants"]}
    about = due["who"] if due else cast.get("self", "")
    label = due["label"] if due else ""
    roll = Roll(about, procedure, exact(dict(inputs)), play.outcome, cast, label)
    return encounter.on_roll(state, roll)


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
    state, encounter = document["encounter"], games[document["game"]].encounter
    if state is None or encounter is None:
        return after
    record = next(each for each in document["due"] if each["id"] == due)
    return with_result(after, encounter.on_settled(state, record), games)


def with_result(document: Document, turned: StepResult, games: Games) -> Document:
    """The document after what came of a roll, or of something being done by hand."""
    due = _still_due(document, turned)
    known = {each["id"] for each in due}
    fresh = (id for id in map("came.{}".format, count(1)) if id not in known)
    due += [due_record(next(fresh), each) for each in turned.due]
    hours = _later(document, turned.state, games)
    after = {**document, "encounter": plain(turned.state), "due": due, "hours": hours}
    for who, effect in turned.effects:
        if who in document["characters"]:
            after = on_sheet(after, who, replace(effect, who="self"), games) or after
            after = same_as_sheet(after, who, games)
    return after


def gone_on(document: Document, step: str, inputs: Mapping[str, Any], games: Games) -> Document:
    """The document after a step of the encounter; what it did to sheets has to follow."""
    turned = turned_by(document, step, inputs, games)
    return {
        **document,
        "encounter": plain(turned.state),
        "due": _still_due(document, turned),
        "hours": _later(document, turned.state, games),
    }


def ended(document: Document, games: Games) -> Document:
    """The document without its encounter: what time brought stays due, counters are the scene's."""
    people = document["characters"]
    left = [each for each in document["due"] if each.get("time") and each["who"] in people]
    kept = _counters(document, result_of_end(document, games).state, games)
    return {**document, "encounter": None, "due": left, "scene": {**document["scene"], **kept}}


def on_sheets(document: Document, effects: Iterable[Mapping[str, Any]], games: Games) -> Document:
    """What a step did to sheets; in the encounter the step itself has done it."""
    for each in effects:
        document = on_sheet(document, each["to"], effect_of(each), games) or document
        document = same_as_sheet(document, each["to"], games)
    return document


def _still_due(document: Document, turned: StepResult) -> list[Any]:
    """What is due but for what is done or has become needless; what time brought stays as long as
    those are there whom it is about.
    """
    people = {*document["characters"], *turned.state["combatants"]}
    done, left = list(turned.done), []
    for each in document["due"]:
        alike = each["who"], each["procedure"]
        needless = alike in turned.cancelled or (*alike, each["label"]) in turned.cancelled
        if each.get("time"):
            left += [each] if each["who"] in people else []
        elif alike in done:
            done.remove(alike)  # of several alike the oldest
        elif not needless:
            left.append(each)
    return left


def _later(document: Document, state: State, games: Games) -> Any:
    """The campaign's hours after a step: the clock follows the encounter's, never backwards."""
    encounter, before = games[document["game"]].encounter, document["encounter"]
    if encounter is None or before is None:
        return document["hours"]
    # Rounded one by one and not in their difference, so that many rounds make no error.
    after, start = (Fraction(str(rounded(encounter.lasted(each), 6))) for each in (state, before))
    if after <= start:
        return document["hours"]
    return plain(rounded(Fraction(str(exact(document["hours"]))) + after - start, 6))


def _counters(document: Document, values: Mapping[str, Any], games: Games) -> dict[str, Any]:
    """What these values say of the game's counters; an encounter takes them and gives them back."""
    counted = games[document["game"]].scene_counts
    return {id: values[id] for id in counted if id in values}


def turned_by(document: Document, step: str, inputs: Mapping[str, Any], games: Games) -> StepResult:
    """What a step of the encounter would come to; nothing happens yet."""
    encounter = games[document["game"]].encounter
    if encounter is None:
        raise BadInput("transition", "this game has no encounter")
    if step == "begin":
        fresh = encounter.fresh()
        known = _counters(document, document["scene"], games)
        return StepResult({**fresh, **{id: held for id, held in known.items() if id in fresh}})
    if document["encounter"] is None:
        raise BadInput("transition", "there is no encounter; begin one first")
    told = exact(dict(inputs))
    sheets = partial(sheet_of, document, games=games)
    if step == "join":
        return _together(document["encounter"], encounter, "add", told.get("who"), sheets)
    if step == "together":
        who = told.get("who")
        return _together(document["encounter"], encounter, told.get("step"), who, sheets)
    return encounter.apply(document["encounter"], step, told, sheets)


def _together(
    state: State, encounter: Encounter, step: Any, everybody: Any, sheets: SheetOf
) -> StepResult:
    """What it comes to when a step is taken with each of these inputs, one after another."""
    if not isinstance(everybody, list) or not all(isinstance(each, dict) for each in everybody):
        raise BadInput("who", "give a list of the inputs for each")
    came = StepResult(state)
    for each in everybody:
        one = encounter.apply(came.state, str(step), each, sheets)
        came = StepResult(
            one.state,
            came.due + one.due,
            came.effects + one.effects,
            came.notes + one.notes,
            came.cancelled + one.cancelled,
            came.done + one.done,
        )
    return came


def result_of_end(document: Document, games: Games) -> StepResult:
    """What the end of the encounter comes to, for those who stay: the characters."""
    state, encounter = document["encounter"], games[document["game"]].encounter
    if state is None or encounter is None:
        return StepResult({})
    turned = encounter.on_end(state)
    due = tuple(each for each in turned.due if each.who in document["characters"])
    return replace(turned, due=due)


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
    }
