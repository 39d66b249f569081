"""Stored records, for tests without a campaign."""

from __future__ import annotations

from app.core.encounters.rolls import DueRecord
from app.core.procedures.inputs import Values


def stored_due(
    who: str, procedure: str = "", inputs: Values | None = None, label: str = ""
) -> DueRecord:
    """Return a due roll as a campaign stores it."""
    return {
        "id": "1.1",
        "who": who,
        "label": label,
        "procedure": procedure,
        "inputs": inputs or {},
        "rules": [],
    }
