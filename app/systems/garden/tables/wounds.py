"""Tables of wounds and healing (G83-G95)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class WoundLevel(NamedTuple):
    level: str
    words: str
    comes: str
    marks: str


WOUND_LEVELS = Table(
    "garden.tbl_wound_levels",
    "Wound levels",
    "G80-G83",
    {"words": "Level", "comes": "What it is", "marks": "What it marks"},
    (
        WoundLevel("scratch", "Below the flesh level", "a scratch: painful, no more", "nothing"),
        WoundLevel(
            "flesh",
            "Flesh level",
            "hurts, hardly kills: a cracked rib, a deep cut, a bleeding bruise",
            "one box",
        ),
        WoundLevel(
            "deep",
            "Deep level",
            "may kill: a broken bone, a pierced organ, a severe concussion",
            "two boxes",
        ),
        WoundLevel(
            "critical",
            "Critical level",
            "the head off, the body in two",
            "a wound: dead at once (a limb: lost, and two boxes); "
            "a bruise: unconscious for 1d6 hours, every box left",
        ),
    ),
)


class Wound(NamedTuple):
    injury: str
    words: str
    boxes: int
    penalty: str
    movement: str


WOUND_PENALTIES = Table(
    "garden.tbl_wound_penalties",
    "Wound penalties",
    "G83 G87",
    {"words": "Injury", "boxes": "Boxes", "penalty": "Penalty", "movement": "Movement"},
    (
        Wound("flesh-wound",  "Flesh wound",  1, "−1",   "cannot sprint"),
        Wound("deep-wound",   "Deep wound",   2, "−2",   "cannot run; with two, cannot stand"),
        Wound("flesh-bruise", "Flesh bruise", 1, "−1/2", "–"),
        Wound("deep-bruise",  "Deep bruise",  2, "−1",   "–"),
    ),
)  # fmt: skip


class Degeneration(NamedTuple):
    """A row of degeneration. hours: between tests with a single open wound."""

    wound: str
    words: str
    hours: int
    interval: str
    fail: str
    fumble: str


DEGENERATION = Table(
    "garden.tbl_degeneration",
    "Degeneration",
    "G89 G90",
    {"words": "Open wound", "interval": "Interval", "fail": "Fail", "fumble": "Fumble"},
    (
        Degeneration(
            "flesh",
            "Flesh",
            24,
            "24 hours ÷ open flesh wounds",
            "one more flesh wound",
            "a deep wound",
        ),
        Degeneration(
            "deep",
            "Deep",
            1,
            "1 hour ÷ open deep wounds",
            "one more flesh wound",
            "a deep wound",
        ),
    ),
)


class Opening(NamedTuple):
    wound: str
    words: str
    opened_by: str
    activities: tuple[str, ...]


DESTABILIZE = Table(
    "garden.tbl_destabilize",
    "Destabilising",
    "G92",
    {"words": "Stable wound", "opened_by": "Opened by"},
    (
        Opening("flesh", "Flesh", "heavy activity: combat, running", ("heavy",)),
        Opening(
            "deep", "Deep", "anything above lying in bed, meals and washing", ("light", "heavy")
        ),
    ),
)


class Healing(NamedTuple):
    """A row of healing. hours: at rate 1; for a bruise, of each point on 1d6."""

    injury: str
    words: str
    care: str
    hours: int
    time: str


HEALING = Table(
    "garden.tbl_healing",
    "Healing times",
    "G95",
    {"words": "Injury", "care": "Care", "time": "Time"},
    (
        Healing("flesh-bruise",        "Flesh bruise", "–",         1, "1d6 hours"),
        Healing("deep-bruise",         "Deep bruise",  "–",        24, "1d6 days"),
        Healing("flesh-wound/aided",   "Flesh wound", "aided",     72, "3 days (72 h)"),
        Healing("deep-wound/aided",    "Deep wound",  "aided",    336, "2 weeks (336 h)"),
        Healing("flesh-wound/unaided", "Flesh wound", "unaided",  168, "1 week (168 h)"),
        Healing("deep-wound/unaided",  "Deep wound",  "unaided",  720, "1 month (720 h)"),
    ),
)  # fmt: skip
