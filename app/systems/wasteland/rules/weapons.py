"""Damage effects of weapons, dice added by AP and shots, and their notation on a sheet (W7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Group, Values
from app.core.procedures.kinds import Whole, YesNo
from app.core.procedures.levers import Lever
from app.core.procedures.outcomes import Effect
from app.systems.wasteland.rules.action_points import AtHand
from app.systems.wasteland.rules.inputs import A_GUN
from app.systems.wasteland.rules.results import change
from app.systems.wasteland.tables.attacks import WEAPON_CLASSES
from app.systems.wasteland.tables.harm import DAMAGE_EFFECTS

WEAPON = "The weapon"

DamageRating = Annotated[int, Whole(0, 30, front=True, label="Damage rating (CD)", rules=("W6.8",))]
BonusDice = Annotated[
    int,
    Whole(
        0,
        10,
        front=True,
        label="Bonus CD",
        help="Of melee and unarmed attacks, from strength.",
        rules=("W12.4",),
    ),
]
ShotsLeft = Annotated[
    int,
    Whole(
        0,
        9999,
        label="Shots left",
        help="After the attack’s own.",
        part=WEAPON,
        only_if=(A_GUN,),
        rules=("W6.10",),
    ),
]
LuckOnDice = Annotated[
    int,
    Whole(
        0,
        3,
        at_most_field="luck_points",
        label="Luck points for rerolls",
        help="Up to three combat dice are rolled again for each, before cover.",
        part=WEAPON,
        lever=Lever(words="Reroll three more dice", unit="luck point", held="luck_points"),
        rules=("W1.15", "W1.10"),
    ),
]
Piercing = Annotated[
    int,
    Whole(0, 5, label="Piercing X", help="X for each Effect.", part=WEAPON, rules=("W7.7",)),
]
HasEffect = Annotated[bool, YesNo(part=WEAPON, rules=("W7.7",))]
Radioactive = Annotated[bool, YesNo(part=WEAPON, rules=("W7.7", "W7.6"))]


@dataclass(frozen=True)
class Effects(Group):
    """The damage effects of an attack (W7.7)."""

    piercing: Piercing = 0
    vicious: HasEffect = False
    breaking: HasEffect = False
    stun: HasEffect = False
    radioactive: Radioactive = False
    spread: HasEffect = False
    persistent: HasEffect = False
    burst: HasEffect = False


@dataclass(frozen=True)
class Charge(Group):
    """Combat dice that AP and further shots add to a hit (W7.10-W7.12, W11.5)."""

    extra_ap: Annotated[
        int,
        Whole(
            0,
            3,
            front=True,
            label="AP for extra dice",
            help="1 CD each; melee and thrown attacks, or an Accurate gun after an Aim.",
            lever=Lever(words="One more combat die", unit="AP"),
            rules=("W11.5", "W7.11"),
        ),
    ] = 0
    accurate_aim: Annotated[
        bool,
        YesNo(
            label="Accurate, and aimed",
            only_if=(A_GUN,),
            help="AP may then add dice to a gun’s hit, but no extra shots.",
            part=WEAPON,
            rules=("W7.11",),
        ),
    ] = False
    extra_shots: Annotated[
        int,
        Whole(
            0,
            10,
            front=True,
            help="Up to the fire rate, 1 CD each.",
            only_if=(A_GUN,),
            lever=Lever(words="One more shot", unit="extra shot"),
            rules=("W7.10",),
        ),
    ] = 0
    fire_rate: Annotated[int, Whole(0, 10, part=WEAPON, only_if=(A_GUN,), rules=("W7.10",))] = 0
    gatling: Annotated[
        bool,
        YesNo(
            help="An extra shot is ten, and adds 2 CD.",
            part=WEAPON,
            only_if=(A_GUN,),
            rules=("W7.12",),
        ),
    ] = False

    @property
    def dice(self) -> int:
        return self.extra_ap + self.extra_shots * (2 if self.gatling else 1)

    @property
    def shots_spent(self) -> int:
        return self.extra_shots * (10 if self.gatling else 1)

    def effects(self, at_hand: AtHand) -> tuple[Effect, ...]:
        """Return the costs in AP and in the weapon's shots."""
        return (
            *at_hand.changes(at_hand.paid(self.extra_ap)),
            *change("shots", self.shots_spent, 0),
        )

    def fits(self, weapon_class: str, at_hand: AtHand, shots: int) -> None:
        """Raise BadInput where this weapon cannot be charged so."""
        weapon = WEAPON_CLASSES[weapon_class]
        if self.extra_ap and weapon.is_gun and not self.accurate_aim:
            raise BadInput(
                "extra_ap", "AP add no dice to a gun unless it is Accurate and was aimed: give 0"
            )
        if self.extra_ap > at_hand.total:
            raise BadInput("extra_ap", f"extra_ap is {self.extra_ap}; {at_hand.description}")
        if not self.extra_shots:
            return
        if not weapon.is_gun:
            raise BadInput("extra_shots", f"{weapon.words} fires no shots: give 0")
        if self.extra_shots > self.fire_rate:
            raise BadInput(
                "extra_shots", f"{self.extra_shots} extra shots; the fire rate is {self.fire_rate}"
            )
        if self.accurate_aim and self.extra_ap:
            raise BadInput("extra_shots", "AP spent on an aimed Accurate shot: no extra shots")
        if self.shots_spent > shots:
            raise BadInput("extra_shots", f"needs {self.shots_spent} shots; {shots} are left")


#: A plain hit; frozen values, so one instance serves as every default.
UNCHARGED = Charge()
NO_EFFECTS = Effects()


# --- weapons as a sheet writes them ---

#: How a damage effect is written on a sheet: its name, Piercing with its X.
EFFECT_PATTERN = (
    "(?i:"
    + "|".join(
        rf"{row.effect} [1-5]" if row.effect == "piercing" else row.effect for row in DAMAGE_EFFECTS
    )
    + ")"
)
EFFECT_HINT = "Breaking, Burst, Persistent, Piercing 1 to 5, Radioactive, Spread, Stun or Vicious"


def effect_inputs(written: Iterable[str]) -> dict[str, object]:
    """Return a weapon's damage effects as inputs: `Piercing 1` -> piercing 1."""
    inputs: dict[str, object] = {}
    for words in written:
        name, _, amount = words.lower().partition(" ")
        inputs[name] = int(amount) if amount else True
    return inputs


def has(weapon: Values, quality: str) -> bool:
    """Tell whether the weapon has this quality (W7.8)."""
    return quality.lower() in (quality.lower() for quality in weapon["qualities"])


def blasts(weapon: Values) -> bool:
    """Tell whether the weapon is aimed at a zone (W6.14); one that strikes in reach is not."""
    return has(weapon, "Blast") and WEAPON_CLASSES[weapon["weapon_class"]].counts_range


def attack_inputs(weapon: Values) -> dict[str, object]:
    """Return the inputs of a weapon's attack; the target is at the ideal range."""
    kind = WEAPON_CLASSES[weapon["weapon_class"]]
    inputs: dict[str, object] = {"weapon_class": kind.id}
    if kind.counts_range:
        inputs |= {
            "weapon_range": weapon["weapon_range"],
            "target_range": weapon["weapon_range"],
            "close_quarters": has(weapon, "Close Quarters"),
            "shots": weapon["shots"],
        }
    else:
        inputs["target_range"] = "reach"
    if has(weapon, "Gatling"):
        inputs["shots_per_attack"] = 10
    if has(weapon, "Unreliable"):
        inputs["complication_range"] = 2
    if blasts(weapon):
        inputs["blast"] = True
    if has(weapon, "Inaccurate"):
        inputs["aim"] = False  # W4.1: it gets nothing from Aim
    return inputs


def damage_inputs(weapon: Values, melee_bonus: int) -> dict[str, object]:
    """Return the inputs of a weapon's damage."""
    kind = WEAPON_CLASSES[weapon["weapon_class"]]
    inputs: dict[str, object] = {
        "weapon_class": kind.id,
        "damage_rating": weapon["damage_rating"],
        "damage_type": weapon["damage_type"],
        **effect_inputs(weapon["effects"]),
    }
    if kind.is_gun:
        inputs |= {
            "fire_rate": weapon["fire_rate"],
            "gatling": has(weapon, "Gatling"),
            "shots": weapon["shots"],
        }
        if has(weapon, "Accurate"):
            inputs["accurate_aim"] = True  # W7.11; only AP spent on it need the aim
    elif not kind.is_thrown:
        inputs["bonus_dice"] = melee_bonus  # W12.4
    return inputs


def damage_of(weapon: Values, melee_bonus: int) -> tuple[str, dict[str, object]]:
    """Return the procedure and the inputs of a weapon's damage (W7.14)."""
    inputs = damage_inputs(weapon, melee_bonus)
    if not blasts(weapon):
        return "wasteland.damage", inputs
    # Spread and Burst do nothing besides: the zone is hit already.
    return "wasteland.blast", {n: v for n, v in inputs.items() if n not in ("spread", "burst")}
