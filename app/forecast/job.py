"""A batch of fights as a worker plays it for the page: text in, text out (building/worker.mjs).

`answer` in one go, as a worker does; `in_slices` with a breath after each turn, as a page does.

{"fight": the fight's record as text, "luck": …, "first": 0, "count": 12}
-> {"counts": {…}} or {"error": {"field", "message"}}
"""

from __future__ import annotations

import json
from collections.abc import Generator
from functools import lru_cache

from app.core.errors import BadInput
from app.core.support.incremental import run_to_end
from app.forecast import Fight, fight
from app.forecast.playing import batch_in_slices, seldom_collected


def answer(text: str) -> str:
    """The counts of these fights."""
    with seldom_collected():
        return run_to_end(in_slices(text))


def in_slices(text: str) -> Generator[None, None, str]:
    """The same with a breath now and then."""
    asked = json.loads(text)
    try:
        counts = yield from batch_in_slices(
            _read(asked["fight"]), asked["luck"], asked["first"], asked["count"]
        )
    except BadInput as fault:
        return json.dumps({"error": {"field": fault.field, "message": fault.message}})
    return json.dumps({"counts": counts.as_record()})


@lru_cache(maxsize=2)
def _read(text: str) -> Fight:
    """The fight, read once for all its batches."""
    return fight(json.loads(text))
