"""Spells that hold in the scene: the damage they have taken, and who dispels them (G131, G142).

A spell lies with whoever bears it, beside the condition that it gives; one that nobody bears, such
as a Ward, lies in the scene.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from app.core.errors import BadInput, listed
from app.core.flat import Due, Roll, State, StepResult, transition, with_combatant
from app.core.kinds import OneOf, Somebody, Text, Whole
from app.core.outcomes import Effect, append, put
from app.systems.garden.encounter.bodies import body_of
from app.systems.garden.encounter.costs import major
from app.systems.garden.encounter.panic import holds_back
from app.systems.garden.encounter.state import land, somebody
from app.systems.garden.ongoing import GIVES
from app.systems.garden.procedures.magick import SPELL_HOLDS

Name = Annotated[str, Text(80, label="Spell", front=True)]
Bearer = Annotated[str, Somebody(label="Borne by", help="Left out: whoever bears such a spell.")]

#: How long each spell goes on (G142).
ENDS = {"bolster": "ailment", "regenerate": "7 days"}


Psyche = Annotated[
    int | None,
    Whole(-5, 10, label="Caster’s Psyche", help="Left out: of the one in turn."),
]
Damage = Annotated[int, Whole(0, 40, label="Damage taken", front=True)]
Ends = Annotated[str, OneOf("scene", "later")]


@transition("spell_holds", title="A spell holds", rules="G123 G131 G142")
def spell_holds(
    state: State,
    name: Name,
    psyche: Psyche = None,
    damage: Damage = 0,
    ends: Ends = "scene",
    bearer: Bearer = "",
) -> StepResult:
    """An ongoing spell with the damage it has taken; above 5 it ends with all it gave."""
    caster = state["combatants"].get(state["current"], {"psyche": 0})
    of_psyche = caster["psyche"] if psyche is None else psyche
    found = _found(state, name, bearer)
    notes = (f"{name} ends (G131).",) if damage > SPELL_HOLDS else ()
    if bearer and not found and damage <= SPELL_HOLDS:
        somebody(state, bearer, "bearer")
        turned = _borne(state, bearer, _kind(name), of_psyche, damage)
    elif found:
        known = found[0].spell if psyche is None else {**found[0].spell, "psyche": psyche}
        turned = _with(state, found[0], {**known, "damage": damage})
    else:
        spell = {"name": name, "psyche": of_psyche, "damage": damage, "ends": ends}
        turned = _with(state, Held("", name, spell), spell)
    return replace(turned, notes=notes)


@transition("dispel", title="Dispel", rules="G121 G131 G142")
def dispel(state: State, name: Name, bearer: Bearer = "") -> StepResult:
    """The one in turn damages a spell that holds here; a major action."""
    id, whose = major(state)
    found = _found(state, name, bearer)
    if not found:
        known = [each.label for each in _held(state)]
        said = f"those that hold are {listed(known, 'and')}" if known else "no spell holds here"
        raise BadInput("name", f"{name[:40]!r} does not hold; {said}")
    if panics := holds_back(state, "dispel", name=name, bearer=bearer):
        return panics
    spell = found[0].spell
    told = {
        "spell": "dispel",
        "opposing_psyche": spell["psyche"],
        "opposing_modifier": 0,
        "shielded": False,
        "spell_damage": min(SPELL_HOLDS, spell["damage"]),
    }
    label = f"Dispel {found[0].label}"
    # The spell is played by its bearer: not one of the caster's own takes the damage.
    others = {"spell": found[0].bearer or id}
    after = with_combatant(state, id, **whose)
    due = Due(id, label, "garden.cast_opposed", told, ("G131",), others=others)
    return StepResult(after, (due,))


def dispelled(state: State, roll: Roll) -> StepResult:
    """What a spell has taken after it was rolled against."""
    for each in _held(state):
        if roll.due == f"Dispel {each.label}":
            damage = roll.outcome.values["spell_damage"]
            return _with(state, each, {**each.spell, "damage": damage})
    return StepResult(state)


# --- where they lie ---


@dataclass(frozen=True)
class Held:
    """A spell that holds: who bears it (empty: the scene), how it is called, its record."""

    bearer: str
    label: str
    spell: Mapping[str, Any]


def _held(state: State) -> list[Held]:
    """Every spell that holds here; those of the same name on one bearer are numbered."""
    found = [Held("", each["name"], each) for each in state["ongoing_spells"]]
    for id, whose in state["combatants"].items():
        named: dict[str, int] = {}
        for each in body_of(whose)["ongoing_spells"]:
            words = each["name"].capitalize()
            count = named[words] = named.get(words, 0) + 1
            number = f" {count}" if count > 1 else ""
            found.append(Held(id, f"{words}{number} on {whose['name']}", each))
    return found


def held_words(state: State) -> dict[str, str]:
    """How much damage each spell here has taken, for the board."""
    return {each.label: f"damage {each.spell['damage']} of {SPELL_HOLDS}" for each in _held(state)}


def _kind(name: str) -> str:
    return name.strip().lower().replace(" ", "-")


def _found(state: State, name: str, bearer: str) -> list[Held]:
    """The spells that are meant: by their label, else by their name, in any spelling."""
    there = [each for each in _held(state) if not bearer or each.bearer == bearer]
    exactly = [each for each in there if each.label == name]
    alike = [each for each in there if _kind(each.spell["name"]) == _kind(name)]
    return exactly or alike


def _borne(state: State, bearer: str, kind: str, psyche: int, damage: int) -> StepResult:
    """A spell upon somebody, with the condition that it gives."""
    ends = ENDS.get(kind, "scene")
    record = {"name": kind, "psyche": psyche, "damage": damage, "ends": ends, "ended": False}
    effects: list[Effect] = []
    if kind in GIVES:
        lasting = {"lasts": 7, "unit": "days"} if kind == "regenerate" else {"lasts": None}
        unit = {"unit": "none" if kind == "bolster" else "scene", **lasting}
        effects.append(append("conditions", {"name": GIVES[kind], **unit}))
    effects.append(append("ongoing_spells", record))
    return _landed(state, bearer, effects)


def _with(state: State, held: Held, spell: Mapping[str, Any]) -> StepResult:
    """The scene with this spell as it is now; gone if it has taken more than it can (G131)."""
    holds = spell["damage"] <= SPELL_HOLDS
    if not held.bearer:
        others = [each for each in state["ongoing_spells"] if each["name"] != spell["name"]]
        return StepResult({**state, "ongoing_spells": [*others, spell] if holds else others})
    borne = body_of(state["combatants"][held.bearer])["ongoing_spells"]
    left = [spell if each is held.spell else each for each in borne]
    if not holds:
        left = [each for each in left if each is not spell]
    return _landed(state, held.bearer, [put("ongoing_spells", left)])


def _landed(state: State, bearer: str, effects: list[Effect]) -> StepResult:
    """The scene after effects on a bearer; on the sheet they land as well."""
    for each in effects:
        after = land(state, bearer, each)
        state = state if after is None else after
    return StepResult(state, effects=tuple((bearer, each) for each in effects))
