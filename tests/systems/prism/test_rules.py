"""Prism: complete by its rules file; house rules; odds counted again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.odds.odds import odds, spread
from app.core.play.play import by_hand
from app.core.play.readings import Chain
from app.core.procedures.kinds import OneOf
from app.core.procedures.outcomes import Outcome
from app.systems.prism import GAME
from app.systems.prism.rules.readings import (
    FRESH,
    HIGH,
    LOW,
    OpenEnded,
    after_first_die,
    open_ended,
)
from app.systems.prism.rules.results import look_up
from app.systems.prism.tables.chart import CHART
from tests.examples import DATA

COVERAGE = json.loads((DATA / "prism" / "coverage.json").read_text(encoding="utf-8"))


def play(name: str, *dice: int, **inputs: Any) -> Outcome:
    return by_hand(GAME.procedures[f"prism.{name}"].bind(inputs), dice).outcome


def chances(name: str, **inputs: Any) -> dict[str, Fraction]:
    return odds(GAME.procedures[f"prism.{name}"].bind(inputs))


# --- coverage by the rules file ---


def test_procedures_and_their_inputs() -> None:
    listed = {each.name: set(each.inputs) for each in GAME}
    assert listed == {name: set(inputs) for name, inputs in COVERAGE["inputs"].items()}


def test_grades() -> None:
    for name, grades in COVERAGE["grades"].items():
        declared = [grade.id for grade in GAME.procedures[f"prism.{name}"].grades]
        assert sorted(declared) == sorted(grades), name


@pytest.mark.parametrize(("name", "inputs", "dice", "values"), COVERAGE["values"])
def test_values(name: str, inputs: dict[str, Any], dice: list[int], values: list[str]) -> None:
    inputs = {key: Fraction(str(v)) if isinstance(v, float) else v for key, v in inputs.items()}
    assert sorted(play(name, *dice, **inputs).values) == sorted(values)


def test_defaults() -> None:
    for procedure in GAME:
        for name, declared in procedure.inputs.items():
            if declared.kind.house:
                assert declared.default == COVERAGE["options"][name][0]
                continue
            default = COVERAGE["defaults"].get(name)
            if isinstance(default, dict):
                default = default.get(procedure.name)
            assert declared.required == (default is None), (procedure.id, name)
            assert declared.required or declared.default == default, (procedure.id, name)


def test_house_rules() -> None:
    assert set(GAME.house) == set(COVERAGE["options"])
    for name, values in COVERAGE["options"].items():
        kind = GAME.house[name].kind
        assert isinstance(kind, OneOf)
        assert list(kind.choices) == values


def test_tables() -> None:
    listed = {table.id.partition(".")[2]: len(table.rows) for table in GAME.tables}
    assert listed == COVERAGE["tables"]


def test_one_id_is_one_thing() -> None:
    """P18: the table has the chapter's name, the procedure keeps its own."""
    assert not {table.id for table in GAME.tables} & set(GAME.procedures)


def test_every_rule_is_cited_where_the_rules_file_says() -> None:
    assert list(COVERAGE["rules"]) == list(GAME.rules)
    tables = {table.id: table.rule_ids for table in GAME.tables}
    for rule, places in COVERAGE["rules"].items():
        for place in places:
            cited: set[str] = set(tables.get(f"prism.{place}", ()))
            procedure = GAME.procedures.get(f"prism.{place}")
            if procedure is not None:
                cited |= set(procedure.rule_ids)
                cited |= {id for each in procedure.inputs.values() for id in each.kind.rules}
            assert rule in cited, (rule, place)


# --- the chart ---


def test_the_chart_has_no_gap() -> None:
    for row, following in zip(CHART.rows, CHART.rows[1:], strict=False):
        assert following.least == row.most + 1
    assert (CHART.rows[0].low, CHART.rows[0].high) == ("and below", -26)
    assert (CHART.rows[-1].low, CHART.rows[-1].high) == (251, "and up")


def test_grades_say_their_totals_with_a_true_minus_sign() -> None:
    notes = {grade.id: grade.note for grade in GAME.procedures["prism.static_maneuver"].grades}
    assert notes["extraordinary-failure"] == "−26 and below"
    assert notes["fumble"] == "−25 to 5"
    assert notes["success"] == "111 to 175"
    assert notes["extraordinary-success"] == "251 and up"


@pytest.mark.parametrize(
    ("total", "static", "moving"),
    [
        (-26, "extraordinary-failure", "extraordinary-failure"),
        (-25, "fumble", "fumble"),
        (5, "fumble", "fumble"),
        (6, "failure", "percent-0"),
        (80, "failure", "percent-60"),
        (81, "partial-success", "percent-70"),
        (90, "partial-success", "percent-80"),
        (91, "near-success", "percent-90"),
        (101, "unrelated-success", "unrelated-success"),
        (110, "unrelated-success", "unrelated-success"),
        (111, "success", "percent-100"),
        (175, "success", "percent-120"),
        (176, "critical-success", "critical-success"),
        (250, "critical-success", "critical-success"),
        (251, "extraordinary-success", "extraordinary-success"),
    ],
)
def test_row_borders(total: int, static: str, moving: str) -> None:
    assert play("chart_result", total=total).grade == static
    assert play("chart_result", total=total, reading="moving").grade == moving


def test_success_flags() -> None:
    """P13, for every row in both columns."""
    flags = {
        reading: [look_up(row.most, reading).success for row in CHART]
        for reading in ("static", "moving")
    }
    half = [None, None]
    assert flags["static"] == [False] * 9 + half + [None, False] + [True] * 5
    assert flags["moving"] == [False] * 3 + [None] * 9 + [False] + [True] * 5


def test_the_words_of_a_row_are_in_the_notes() -> None:
    assert play("chart_result", total=120).notes == ("The maneuver works.",)
    assert play("chart_result", total=30, reading="moving").notes == (
        "20% of the task is accomplished (P6).",
    )
    notes = play("static_maneuver", 2, 60, bonus=0).notes
    assert notes == (
        "Miserable failure; if possible the opposite of the intention happens. Slump (P15).",
    )
    # P14: the same row without the slump, for a roll that keeps no state.
    for name, inputs in (
        ("potency", {"potency": 0, "resistance": 0}),
        ("breakage", {"potency": 0, "resistance": 0}),
        ("chance", {"chance": 0}),
    ):
        assert play(name, 2, 60, **inputs).notes == (
            "Miserable failure; if possible the opposite of the intention happens.",
        )
    assert play("potency", 99, 99, 60, potency=0, resistance=0).notes == ("As good as possible.",)
    far = play("run", 99, 99, 60, bonus=0, enc_mv=50, pace=2)
    assert far.notes[0] == "As good as possible. In the zone (P16)."


# --- house rules ---


def test_open_ended() -> None:
    for name, inputs in (("static_maneuver", {"bonus": 0}), ("open_roll", {})):
        assert play(name, 4, 30, **inputs).values["open_roll"] == -26
        assert play(name, 97, 30, **inputs).values["open_roll"] == 127
        high = {**inputs, "open_ended": "high-only"}
        assert play(name, 4, **high).values["open_roll"] == 4
        assert play(name, 97, 30, **high).values["open_roll"] == 127
        assert play(name, 97, open_ended="none", **inputs).values["open_roll"] == 97
    assert play("open_roll", 4, open_ended="high-only").grade == "plain"
    assert play("open_roll", 97, open_ended="none").grade == "plain"
    assert play("attack", 97, ob=0, open_ended="none").values["total"] == 97
    assert play("attack", 97, 3, ob=0, open_ended="high-only").values["total"] == 100
    assert play("attack", 4, ob=0).values["total"] == 4


def test_only_the_first_die_dives() -> None:
    assert play("open_roll", 98, 3).values["open_roll"] == 101
    assert play("open_roll", 4, 97, 3).values == {"open_roll": -96, "first": 4, "rolls": 3}


def test_minus_25() -> None:
    strict = {"minus_25": "extraordinary-failure"}
    assert play("chart_result", total=-25, **strict).grade == "extraordinary-failure"
    assert play("chart_result", total=-24, **strict).grade == "fumble"
    assert play("static_maneuver", 50, bonus=-75).values["slump_after"] is False
    assert play("static_maneuver", 50, bonus=-75, **strict).values["slump_after"] is True


def test_unrelated_percent() -> None:
    for name, inputs in (
        ("moving_maneuver", {"bonus": 55}),
        ("potency", {"potency": 55, "resistance": 0}),
        ("breakage", {"potency": 55, "resistance": 0}),
        ("stat_test", {"stats": [50], "other": 5, "reading": "moving"}),
    ):
        assert play(name, 50, **inputs).values["percent"] == 0
        result = play(name, 50, unrelated_percent=90, **inputs)
        assert result.values["percent"] == 90
        assert (result.grade, result.success) == ("unrelated-success", False)
    far = play("run", 50, bonus=5, enc_mv=50, pace=2, unrelated_percent=90)
    assert (far.values["total"], far.values["distance"]) == (105, 90)


def test_mana_column() -> None:
    def mana(column: str, **house: str) -> int:
        return int(play("modifiers", column=column, mana="high", **house).values["mana"])

    assert [mana("perception"), mana("magic")] == [20, 0]
    swapped = {"mana_column": "magic"}
    assert [mana("perception", **swapped), mana("magic", **swapped)] == [0, 20]
    assert [mana(column, **swapped) for column in ("movement", "items", "influence")] == [0, 0, 0]


def test_pace_cap() -> None:
    with pytest.raises(BadInput) as fault:
        play("run", 50, bonus=0, enc_mv=50, pace=Fraction(51, 10))
    assert fault.value.field == "pace"
    assert play("run", 50, bonus=0, enc_mv=50, pace=5).values["pace_penalty"] == -150
    fast = play("run", 50, bonus=0, enc_mv=50, pace=20, pace_cap="none")
    assert fast.values["pace_penalty"] == -600


def test_pure_chance() -> None:
    assert chances("chance", chance=30, pure_chance="flat") == {
        "success": Fraction(3, 10),
        "failure": Fraction(7, 10),
    }
    assert chances("chance", chance=0, pure_chance="flat") == {"failure": Fraction(1)}
    assert play("chance", 30, chance=30, pure_chance="flat").success is True
    assert play("chance", 31, chance=30, pure_chance="flat").success is False


# --- states and counts ---


@pytest.mark.parametrize(
    ("streak", "total", "after"),
    [
        ("none", -26, "slump"),
        ("none", 251, "zone"),
        ("none", 120, "none"),
        ("slump", -26, "slump"),
        ("slump", 110, "slump"),
        ("slump", 111, "none"),
        ("slump", 251, "zone"),
        ("zone", 251, "zone"),
        ("zone", 100, "zone"),
        ("zone", 81, "zone"),
        ("zone", 80, "none"),
        ("zone", 105, "none"),
        ("zone", -26, "slump"),
    ],
)
def test_slump_and_zone(streak: str, total: int, after: str) -> None:
    added = {"none": 0, "slump": -50, "zone": 50}[streak]
    for name in ("static_maneuver", "moving_maneuver"):
        result = play(name, 50, bonus=total - 50 - added, streak=streak)
        assert result.values["total"] == total
        assert result.values["slump_after"] == (after == "slump")
        assert result.values["zone_after"] == (after == "zone")
        streaks = [e.value for e in result.effects if e.field == "streak"]
        assert streaks == ([] if after == streak else [after])


def test_failures_stop_at_twenty_and_free_attempts_leave_them() -> None:
    at_most = play("static_maneuver", 50, bonus=0, failed_attempts=20)
    assert at_most.values["failed_attempts_after"] == 20
    assert at_most.values["retry_penalty"] == -500
    free = play("static_maneuver", 50, bonus=0, failed_attempts=3, retry="free", fresh_start=True)
    assert (free.values["retry_penalty"], free.values["failed_attempts_after"]) == (0, 3)
    assert free.effects == ()
    anew = play("static_maneuver", 20, bonus=0, failed_attempts=3, fresh_start=True)
    assert anew.values["failed_attempts_after"] == 1


def test_runs() -> None:
    base = {"bonus": 0, "enc_mv": 50, "pace": 2}
    fumble = play("run", 10, **{**base, "bonus": -60})
    assert (fumble.grade, fumble.values["distance"], fumble.effects) == ("fumble", 0, ())
    assert "P28" in fumble.notes[-1]
    fall = play("run", 10, **{**base, "bonus": -100})
    assert [(e.field, e.op, e.value) for e in fall.effects] == [
        ("streak", "set", "slump"),
        ("pending", "append", "fall-crush"),
    ]
    walk = play("run", bonus=0, enc_mv=57, pace=Fraction(9, 10))
    assert walk.values["distance"] == Fraction(513, 10)


def test_modifiers_of_every_column() -> None:
    every = {
        "difficulty": "hard",
        "wounds": "lost-76-99",
        "stunned": True,
        "bleeding": 3,
        "melee": True,
        "noise": True,
        "running": True,
        "total_penalty": -65,
        "item_quality": "inferior",
        "terrain": "obstructed",
        "mana": "concentrated-node",
        "other": 7,
    }
    sums = {
        column: play("modifiers", column=column, **every).values["modifier"]
        for column in ("movement", "items", "influence", "magic", "perception")
    }
    assert sums == {
        "movement": -10 - 30 - 25 - 30 - 5 - 5 + 0 - 65 - 5 - 20 + 0 + 7,
        "items": -10 - 30 - 75 - 15 - 10 - 5 - 40 - 65 - 40 - 30 + 0 + 7,
        "influence": -10 - 20 - 75 - 30 - 30 - 25 - 5 + 0 + 0 - 30 + 0 + 7,
        "magic": -10 - 30 - 75 - 30 - 5 - 35 - 20 + 0 - 20 + 0 + 0 + 7,
        "perception": -10 - 40 - 50 - 15 - 30 - 10 - 50 - 16 + 0 - 40 + 40 + 7,
    }


def test_several_stats_drop_their_fraction_once() -> None:
    def bonus(*stats: int, **inputs: bool) -> int:
        return int(play("stat_test", 50, stats=list(stats), **inputs).values["bonus"])

    assert [bonus(-9, 2), bonus(9, -2), bonus(5, 6, 6)] == [-3, 3, 5]
    assert [bonus(5, 6, doubled=True), bonus(5, 6, 6, doubled=True)] == [11, 11]


@pytest.mark.parametrize(
    ("hp", "grade", "lost"),
    [
        (64, "none", 0),
        (49, "none", Fraction(1500, 64)),
        (48, "lost-25-50", 25),
        (32, "lost-25-50", 50),
        (31, "lost-51-75", Fraction(3300, 64)),
        (16, "lost-51-75", 75),
        (15, "lost-76-99", Fraction(4900, 64)),
        (1, "lost-76-99", Fraction(6300, 64)),
        (0, "down", 100),
        (-64, "down", 200),
    ],
)
def test_bands_of_lost_hp(hp: int, grade: str, lost: Fraction) -> None:
    result = play("wound_level", hp_max=64, hp=hp)
    assert (result.grade, result.values["lost_percent"]) == (grade, lost)


# --- plot points ---


def test_leave_matters_where_it_is_needed() -> None:
    refused = {"gm_agrees": False, "iris": False, "plot_points": 5}
    for use, points in (("ignore-weakness", 1), ("clue", 1), ("coincidence", 3), ("other", 2)):
        assert play("plot_spend", use=use, points=points, **refused).grade == "refused"
    assert play("plot_spend", use="saved-action", points=1, **refused).grade == "refused"
    for use, points in (("soften-wound", 1), ("undo-wound", 2)):
        assert play("plot_spend", use=use, points=points, **refused).grade == "spent"
    saved = play("plot_spend", use="saved-action", points=1, plot_points=1, gm_agrees=False)
    assert [(e.field, e.value) for e in saved.effects] == [
        ("plot_points", -1),
        ("saved_actions", 1),
    ]


# --- odds, counted again ---


def sums(depth: int, sides: int = 100) -> Iterator[tuple[int, Fraction]]:
    """Yield all results of a dô, die by die, to chains of `depth` dice; None if still open."""

    def further(total: int, sign: int, chance: Fraction, remaining: int) -> Iterator[Any]:
        if remaining == 0:
            yield None, chance
            return
        each = chance / sides
        for face in range(1, sides + 1):
            if face >= 96:
                yield from further(total + sign * face, sign, each, remaining - 1)
            else:
                yield total + sign * face, each

    each = Fraction(1, sides)
    for face in range(1, sides + 1):
        sign = (face >= 96) - (face <= 5)
        if sign:
            yield from further(face, sign, each, depth - 1)
        else:
            yield face, each


@pytest.mark.parametrize("base", [-120, 0, 37, 90])
def test_odds_of_a_maneuver_agree_with_a_second_count(base: int) -> None:
    counted: dict[str, Fraction] = {}
    unknown = Fraction(0)
    for total, chance in sums(3):
        if total is None:
            unknown += chance
            continue
        grade = look_up(total + base, "moving").grade
        counted[grade] = counted.get(grade, Fraction(0)) + chance
    result = chances("moving_maneuver", bonus=base)
    assert sum(result.values()) == 1
    for grade, chance in result.items():
        least = counted.get(grade, Fraction(0))
        assert least <= chance <= least + unknown, grade


@pytest.mark.parametrize("opens", ["both", "high-only", "none"])
@pytest.mark.parametrize("limits", [(-25, 250), (-400, 500), (40, 60), (-2000, 0)])
def test_the_quick_count_of_a_chain_agrees_with_the_plain_one(
    opens: str, limits: tuple[int, int]
) -> None:
    starts = [FRESH, *(after_first_die(face, opens) for face in (1, LOW, HIGH, 100))]
    for start in starts:
        if start is FRESH or start.sign:
            chain = open_ended("dô", opens, limits, int, start).chain
            assert isinstance(chain, OpenEnded)
            plain: dict[int, Fraction] = {}
            for total, chance in Chain.chances(chain, 100).items():
                # A chain does not distinguish sums beyond its ends.
                capped = min(max(total, limits[0] - 1), limits[1] + 1)
                plain[capped] = plain.get(capped, Fraction(0)) + chance
            assert chain.chances(100) == plain


def test_spread_of_distances_follows_the_odds() -> None:
    bound = GAME.procedures["prism.run"].bind({"bonus": -9, "enc_mv": 26, "pace": 2})
    far = spread(bound, "distance")["distance"]
    grades = odds(bound)
    top = ("percent-120", "critical-success", "extraordinary-success")
    assert far[62.4] == sum(grades[grade] for grade in top)
    assert sum(far.values()) == 1


def test_odds_that_hang_on_the_first_die() -> None:
    assert chances("open_roll") == {
        "high-open": Fraction(1, 20),
        "plain": Fraction(9, 10),
        "low-open": Fraction(1, 20),
    }
    assert chances("open_roll", open_ended="none") == {"plain": Fraction(1)}
    assert chances("attack", ob=0, fumble_max=0) == {"attack-total": Fraction(1)}
    assert chances("plot_change_roll", new_value=100, plot_points=2) == {"changed": Fraction(1)}


WORST = {
    "difficulty": "impossible",
    "wounds": "lost-76-99",
    "stunned": True,
    "bleeding": 20,
    "melee": True,
    "noise": True,
    "running": True,
    "total_penalty": -200,
    "item_quality": "inferior",
    "terrain": "obstructed",
    "other": -300,
    "streak": "slump",
}


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("static_maneuver", {"bonus": -200, "failed_attempts": 20, **WORST}),
        ("moving_maneuver", {"bonus": -200, "failed_attempts": 20, **WORST}),
        ("moving_maneuver", {"bonus": 400, "streak": "zone", "other": 300}),
        ("breakage", {"potency": 2000, "resistance": 300, "other": 300}),
        ("plot_change_roll", {"new_value": 1, "plot_points": 2, "base": 800, "reading": "moving"}),
    ],
)
def test_odds_at_the_ends_of_the_ranges(name: str, inputs: dict[str, Any]) -> None:
    bound = GAME.procedures[f"prism.{name}"].bind(inputs)
    assert sum(odds(bound).values()) == 1
