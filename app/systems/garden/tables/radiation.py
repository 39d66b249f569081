"""Tables of radiation (G115-G119)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from app.core.procedures.outcomes import Tone
from app.core.procedures.tables import Table
from app.systems.garden.tables.hazards import LOWEST


class Illness(NamedTuple):
    """A row of radiation illness. onset_days and penalty: 0 where the row has none."""

    least: int
    tn: int
    onset: str
    onset_days: int
    illness: str
    shown_penalty: str
    penalty: int


RADIATION_ILLNESS = Table(
    "garden.tbl_radiation_illness",
    "Long-term radiation illness",
    "G115",
    {
        "least": "Decigrays, at least",
        "tn": "TN",
        "onset": "Onset",
        "illness": "Illness",
        "shown_penalty": "Action penalty",
    },
    (
        Illness(7, 6, "–", 0, "–", "–", 0),
        Illness(10, 8, "8 weeks", 56, "mild leukopenia, fatigue, weakness", "−1", -1),
        Illness(
            20,
            12,
            "6 weeks",
            42,
            "moderate leukopenia, haemorrhage, infections, alopecia",
            "−2",
            -2,
        ),
        Illness(
            60,
            14,
            "4 weeks",
            28,
            "severe leukopenia, high fever, diarrhoea, vomiting, dizziness, hypotension, "
            "electrolyte disturbance",
            "−3",
            -3,
        ),
        Illness(
            80,
            16,
            "2 weeks",
            14,
            "nausea, vomiting, severe diarrhoea, high fever, electrolyte disturbance, shock",
            "−4",
            -4,
        ),
        Illness(300, 18, "2 days", 2, "death", "–", 0),
    ),
)


class Immediate(NamedTuple):
    grade: str
    mos: str
    least: int | None
    words: str
    effect: str
    tone: Tone


RADIATION_IMMEDIATE = Table(
    "garden.tbl_radiation_immediate",
    "Immediate radiation effects",
    "G116",
    {"mos": "MoS", "words": "Result", "effect": "Effect"},
    (
        Immediate(
            "minor", "0 or more", 0, "Minor effects only", "such as red itchy skin (G114)", "good"
        ),
        Immediate(
            "sick",
            "−1 to −9",
            -9,
            "Sick",
            "action penalty equal to MoS (at most −4), beginning after as many hours as the Body "
            "roll’s total, shrinking by 1 every 12 hours",
            "bad",
        ),
        Immediate("fatal", "−10 or less", LOWEST, "Fatal", "death in 8 ÷ |MoS| weeks", "worst"),
        Immediate("fatal-fumble", "fumble", None, "Fatal", "death in 2 weeks", "worst"),
    ),
)


class Source(NamedTuple):
    """A source. decigrays: per `per`, or None where the GM sets it between low and high."""

    source: str
    words: str
    dose: str
    rate: str
    per: str
    decigrays: int | None
    low: int = 0
    high: int = 0


RADIATION_SOURCES = Table(
    "garden.tbl_radiation_sources",
    "Sources of radiation",
    "G118",
    {"words": "Source", "dose": "Decigrays", "rate": "Rate"},
    (
        Source("reactor-meltdown", "Nuclear reactor meltdown",
               "1–5", "per minute", "minute", None, 1, 5),
        Source("solar-flare", "Solar flare",
               "0–3", "per event", "event", None, 0, 3),
        Source("kiloton-air-1km", "Kiloton air burst at 1 km",
               "10", "per event", "event", 10),
        Source("megaton-air-2km", "Megaton air burst at 2 km",
               "600", "per event", "event", 600),
        Source("megaton-air-10km", "Megaton air burst at 10 km",
               "50", "per event", "event", 50),
        Source("megaton-air-25km", "Megaton air burst at 25 km",
               "10", "per event", "event", 10),
        Source("fallout-1-hour", "Fallout, megaton ground burst, ground zero, after 1 hour",
               "30", "per hour", "hour", 30),
        Source("fallout-2-hours", "Fallout, after 2 hours",
               "12", "per hour", "hour", 12),
        Source("fallout-6-hours", "Fallout, after 6 hours",
               "3", "per hour", "hour", 3),
        Source("fallout-1-day", "Fallout, after 1 day",
               "1", "per hour", "hour", 1),
    ),
)  # fmt: skip


class Shield(NamedTuple):
    shielding: str
    words: str
    rsf: str
    factor: Fraction


SHIELDING = Table(
    "garden.tbl_shielding",
    "Shielding",
    "G119",
    {"words": "Source", "rsf": "RSF"},
    (
        Shield("none",    "None", "1", Fraction(1)),
        Shield("vehicle", "Unprotected vehicle", "1.5", Fraction(3, 2)),
        Shield("house",   "Typical house", "15", Fraction(15)),
        Shield("shelter", "Public fallout shelter", "40", Fraction(40)),
    ),
)  # fmt: skip
