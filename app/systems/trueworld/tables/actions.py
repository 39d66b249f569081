"""The table of the chapter on actions (T1)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class TurnPart(NamedTuple):
    part: str
    once: str
    more: str
    reminder: str  # in a few words; empty for the action, which is counted


STANDARD_TURN = Table(
    "trueworld.standard_turn",
    "Standard turn",
    "T1.4",
    {"part": "Part", "once": "In one turn", "more": "More of it"},
    (
        TurnPart(
            "movement",
            "to a place nearby; the scene says how far that is (in a fight what one can sprint in "
            "seconds, or the own zone), and the director decides",
            "a longer way takes the rest of the turn",
            "movement nearby",
        ),
        TurnPart(
            "object",
            "one dealing with a thing: get it out, open it",
            "several things take the rest of the turn",
            "one object",
        ),
        TurnPart("talk", "one brief word or gesture", "no", "a brief word"),
        TurnPart("action", "one, at one target that is within range (T1.2)", "no", ""),
        TurnPart(
            "boosts", "any, if the constraint of each is met (T6.7)", "no limit", "any boosts"
        ),
    ),
)

#: The parts of a turn that are not counted, unlike the action (T1.4).
ALSO_IN_A_TURN = ", ".join(row.reminder for row in STANDARD_TURN.rows if row.reminder)
