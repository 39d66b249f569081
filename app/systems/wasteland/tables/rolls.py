"""Tables of tests, dice and pools (W1, W11)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class Difficulty(NamedTuple):
    difficulty: int
    word: str


DIFFICULTIES = Table(
    "wasteland.difficulties",
    "Difficulties",
    "W1.4",
    {"difficulty": "Difficulty", "word": "Word"},
    (
        Difficulty(0, "simple"),
        Difficulty(1, "average"),
        Difficulty(2, "challenging"),
        Difficulty(3, "difficult"),
        Difficulty(4, "daunting"),
        Difficulty(5, "epic"),
    ),
)


class ComplicationRange(NamedTuple):
    range: int
    faces: str
    lowest: int


COMPLICATION_RANGES = Table(
    "wasteland.complication_ranges",
    "Complication ranges",
    "W1.7",
    {"range": "Range", "faces": "Faces"},
    (
        ComplicationRange(1, "20",    20),
        ComplicationRange(2, "19–20", 19),
        ComplicationRange(3, "18–20", 18),
        ComplicationRange(4, "17–20", 17),
        ComplicationRange(5, "16–20", 16),
    ),
)  # fmt: skip


class CombatFace(NamedTuple):
    face: int
    damage: int
    effect: bool
    shown: str
    has_effect: str


COMBAT_DIE = Table(
    "wasteland.combat_die",
    "The combat die",
    "W1.11",
    {"face": "d6 face", "shown": "Damage", "has_effect": "Effect"},
    (
        CombatFace(1, 1, False, "1", "no"),
        CombatFace(2, 2, False, "2", "no"),
        CombatFace(3, 0, False, "0 (blank)", "no"),
        CombatFace(4, 0, False, "0 (blank)", "no"),
        CombatFace(5, 1, True,  "1", "yes"),
        CombatFace(6, 1, True,  "1", "yes"),
    ),
)  # fmt: skip


class BonusCost(NamedTuple):
    dice: int
    cost: int


BONUS_D20_COST = Table(
    "wasteland.bonus_d20_cost",
    "Price of bonus d20s",
    "W11.1",
    {"dice": "Bonus dice", "cost": "AP in all"},
    (
        BonusCost(1, 1),
        BonusCost(2, 3),
        BonusCost(3, 6),
    ),
)


class Spend(NamedTuple):
    id: str
    rule: str
    spend: str
    ap: str
    limit: str
    words: str
    price: int  # of one; bonus d20s have their own table
    several: bool

    @property
    def costs(self) -> str:
        """Return the price as it is offered."""
        if self.id == "buy-d20s":
            return "1, 3 or 6"
        return self.ap


AP_SPENDS = Table(
    "wasteland.ap_spends",
    "Spending AP in combat",
    "W11.1-W11.5 W5.4",
    {"spend": "Spend", "ap": "AP", "limit": "Limit", "rule": "Rule"},
    (
        Spend(
            "buy-d20s",
            "W11.1",
            "Bonus d20s, bought before the roll and after the difficulty is known",
            "1st: 1, 2nd: 2, 3rd: 3 (in all 1, 3, 6)",
            "three bonus dice a test, those from perks and traits included",
            "Bonus d20s",
            1,
            True,
        ),
        Spend(
            "obtain-information",
            "W11.2",
            "Ask the GM one question about the situation, drawing on your test; "
            "the answer is true, perhaps not complete",
            "1",
            "one question",
            "Obtain information",
            1,
            False,
        ),
        Spend(
            "additional-minor",
            "W11.3",
            "One more minor action this turn",
            "1",
            "two a round",
            "Additional minor action",
            1,
            False,
        ),
        Spend(
            "additional-major",
            "W11.4",
            "One more major action this turn; its test has difficulty +1",
            "2",
            "two a round",
            "Additional major action",
            2,
            False,
        ),
        Spend(
            "extra-damage",
            "W11.5",
            "After a successful melee or thrown attack, +1 CD for each AP",
            "1 to 3",
            "+3 CD",
            "Extra damage",
            1,
            True,
        ),
        Spend(
            "extra-defense",
            "W5.4",
            "A further +1 Defense on a Defend",
            "2",
            "once",
            "Extra Defense",
            2,
            False,
        ),
    ),
)


class LuckSpend(NamedTuple):
    spend: str
    points: str
    when: str
    rule: str


LUCK_SPENDS = Table(
    "wasteland.luck_spends",
    "Spending luck points",
    "W1.10 W1.15 W1.16 W9.1 W9.2",
    {"spend": "Spend", "points": "Points", "when": "When", "rule": "Rule"},
    (
        LuckSpend("Reroll d20s of a test", "1 each", "after the roll", "W1.10"),
        LuckSpend(
            "Reroll up to three CD of a hit or a blast",
            "1",
            "after the roll, before cover",
            "W1.15",
        ),
        LuckSpend("LCK for the attribute", "1", "before the roll", "W1.16"),
        LuckSpend("This round’s turn at once", "1", "between turns, or as a round starts", "W9.1"),
    ),
)


def bonus_dice_price(bought: int) -> int:
    """Return the AP for so many bonus d20s together (W11.1); free dice make none of them dearer."""
    return BONUS_D20_COST[bought].cost if bought else 0


def spend_price(spend: str, amount: int) -> int:
    """Return the AP for a spend of section 11, taken `amount` times."""
    return bonus_dice_price(amount) if spend == "buy-d20s" else AP_SPENDS[spend].price * amount
