"""The examples per property: a tenth in `make check`, ten times as many in `make fuzz`."""

from __future__ import annotations

from hypothesis import settings

# Only test files may import this: a conftest is read before the profile is chosen.
_TIMES = min((settings.default.max_examples if settings.default else 100) / 100, 10.0)


def tries(usual: int) -> int:
    """Return the number of examples where `make test` tries `usual`, at least one."""
    return max(1, round(usual * _TIMES))
