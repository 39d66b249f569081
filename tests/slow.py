"""The slowest tests without a browser: `make test` runs them beside those with one.

`make check` leaves them out. Browsers often wait for a disk or for each other, and these tests use
the processor meanwhile.

pytest --slow=without|only ...
"""

from __future__ import annotations

from pathlib import Path

import pytest

from building.paths import ROOT

#: Tests that take more than two seconds, all cases together, with a quarter of the usual examples.
SLOW = (
    "tests/campaign/test_files.py::test_a_thousand_mutated_files",
    "tests/campaign/test_foreign_rows.py::test_no_sealed_row_of_another_hand_stops_the_page",
    "tests/campaign/test_store.py::test_damaged_rows_of_every_store",
    "tests/campaign/test_validate.py::test_every_moment_of_a_fight_is_sound",
    "tests/campaign/test_strange_files.py::test_strange_files",
    "tests/campaign/test_strange_files.py::test_the_sources_of_strange_files_are_valid",
    "tests/commands/test_docs.py::test_a_shown_command_runs",
    "tests/core/dice/test_dice.py::test_odds_agree_with_a_second_reader_and_a_second_library",
    "tests/core/test_headless.py::test_a_seed_repeats_the_dice",
    "tests/core/test_headless.py::test_wrong_inputs_name_an_input",
    "tests/core/test_inputs.py::test_any_json_is_taken_or_refused_by_name",
    "tests/core/test_inputs.py::test_any_typed_text_is_taken_or_refused_by_name",
    "tests/forecast/test_exact.py::test_a_duel_agrees_with_its_exact_solution",
    "tests/forecast/test_exact.py::test_a_duel_of_the_garden",
    "tests/forecast/test_workers.py::test_a_cluster_that_loses_a_worker",
    "tests/repository/test_release.py::test_a_release_holds_packages_page_checksums_and_notes",
    "tests/systems/garden/test_clock.py::test_odds_agree_with_trying_every_face",
    "tests/systems/prism/test_rules.py::test_the_quick_count_of_a_chain_agrees_with_the_plain_one",
    "tests/systems/test_presets.py::test_a_suggested_group_is_as_hard_as_it_says",
    "tests/systems/test_policies.py::test_a_skill_test_with_luck_by_each_policy",
    "tests/systems/test_procedures.py::test_a_play_is_its_answers",
    "tests/systems/test_procedures.py::test_odds_agree_with_their_brute_force_twin",
    "tests/systems/test_procedures.py::test_odds_sum_to_one_and_know_every_roll",
    "tests/systems/wasteland/test_rules.py::test_the_odds_of_a_blast_agree_with_every_face",
    "tests/systems/wasteland/test_rules.py::test_the_odds_of_a_blasts_values_agree_with_every_face",
    "tests/systems/wasteland/test_rules.py::test_the_odds_of_every_value_agree_with_every_face",
    "tests/sync/test_many.py::test_a_thousand_acts_at_once",
    "tests/sync/test_many.py::test_devices_end_and_connections_are_cut_at_any_moment",
    "tests/sync/test_two_ends.py::test_two_ends_find_each_other_talk_and_find_each_other_again",
    "tests/widgets/journal/test_chronicle.py::test_every_entry_that_holds_stands_in_both",
    "tests/widgets/roll/test_desk.py::test_a_play_that_is_left_ends_as_suggested_with_the_dice_that_fell",
    "tests/widgets/roll/test_desk.py::test_decisions_at_the_end_can_be_taken_otherwise_without_a_die",
    "tests/widgets/luck/test_luck.py::test_a_file_tells_it_without_a_browser",
    "tests/widgets/journal/test_story.py::test_reading_bit_by_bit_tells_the_same",
)


def has_slow(path: Path) -> bool:
    """Return whether a file has one of these tests."""
    return path.relative_to(ROOT).as_posix() in {name.partition("::")[0] for name in SLOW}


def name_of(item: pytest.Item) -> str:
    """Return a test's id without its case."""
    return item.nodeid.partition("[")[0]


def sifted(items: list[pytest.Item], which: str) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests to run and those to deselect. `which` is `without` or `only`."""
    names = {name_of(item) for item in items}
    files = {name.partition("::")[0] for name in names}
    missing = [each for each in SLOW if each not in names and each.partition("::")[0] in files]
    if missing:
        raise pytest.UsageError(f"tests/slow.py names missing tests: {', '.join(missing)}")
    slow = [item for item in items if name_of(item) in SLOW]
    others = [item for item in items if name_of(item) not in SLOW]
    return (slow, others) if which == "only" else (others, slow)
