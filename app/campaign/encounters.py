"""The encounter goes on step by step, and what that makes due is settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from app.campaign.characters import same_as_sheet, sheet_of
from app.campaign.effects import effect_of, effect_record, on_sheet
from app.campaign.facts import DueSettled, EncounterStepped, Rolled
from app.campaign.rolls import answers_of
from app.campaign.state import Document, Games
from app.campaign.values import exact, plain
from app.core.encounters import Due, Encounter, Roll, SheetOf, State, StepResult, nothing_on_roll
from app.core.errors import BadInput
from app.core.games import find
from app.core.outcomes import rounded
from app.core.play import Finished, replay


@dataclass(frozen=True)
class EncounterStep:
    """A step of the encounter that somebody takes: `begin`, `end`, `join`, or a transition's id."""

    id: str
    inputs: Mapping[str, Any] = field(default_factory=dict)


def rolled(document: Document, fact: Rolled, games: Games) -> Document:
    """A roll settles what was due; in an encounter the game says what else comes of it."""
    after = _settled(document, fact.due) if fact.due else document
    turned = _came(document, fact, games)
    return after if turned is None else _turned(after, turned, games)


def remarks(document: Document, fact: Rolled, games: Games) -> str:
    """What the encounter has to say of a roll that is about to be kept."""
    turned = _came(document, fact, games)
    return "; ".join(turned.notes) if turned is not None else ""


def _came(document: Document, fact: Rolled, games: Games) -> StepResult | None:
    """What the running encounter makes of a roll; None if it has no say in it."""
    due = next((each for each in document["due"] if each["id"] == fact.due), None)
    state, encounter = document["encounter"], games[document["game"]].encounter
    if state is None or encounter is None or encounter.on_roll is nothing_on_roll:
        return None
    inputs = exact(dict(fact.inputs))
    try:
        bound = find(games, fact.procedure).bind(inputs)
        play = replay(bound, answers_of(fact.answers))
    except BadInput:  # of rules that have changed since: the roll stands as it was told
        return None
    if not isinstance(play, Finished):
        return None
    parts = {**_parts(due), **fact.who} if due else fact.who
    cast = {role: id for role, id in parts.items() if id in state["combatants"]}
    who = due["who"] if due else cast.get("self", "")
    label = due["label"] if due else ""
    return encounter.on_roll(state, Roll(who, fact.procedure, inputs, play.outcome, cast, label))


def _parts(due: Mapping[str, Any]) -> dict[str, str]:
    """Who plays which part in what is due."""
    return {**due.get("others", {}), due.get("role", "self"): due["who"]}


def due_settled(document: Document, fact: DueSettled, games: Games) -> Document:
    """Done or waived by hand; in an encounter the game says what that means."""
    after = _settled(document, fact.due)
    state, encounter = document["encounter"], games[document["game"]].encounter
    if state is None or encounter is None:
        return after
    due = next(each for each in document["due"] if each["id"] == fact.due)
    return _turned(after, encounter.on_settled(state, due), games)


def _turned(document: Document, turned: StepResult, games: Games) -> Document:
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


def _settled(document: Document, due: str) -> Document:
    left = [each for each in document["due"] if each["id"] != due]
    if len(left) == len(document["due"]):
        raise BadInput("due", "that is not due any more")
    return {**document, "due": left}


def encounter_stepped(document: Document, fact: EncounterStepped, games: Games) -> Document:
    if fact.step == "end":
        people = document["characters"]
        left = [each for each in document["due"] if each.get("time") and each["who"] in people]
        kept = _counters(document, _ended(document, games).state, games)
        scene = {**document["scene"], **kept}
        left += fact.due
        ended = {**document, "encounter": None, "due": left, "scene": scene}
        return _on_sheets(ended, fact, games)
    turned = turned_by(document, fact.step, fact.inputs, games)
    still = _still_due(document, turned)
    after = {
        **document,
        "encounter": plain(turned.state),
        "due": [*still, *fact.due],
        "hours": _later(document, turned.state, games),
    }
    return _on_sheets(after, fact, games)


def _on_sheets(document: Document, fact: EncounterStepped, games: Games) -> Document:
    """What a step did to sheets; in the encounter the step itself has done it."""
    for each in fact.effects:
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
    counters = games[document["game"]].counters
    held = (id for counter in counters for id in (counter.id, counter.beyond[0]))
    return {id: values[id] for id in held if id in values}


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


def stepped(
    document: Document, step: str, inputs: Mapping[str, Any], games: Games, id: str
) -> EncounterStepped:
    """The fact of a step of the encounter, with all that it comes to. id: names what falls due."""
    known = document["characters"]
    ends = step == "end"
    turned = _ended(document, games) if ends else turned_by(document, step, inputs, games)
    due = [due_record(f"{id}.{place}", each) for place, each in enumerate(turned.due, 1)]
    effects = [
        effect_record(who, replace(effect, who="self"))
        for who, effect in turned.effects
        if who in known
    ]
    return EncounterStepped(step, inputs, effects, due, turned.notes)


def _ended(document: Document, games: Games) -> StepResult:
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
