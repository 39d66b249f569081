"""The fight that a record describes, of any of the games."""

from __future__ import annotations

from app.forecast.records import Fight, read
from app.systems import games


def fight(record: object) -> Fight:
    """Return the fight of a record such as a JSON file holds; BadInput names the field at fault."""
    return read(record, games())
