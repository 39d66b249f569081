"""What is due of somebody, and is so no more: the dead are tested for nothing (G84, G97, G105)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.core.sheets import Sheet
from app.systems.garden.injuries import life_state, stable, suffers
from app.systems.garden.timing import WITHOUT_END

#: What is rolled for several at once: one of them may be dead.
TOGETHER = ("garden.initiative",)
#: Whose death ends what others are to roll: nobody treats the dead.
DIE = ("patient",)


def is_moot(due: Mapping[str, Any], sheets: Mapping[str, Sheet]) -> bool:
    """Tell whether something that is due has lost its reason.

    sheets: of those whom it is about, by role.
    """
    own = sheets.get(due.get("role", "self"))
    if own is None or due["procedure"] in TOGETHER:
        return False
    if any(each["dead"] for role, each in sheets.items() if role in DIE) or own["dead"]:
        return True
    reason = REASONS.get(due["procedure"])
    return reason is not None and not reason(own, due)


def _dies(own: Sheet, due: Mapping[str, Any]) -> bool:
    """G84, G97: of bleeding until it is stopped, of a coma until it ends."""
    state = "comatose" if due["inputs"].get("stabilized") else "bleeding-out"
    return life_state(own) == state


def _opens(own: Sheet, due: Mapping[str, Any]) -> bool:
    return bool(stable(own, "deep") or stable(own, "flesh"))


def _is_feverish(own: Sheet, due: Mapping[str, Any]) -> bool:
    return any(each["fever_days"] for each in own["illnesses"])


def _lasts(own: Sheet, due: Mapping[str, Any]) -> bool:
    """A condition without a length of which it is asked when it ends."""
    asked = [each for each in WITHOUT_END if due["label"].endswith(question(each))]
    return not asked or any(suffers(own, each) for each in asked)


#: What must still be so for something to be due, by its procedure; empty is a decision.
REASONS: Mapping[str, Callable[[Sheet, Mapping[str, Any]], bool]] = {
    "garden.dying": _dies,
    "garden.activity": _opens,
    "garden.fever": _is_feverish,
    "": _lasts,
}


def question(condition: str) -> str:
    """Return the end of what is asked of a condition without a length."""
    return f" is {condition.replace('-', ' ')}: when does it end?"
