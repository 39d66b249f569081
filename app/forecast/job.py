"""A batch of fights as a worker plays it for the page: text in, text out (building/worker.mjs).

{"fight": the fight's record as text, "luck": …, "first": 0, "count": 12}
-> {"counts": {…}} or {"error": {"field", "message"}}
"""

from __future__ import annotations

import json
from functools import lru_cache

from app.core.errors import BadInput
from app.forecast import Fight, batch, fight


def answer(text: str) -> str:
    """The counts of these fights."""
    asked = json.loads(text)
    try:
        counts = batch(_read(asked["fight"]), asked["luck"], asked["first"], asked["count"])
    except BadInput as fault:
        return json.dumps({"error": {"field": fault.field, "message": fault.message}})
    return json.dumps({"counts": counts.as_record()})


@lru_cache(maxsize=2)
def _read(text: str) -> Fight:
    """The fight, read once for all its batches."""
    return fight(json.loads(text))
