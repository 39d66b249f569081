"""The tables of Autonomous Garden, by the chapters of its rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def row_of(rows: Iterable[Any], margin: int) -> str:
    """Return the grade of the first row, from high to low, with its least margin reached.

    Rows without a least margin belong to a fumble.
    """
    return next(row.grade for row in rows if row.least is not None and margin >= row.least)  # type: ignore[no-any-return]
