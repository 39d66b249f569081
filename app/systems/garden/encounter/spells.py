"""Spells that hold in the scene: their damage, and dispelling (G131, G142).

A spell is stored with its bearer, beside the condition that it gives; one without a bearer, such
as a Ward, in the scene.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.encounters.rolls import Due, Roll
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput, join_words
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Somebody, Text, Whole
from app.core.procedures.outcomes import add, append, put
from app.systems.garden.encounter.costs import has_major, use_one
from app.systems.garden.encounter.panic import holds_back
from app.systems.garden.encounter.state import Fight, Result
from app.systems.garden.procedures.magick import SPELL_HOLDS, spell_on
from app.systems.garden.sheet.ongoing import FASTER, GIVES

Name = Annotated[str, Text(80, label="Spell", front=True)]
Bearer = Annotated[str, Somebody(label="Target", help="Default: whoever has this spell.")]

#: How long each spell goes on (G142).
ENDS = {"bolster": "ailment", "regenerate": "7 days"}


Psyche = Annotated[
    int | None,
    Whole(-5, 10, label="Caster’s Psyche", help="Default: current turn."),
]
Damage = Annotated[int, Whole(0, 40, label="Damage taken", front=True)]
Ends = Annotated[str, OneOf("scene", "later")]


@transition("spell_holds", title="Sustain spell", rules="G123 G131 G142")
def spell_holds(
    scene: Fight,
    name: Name,
    psyche: Psyche = None,
    damage: Damage = 0,
    ends: Ends = "scene",
    bearer: Bearer = "",
) -> Result:
    """Enter an ongoing spell with its damage; above 5 it ends with all it gave."""
    caster = scene.combatants.get(scene.now.current or "")
    of_caster = caster.sheet["psyche"] if caster else 0
    of_psyche = of_caster if psyche is None else psyche
    matches = _matching(scene, name, bearer)
    if bearer and not matches and damage <= SPELL_HOLDS:
        scene.combatant(bearer, "bearer")
        after = _borne(scene, bearer, _kind(name), of_psyche, damage)
    elif matches:
        known = matches[0].spell if psyche is None else {**matches[0].spell, "psyche": psyche}
        after = _with(scene, matches[0], {**known, "damage": damage})
    else:
        spell = {"name": name, "psyche": of_psyche, "damage": damage, "ends": ends}
        after = _with(scene, Held("", name, spell), spell)
    return StepResult(after, notes=(f"{name} ends (G131).",) if damage > SPELL_HOLDS else ())


@transition("dispel", title="Dispel", rules="G121 G131 G142", during="action")
def dispel(scene: Fight, name: Name, bearer: Bearer = "") -> Result:
    """Dispel an ongoing spell as a major action."""
    id = has_major(scene).id
    matches = _matching(scene, name, bearer)
    if not matches:
        known = [each.label for each in _held(scene)]
        there = f"ongoing: {join_words(known, 'and')}" if known else "no ongoing spell"
        raise BadInput("name", f"{name[:40]!r} is not ongoing; {there}")
    if panics := holds_back(scene, "dispel", name=name, bearer=bearer):
        return panics
    bearing = scene.combatants.get(matches[0].bearer)
    inputs = {"spell": "dispel", **spell_on(matches[0].spell, bearing.sheet if bearing else None)}
    label = f"Dispel {matches[0].label}"
    # The spell is played by its bearer: not one of the caster's own takes the damage.
    others = {"spell": matches[0].bearer or id}
    due = Due(id, label, "garden.cast_opposed", inputs, ("G131",), others=others)
    return StepResult(use_one(scene, id), (due,))


def record_dispel(fight: Fight, roll: Roll) -> Fight:
    """Record the damage of a spell after a roll against it."""
    for each in _held(fight):
        if roll.due == f"Dispel {each.label}":
            damage = roll.outcome.values["spell_damage"]
            return _with(fight, each, {**each.spell, "damage": damage})
    return fight


def any_holds(fight: Fight) -> bool:
    """Tell whether a spell holds here, on a combatant or on the scene."""
    return bool(_held(fight))


# --- where they lie ---


@dataclass(frozen=True)
class Held:
    """A spell that holds: its bearer's id (empty: the scene), its label, its record."""

    bearer: str
    label: str
    spell: Values


def _held(fight: Fight) -> list[Held]:
    """Return every spell that holds here; those of one name on one bearer are numbered."""
    result = [
        Held("", ongoing_spell["name"], ongoing_spell) for ongoing_spell in fight.now.ongoing_spells
    ]
    for id, fighter in fight.combatants.items():
        named: dict[str, int] = {}
        for ongoing_spell in fighter.sheet["ongoing_spells"]:
            words = ongoing_spell["name"].capitalize()
            count = named[words] = named.get(words, 0) + 1
            number = f" {count}" if count > 1 else ""
            result.append(Held(id, f"{words}{number} on {fighter.name}", ongoing_spell))
    return result


def describe_spells(fight: Fight) -> dict[str, str]:
    """Return the damage of each spell here, for the board."""
    return {each.label: f"damage {each.spell['damage']} of {SPELL_HOLDS}" for each in _held(fight)}


def _kind(name: str) -> str:
    return name.strip().lower().replace(" ", "-")


def _matching(fight: Fight, name: str, bearer: str) -> list[Held]:
    """Return the spells with this label, else with this name in any spelling."""
    there = [each for each in _held(fight) if not bearer or each.bearer == bearer]
    exactly = [each for each in there if each.label == name]
    alike = [each for each in there if _kind(each.spell["name"]) == _kind(name)]
    return exactly or alike


def _borne(fight: Fight, bearer: str, kind: str, psyche: int, damage: int) -> Fight:
    """Put a spell on a bearer, with the condition that it gives."""
    ends = ENDS.get(kind, "scene")
    record = {"name": kind, "psyche": psyche, "damage": damage, "ends": ends, "ended": False}
    if kind in GIVES:
        lasting = {"lasts": 7, "unit": "days"} if kind == "regenerate" else {"lasts": None}
        unit = {"unit": "none" if kind == "bolster" else "scene", **lasting}
        fight = fight.apply_effect(bearer, append("conditions", {"name": GIVES[kind], **unit}))
    if kind == "regenerate":
        fight = fight.apply_effect(bearer, add("heal_rate", FASTER))  # G134
    return fight.apply_effect(bearer, append("ongoing_spells", record))


def _with(fight: Fight, held: Held, spell: Values) -> Fight:
    """Replace a spell, or end it if it has taken too much damage (G131)."""
    holds = spell["damage"] <= SPELL_HOLDS
    if not held.bearer:
        others = tuple(
            ongoing_spell
            for ongoing_spell in fight.now.ongoing_spells
            if ongoing_spell["name"] != spell["name"]
        )
        return fight.set(ongoing_spells=(*others, spell) if holds else others)
    borne = fight.combatants[held.bearer].sheet["ongoing_spells"]
    now = spell if holds else {**spell, "damage": SPELL_HOLDS + 1}
    hurt = [now if each is held.spell else each for each in borne]
    # First hurt, then gone: so the sheet knows which of several alike has ended (G142).
    fight = fight.apply_effect(held.bearer, put("ongoing_spells", hurt))
    remaining = [each for each in hurt if each is not now]
    return fight if holds else fight.apply_effect(held.bearer, put("ongoing_spells", remaining))
