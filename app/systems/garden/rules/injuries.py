"""The injuries of a sheet: counts, marks, penalty, the state of a life (G83-G88)."""

from __future__ import annotations

from app.core.procedures.inputs import Values
from app.systems.garden.rules.codes import read
from app.systems.garden.rules.wounds import MOST_BOXES, boxes, wound_penalty


def count(sheet: Values, kind: str) -> int:
    """Count the injuries of a kind, such as `flesh-wound`; no row has boxes for more (G83)."""
    alike = [code for code in sheet["injuries"] if read(code).kind == kind]
    return min(MOST_BOXES, len(alike))


def count_open(sheet: Values, severity: str) -> int:
    """Count the open wounds of a type: untreated, or opened again."""
    alike = [code for code in sheet["injuries"] if code == f"{severity}-wound/open"]
    return min(MOST_BOXES, len(alike))


def stable(sheet: Values, severity: str) -> int:
    """Count the stabilised wounds of a type."""
    return count(sheet, f"{severity}-wound") - count_open(sheet, severity)


def marks(sheet: Values, row: str) -> int:
    """Count the marked boxes of a row, `wound` or `bruise`, up to its length (G83)."""
    marked = boxes(count(sheet, f"flesh-{row}"), count(sheet, f"deep-{row}"))
    return min(marked, int(sheet[f"{row}_boxes"]))


def full(sheet: Values, row: str) -> bool:
    return marks(sheet, row) >= int(sheet[f"{row}_boxes"])


def house_rule(sheet: Values, rule: str, written: str) -> str:
    """Return the campaign's house rule for the sheet, else the rule as written."""
    house: Values = getattr(sheet, "house", {})
    return str(house.get(rule, written))


def row_penalty(sheet: Values) -> int:
    """Return the wound penalty (G87)."""
    return wound_penalty(
        count(sheet, "flesh-wound"),
        count(sheet, "deep-wound"),
        count(sheet, "flesh-bruise"),
        count(sheet, "deep-bruise"),
        house_rule(sheet, "half_penalty", "drop"),
    )


def condition_names(sheet: Values) -> tuple[str, ...]:
    """Return the names of conditions that an encounter knows, each once, death included.

    The encounter counts conditions of rounds itself (G107).
    """
    names = [
        condition["name"] for condition in sheet["conditions"] if condition["unit"] != "rounds"
    ]
    return tuple(dict.fromkeys([*names, "dead"] if sheet["dead"] else names))


def suffers(sheet: Values, condition: str) -> bool:
    return any(each["name"] == condition for each in sheet["conditions"])


def life_state(sheet: Values) -> str:
    """Return `fine`, `injured`, `bleeding-out`, `comatose` or `dead` (G84, G97)."""
    if sheet["dead"]:
        return "dead"
    # G84: a wound that bleeds again means bleeding out, comatose or not.
    if full(sheet, "wound") and not sheet["bleeding_stopped"]:
        return "bleeding-out"
    if suffers(sheet, "comatose"):
        return "comatose"
    return "injured" if sheet["injuries"] else "fine"
