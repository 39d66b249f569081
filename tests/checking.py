"""How `make check` runs the tests without a browser: with fewer cases, and not the slowest.

pytest --slow=without -p tests.checking --hypothesis-profile=check ...

A property is tried a tenth as often (`tries.py`). Of a test with many cases (of all procedures,
say) every sixth is run, another sixth each day. What reads all of the code or plays whole fights is
left to `make test`.
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

#: So many cases are many; one in so many of them is run.
MANY, ONE_IN = 12, 6

#: Where every case counts, and costs little: worked examples, imports.
WHOLE = ("tests/systems/test_examples.py", "tests/test_architecture.py")

#: They take most of the time, half a second and more each.
LONG = frozenset(
    (
        "tests/campaign/test_files.py::test_a_campaign_comes_back_as_it_was",
        "tests/campaign/test_files.py::test_the_schema_refuses_what_the_shapes_refuse",
        "tests/campaign/test_weighing.py::test_of_the_evening_the_campaign_and_the_game",
        "tests/commands/test_cli.py::test_a_refusal_of_the_rules_ends_with_1",
        "tests/forecast/test_forecast.py::test_points_are_spent_where_they_turn_a_failure",
        "tests/forecast/test_workers.py::test_processes",
        "tests/sync/test_fights.py::test_nothing_hidden_leaves_the_host",
        "tests/sync/test_fights.py::test_players_play_the_fights_from_their_own_devices",
        "tests/sync/test_hostile.py::test_too_long_and_too_many",
        "tests/test_architecture.py::test_imports_make_no_circle",
        "tests/test_copy.py::test_no_retired_phrase_is_left",
        "tests/test_words.py::test_values_are_named_by_nouns",
        "tests/update/fight/test_pad.py::test_a_sign_decides_whatever_the_button",
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
    """Leave out, where there are many cases, most."""
    kept = _some(items)
    left_out = set(items) - set(kept)
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = kept


def _some(items: list[pytest.Item]) -> list[pytest.Item]:
    """All but what takes long, and but five sixths of the cases where they are many."""
    cases = Counter(name_of(item) for item in items)
    places: Counter[str] = Counter()
    today, kept = date.today().toordinal(), []
    for item in items:
        test = name_of(item)
        if test in LONG:
            continue
        places[test] += 1
        few = cases[test] <= MANY or test.partition("::")[0] in WHOLE
        if few or (places[test] + today) % ONE_IN == 0:
            kept.append(item)
    return kept
