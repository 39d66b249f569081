"""The tests of `make check`: without a browser, with fewer cases, and without the slowest.

pytest --slow=without -p tests.checking --hypothesis-profile=check ...

A property is tried a tenth as often (`tries.py`). Of a test with many cases (of all procedures,
say) every sixth runs, another sixth each day. Tests that read all of the code or play whole fights
are left to `make test`.
"""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from hypothesis import HealthCheck, settings

from tests.slow import name_of

settings.register_profile(
    "check",
    max_examples=10,
    deadline=None,
    derandomize=False,
    suppress_health_check=[HealthCheck.too_slow],
)

#: From MANY cases on, one in ONE_IN of them runs.
MANY, ONE_IN = 12, 6

#: Files whose cases are all important and fast: worked examples, imports.
WHOLE = ("tests/systems/test_examples.py", "tests/test_architecture.py")

#: The tests that take most of the time, half a second or more each.
LONG = frozenset(
    (
        "tests/campaign/test_files.py::test_a_campaign_comes_back_as_it_was",
        "tests/campaign/test_files.py::test_the_schema_agrees_with_the_shapes",
        "tests/campaign/test_roll_statistics.py::test_of_the_evening_the_campaign_and_the_game",
        "tests/commands/test_cli.py::test_a_refusal_of_the_rules_ends_with_1",
        "tests/forecast/test_forecast.py::test_points_are_spent_where_they_turn_a_failure",
        "tests/forecast/test_workers.py::test_processes",
        "tests/sync/test_fights.py::test_nothing_hidden_leaves_the_host",
        "tests/sync/test_fights.py::test_players_play_the_fights_from_their_own_devices",
        "tests/sync/test_hostile.py::test_too_long_and_too_many",
        "tests/test_architecture.py::test_imports_make_no_circle",
        "tests/test_copy.py::test_no_retired_phrase_is_left",
        "tests/test_words.py::test_values_are_named_by_nouns",
        "tests/update/fight/test_pad.py::test_a_sign_overrides_the_button",
        "tests/update/test_any_messages.py::test_any_messages_in_any_order",
        "tests/update/test_late_taps.py::test_taps_on_a_screen_that_is_gone",
        "tests/widgets/fight/test_fights.py::test_a_fight_as_it_is_written",
        "tests/widgets/journal/test_story.py::test_a_fight_is_summed_up",
        "tests/widgets/luck/test_fair.py::test_below_the_rolls_it_asks_for_nothing_is_said",
        "tests/widgets/test_ids.py::test_views_of_all_games_open_at_once_share_no_id",
        "tests/widgets/test_words.py::test_the_whole_page_speaks_in_one_voice",
    )
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the slowest tests, and most cases of tests with many."""
    selected = _select(items)
    left_out = set(items) - set(selected)
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = selected


def _select(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests to run: no slow ones, and a sixth of many cases."""
    cases = Counter(name_of(item) for item in items)
    positions: Counter[str] = Counter()
    today, selected = date.today().toordinal(), []
    for item in items:
        test = name_of(item)
        if test in LONG:
            continue
        positions[test] += 1
        few = cases[test] <= MANY or test.partition("::")[0] in WHOLE
        if few or (positions[test] + today) % ONE_IN == 0:
            selected.append(item)
    return selected
