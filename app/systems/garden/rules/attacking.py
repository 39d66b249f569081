"""Inputs of an attack and the modifiers that follow from them (G56-G78)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.errors import BadInput, join_words
from app.core.procedures.inputs import Group
from app.core.procedures.kinds import Exact, Number, OneOf, When, Whole, YesNo
from app.core.procedures.levers import ANY, DOWN, EITHER, UP, Lever
from app.systems.garden.rules.damage import convert_bruise
from app.systems.garden.rules.inputs import ANOTHER_GAIT, MOST_SKILL, row_full
from app.systems.garden.tables.combat import (
    ATTACKS,
    BANDS,
    DEFENSES,
    LOCATIONS,
    PLACES,
    RANGES,
    situation,
    situations,
)
from app.systems.garden.tables.movement import GAITS

HAND_TO_HAND = ("unarmed", "melee")

#: Conditions on the other inputs: the kind of attack, and whether the target defends itself.
FROM_AFAR = When(
    "attack_kind", tuple(id for id in ATTACKS.labels("words") if id not in HAND_TO_HAND)
)
CLOSE_UP = When("attack_kind", HAND_TO_HAND)
WITH_FIREARMS = When("attack_kind", ("ranged",))
DEFENDED = When("defense_kind", tuple(id for id in DEFENSES.labels("words") if id != "unaware"))


@dataclass(frozen=True)
class AttackInputs(Group):
    """Inputs of both sides of an attack and of the situation between them."""

    attack_kind: Annotated[
        str, OneOf(ATTACKS.labels("words"), label="Attack", front=True, rules=("G57",))
    ] = "melee"
    attacker_skill: Annotated[
        int, Whole(0, MOST_SKILL, front=True, part="Attacker", rules=("G57",))
    ] = 0
    attacker_attribute: Annotated[
        int, Whole(-5, 10, front=True, part="Attacker", rules=("G57",))
    ] = 0
    attacker_modifier: Annotated[
        int,
        Whole(
            -20,
            20,
            front=True,
            part="Attacker",
            sheet="modifier",
            help="Wounds, load, and the penalty of the declared round.",
            rules=("G3", "G62"),
        ),
    ] = 0
    dv: Annotated[
        Exact,
        Number(0, 1000, label="DV", help="Of the weapon.", front=True, rules=("G79",)),
    ] = 2
    damage_type: Annotated[
        str,
        OneOf(
            {"auto": "As usual for the attack", "wound": "Wounds", "bruise": "Bruises"},
            label="Kind of damage",
            part="Attacker",
            rules=("G77", "G78"),
        ),
    ] = "auto"
    defense_kind: Annotated[
        str,
        OneOf(DEFENSES.labels("words"), label="Defence", front=True, rules=("G58", "G59", "G60")),
    ] = "defense"
    defender_skill: Annotated[
        int,
        Whole(0, MOST_SKILL, front=True, part="Defender", only_if=(DEFENDED,), rules=("G58",)),
    ] = 0
    defender_attribute: Annotated[
        int,
        Whole(-5, 10, front=True, part="Defender", only_if=(DEFENDED,), rules=("G58",)),
    ] = 0
    defender_modifier: Annotated[
        int,
        Whole(
            -20,
            20,
            part="Defender",
            sheet="target:modifier",
            only_if=(DEFENDED,),
            rules=("G3",),
        ),
    ] = 0
    full_defense: Annotated[
        bool,
        YesNo(label="Full defence", part="Defender", only_if=(DEFENDED,), rules=("G61",)),
    ] = False
    defender_movement: Annotated[
        str,
        OneOf(GAITS.labels("words"), part="Defender", only_if=(DEFENDED,), rules=("G28",)),
    ] = "none"
    attacker_movement: Annotated[
        str,
        OneOf(GAITS.labels("words"), part="Attacker", lever=ANOTHER_GAIT, rules=("G27", "G68")),
    ] = "none"
    cover: Annotated[
        str,
        OneOf(situations("cover", "none", "None"), part="Situation", rules=("G69", "G70")),
    ] = "none"
    light: Annotated[
        str, OneOf(situations("light", "normal", "Normal"), part="Situation", rules=("G71",))
    ] = "normal"
    facing: Annotated[
        str,
        OneOf(
            situations("facing", "front", "In front"),
            label="The attacker stands",
            part="Situation",
            lever=Lever(UP, "{new} instead of {old}", unit="move"),
            rules=("G71",),
        ),
    ] = "front"
    attacker_number: Annotated[
        int,
        Whole(
            1,
            20,
            label="Which attacker this round",
            help="The first counts 1, the second one on the same defender 2.",
            part="Situation",
            rules=("G76",),
        ),
    ] = 1
    offhand: Annotated[
        bool,
        YesNo(
            label="With the offhand",
            part="Attacker",
            lever=Lever(DOWN, back="With the main hand"),
            rules=("G71",),
        ),
    ] = False
    range_band: Annotated[
        str,
        OneOf(
            RANGES.labels("words"),
            label="Range",
            front=True,
            only_if=(FROM_AFAR,),
            lever=Lever(EITHER, "From {old} to {new} range", unit="move"),
            rules=("G72",),
        ),
    ] = "short"
    close_quarters: Annotated[
        bool,
        YesNo(
            help=(
                "A weapon longer than an arm in a cluttered space. "
                "A block with one has its \u22121 in the defender’s modifier."
            ),
            part="Situation",
            rules=("G75",),
        ),
    ] = False
    aim: Annotated[
        str,
        OneOf(
            PLACES,
            label="Aimed at",
            part="Aiming",
            lever=Lever(ANY),
            rules=("G63", "G64"),
        ),
    ] = "none"
    burst: Annotated[
        bool,
        YesNo(label="Burst fire", part="Aiming", only_if=(WITH_FIREARMS,), rules=("G65",)),
    ] = False
    deception: Annotated[
        int,
        Whole(
            0,
            MOST_SKILL,
            label="Deception",
            help="Dice taken off both sides.",
            part="Aiming",
            lever=Lever(EITHER, "Deceive by {new}", "Deceive by {new} only"),
            only_if=(CLOSE_UP,),
            rules=("G66",),
        ),
    ] = 0
    aim_rounds: Annotated[
        int,
        Whole(
            0,
            20,
            label="Rounds spent lining up",
            part="Aiming",
            lever=Lever(words="Line up the shot for a round", unit="round", action="line up"),
            only_if=(WITH_FIREARMS,),
            rules=("G67", "G68"),
        ),
    ] = 0
    spirit: Annotated[
        bool, YesNo(label="The attacker is a spirit", part="Magick", rules=("G123",))
    ] = False
    shielded: Annotated[
        bool,
        YesNo(
            label="The target is shielded",
            help="A Shield gives +2 to a rolled defence against a spirit.",
            part="Magick",
            only_if=(When("spirit"), DEFENDED),
            rules=("G123",),
        ),
    ] = False
    bruise_row_full: Annotated[bool, row_full("Defender")] = False

    def refuse_impossible(self) -> None:
        """Raise BadInput for checked inputs that exclude each other."""
        kind = self.attack_kind
        if kind in HAND_TO_HAND and self.range_band != "short":  # G72
            raise BadInput("range_band", f"{kind} attacks are always at short range")
        answered = DEFENSES[self.defense_kind].against
        if kind not in answered:  # G60
            raise BadInput(
                "defense_kind",
                f"a {self.defense_kind} answers only {join_words(answered, 'and')} attacks",
            )
        if self.deception and kind not in HAND_TO_HAND:  # G66
            raise BadInput("deception", "only unarmed and melee attacks deceive; give 0")
        if self.deception > self.attacker_skill:
            raise BadInput(
                "deception", f"give at most the attacker’s own skill, {self.attacker_skill}"
            )
        if self.aim_rounds and kind != "ranged":  # G68
            raise BadInput("aim_rounds", "only firearms are lined up; give 0")
        if self.aim_rounds and self.attacker_movement != "none":
            raise BadInput("aim_rounds", "nobody moves while lining up; give 0")
        if self.burst and kind != "ranged":  # G65
            raise BadInput("burst", "only firearms fire bursts")
        if self.aim != "none":
            if self.burst:
                raise BadInput("aim", "a burst cannot be aimed at a location; give none")
            farthest = LOCATIONS[self.aim].farthest  # G63
            if BANDS.index(self.range_band) > BANDS.index(farthest):
                raise BadInput("aim", f"the {self.aim} can be aimed at up to {farthest} range")
        if self.attacker_movement == "sprint":  # G30
            raise BadInput("attacker_movement", "sprinting leaves no room for an attack")

    @property
    def aware(self) -> bool:
        return self.defense_kind != "unaware"

    @property
    def damage_kind(self) -> str:
        """Return `wound` or `bruise` (G78), as the target's rows take it (G85)."""
        usual = ATTACKS[self.attack_kind].damage
        kind = usual if self.damage_type == "auto" else self.damage_type
        return convert_bruise(kind, self.bruise_row_full)

    def attack_modifiers(self) -> tuple[tuple[int, str], ...]:
        """Return the modifiers of the attacker's roll with their labels (G69)."""
        return (
            (self.attacker_modifier, "modifier"),
            (situation(self.cover)[0], "hidden target"),
            (situation(self.light)[0], "light"),
            (-1 if self.offhand else 0, "offhand"),
            (RANGES[self.range_band].modifier, "range"),
            (-1 if self.close_quarters else 0, "close quarters"),
            (-1 if self.aim != "none" else 0, "aiming"),
        )

    def defense_modifiers(self, attackers_cap: str) -> tuple[tuple[int, str], ...]:
        """Return the modifiers of the defence, or of an unaware target's flat TN (G59, G69)."""
        others = self.attacker_number - 1  # G76
        if attackers_cap == "three":
            others = min(3, others)
        always = (
            (situation(self.cover)[1], "cover"),
            (situation(self.light)[1], "light"),
            (situation(self.facing)[1], "facing"),
            (-others, "many attackers"),
        )
        if not self.aware:
            return always
        return (
            (self.defender_modifier, "modifier"),
            *always,
            (3 if self.full_defense else 0, "full defence"),
            (GAITS[self.defender_movement].bonus, "movement"),  # G28
            (2 if self.spirit and self.shielded else 0, "Shield"),  # G123
        )


#: A frozen value, so one instance serves as every default.
PLAIN_ATTACK = AttackInputs()
