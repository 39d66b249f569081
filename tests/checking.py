"""How `make check` runs the tests without a browser: with fewer cases, and not the slowest.

pytest -p tests.checking --hypothesis-profile=check ...

A property is tried a quarter as often (`tries.py`). Of a test with many cases (of all procedures,
say) every sixth is run, another sixth each day.
"""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "check", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

#: They take more than two seconds each even so, all cases together: `make test` runs them.
SLOW = (
    "tests/campaign/test_files.py::test_a_thousand_mutated_files",
    "tests/campaign/test_foreign_rows.py::test_no_sealed_row_of_another_hand_stops_the_page",
    "tests/campaign/test_store.py::test_damaged_rows_of_every_store",
    "tests/campaign/test_soundness.py::test_every_moment_of_a_fight_is_sound",
    "tests/campaign/test_strange_files.py::test_strange_files",
    "tests/campaign/test_strange_files.py::test_what_they_are_made_of_is_sound",
    "tests/core/dice/test_dice.py::test_odds_agree_with_a_second_reader_and_a_second_library",
    "tests/core/test_headless.py::test_a_seed_repeats_the_dice",
    "tests/core/test_headless.py::test_wrong_inputs_name_an_input",
    "tests/core/test_inputs.py::test_any_json_is_taken_or_refused_by_name",
    "tests/core/test_inputs.py::test_any_typed_text_is_taken_or_refused_by_name",
    "tests/forecast/test_exact.py::test_a_duel_agrees_with_its_exact_solution",
    "tests/forecast/test_exact.py::test_a_duel_of_the_garden",
    "tests/forecast/test_workers.py::test_a_cluster_that_loses_a_worker",
    "tests/systems/test_garden_clock.py::test_odds_agree_with_trying_every_face",
    "tests/systems/test_prism_rules.py::test_the_quick_count_of_a_chain_agrees_with_the_plain_one",
    "tests/systems/test_policies.py::test_a_skill_test_with_luck_by_each_policy",
    "tests/systems/test_procedures.py::test_a_play_is_its_answers",
    "tests/systems/test_procedures.py::test_odds_agree_with_their_brute_force_twin",
    "tests/systems/test_procedures.py::test_odds_sum_to_one_and_know_every_roll",
    "tests/systems/test_wasteland_rules.py::test_the_odds_of_a_blast_agree_with_every_face",
    "tests/systems/test_wasteland_rules.py::test_the_odds_of_a_blasts_values_agree_with_every_face",
    "tests/systems/test_wasteland_rules.py::test_the_odds_of_every_value_agree_with_every_face",
    "tests/together/test_many.py::test_a_thousand_acts_at_once",
    "tests/widgets/test_chronicle.py::test_every_entry_that_holds_stands_in_both",
    "tests/widgets/test_desk.py::test_a_play_that_is_left_ends_as_suggested_with_the_dice_that_fell",
    "tests/widgets/test_desk.py::test_decisions_at_the_end_can_be_taken_otherwise_without_a_die",
    "tests/widgets/test_luck.py::test_a_file_tells_it_without_a_browser",
    "tests/widgets/test_story.py::test_reading_bit_by_bit_tells_the_same",
)

#: So many cases are many; one in so many of them is run.
MANY, ONE_IN = 30, 6

#: Where every case counts, and costs little: worked examples, imports.
WHOLE = ("tests/systems/test_examples.py", "tests/test_architecture.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow ones; one of another name is said, so that the list stays true."""
    names = {_test(item) for item in items}
    files = {name.partition("::")[0] for name in names}
    gone = [each for each in SLOW if each not in names and each.partition("::")[0] in files]
    if gone:
        raise pytest.UsageError(f"tests/checking.py names what is not there: {', '.join(gone)}")
    kept = [item for item in _some(items) if _test(item) not in SLOW]
    left_out = set(items) - set(kept)
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = kept


def _some(items: list[pytest.Item]) -> list[pytest.Item]:
    """All but five sixths of the cases where they are many."""
    cases = Counter(_test(item) for item in items)
    places: Counter[str] = Counter()
    today, kept = date.today().toordinal(), []
    for item in items:
        test = _test(item)
        places[test] += 1
        few = cases[test] <= MANY or test.partition("::")[0] in WHOLE
        if few or (places[test] + today) % ONE_IN == 0:
            kept.append(item)
    return kept


def _test(item: pytest.Item) -> str:
    """Without the case."""
    return item.nodeid.partition("[")[0]
