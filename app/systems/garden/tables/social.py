"""The table of requests (G51)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class SocialLine(NamedTuple):
    line: str
    words: str
    tn: int


SOCIAL = Table(
    "garden.tbl_social",
    "Requests",
    "G51",
    {"words": "Line", "tn": "TN"},
    (
        SocialLine("hostile",         "Hostile", 6),
        SocialLine("neutral",         "Neutral", 4),
        SocialLine("friendly",        "Friendly", 2),
        SocialLine("simple",          "Simple or short", -1),
        SocialLine("complex",         "Complex or long", 1),
        SocialLine("violates_values", "Violates the NPC’s values", 2),
        SocialLine("beneficial",      "Beneficial to the NPC", -3),
        SocialLine("dangerous",       "Dangerous to the NPC", 3),
    ),
)  # fmt: skip

#: How much the NPC likes the asker: the first three lines, of which one is the base.
DISPOSITIONS = {row.line: row.words for row in SOCIAL.rows[:3]}
