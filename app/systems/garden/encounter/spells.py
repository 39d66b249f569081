"""Spells that hold in the scene: the damage they have taken, and who dispels them (G123, G131)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.encounters import Due, Roll, State, Turned, transition, with_combatant
from app.core.errors import BadInput, listed
from app.core.kinds import OneOf, Text, Whole
from app.systems.garden.encounter.actions import major
from app.systems.garden.encounter.feeding import feed
from app.systems.garden.procedures.magick import SPELL_HOLDS

Name = Annotated[str, Text(80, label="Spell", front=True)]


@transition("spell_holds", title="A spell holds", rules="G123 G131")
def spell_holds(
    state: State,
    name: Name,
    psyche: Annotated[
        int | None,
        Whole(-5, 10, label="Caster’s Psyche", help="Left out: of the one in turn."),
    ] = None,
    damage: Annotated[int, Whole(0, 40, label="Damage taken", front=True)] = 0,
    ends: Annotated[str, OneOf("scene", "later")] = "scene",
) -> Turned:
    """An ongoing spell with the damage it has taken; above 5 it ends."""
    caster = state["combatants"].get(state["current"], {"psyche": 0})
    spell = {
        "name": name,
        "psyche": caster["psyche"] if psyche is None else psyche,
        "damage": damage,
        "ends": ends,
    }
    after = _with(state, spell)
    notes = (f"{name} ends (G131).",) if damage > SPELL_HOLDS else ()
    return Turned(after, notes=notes)


@transition("dispel", title="Dispel", rules="G121 G131")
def dispel(state: State, name: Name) -> Turned:
    """The one in turn damages a spell that holds here; a major action."""
    id, whose = major(state)
    found = [each for each in state["ongoing_spells"] if each["name"] == name]
    if not found:
        known = [each["name"] for each in state["ongoing_spells"]]
        said = f"those that hold are {listed(known, 'and')}" if known else "no spell holds here"
        raise BadInput("name", f"{name[:40]!r} does not hold; {said}")
    after = with_combatant(state, id, **{**whose, "aim_rounds": 0})
    told = {
        **feed(state, id, "garden.cast_opposed"),
        "spell": "dispel",
        "opposing_psyche": found[0]["psyche"],
        "opposing_modifier": 0,
        "shielded": False,
        "spell_damage": found[0]["damage"],
    }
    return Turned(after, (Due(id, _label(name), "garden.cast_opposed", told, ("G131",)),))


def dispelled(state: State, roll: Roll) -> State:
    """What a spell has taken after it was rolled against."""
    for spell in state["ongoing_spells"]:
        if roll.due == _label(spell["name"]):
            return _with(state, {**spell, "damage": roll.outcome.values["spell_damage"]})
    return state


def _label(name: str) -> str:
    return f"Dispel {name}"


def _with(state: State, spell: Mapping[str, Any]) -> dict[str, Any]:
    """The scene with this spell as it is now; gone if it has taken more than it can (G131)."""
    others = [each for each in state["ongoing_spells"] if each["name"] != spell["name"]]
    holds = spell["damage"] <= SPELL_HOLDS
    return {**state, "ongoing_spells": [*others, spell] if holds else others}
