"""How often a property is tried: a tenth in `make check`, ten times as often in `make fuzz`."""

from __future__ import annotations

from hypothesis import settings

# To be imported by test files alone: while a conftest is read, no profile is chosen yet.
_TIMES = min((settings.default.max_examples if settings.default else 100) / 100, 10.0)


def tries(usual: int) -> int:
    """So many examples, where `make test` tries `usual`; at least one."""
    return max(1, round(usual * _TIMES))
