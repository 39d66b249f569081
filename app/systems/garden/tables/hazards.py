"""Tables of hazards: cold and flu, fire, electricity (G105-G112)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.outcomes import Tone
from app.core.procedures.tables import Table

#: Any margin lower than the last row's has that row's grade.
LOWEST = -1000


class Cold(NamedTuple):
    grade: str
    mos: str
    least: int | None
    words: str
    effect: str
    tone: Tone


COLD = Table(
    "garden.tbl_cold",
    "Common cold or flu",
    "G105",
    {"mos": "MoS", "words": "Result", "effect": "Effect"},
    (
        Cold("unaffected", "4 or more", 4, "Unaffected", "nothing", "best"),
        Cold("mild", "0 to 3", 0, "Mild", "sore throat, runny nose, for 4 − MoS days", "good"),
        Cold(
            "ill",
            "−1 to −4",
            -4,
            "Ill",
            "aches, cough, congestion: action penalty equal to MoS, shrinking by 1 a day",
            "poor",
        ),
        Cold(
            "incapacitated",
            "−5 or less",
            LOWEST,
            "Incapacitated",
            "incapacitated for |MoS| + 6 days, then as MoS −4",
            "bad",
        ),
        Cold(
            "life-threatening",
            "fumble",
            None,
            "Life-threatening",
            "incapacitated by a life-threatening fever for a week (G106), then as MoS −8",
            "worst",
        ),
    ),
)


class Fire(NamedTuple):
    source: str
    words: str
    dv: int


FIRE = Table(
    "garden.tbl_fire",
    "Fire",
    "G108",
    {"words": "Source", "dv": "DV"},
    (
        Fire("lighter",       "Lighter", 0),
        Fire("match",         "Match", 0),
        Fire("campfire",      "Campfire", 1),
        Fire("torch",         "Torch", 1),
        Fire("flare",         "Flare", 1),
        Fire("bonfire",       "Bonfire", 2),
        Fire("chemical-fire", "Chemical fire", 2),
        Fire("inferno",       "Inferno", 2),
    ),
)  # fmt: skip


class Current(NamedTuple):
    source: str
    words: str
    dv: int


ELECTRICITY = Table(
    "garden.tbl_electricity",
    "Electricity",
    "G110",
    {"words": "Source", "dv": "DV"},
    (
        Current("wall-outlet",     "Wall outlet", 1),
        Current("power-lines",     "Power lines", 2),
        Current("power-mains",     "Power mains", 4),
        Current("small-lightning", "Small lightning strike", 5),
        Current("large-lightning", "Large lightning strike", 10),
        Current("dam-generator",   "Hydroelectric dam generator", 20),
    ),
)  # fmt: skip


class Shock(NamedTuple):
    grade: str
    mos: str
    least: int | None
    words: str
    effect: str
    tone: Tone


SHOCK = Table(
    "garden.tbl_shock",
    "Shock test",
    "G112",
    {"mos": "MoS", "words": "Result", "effect": "Effect"},
    (
        Shock("conscious",     "0 or more",  0,  "Conscious", "–", "good"),
        Shock("knocked-out",   "−1 to −4",   -4, "Knocked out", "unconscious", "bad"),
        Shock("coma",          "−5 or less", LOWEST, "Coma", "comatose", "worst"),
        Shock("instant-death", "fumble",     None, "Instant death", "dead", "worst"),
    ),
)  # fmt: skip
