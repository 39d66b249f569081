"""Striker: complete by its rules file; house rules and odds are checked."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from app.core.odds.odds import odds, spread
from app.core.play.play import by_hand, tally
from app.core.procedures.kinds import OneOf, Whole
from app.core.procedures.outcomes import Effect, Outcome
from app.core.procedures.tables import Table
from app.systems.striker import GAME
from app.systems.striker.tables.actions import SKILLS as SKILLS_OF_THE_SRD
from tests.examples import DATA

COVERAGE = json.loads((DATA / "striker" / "coverage.json").read_text(encoding="utf-8"))
SKILLS = [["Insight", 2, 4], ["Strength", -2, 1], ["Cbt-Melee", 2, 4], ["Cbt-Ranged", 1, 4]]
TECHNIQUES = [["Wpn-Pistols", 2, "Cbt-Ranged"], ["Wpn-Blades-Short", 3, "Cbt-Melee"]]
SHEET = {"skills": SKILLS, "techniques": TECHNIQUES}
PISTOL = "attack(main-action) sub(this for Cbt-Ranged) chk(C)= +M(this) to hit, eff= +M(this)"


def play(name: str, *faces: int, **inputs: Any) -> Outcome:
    return by_hand(GAME.procedures[f"striker.{name}"].bind(inputs), faces).outcome


def line(text: str, *faces: int, **inputs: Any) -> Outcome:
    return play("line_action", *faces, text=text, **{**SHEET, **inputs})


def table(name: str) -> Table[Any]:
    return next(table for table in GAME.tables if table.id == f"striker.{name}")


# --- coverage ---


def test_every_procedure_and_table_of_the_rules_file_is_there() -> None:
    assert {each.name for each in GAME} == set(COVERAGE["procedures"])
    assert {table.id: len(table.rows) for table in GAME.tables} == {
        f"striker.{name}": rows for name, rows in COVERAGE["tables"].items()
    }
    assert GAME.rules == tuple(f"S{n}" for n in range(1, COVERAGE["rules"] + 1))


@pytest.mark.parametrize("name", COVERAGE["inputs"])
def test_inputs_are_those_of_the_rules_file(name: str) -> None:
    inputs = GAME.procedures[f"striker.{name}"].inputs
    assert list(inputs) == COVERAGE["inputs"][name]
    assert [each for each, declared_input in inputs.items() if declared_input.required] == COVERAGE[
        "required"
    ][name]
    for each, declared in inputs.items():
        kind = declared.kind
        if isinstance(kind, Whole):
            low, high, *default = COVERAGE["ranges"][each]
            assert (kind.low, kind.high) == (low, high)
            if (name, each) == ("line_action", "challenge"):
                assert declared.default is None
            elif not declared.required:
                assert [declared.default] == default
        elif isinstance(kind, OneOf) and each != "take":
            assert list(kind.choices) == COVERAGE["choices"][each]
            if not declared.required and each not in ("duration", "slot"):
                assert declared.default == COVERAGE["defaults"][each]


def test_the_inputs_that_take() -> None:
    take = GAME.procedures["striker.take"].inputs
    assert list(take["take"].kind.schema()["choices"]) == [8, 10, 20]
    assert take["duration"].default == "main-action"
    chosen = GAME.procedures["striker.line_action"].inputs["take"]
    assert (list(chosen.kind.schema()["choices"]), chosen.default) == ([0, 8, 10, 20], 0)


def test_the_sheet_is_that_of_the_rules_file() -> None:
    form = GAME.sheet
    assert form is not None
    empty = form.fill({})
    assert {field.id: empty[field.id] for field in form.fields} == COVERAGE["fields"]
    assert {each.id: [f.id for f in each.of] for each in form.lists} == COVERAGE["lists"]
    columns = {each.id: [column.label for column in each.derived] for each in form.lists}
    assert {id: labels for id, labels in columns.items() if labels} == COVERAGE["derived"]
    assert [track.id for track in form.tracks] == COVERAGE["tracks"]


# --- results (S11-S18) ---


@pytest.mark.parametrize(
    ("text", "margin", "grade"),
    [
        ("chk(999) = d20 -5", -994, "critical-fail"),
        ("chk(999) = d20" + "-999" * 71, -71_918, "critical-fail"),
        ("sv(Insight,-999) = d20" + "+999" * 69, 69_940, "critical-success"),
    ],
)
def test_no_margin_of_a_line_lies_off_the_table(text: str, margin: int, grade: str) -> None:
    outcome = line(text, 10)
    assert (outcome.grade, outcome.values["margin"]) == (grade, margin)


@pytest.mark.parametrize("steps", ["full", "no-partial", "simple"])
@pytest.mark.parametrize("rsr", [0, 1, 2, 3, 10])
def test_steps_by_the_sentences_of_the_rules(steps: str, rsr: int) -> None:
    def base(margin: int) -> int:
        if steps == "simple":
            return 4 if margin >= 0 else 2
        if margin <= -10:
            return 1
        if margin <= -6:
            return 2
        if margin <= -1:
            return 3 if steps == "full" else 2
        return 5 if margin >= 10 else 4

    better = {
        "full": {1: 2, 2: 3, 3: 4, 4: 5, 5: 5},
        "no-partial": {1: 2, 2: 4, 4: 5, 5: 5},
        "simple": {2: 4, 4: 4},
    }[steps]
    worse = {
        "full": {1: 1, 2: 1, 3: 2, 4: 3, 5: 4},
        "no-partial": {1: 1, 2: 1, 4: 2, 5: 4},
        "simple": {2: 2, 4: 2},
    }[steps]
    for face, margin in product(range(1, 21), range(-15, 16)):
        outcome = play(
            "result_step", face=face, total=20 + margin, challenge=20, rsr=rsr, steps=steps
        )
        shift = -1 if face <= rsr else 1 if face >= 21 - rsr else 0
        step = base(margin)
        moved = {-1: worse, 0: {step: step}, 1: better}[shift][step]
        assert outcome.values["base_step"] == step
        assert outcome.values["shift"] == shift
        assert outcome.values["step"] == moved
        assert outcome.grade == table("steps").rows[moved - 1].grade
        assert outcome.success == (moved >= 3)


@pytest.mark.parametrize(
    ("stance", "rsr", "stacks", "in_force"),
    [
        ("normal", 1, "no", 1), ("normal", 4, "yes", 4), ("cautious", 5, "no", 0),
        ("cautious", 5, "yes", 0), ("reckless", 0, "no", 2), ("reckless", 1, "no", 2),
        ("reckless", 3, "no", 3), ("reckless", 0, "yes", 1), ("reckless", 1, "yes", 2),
        ("reckless", 3, "yes", 4), ("reckless", 10, "yes", 10),
    ],
)  # fmt: skip
def test_rsr_in_force(stance: str, rsr: int, stacks: str, in_force: int) -> None:
    chosen = {"stance": stance, "rsr": rsr, "reckless_stacks": stacks}
    assert play("check", 10, modifier=0, challenge=5, **chosen).values["rsr"] == in_force
    assert play("attack", 10, modifier=0, challenge=5, **chosen).values["rsr"] == in_force
    values = play("opposed", 5, 10, modifier=0, opponent_modifier=0, **chosen).values
    assert values["rsr"] == in_force
    assert line("chk(5)=d20", 10, **chosen).values["rsr"] == in_force


def test_the_opponents_natural_die_shifts_nothing() -> None:
    for face in (1, 20):
        outcome = play("opposed", face, 10, modifier=face - 10, opponent_modifier=0)
        assert (outcome.values["margin"], outcome.values["step"]) == (0, 4)


# --- effects (S14) ---


@pytest.mark.parametrize(
    ("switch", "faces", "modifier", "full", "effect"),
    [
        ({}, (20, 4, 5), 3, 12, 24),
        ({"critical_effect": "double-dice"}, (20, 4, 5, 1, 6), 3, 19, 19),
        ({"critical_effect": "double-dice"}, (20, 1, 1, 1, 1), -9, 0, 0),
        ({}, (6, 4, 5), 2, 11, 5),
        ({"half_rounding": "up"}, (6, 4, 5), 2, 11, 6),
        ({"half_rounding": "up", "critical_effect": "double-dice"}, (11, 4, 5), 2, 11, 11),
    ],
)  # fmt: skip
def test_switches_of_the_effect(
    switch: dict[str, str], faces: tuple[int, ...], modifier: int, full: int, effect: int
) -> None:
    outcome = play(
        "attack",
        *faces,
        modifier=3,
        challenge=13,
        effect_dice=2,
        effect_modifier=modifier,
        **switch,
    )
    assert (outcome.values["effect_full"], outcome.values["effect"]) == (full, effect)
    lost = (Effect("target", "hp", "add", -effect),) if effect else ()
    assert outcome.effects == lost
    # A line gives the same result.
    text = f"attack chk(13)=3, eff={modifier}"
    line_outcome = line(text, *faces, weapon_dice=2, **switch)
    assert (line_outcome.values["effect_full"], line_outcome.values["effect"]) == (full, effect)
    assert line_outcome.effects == lost


@pytest.mark.parametrize(
    ("face", "grade"),
    [(1, "critical-fail"), (7, "fail"), (8, "partial-success"), (13, "success"),
     (20, "critical-success")],
)  # fmt: skip
@pytest.mark.parametrize("switch", [{}, {"critical_effect": "double-dice", "half_rounding": "up"}])
def test_no_factor_applies_to_a_save(face: int, grade: str, switch: dict[str, str]) -> None:
    """S14: the dice count once on every step; no effect is proposed, not even of an attack."""
    outcome = line("attack sv(Insight,15), eff=1d6 +2", face, 4, 5, weapon_dice=1, **switch)
    assert outcome.grade == grade
    assert (outcome.values["effect_full"], outcome.values["effect"]) == (11, 11)
    assert outcome.effects == ()
    assert "The table decides how much of it the save leaves" in outcome.notes
    nothing = line("sv(Insight,15), eff=1d6 -9", face, 4, **switch)
    assert nothing.values["effect"] == 0
    assert (
        "The table decides how much of it the save leaves" not in line("sv(Insight,15)", face).notes
    )


def test_the_spread_of_a_saves_effect_is_that_of_its_dice() -> None:
    """S14: 1d6 on any step, even where the odds merge the faces of a step."""
    bound = GAME.procedures["striker.line_action"].bind(
        {"text": "sv(Insight,12), eff=1d6", **SHEET}
    )
    assert spread(bound, "effect")["effect"] == {n: Fraction(1, 6) for n in range(1, 7)}


def test_one_id_is_one_thing() -> None:
    """S19: the table of taken numbers does not have the name of the procedure."""
    assert not {table.id for table in GAME.tables} & set(GAME.procedures)


def test_apply_effect_rounds_as_chosen() -> None:
    def effect(grade: str, full: int, rounding: str) -> Any:
        return play("apply_effect", grade=grade, full=full, half_rounding=rounding).values["effect"]

    for full in (-3, 0, 1, 2, 9):
        positive = max(0, full)
        assert effect("partial-success", full, "down") == positive // 2
        assert effect("partial-success", full, "up") == -(-positive // 2)
        assert effect("success", full, "up") == positive
        assert effect("critical-success", full, "up") == 2 * positive
        assert effect("fail", full, "up") == effect("critical-fail", full, "down") == 0


# --- rolled lines ---


@pytest.mark.parametrize(
    ("text", "lands"),
    [
        ("chk(10)=d20 to hit, eff=5", True),
        ("ATTACK chk(10)=d20, eff=5", True),
        ("gen chk(10)=d20, eff=5", False),
        ("attack sv(Insight,10)=d20, eff=5", False),
    ],
)
def test_only_attacks_propose_an_effect(text: str, lands: bool) -> None:
    outcome = line(text, 12)
    assert outcome.values["effect"] == 5
    assert outcome.effects == ((Effect("target", "hp", "add", -5),) if lands else ())
    assert line("attack eff=5").effects == ()


def test_a_critical_line_rolls_twice_the_dice_weapon_first() -> None:
    text = "attack chk(5)=d20, eff=1d8+2+1d4"
    outcome = line(text, 20, 6, 5, 8, 7, 4, 3, weapon_dice=1, critical_effect="double-dice")
    assert outcome.values["effect"] == 6 + 5 + 8 + 7 + 4 + 3 + 2
    outcome = line(text, 20, 6, 8, 4, weapon_dice=1)
    assert (outcome.values["effect_full"], outcome.values["effect"]) == (20, 40)


def test_a_number_in_the_line_wins_and_bonus_counts_in_the_total() -> None:
    outcome = line("chk(12)=M(Insight)", 10, challenge=30, bonus=1)
    values = outcome.values
    assert (values["challenge"], values["total"], values["roll_modifier"]) == (12, 13, 2)


def test_an_effect_alone_ignores_inputs_of_a_roll() -> None:
    ignored = {"challenge": 5, "stance": "reckless", "rsr": 9, "steps": "simple", "bonus": 7}
    outcome = line("gen(main-action) eff=1d6-2", 5, **ignored)
    assert dict(outcome.values) == {
        "effect_modifier": -2,
        "effect_full": 3,
        "effect": 3,
        "duration_index": 3,
    }
    assert (outcome.grade, outcome.success) == ("effect", None)


def test_a_taken_line_knows_no_stance_and_still_rolls_its_effect() -> None:
    text = "gen(main-action) chk(10)=-M(Insight)+5, eff=1d6"
    outcome = line(text, 4, take=20, stance="reckless", rsr=10, bonus=1)
    assert dict(outcome.values) == {
        "roll": 20, "roll_modifier": 3, "total": 24, "challenge": 10, "margin": 14, "rsr": 0,
        "base_step": 5, "shift": 0, "step": 5, "duration_index": 6,
        "effect_modifier": 0, "effect_full": 4, "effect": 8,
    }  # fmt: skip


@pytest.mark.parametrize("unknown", ["error", "untrained"])
def test_the_switch_of_unknown_skills(unknown: str) -> None:
    procedure = GAME.procedures["striker.evaluate_line"]
    inputs = {"text": "chk(C)=M(Focus)", "unknown_skill": unknown, **SHEET}
    if unknown == "untrained":
        assert by_hand(procedure.bind(inputs), []).outcome.values == {"roll_modifier": -3}
    else:
        with pytest.raises(ValueError, match="E08 at 10"):
            procedure.bind(inputs)


def test_the_modifiers_of_a_line_are_known_before_it_is_rolled() -> None:
    bound = GAME.procedures["striker.line_action"].bind(
        {"text": PISTOL, "subject": "Wpn-Pistols", "challenge": 13, **SHEET}
    )
    assert tally(bound) == {"roll_modifier": 3, "effect_modifier": 3}


# --- next rolls ---


def test_an_effect_may_follow_on_a_success() -> None:
    follow = GAME.procedures["striker.check"].next_rolls
    (next_roll,) = follow({}, play("check", 15, modifier=0, challenge=10))
    assert (next_roll.procedure, next_roll.inputs) == ("striker.apply_effect", {"grade": "success"})
    assert follow({}, play("check", 2, modifier=0, challenge=10)) == ()


# --- odds ---


def test_the_spread_of_an_attack_by_a_second_opinion() -> None:
    d6 = icepool.d6

    def effect(face: int) -> Any:
        total = face + 3
        margin = total - 13
        base = (
            1 if margin <= -10 else 2 if margin <= -6 else 3 if margin < 0 else 4 + (margin >= 10)
        )
        step = max(1, min(5, base + (face == 20) - (face == 1)))
        full = (2 @ d6 + 3).map(lambda n: max(0, n))
        return {3: full // 2, 4: full, 5: full * 2}.get(step, icepool.Die([0]))

    expected = icepool.d20.map(effect)
    bound = GAME.procedures["striker.attack"].bind(
        {"modifier": 3, "challenge": 13, "effect_dice": 2, "effect_modifier": 3}
    )
    effect_spread = spread(bound, "effect")["effect"]
    assert effect_spread == {
        n: Fraction(expected.quantity(n), expected.denominator()) for n in expected
    }


def test_the_spread_of_a_line_with_dice_of_several_sizes() -> None:
    bound = GAME.procedures["striker.line_action"].bind(
        {"text": "chk(11)=0 eff=1d4+1d8-6", "weapon_dice": 1, "critical_effect": "double-dice"}
    )
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, 21):
        step = 3 + (face >= 11) - (face == 1) + (face == 20) - (face <= 5)
        times = 2 if step == 5 else 1
        sizes = [6] * times + [4] * times + [8] * times
        sums = Counter([0])
        for size in sizes:
            sums = Counter(
                {
                    n: sum(sums[n - d] for d in range(1, size + 1))
                    for n in range(1, max(sums) + size + 1)
                }
            )
        ways_in_all = sum(sums.values())
        for n, ways in sums.items():
            full = max(0, n - 6)
            effect = {3: full // 2, 4: full, 5: full}.get(step, 0)
            chances[effect] += Fraction(ways, ways_in_all * 20)
    assert spread(bound, "effect")["effect"] == {n: p for n, p in chances.items() if p}


def test_dice_of_the_effect_do_not_change_the_odds() -> None:
    heavy = {
        "text": "attack chk(C)=M(Insight) to hit, eff=" + "+".join(["20d20"] * 44),
        "challenge": 13,
        "weapon_dice": 20,
        **SHEET,
    }
    bound = GAME.procedures["striker.line_action"].bind(heavy)
    plain = GAME.procedures["striker.check"].bind({"modifier": 2, "challenge": 13})
    assert odds(bound) == odds(plain)


def test_the_skills_are_those_of_the_srd() -> None:
    """S10: Tech is an aspect of provenance, and Remote-Seeing a technique."""
    rows = {
        row.category: re.split(r"[,;] (?:techniques )?", row.names) for row in SKILLS_OF_THE_SRD
    }
    techniques = {"combat": ["Wpn-Pistols", "Wpn-Blades-Short"]}
    techniques["psionic"] = ["Skr-Slip-Stream", "Remote-Seeing"]
    assert rows == {
        "qualifier": [""],
        "trait": ["Agility", "Energy", "Focus", "Health", "Insight", "Perception", "Strength"],
        "knowledge": ["Investigate"],
        "social": ["Deceive"],
        "combat": ["Cbt-Melee", "Cbt-Ranged", "Cbt-Tactical", *techniques["combat"]],
        "engineering": [
            *("Cybernetics", "Genetics", "Machinery", "Materials"),
            *("Medicine", "Munitions", "Neuronetics", "Robotics"),
        ],
        "psionic": ["Psiportation", "Psikinesis", *techniques["psionic"]],
    }
    (rule,) = (line for line in GAME.rulebook.splitlines() if line.startswith("**S10 "))
    for names in rows.values():
        assert all(name in rule for name in names)


def test_the_meaning_of_a_duration_is_a_sentence() -> None:
    (note,) = play("shift_duration", duration="bonus-action", longer=2).notes
    assert note == "A brief moment, at most 3 seconds."
