"""Reasons for due rolls that can end: death, help, the end of a condition (G84, G97, G105)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.procedures.inputs import Values
from app.core.sheets import Sheet
from app.systems.garden.rules.injuries import life_state, stable, suffers
from app.systems.garden.sheet.timing import WITHOUT_END

#: Rolls for several combatants at once: one of them may be dead.
TOGETHER = ("garden.initiative",)
#: Roles whose death ends the rolls of others: the dead need no treatment.
DIE = ("patient",)


def is_moot(due: Values, sheets: Mapping[str, Sheet]) -> bool:
    """Tell whether a due roll or decision has lost its reason.

    sheets: the sheets that it concerns, by role.
    """
    own = sheets.get(due.get("role", "self"))
    if own is None or due["procedure"] in TOGETHER:
        return False
    if any(each["dead"] for role, each in sheets.items() if role in DIE) or own["dead"]:
        return True
    reason = REASONS.get(due["procedure"])
    return reason is not None and not reason(own, due)


def _dies(own: Sheet, due: Values) -> bool:
    """Tell whether the bleeding or the coma of the due roll still goes on (G84, G97)."""
    state = "comatose" if due["inputs"].get("stabilized") else "bleeding-out"
    return life_state(own) == state


def _opens(own: Sheet, due: Values) -> bool:
    return bool(stable(own, "deep") or stable(own, "flesh"))


def _is_feverish(own: Sheet, due: Values) -> bool:
    return any(illness["fever_days"] for illness in own["illnesses"])


def _lasts(own: Sheet, due: Values) -> bool:
    """Tell whether the condition still lasts that the decision may end."""
    conditions = [each for each in WITHOUT_END if due["label"].endswith(question(each))]
    return not conditions or any(suffers(own, condition) for condition in conditions)


#: The condition under which a roll stays due, by procedure; empty is a decision.
REASONS: Mapping[str, Callable[[Sheet, Values], bool]] = {
    "garden.dying": _dies,
    "garden.activity": _opens,
    "garden.fever": _is_feverish,
    "": _lasts,
}


def question(condition: str) -> str:
    """Return the question about the end of a condition, without its bearer's name."""
    return f" is {condition.replace('-', ' ')}: when does it end?"
