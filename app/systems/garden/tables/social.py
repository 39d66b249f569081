"""The table of requests (G51)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class Line(NamedTuple):
    line: str
    words: str
    tn: int


SOCIAL = Table(
    "garden.tbl_social",
    "Requests",
    "G51",
    {"words": "Line", "tn": "TN"},
    (
        Line("hostile",         "Hostile", 6),
        Line("neutral",         "Neutral", 4),
        Line("friendly",        "Friendly", 2),
        Line("simple",          "Simple or short", -1),
        Line("complex",         "Complex or long", 1),
        Line("violates_values", "Violates the NPC’s values", 2),
        Line("beneficial",      "Beneficial to the NPC", -3),
        Line("dangerous",       "Dangerous to the NPC", 3),
    ),
)  # fmt: skip

#: How much the NPC likes the asker: the first three lines, of which one is the base.
DISPOSITIONS = {row.line: row.words for row in SOCIAL.rows[:3]}
