"""Journal entries about the encounter and the clock, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from app.campaign.facts import CharacterRemoved, DueSettled, EncounterStepped, TimePassed
from app.campaign.facts.base import Fact
from app.campaign.journal.journal import Page
from app.campaign.journal.rolls import join_notes
from app.campaign.state.changes import escape
from app.campaign.state.state import NAMELESS
from app.campaign.state.time import hours_words
from app.campaign.state.values import exact
from app.core.encounters.combatants import name_several, names_somebody
from app.core.games import Game
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.labels import within
from app.core.support.characters import with_minus
from app.widgets.roll.form.forms import field_text

#: Prefix of an own preset's name among the scene's values.
PRESET = "table.preset "

#: Steps that every encounter has.
EVERYWHERE = {"begin": "Fight started", "end": "Fight over", "join": "Joined", "pass": "Next turn"}

#: Steps that only pass the turn on.
PASSING = ("pass", "next", "begin_turn")


def happening(fact: Fact, game: Game, names: Mapping[str, str]) -> tuple[str, str] | None:
    """Return an entry's title and details; None for entries of another kind.

    names: of characters and combatants, by id.
    """
    if isinstance(fact, EncounterStepped):
        return step_title(fact, game), join_notes([*_about(fact, game, names), *fact.notes])
    if isinstance(fact, DueSettled):
        # "waived" is how the entry stores it.
        return "Resolved", re.sub(": waived$", ": skipped", fact.note)
    if isinstance(fact, TimePassed):
        length = hours_words(exact(fact.hours))
        return "Time passes", f"{length}: {fact.note}" if fact.note else length
    return None


def names_of_joined(page: Page) -> dict[str, str]:
    """Map ids to names: combatants that this page's entries add, characters that they delete."""
    joined_names: dict[str, str] = {}
    for entry in page.entries:
        if isinstance(entry.fact, CharacterRemoved):
            at = f"/characters/{escape(entry.fact.character)}"
            removed = next((change.was for change in entry.changes if change.at == at), None)
            if isinstance(removed, Mapping):
                joined_names[entry.fact.character] = str(removed.get("name") or NAMELESS)
        if isinstance(entry.fact, EncounterStepped) and entry.fact.step in ("join", "add"):
            joiners = entry.fact.inputs.get("who") if entry.fact.step == "join" else None
            for joiner in joiners if isinstance(joiners, list) else [entry.fact.inputs]:
                if isinstance(joiner, Mapping) and joiner.get("id"):
                    joined_names[str(joiner["id"])] = str(joiner.get("name") or joiner["id"])
            renamed = entry.fact.inputs.get("names")
            if isinstance(renamed, Mapping):
                joined_names.update({str(id): str(name) for id, name in renamed.items()})
    return joined_names


def step_title(fact: EncounterStepped, game: Game) -> str:
    """Name a step as its button does."""
    if fact.step == "together":
        return step_title(EncounterStepped(str(fact.inputs.get("step", ""))), game)
    if fact.step in EVERYWHERE:
        return EVERYWHERE[fact.step]
    step = game.encounter.by_id.get(fact.step) if game.encounter else None
    return step.title if step else fact.step


def preset_words(values: Values) -> str:
    """Describe an own preset among values of the scene: `Old Tom, saved`; empty for others."""
    for key, record in values.items():
        if key.startswith(PRESET):
            return f"{key.removeprefix(PRESET)}, {'removed' if record is None else 'saved'}"
    return ""


def _about(fact: EncounterStepped, game: Game, names: Mapping[str, str]) -> list[str]:
    if fact.step in ("begin", "end"):
        return []
    if fact.step == "join":
        joiners = _each(fact)
        return [
            ", ".join(
                names.get(str(records.get("id")), str(records.get("name"))) for records in joiners
            )
        ]
    if fact.step == "together":
        records = _each(fact)
        actors = ", ".join(
            names.get(str(record.get("who", "")), str(record.get("who", ""))) for record in records
        )
        first = (
            {name: value for name, value in records[0].items() if name != "who"} if records else {}
        )
        same = EncounterStepped(str(fact.inputs.get("step", "")), first)
        return [" · ".join([actors, *_about(same, game, names)])]
    if fact.step == "add":
        return [str(fact.inputs.get("name") or fact.inputs.get("id", ""))]
    step = game.encounter.by_id.get(fact.step) if game.encounter else None
    declared = step.inputs if step else {}
    words = [_value(declared.get(name), value, names) for name, value in fact.inputs.items()]
    text = " · ".join(word for word in words if word)
    return [text] if text else []


def _each(fact: EncounterStepped) -> list[Mapping[str, object]]:
    """Return the inputs of a step that several combatants took at once."""
    records = fact.inputs.get("who")
    return (
        [record for record in records if isinstance(record, Mapping)]
        if isinstance(records, list)
        else []
    )


def _value(declared: Input | None, value: Any, names: Mapping[str, str]) -> str:
    """Describe an input: `Mara`, `Difficulty d8`, `hidden`; empty for its default."""
    if declared is None or value in ("", None, []) or value == declared.default:
        return ""
    kind, label = declared.kind, within(declared.label)
    if names_somebody(kind):
        name = names.get(str(value), str(value))
        return name if declared.name == "who" else f"{label} {name}"
    if name_several(kind):
        return ", ".join(names.get(str(each), str(each)) for each in value)
    if isinstance(kind, YesNo):
        return label if value else f"not {label}"
    if isinstance(kind, OneOf):
        return kind.choices.get(value, str(value))
    text = kind.words(value) or field_text(exact(value))
    return f"{label} {with_minus(text) if isinstance(kind, Whole) else text}"
