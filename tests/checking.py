"""How `make check` runs the tests without a browser: with fewer cases, and not the slowest.

pytest --slow=without -p tests.checking --hypothesis-profile=check ...

A property is tried a quarter as often (`tries.py`). Of a test with many cases (of all procedures,
say) every sixth is run, another sixth each day.
"""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from hypothesis import HealthCheck, settings

from tests.slow import name_of

settings.register_profile(
    "check",
    max_examples=25,
    deadline=None,
    derandomize=False,
    suppress_health_check=[HealthCheck.too_slow],
)

#: So many cases are many; one in so many of them is run.
MANY, ONE_IN = 12, 6

#: Where every case counts, and costs little: worked examples, imports.
WHOLE = ("tests/systems/test_examples.py", "tests/test_architecture.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, where there are many cases, most."""
    kept = _some(items)
    left_out = set(items) - set(kept)
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = kept


def _some(items: list[pytest.Item]) -> list[pytest.Item]:
    """All but five sixths of the cases where they are many."""
    cases = Counter(name_of(item) for item in items)
    places: Counter[str] = Counter()
    today, kept = date.today().toordinal(), []
    for item in items:
        test = name_of(item)
        places[test] += 1
        few = cases[test] <= MANY or test.partition("::")[0] in WHOLE
        if few or (places[test] + today) % ONE_IN == 0:
            kept.append(item)
    return kept
