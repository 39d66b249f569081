"""Inputs of a new combatant, on the sheet or beside it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from app.core.procedures.inputs import Group
from app.core.procedures.kinds import Exact, ListOf, Number, OneOf, Row, Text, Whole, YesNo
from app.systems.garden.rules.codes import InjuryCode
from app.systems.garden.rules.inputs import MOST_SKILL
from app.systems.garden.tables.movement import GAITS


def _skill(name: str) -> Whole:
    return Whole(0, MOST_SKILL, sheet=name, part="Skills", rules=("G57", "G58"))


def _attribute(name: str) -> Whole:
    return Whole(-5, 10, sheet=name, part="Attributes", rules=("G57", "G58"))


def _rate(name: str) -> Number:
    return Number(0, 1000, unit="m", sheet=name, part="Movement", rules=("G27",))


#: An ongoing spell as an input of a new combatant; on the sheet it may also have ended.
SPELL = (
    ("name", Text(80)),
    ("psyche", Whole(-5, 10)),
    ("damage", Whole(0, 40)),
    ("ends", Text(80)),
)


@dataclass(frozen=True)
class Newcomer(Group):
    """A new combatant as the rules of a fight see it."""

    agility: Annotated[int, _attribute("agility")] = 0
    body: Annotated[int, _attribute("body")] = 0
    perception: Annotated[int, _attribute("perception")] = 0
    psyche: Annotated[int, _attribute("psyche")] = 0
    athletics: Annotated[int, _skill("athletics")] = 0
    awareness: Annotated[int, _skill("awareness")] = 0
    defense: Annotated[int, _skill("defense")] = 0
    firearms: Annotated[int, _skill("firearms")] = 0
    melee: Annotated[int, _skill("melee")] = 0
    stealth: Annotated[int, _skill("stealth")] = 0
    unarmed: Annotated[int, _skill("unarmed")] = 0
    dv: Annotated[
        Exact | None,
        Number(0, 1000, label="DV", help="Weapon in hand, if there is no sheet.", rules=("G79",)),
    ] = None
    flesh: Annotated[
        Exact | None,
        Number(
            Fraction(1, 2),
            1000,
            label="Flesh level",
            help="Default: 5 + Body.",
            sheet="flesh",
            part="Wounds",
            rules=("G80",),
        ),
    ] = None
    armor: Annotated[
        Exact, Number(0, 1000, label="Armour", sheet="armor", part="Wounds", rules=("G80",))
    ] = 0
    wound_boxes: Annotated[
        int | None,
        Whole(
            1,
            40,
            label="Boxes for wounds",
            help="Default: 5 + Body.",
            sheet="wound_boxes",
            part="Wounds",
            rules=("G83",),
        ),
    ] = None
    bruise_boxes: Annotated[
        int | None,
        Whole(
            1,
            40,
            label="Boxes for bruises",
            help="Default: 5 + Body.",
            sheet="bruise_boxes",
            part="Wounds",
            rules=("G83",),
        ),
    ] = None
    injuries: Annotated[
        tuple[str, ...],
        ListOf(InjuryCode(), 80, sheet="injuries", part="Wounds", rules=("G83",)),
    ] = ()
    bleeding_stopped: Annotated[
        bool, YesNo(sheet="bleeding_stopped", part="Wounds", rules=("G84",))
    ] = False
    bleeding_minutes: Annotated[
        Exact,
        Number(0, 10_000_000, sheet="bleeding_minutes", part="Wounds", rules=("G84",)),
    ] = 0
    conditions: Annotated[
        tuple[str, ...],
        ListOf(Text(80), 200, part="Wounds", rules=("G82", "G111", "G123")),
    ] = ()
    ongoing_spells: Annotated[
        tuple[tuple[object, ...], ...],
        ListOf(Row(SPELL), 200, sheet="ongoing_spells", part="Wounds", rules=("G142",)),
    ] = ()
    modifier: Annotated[
        int | None,
        Whole(-20, 20, sheet="modifier", help="Default: from wounds.", rules=("G86",)),
    ] = None
    rehab: Annotated[int, Whole(0, 20, sheet="rehab", part="Wounds", rules=("G96",))] = 0
    encumbrance: Annotated[
        int, Whole(-60, 0, sheet="encumbrance", part="Movement", rules=("G38",))
    ] = 0
    gait: Annotated[
        str,
        OneOf(
            GAITS.labels("words"),
            label="Fastest gait",
            sheet="gait",
            part="Movement",
            rules=("G31",),
        ),
    ] = "sprint"
    walk: Annotated[Exact, _rate("walk")] = 10
    run: Annotated[Exact, _rate("run")] = 20
    sprint: Annotated[Exact, _rate("sprint")] = 40


#: A combatant without any stated values.
UNKNOWN = Newcomer()
