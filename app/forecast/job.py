"""A batch of fights as a worker (building/runtime/worker.mjs) plays it: text in, text out.

`answer` runs in one go, as in a worker; `iter_answer` yields after each turn, as on the page.

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
from app.forecast.playing import iter_batch, seldom_collected


def answer(text: str) -> str:
    """Return the counts of the requested fights."""
    with seldom_collected():
        return run_to_end(iter_answer(text))


def iter_answer(text: str) -> Generator[None, None, str]:
    """Like `answer()`, but yields at checkpoints."""
    request = json.loads(text)
    try:
        counts = yield from iter_batch(
            _read(request["fight"]), request["luck"], request["first"], request["count"]
        )
    except BadInput as fault:
        return json.dumps({"error": {"field": fault.field, "message": fault.message}})
    return json.dumps({"counts": counts.as_record()})


@lru_cache(maxsize=2)
def _read(text: str) -> Fight:
    """Return the fight, read once for all its batches."""
    return fight(json.loads(text))
