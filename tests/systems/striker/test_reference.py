"""Lines as the reference writes them (S32-S43): read, evaluated, rolled, and corrected.

The lines and their results by hand are in tests/data/striker/reference.json.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.encounters.rolls import Roll
from app.core.errors import BadInput
from app.core.odds.odds import odds, spread
from app.core.play.play import by_hand
from app.core.procedures.notations import NotationContext
from app.core.procedures.outcomes import Effect, Outcome
from app.core.sheets import Sheet
from app.headless import answer
from app.systems import games
from app.systems.striker import GAME
from app.systems.striker.encounter import ENCOUNTER
from app.systems.striker.notation.canonical import canonical
from app.systems.striker.notation.dialects import read_line
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.meaning import Beside
from app.systems.striker.notation.mending import mend
from app.systems.striker.notation.sheet import known, numbers_by_name
from app.systems.striker.notation.understanding import LineContext, understood
from app.systems.striker.rules.results import GLANCING, SAVE_LEAVES
from app.systems.striker.sheet.sheet import SHEET as FORM
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.notation import DURATION_WORDS, REFERENCE
from tests.fuzz.fuzz_striker_reference import agree, follow, hold, kept, made_line, mutated
from tests.fuzz.striker_lines import hold_canonical
from tests.tries import tries

DATA = json.loads(
    (Path(__file__).parents[2] / "data" / "striker" / "reference.json").read_text(encoding="utf-8")
)
CHARACTER: dict[str, Any] = DATA["character"]
LINES: list[dict[str, Any]] = DATA["lines"]
READ = [case for case in LINES if "code" not in case]
REFUSED = [case for case in LINES if "code" in case]
BY_CHANCE = [case for case in READ if case["dice"]]


def parameters(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=f"{case['n']}-{case['text'][:40]}") for case in cases]


def ask(procedure: str, inputs: dict[str, Any], **more: Any) -> dict[str, Any]:
    request = {"procedure": f"striker.{procedure}", "inputs": inputs, **more}
    return answer(games(), json.dumps(request))


def bound(text: str, **inputs: Any) -> Any:
    return GAME.procedures["striker.line_action"].bind({"text": text, **CHARACTER, **inputs})


def roll(text: str, *faces: int, **inputs: Any) -> Outcome:
    return by_hand(bound(text, **inputs), faces).outcome


# --- the lines of the book ---


def test_nearly_all_lines_are_read() -> None:
    assert len(LINES) == 61
    assert len(READ) >= 56


@pytest.mark.parametrize("case", parameters(READ))
def test_a_line_is_read(case: dict[str, Any]) -> None:
    reply = ask("parse_line", {"text": case["text"]})
    assert (reply["grade"], reply["values"]["canonical"]) == (case["kind"], case["canonical"])
    line = read_line(case["text"])
    line_again = read_line(case["canonical"])
    assert (line_again, canonical(line_again)) == (line, case["canonical"])
    action = line.action
    times = [f"{t.duration}{'+' * t.at_least}" for t in action.times] if action else []
    costs = [[cost.amount, cost.pool] for cost in action.costs] if action else []
    assert (times, costs) == (case.get("times", []), case.get("costs", []))


@pytest.mark.parametrize("case", parameters(READ))
def test_a_line_has_the_result_worked_out_by_hand(case: dict[str, Any]) -> None:
    inputs = {"text": case["text"], **CHARACTER, **case["inputs"]}
    reply = ask("line_action", inputs, dice=case["dice"])
    assert "error" not in reply, reply
    assert reply["grade"] == case["grade"]
    assert reply["effects"] == case["effects"]
    values_found = {name: reply["values"].get(name) for name in case["values"]}
    assert values_found == case["values"]
    assert case.get("note", "") in ("", *reply["notes"])
    if "times" in case:
        slot = case["inputs"].get("slot", case["times"][0].rstrip("+"))
        values = reply["values"]
        index = values.get("duration_index")
        assert slot == (values.get("duration") if index is None else DURATIONS.rows[index].duration)


@pytest.mark.parametrize("case", parameters(READ))
def test_the_canonical_form_comes_to_the_same(case: dict[str, Any]) -> None:
    inputs = {**CHARACTER, **case["inputs"]}
    replies = [
        ask("line_action", {"text": text, **inputs}, dice=case["dice"])
        for text in (case["text"], case["canonical"])
    ]
    assert replies[0] == replies[1]


@pytest.mark.parametrize("case", parameters(BY_CHANCE))
def test_a_line_has_odds(case: dict[str, Any]) -> None:
    """They equal those of a plain check or save with the same numbers."""
    inputs = {"text": case["text"], **CHARACTER, **case["inputs"]}
    chances = ask("line_action", inputs, odds=True)["odds"]
    assert sum(map(Fraction, chances.values())) == 1
    values = ask("line_action", inputs, dice=case["dice"])["values"]
    if "total" not in values:
        assert chances == {case["grade"]: "1"}
        return
    is_save = case["kind"] == "save" or case["inputs"].get("roll_as") == "save"
    plain = {"modifier": values["roll_modifier"], "challenge": values["challenge"]}
    assert chances == ask("save" if is_save else "check", plain, odds=True)["odds"]


@pytest.mark.parametrize("case", parameters(REFUSED))
def test_a_line_that_is_refused_is_put_right(case: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as fault:
        read_line(case["text"])
    assert (fault.value.code, fault.value.at) == (case["code"], case["at"])
    _, _, advice = fault.value.message.partition(" Try: ")
    assert read_line(advice).kind == "effect"
    with pytest.raises(Malformed):
        read_line(case["text"], "core")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("feint(bonus action, 1ep) chk(9) = d20", "feint(bonus-action, 1ep) chk(9) = d20"),
        ("shoot (main act) chk(C) = d20", "shoot(main-action) chk(C) = d20"),
        ("attack chk(TC) = d20 +2; eff = 1d6", "attack chk(TC) = d20 +2, eff = 1d6"),
        ("hit(main-act) -> chk(TC) = d20", "attack(main-action) chk(TC) = d20"),
        ("sv Agility 14", "sv(Agility,14) = d20 +M(Agility)"),
        ("imp(Agility, 14)", "imp(sv,Agility,14)"),
        ("chk(9) = M[Agility] +1", "chk(9) = d20 +M(Agility) +1"),
        ("zap(main-act) eff = 2*M(Insight)(hp)", "zap(main-action) eff = 2•M(Insight)(hp)"),
        ("dodge(re-act) chk Cbt-Melee 9", "dodge(re-action) chk(9) = d20 +M(Cbt-Melee)"),
    ],
)
def test_a_habit_of_writing_leads_to_the_line_that_is_meant(text: str, advice: str) -> None:
    with pytest.raises(Malformed) as fault:
        read_line(text)
    assert fault.value.message.endswith(f" Try: {advice}")


def test_a_measure_that_is_taken_for_a_skill_leads_to_the_line_that_is_meant() -> None:
    line = "shove(main-act) -> eff= pushed back 1d4+M{}"
    with pytest.raises(Malformed, match=r"no skill or technique metres\. Try: M\(this\)\(metres\)"):
        roll(line.format("(metres)"), 3, subject="Insight")
    outcome = roll(line.format("(this)(metres)"), 3, subject="Insight")
    assert "Pushed back 5 (metres) (S42)." in outcome.notes
    for text, dialect in (("chk(9) = +M(Speed)", "reference"), ("eff = 1 +M(hp)", "core")):
        with pytest.raises(Malformed, match=r"no skill or technique (?:Speed|hp)\.$"):
            roll(text, dialect=dialect)


# --- durations, costs, conditions (S32-S35) ---


def test_a_fault_has_no_advice_until_the_file_with_the_advice_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text, name = "chk(15) = d20 + + 4", "app.systems.striker.notation.mending"
    monkeypatch.delitem(sys.modules, name)

    class Waiting:
        def has_file(self, module: str) -> bool:
            return module != name

        def find_spec(self, module: str, *_: object) -> None:
            assert module != name, "it would wait"

    monkeypatch.setattr(sys, "meta_path", [Waiting(), *sys.meta_path])
    with pytest.raises(Malformed) as fault:
        read_line(text)
    bare = fault.value.message
    assert bare.startswith("E03 at ")
    assert "Try: " not in bare
    assert str(fault.value) == f"text: {bare}"
    monkeypatch.undo()
    assert fault.value.message.startswith(f"{bare} Try: ")
    assert str(fault.value) == f"text: {fault.value.message}"


def test_the_table_has_every_duration_that_is_read() -> None:
    nine = [row.duration for row in DURATIONS]
    assert set(DURATION_WORDS.values()) == {*nine, "move-action", "w/act"}
    assert len({word for row in REFERENCE for word in row.written.split(", ")}) > 30
    for word, reads in DURATION_WORDS.items():
        if "/" not in word:
            assert canonical(read_line(f"go({word}) chk(5) = d20")) == f"go({reads}) chk(5) = d20"


def test_a_cost_is_paid_with_any_roll() -> None:
    line = "push(main-act, 2fp, 1ep) chk(12) = +M(Insight)"
    down = (Effect("self", "fp", "add", -2), Effect("self", "ep", "add", -1))
    for face in (1, 10, 20):
        assert roll(line, face).effects == down
    assert roll(line, 10, paid=True).effects == ()
    with pytest.raises(BadInput, match="E18 at 16: The line costs 2 fp; there is 1"):
        bound(line, numbers=[["fp", 1]])
    twice = "push(main-act, 2fp, 1ep, 2fp) chk(12) = +M(Insight)"
    outcome = roll(twice, 10)
    assert outcome.effects == (Effect("self", "fp", "add", -4), down[1])
    assert (outcome.values["fp_spent"], outcome.values["ep_spent"]) == (4, 1)
    with pytest.raises(BadInput, match="E18 at 16: The line costs 4 fp; there is 3"):
        bound(twice, numbers=[["fp", 3]])
    # Without a sheet's numbers the cost is not checked.
    assert roll(line, 10, numbers=[]).effects == down


def test_keeping_up_takes_the_second_duration_and_the_cost_again() -> None:
    line = "shroud(main-act & bonus-act, 1fp) chk(12) = +M(Insight)"
    assert roll(line, 12).values["duration_index"] == 3
    sustained = roll(line, keep_up=True)
    assert (sustained.grade, sustained.values) == ("action", {"duration_index": 1, "fp_spent": 1})
    assert sustained.effects == (Effect("self", "fp", "add", -1),)
    with_number = "shroud(main-act & bonus-act, 1fp) chk(12+rarity) = +Vcl-Hawk, eff = Vcl-Hawk"
    assert roll(with_number, keep_up=True, numbers=[]).values == sustained.values
    with pytest.raises(BadInput) as fault:
        bound("go(main-act) chk(12) = d20", keep_up=True)
    assert fault.value.field == "keep_up"


def test_one_of_several_durations_is_chosen() -> None:
    line = "jab(main | bonus-act) chk(12) = +M(Insight)"
    assert roll(line, 12).values["duration_index"] == 3
    assert roll(line, 12, slot="bonus-action").values["duration_index"] == 1
    with pytest.raises(BadInput) as fault:
        bound(line, slot="round")
    assert fault.value.field == "slot"


def test_an_effect_without_a_roll_takes_the_chosen_slot() -> None:
    line = "zap(main | bonus-act) -> eff= 1d6"
    assert roll(line, 4).values["duration_index"] == 3
    inputs = {"text": line, "slot": "bonus-action"}
    outcome = roll(line, 4, slot="bonus-action")
    assert outcome.values["duration_index"] == 1
    zap = Roll("kel", "striker.line_action", inputs, outcome)
    scene = ENCOUNTER.on_roll(fight(line), zap).scene
    assert scene.combatant("kel").turn.slots_used == ("bonus-action",)


def test_a_rank_is_required() -> None:
    line = "know(free-act, R) -> chk(10)= +M"
    assert roll(line, 10, subject="Insight").success
    with pytest.raises(BadInput, match="E19 at 16: Energy has no ranks"):
        bound(line, subject="Energy", skills=[["Energy", 0, 0]])


# --- modifiers (S36, S37, S8) ---


@pytest.mark.parametrize(
    ("text", "inputs", "modifier"),
    [
        ("chk(9) = +M", {"subject": "Insight"}, 2),
        ("chk(9) = +R", {"subject": "Insight"}, 4),
        # After sub(A for S) a bare M is A's: R 2 of the technique and M 3 of the skill.
        ("sub(Wpn-Pistols for Agility) chk(9) = +M", {}, 5),
        ("chk(9) = +M*(Insight)", {}, 3),
        ("chk(9) = +M*[2](Psiportation)", {}, 6),
        ("chk(9) = +M*[2](Psiportation)", {"points_spent": 5}, 9),
        ("chk(9) = +M*[2](Psiportation) +R*(Insight)", {"points_spent": 3}, 4 + 3 + 4 + 2),
        ("chk(9) = 8 -M-2", {"subject": "Insight"}, 4),
        ("chk(9) = 2•M(Insight) -½•R(Investigate)", {}, 2),
        ("chk(9) = 1/3•R(Insight)", {}, 1),
        ("chk(9) = Insight +Vcl-Ship", {}, 4),
        ("chk(9) = +M(Str)", {}, -2),
        ("chk(9) = +M(Str)", {"skills": [["Str", 5, 1], ["Strength", -2, 1]]}, 5),
        ("chk(9) = +M(Lift)", {"techniques": [["Lift", 1, "Str"]]}, -1),
        ("sub(Wpn-Pistols for Str) chk(9) = +M", {}, 0),
        ("sub(Wpn-Pistols for Str) chk(9) = +M(Strength)", {}, 0),
        ("sub(Wpn-Pistols for Strength) chk(9) = +M(Str)", {}, 0),
        ("chk(9) = +M(Eng,any)", {}, 2),
        ("sub(Wpn-Pistols for Machinery) chk(9) = +M(Eng,any)", {}, 4),
        (
            "chk(9) = +M(Eng,any)",
            {"skills": [["Machinery", 2, 5], ["Hull", 6, 9, "engineering"]]},
            6,
        ),
        ("chk(9) = +M(Eng,any)", {"skills": [["Machinery", 2, 5], ["Hull", 6, 9, "social"]]}, 2),
        (
            "sub(Wpn-Pistols for Hull) chk(9) = +M(Eng,any)",
            {"skills": [["Machinery", 2, 5], ["Hull", 6, 9, "engineering"]]},
            8,
        ),
        ("chk(9) = +M(Blink)", {"techniques": [["Blink", 0, "Insight"]]}, 2),
        ("chk(9) = +M(Blink)", {"techniques": [["Blink", 0, "Insight", "facilitator"]]}, -1),
        ("chk(9) = +M(Blink)", {"techniques": [["Blink", 1, "Insight", "facilitator"]]}, 3),
        ("chk(9) = +M(Blink)", {"techniques": [["Blink", 1, "Insight", "enabler"]]}, 3),
        ("chk(9) = +R(Blink)", {"techniques": [["Blink", 0, "Insight", "enabler"]]}, 0),
        *(
            (f"sub(Blink for Agility) chk(9) = +M({ref})", {"techniques": [technique]}, modifier)
            for ref in ("Blink", "Agility")
            for technique, modifier in (
                (["Blink", 0, "Insight"], 3),
                (["Blink", 0, "Insight", "facilitator"], 0),
                (["Blink", 1, "Insight", "facilitator"], 4),
                (["Blink", 1, "Insight", "enabler"], 4),
            )
        ),
    ],
)
def test_modifiers(text: str, inputs: dict[str, Any], modifier: int) -> None:
    assert roll(text, 10, **inputs).values["roll_modifier"] == modifier


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("chk(9) = +M(Blink)", 13),
        ("sub(Blink for Insight) chk(9) = +M", 5),
        ("sub(Blink for Insight) chk(9) = +M(Insight)", 5),
        ("feint(b-act) imp(sv,Insight,8 +R*(Blink))", 35),
    ],
)
def test_an_enabler_without_ranks_cannot_be_used(text: str, at: int) -> None:
    inputs = {**CHARACTER, "techniques": [["Blink", 0, "Insight", "enabler"]]}
    fault = ask("line_action", {"text": text, **inputs})["error"]
    message = f"E20 at {at}: Blink is an enabler; without ranks it cannot be used."
    assert (fault["field"], fault["message"]) == ("text", message)


def test_further_points_cost_one_more_each() -> None:
    line = "lift(main-act, 1ep) chk(9) = +M*(Insight)"
    assert roll(line, 10, points_spent=4).effects == (Effect("self", "ep", "add", -4),)
    # Without a cost in the brackets, points are focus points.
    bare = "lift(main-act) chk(9) = +M*[2](Insight)"
    assert roll(bare, 10).effects == (Effect("self", "fp", "add", -2),)


# --- challenges (S39) ---


@pytest.mark.parametrize(
    ("text", "inputs", "challenge"),
    [
        ("chk(C,25) = d20", {}, 25),
        ("chk(C,10+ly) = d20", {"challenge": 50}, 12),
        ("chk(10+rarity) = d20", {}, 13),
        ("chk(CRAFTC) = d20", {"challenge": 17}, 17),
        ("chk(CRAFTC) = d20", {"numbers": [["craftc", 9]]}, 9),
        ("chk(CRAFTC) = d20", {"numbers": [["craftc", 9]], "challenge": 17}, 17),
        ("chk(TC-A) = d20", {"challenge": 30}, 8),
        ("chk(TC-A) = d20", {"numbers": [["TC-A", 10]]}, 10),
        ("sv(Insight,SC)", {"challenge": 14}, 14),
    ],
)
def test_challenges(text: str, inputs: dict[str, Any], challenge: int) -> None:
    assert roll(text, 10, **inputs).values["challenge"] == challenge


@pytest.mark.parametrize(
    ("more", "faces", "grade", "save"),
    [
        ("", (), "set", {}),
        (" -> eff= 1d6", (4,), "set", {}),
        (" -> imp(sv,Insight,20)", (), "imposed", {"challenge": 20}),
        (
            " -> imp(sv,Insight,20) -> eff= 1d6",
            (4,),
            "imposed",
            {"challenge": 20, "losses": [["hp", 4]]},
        ),
    ],
)
def test_a_challenge_that_is_set_is_for_the_others_check(
    more: str, faces: tuple[int, ...], grade: str, save: dict[str, Any]
) -> None:
    text = f"feint(bonus-act) set(SC) = 8+M(Deceive){more}"
    outcome = roll(text, *faces)
    assert (outcome.grade, outcome.values["challenge"]) == (grade, 9)
    offers = [offer.inputs for offer in after(text, *faces)]
    expected = {"imposed_skill": "Insight", "challenge": 9, "as_check": True}
    assert offers == [expected, *([{"imposed_skill": "Insight", **save}] if save else [])]
    evaluated = ask("evaluate_line", {"text": text, **CHARACTER})["values"]
    assert (evaluated["challenge"], evaluated.get("save_challenge")) == (9, save.get("challenge"))


@pytest.mark.parametrize(
    ("text", "faces", "head"),
    [
        ("blink(main-act, 2fp) chk(C,9) = d20", (10,), "10 · costs 2 focus points"),
        (
            "zap(main-act, 1ep) chk(C,9) = d20, eff = 4(hp)",
            (10,),
            "Effect 4 · costs 1 energy point",
        ),
        ("feint(b-act) imp(sv,Insight,12)", (), "save against 12"),
        ("feint(b-act) set(SC) 8+M(Deceive)", (), "Challenge 9"),
        ("feint(b-act) set(SC) 8, eff = 1d6", (4,), "Effect 4 · Challenge 8"),
        ("feint(b-act) set(SC) 8 -> imp(sv,Insight,12)", (), "save against 12 · Challenge 8"),
        ("chk(9) = d20", (10,), ""),
    ],
)
def test_the_head_of_a_result_names_its_cost(text: str, faces: tuple[int, ...], head: str) -> None:
    verdict = GAME.procedures["striker.line_action"].verdict
    assert verdict is not None
    assert verdict(bound(text).values, roll(text, *faces)) == head


# --- imposed saves and areas (S41) ---

AREA = (
    "flare(main-act, 1ep) -> chk(TC-A)= +M(Cbt-Ranged) -> imp(sv, Agility, 10+R(Cbt-Ranged)) "
    "-> eff= 2d6(hp,heat), 3(pen) & 1d4(ep) -> dazzled"
)


def after(text: str, *faces: int, **inputs: Any) -> tuple[Any, ...]:
    procedure, line_bound = GAME.procedures["striker.line_action"], bound(text, **inputs)
    return procedure.next_rolls(line_bound.values, by_hand(line_bound, faces).outcome)


def test_an_imposed_save_is_offered_with_all_it_needs() -> None:
    (save,) = after(AREA, 9, 3, 4, 2)
    assert save.procedure == "striker.imposed_save"
    assert save.inputs == {
        "imposed_skill": "Agility",
        "challenge": 14,
        "losses": [["hp", 7], ["ep", 2]],
        "consequence": "Dazzled",
    }
    save_bound = GAME.procedures["striker.imposed_save"].bind({**save.inputs, "modifier": 3})
    saved, failed = (by_hand(save_bound, (face,)).outcome for face in (9, 5))
    assert (saved.grade, saved.effects) == ("partial-success", ())
    assert failed.grade == "fail"
    assert failed.effects == (
        Effect("target", "hp", "add", -7),
        Effect("target", "ep", "add", -2),
    )
    assert "Dazzled (S41)." in failed.notes


@pytest.mark.parametrize(
    ("line", "challenge"),
    [
        ("flare(act) imp(sv,Agility,{n})", "save_challenge"),
        ("feint(act) set(SC) {n}", "challenge"),
    ],
)
@pytest.mark.parametrize(("n", "rolled"), [(100, 100), (999, 100), (-50, -50), (-51, -50)])
def test_any_challenge_for_another_can_be_rolled(
    line: str, challenge: str, n: int, rolled: int
) -> None:
    text = line.format(n=n)
    assert roll(text).values[challenge] == n
    (offer,) = after(text)
    other = GAME.procedures[offer.procedure].bind({**offer.inputs, "modifier": 0})
    assert by_hand(other, (20,)).outcome.values["challenge"] == rolled


def test_an_area_asks_for_each_of_its_targets() -> None:
    (first,) = after(AREA, 9, 3, 4, 2, targets=3)
    labels, roles = [], []
    chain = (first,)
    while chain:
        (each,) = chain
        labels.append(each.label)
        roles.append(dict(each.roles))
        chain = each.rest
    assert labels == [f"Save with Agility: {n} of 3" for n in (1, 2, 3)]
    assert roles == [{}, {"target": ""}, {"target": ""}]


def test_a_missed_area_check_is_off_by_metres_and_nothing_follows() -> None:
    outcome = roll(AREA, 1)
    assert (outcome.success, outcome.values["margin"]) == (False, -6)
    assert "Off by 6 metres (S41)." in outcome.notes
    assert after(AREA, 1) == ()
    assert outcome.effects == (Effect("self", "ep", "add", -1),)


def test_a_critical_success_doubles_each_effect_before_the_save() -> None:
    outcome = roll(AREA, 20, 3, 4, 2)
    assert (outcome.values["effect"], outcome.values["effect_2"]) == (14, 4)


# --- effects (S42) ---


def test_several_effects_are_each_applied_by_the_step() -> None:
    line = "zap(main-act) chk(12) = d20, eff = 1d6 +3(hp,elec), 2(pen) & 1d4(fp)"
    outcome = roll(line, 8, 4, 3)
    assert outcome.grade == "partial-success"
    assert outcome.effects == (
        Effect("target", "hp", "add", -3),
        Effect("target", "fp", "add", -1),
    )
    assert (outcome.values["damage"], outcome.values["penetration"]) == ("elec", 2)
    assert roll(line, 1).effects == ()


@pytest.mark.parametrize(
    ("effect", "faces", "lost"),
    [
        # One d8 of the weapon falls with its own effect, else with the first loss (S9).
        ("1d4(ep) & eff", (3, 7), {"ep": -3, "hp": -7}),
        ("as weapon & 1d4(ep)", (7, 3), {"hp": -7, "ep": -3}),
        ("1d4(ep) & +2 eff", (3, 7), {"ep": -3, "hp": -9}),
        ("1d4(ep), eff= as weapon", (3, 7), {"ep": -3, "hp": -7}),
        ("1d4(ep) eff", (7, 3), {"ep": -10}),
        ("1d4(ep) & 2", (7, 3), {"ep": -10, "hp": -2}),
        ("as weapon burning", (7,), {"hp": -7}),
        ("eff, 8(pen)", (7,), {"hp": -7}),
        ("burning eff", (7,), {"hp": -7}),
        ("1d4(ep), burning eff", (3, 7), {"ep": -3, "hp": -7}),
        ("eff eff", (7,), {"hp": -7}),
    ],
)
def test_the_weapons_own_effect_is_a_loss_where_it_stands_apart(
    effect: str, faces: tuple[int, ...], lost: dict[str, int]
) -> None:
    text = f"zap-att(main-action) chk(5) = d20, eff = {effect}"
    outcome = roll(text, 10, *faces, weapon_dice=1, weapon_die=8)
    assert {effect.field: effect.value for effect in outcome.effects} == lost
    assert canonical(read_line(canonical(read_line(text)))) == canonical(read_line(text))


def test_the_weapons_dice_are_described_where_they_fall() -> None:
    words = "zap-att (main-action): d20 against 5; on a hit 1d4 ep; on a hit "
    line = "zap-att(main-act) chk(5) = d20 eff= 1d4(ep) & "
    assert understand(line + "eff").words == f"{words}the weapon’s dice as they fall"
    assert understand(line + "+2 eff").words == f"{words}add 2 to the weapon’s dice"
    assert understand(line + "2").words == f"{words}2 hp"


@pytest.mark.parametrize("face", [1, 8, 12, 20])
def test_a_save_says_that_the_table_decides(face: int) -> None:
    notes = roll("sv(Insight,15), eff= 2d6(hp,elec)", face, 2, 3).notes
    assert SAVE_LEAVES in notes
    assert "Loses at most 5 hit points, elec (S42)." in notes


def test_a_failed_save_imposes_nothing() -> None:
    line = "sv(Insight,15) -> imp(sv,Agility,12) -> eff= 2d6(hp)"
    for face, imposes in ((1, False), (14, True)):
        notes = roll(line, face, 2, 3).notes
        assert ("Where the save fails: loses 5 hit points (S42)." in notes) == imposes
        assert bool(after(line, face, 2, 3)) == imposes


@pytest.mark.parametrize(
    ("action", "lands"),
    [("attack", True), ("melee-att", True), ("area-attack", True), ("strike", False)],
)
def test_an_unnamed_loss_is_an_attacks(action: str, lands: bool) -> None:
    outcome = roll(f"{action}(main-act) chk(5) = d20, eff = 4", 10)
    assert outcome.effects == ((Effect("target", "hp", "add", -4),) if lands else ())


@pytest.mark.parametrize(
    ("action", "lost"),
    [("attack", {"hp": -4, "ep": -2}), ("strike", {"ep": -2})],
)
@pytest.mark.parametrize("effect", ["4 & 2(ep)", "2(ep) & 4"])
def test_each_loss_is_proposed_by_its_own_name(
    action: str, lost: dict[str, int], effect: str
) -> None:
    outcome = roll(f"{action}(main-act) chk(5) = d20, eff = {effect}", 10)
    assert {effect.field: effect.value for effect in outcome.effects} == lost
    partial = roll(f"{action}(main-act) chk(5) = d20, eff = {effect}", 4)
    assert GLANCING in partial.notes


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("cut-att(main-act) chk(5) = d20, eff = {least}, 1d4(hp)", (10, 3)),
        ("cut(main-act) eff = {least}, 1d4(hp)", (3,)),
        ("cut(main-act) eff = {least}", ()),
        ("cut(main-act) imp(sv,Agility,12) -> eff = {least}", ()),
    ],
)
@pytest.mark.parametrize("name", ["Str", "Strength"])
def test_too_little_strength_gives_a_warning(text: str, faces: tuple[int, ...], name: str) -> None:
    notes = {
        least: roll(text.format(least=f"{least}({name},min)"), *faces).notes for least in (-2, -1)
    }
    warning = "Strength −2 is less than −1, the least (S42)."
    assert [warning in notes[least] for least in (-2, -1)] == [False, True]


@pytest.mark.parametrize(
    ("effect", "canonical_effect", "full"),
    [
        ("1 +M(Speed)", "+1 +M(Speed)", 4),
        ("1 +M(Speed)•2", "+1 +M(Speed)•2", 7),
        ("1 +2•M(Insight) & 2•M(Speed)", "1 +2•M(Insight) & 2•M(this)(Speed)", 5),
        ("1 & M*(Speed)", "1 & M*[1](this)(Speed)", 1),
        ("+M(metres)", "+M(metres)", 1),
    ],
)
def test_a_measure_is_a_skill_unless_it_is_multiplied(
    effect: str, canonical_effect: str, full: int
) -> None:
    text = f"zap(main-act) -> eff= {effect}"
    assert canonical(read_line(text)) == f"zap(main-action) eff = {canonical_effect}"
    skills = [["Insight", 2, 4], ["Speed", 3, 1], ["metres", 1, 1]]
    assert roll(text, skills=skills, subject="Insight").values["effect_full"] == full


@pytest.mark.parametrize(
    ("effect", "shown", "full"),
    [
        ("Size +1d6", "+Size +1d6", 5),
        ("Size -2 +1d6(hp)", "+Size -2 +1d6(hp)", 3),
        ("Size + M(Insight)", "+Size +M(Insight)", 4),
        ("1(hp) & Vcl-Ship +½", "1(hp) & +Vcl-Ship +½", 1),
        ("Insight + 2", "+Insight +2", 4),
    ],
)
def test_a_bare_name_begins_a_sum(effect: str, shown: str, full: int) -> None:
    text = f"zap(main-action) eff = {effect}"
    assert canonical(read_line(text)) == f"zap(main-action) eff = {shown}"
    numbers = [["Size", 2], ["Vcl-Ship", 3]]
    faces = (3,) if "d6" in effect else ()
    assert roll(text, *faces, numbers=numbers).values["effect_full"] == full


@pytest.mark.parametrize("effect", ["slowed +1", "TC +2", "Pushed back +1d4(metres)", "Size"])
def test_words_begin_no_sum(effect: str) -> None:
    (first,) = read_line(f"zap(main-action) eff = {effect}").effects
    assert first.losses == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("adv(round) chk(C)=d20", "check"),
        ("dadv(main-action) eff = 1d6", "effect"),
        ("adv(sv,Health)", "remark"),
        ("adv(chk, Insight), 1/rest", "remark"),
    ],
)
def test_an_action_may_have_the_name_of_an_advantage(text: str, kind: str) -> None:
    assert read_line(text).kind == kind


def test_the_sum_of_an_effect_without_dice_has_no_dice() -> None:
    outcome = roll("attack(main-act) chk(5) = d20, eff = 1d6 +2(hp) & 1(ep)", 10, 3)
    named = [(step.value, step.label) for step in outcome.steps if step.label.startswith("effect ")]
    assert named == [(3, "effect dice"), (2, "effect modifier"), (1, "effect modifier")]


def test_a_number_among_words_is_no_loss() -> None:
    outcome = roll(
        "attack(main-act) chk(5) = d20, eff = pushed back 2d4 (metres), slowed 2 rounds", 10, 1, 3
    )
    assert outcome.effects == ()
    assert outcome.values["metres"] == 4
    assert "Pushed back 4 (metres), slowed 2 rounds (S42)." in outcome.notes


@pytest.mark.parametrize("name", ["effect", "effect_2"])
def test_the_spread_of_several_effects_is_exact(name: str) -> None:
    text = "zap(main-act) chk(12) = +M(Insight), eff = 1d4 -1(hp,elec) & 1d4(fp)"
    spread_found = spread(bound(text), name)[name]
    expected: Counter[int] = Counter()
    for face, first, second in product(range(1, 21), range(1, 5), range(1, 5)):
        margin = face + 2 - 12
        step = 1 if margin <= -10 else 2 if margin <= -6 else 3 if margin < 0 else 4 + (margin > 9)
        step = min(max(step + (face == 20) - (face == 1), 1), 5)
        full = first - 1 if name == "effect" else second
        expected[{3: full // 2, 4: full, 5: 2 * full}.get(step, 0)] += 1
    assert spread_found == {value: Fraction(ways, 320) for value, ways in expected.items()}


# --- advantage (S42) ---


def test_advantage_is_the_better_of_two_dice() -> None:
    inputs = {"modifier": 0, "challenge": 11}
    check = GAME.procedures["striker.check"]
    for advantage, best in (("advantage", max), ("disadvantage", min)):
        expected: Counter[str] = Counter()
        for one, two in product(range(1, 21), repeat=2):
            plain = by_hand(check.bind(inputs), (best(one, two),)).outcome
            both = by_hand(check.bind({**inputs, "advantage": advantage}), (one, two)).outcome
            assert (both.grade, both.values) == (plain.grade, plain.values)
            expected[plain.grade] += 1
        odds_found = odds(check.bind({**inputs, "advantage": advantage}))
        assert odds_found == {grade: Fraction(ways, 400) for grade, ways in expected.items()}


# --- the sheet (S8, S42, S43) ---


def sheet(**data: Any) -> Sheet:
    skills = [("Health", 2), ("Energy", 1), ("Focus", 0), ("Agility", 3), ("Insight", 4)]
    entries = [{"name": name, "base": 0, "ranks": ranks} for name, ranks in skills]
    return FORM.fill({"skills": entries, **data})


def lines(*texts: str) -> list[dict[str, str]]:
    return [{"line": text, "subject": ""} for text in texts]


def test_maxima_follow_from_the_body_until_they_are_entered() -> None:
    plain = sheet()
    assert (plain["hp_max"], plain["ep_max"], plain["fp_max"], plain["target_challenge"]) == (
        12, 3, 3, 12,
    )  # fmt: skip
    body = sheet(hx=5, ex=4, fx=3, size=-1)
    assert (body["hp_max"], body["ep_max"], body["fp_max"]) == (15, 8, 3)
    assert (body["hp"], body["ep"], body["target_challenge"]) == (15, 8, 12)
    entered = body.with_fields({"hp_max": 9, "target_challenge": 14})
    assert (entered["hp_max"], entered["hp"], entered["target_challenge"]) == (9, 9, 14)
    # The maxima follow the skills.
    stronger = [{"name": "Health", "base": 0, "ranks": 3}, {"name": "Agility", "ranks": 9}]
    changed = body.with_fields({"skills": stronger})
    assert (body["hp_max"], changed["hp_max"], changed["target_challenge"]) == (15, 20, 15)


def test_trait_lines_give_the_numbers_of_the_sheet() -> None:
    character = sheet(
        hx=4,
        traits=lines(
            "TC = 11 + Size + M(Agility)",
            "hp,max = HX•(2 + M(Health))",
            "Vcl-Hawk = 2",
            "Dodge = Vcl-Hawk + 3",
            "STRIKEC = 10 + distance in ly",
            "No dadv(chk,target) on off hand",
        ),
    )
    assert (character["target_challenge"], character["hp_max"]) == (14, 16)
    column = FORM.by_id["traits"].derived[0]  # type: ignore[union-attr]
    assert [column.of(character, trait) for trait in character["traits"]] == [
        14,
        16,
        2,
        5,
        None,
        None,
    ]
    prefilled = FORM.feed(
        GAME.procedures["striker.line_action"], {"self": character}, {"text": "chk(5)=d20"}
    )
    assert {"Vcl-Hawk": 2, "Dodge": 5, "HX": 4, "hp": 16}.items() <= dict(
        prefilled["numbers"]
    ).items()


def test_a_trait_of_a_factor_that_is_not_given_is_a_remark() -> None:
    traits = lines("hp = HX•(1+M(Health))", "ep,max = EX•3")
    bare, given_hx = sheet(traits=traits), sheet(hx=5, traits=traits)
    assert [(each["hp_max"], each["ep_max"]) for each in (bare, given_hx)] == [(12, 3), (15, 3)]
    declared: Any = FORM.by_id["traits"]
    assert [declared.derived[0].of(bare, trait) for trait in bare["traits"]] == [None, None]
    shown = declared.of[0].kind.read("hp = HX•(1+M(Health))", None, NotationContext({}, bare))
    assert shown.words == "hp is HX × (1 + M of Health)"


@pytest.mark.parametrize("name", ["fp", "FP"])
def test_a_cost_is_paid_from_the_points_there_are(name: str) -> None:
    poor = sheet(fx=3, fp=1, traits=lines(f"{name} = FX•2"))
    assert poor["fp_max"] == 6
    inputs = {"text": "push(main-act, 2fp) chk(12) = +M(Insight)"}
    procedure = GAME.procedures["striker.line_action"]
    prefilled = FORM.feed(procedure, {"self": poor}, inputs)
    with pytest.raises(BadInput, match="E18 at 16: The line costs 2 fp; there is 1"):
        procedure.bind({**prefilled, **inputs})


def test_old_characters_are_read_with_the_new_fields() -> None:
    dara = FORM.fill({"hp_max": 14, "hp": 9, "techniques": [{"name": "Blink", "ranks": 1}]})
    assert (dara["ep"], dara["hx"], dara["techniques"][0]["kind"]) == (3, 0, "specialiser")


@pytest.mark.parametrize(
    ("traits", "text", "advantage"),
    [
        (("adv(sv,Insight)",), "sv(Insight,15)", "advantage"),
        (("adv(sv,Insight)",), "chk(15) = +M(Insight)", None),
        (("dadv(chk)",), "chk(15) = +M(Insight)", "disadvantage"),
        (("adv(chk,Insight)", "dadv(chk)"), "chk(15) = +M(Insight)", None),
        (("adv(sv,Health)",), "sv(Insight,15)", None),
        (("adv(sv,Ins)",), "sv(Insight,15)", "advantage"),
        (("adv(sv,Insight)",), "sv(Ins,15)", "advantage"),
        (("adv(sv,Insight)", "dadv(sv,Ins)"), "sv(Insight,15)", None),
    ],
)
def test_the_sheet_gives_advantage(
    traits: tuple[str, ...], text: str, advantage: str | None
) -> None:
    procedure = GAME.procedures["striker.line_action"]
    prefilled = FORM.feed(procedure, {"self": sheet(traits=lines(*traits))}, {"text": text})
    assert prefilled.get("advantage") == advantage


def test_the_sheet_gives_advantage_to_its_own_rolls() -> None:
    character = sheet(
        techniques=[{"name": "Blink", "ranks": 1, "base_skill": "Insight"}],
        weapons=[{"name": "Net", "skill": "Agility", "dice": 0}],
        traits=lines("adv(sv,Insight)", "dadv(chk,Agility)", "adv(chk,Blink)"),
    )
    found = {roll.label: roll.inputs.get("advantage") for roll in FORM.rolls(character)}
    assert {label: advantage for label, advantage in found.items() if advantage} == {
        "Insight, save": "advantage",
        "Agility": "disadvantage",
        "Net": "disadvantage",
        "Blink": "advantage",
    }
    for each in FORM.rolls(character):
        if each.inputs.get("advantage"):
            GAME.procedures[each.procedure].bind({"challenge": 10, **each.inputs})


def test_the_target_gives_its_modifier_to_an_imposed_save() -> None:
    procedure = GAME.procedures["striker.imposed_save"]
    prefilled = FORM.feed(procedure, {"target": sheet()}, {"imposed_skill": "Agility"})
    assert prefilled == {"modifier": 3}


def test_a_challenge_of_another_name_is_not_the_targets() -> None:
    procedure = GAME.procedures["striker.line_action"]
    for text, emptied in (("chk(TC) = d20", False), ("chk(SC) = d20", True)):
        prefilled = FORM.feed(procedure, {"self": sheet(), "target": sheet()}, {"text": text})
        assert ("challenge" in prefilled) == emptied


def test_a_rest_gives_back() -> None:
    rest = GAME.procedures["striker.rest"].bind(
        {"hx": 5, "ex": 4, "fx": 3, "health": 2, "energy": 1, "focus": -4}
    )
    outcome = by_hand(rest, ()).outcome
    assert outcome.values == {"hp": 4, "ep": 5, "fp": 0}
    assert outcome.effects == (Effect("self", "hp", "add", 4), Effect("self", "ep", "add", 5))


# --- a fight (S32-S34) ---


def fight(line: str, **fields: Any) -> Any:
    """Return a fight of one combatant with this line as the only action."""
    scene = ENCOUNTER.apply(ENCOUNTER.begin(), "add", {"id": "kel"}).scene
    scene = ENCOUNTER.apply(scene, "next", {}).scene
    skills = [{"name": "Insight", "base": 0, "ranks": 2}]
    actions = [{"label": "It", "line": line, "subject": ""}]
    return scene.write("kel", skills=skills, actions=actions, **fields)


def offered(scene: Any) -> dict[str, Any]:
    return {action.label: action for action in ENCOUNTER.actions(scene, "kel")}


def test_a_move_action_is_a_slot_of_its_own() -> None:
    scene = fight("climb(mv-act) chk(9) = +M(Insight)")
    after_it = ENCOUNTER.apply(scene, "act", {"who": "kel", "line": "climb(mv-act) chk(9)=d20"})
    assert after_it.scene.combatant("kel").turn.slots_used == ("move-action",)
    assert offered(after_it.scene)["It"].why_not == "Move-action used"
    assert ENCOUNTER.apply(after_it.scene, "act", {"who": "kel", "duration": "main-action"})


def test_an_action_of_several_durations_takes_the_first_free_one() -> None:
    line = "cut-att(main | bonus-act | rnd) -> chk(9)= +M(Insight) -> eff= 1d4"
    scene = fight(line)
    first = offered(scene)["It"]
    assert (first.detail, first.roll.inputs.get("slot")) == ("+2 · 1d4 · main-action", None)
    scene = ENCOUNTER.apply(scene, "act", {"who": "kel", "duration": "main-action"}).scene
    second = offered(scene)["It"]
    assert (second.detail, second.why_not) == ("+2 · 1d4 · bonus-action", "")
    outcome = roll(line, 12, 3, slot=second.roll.inputs["slot"])
    made = Roll("kel", "striker.line_action", dict(second.roll.inputs), outcome)
    scene = ENCOUNTER.on_roll(scene, made).scene
    assert scene.combatant("kel").turn.slots_used == ("main-action", "bonus-action")
    third = offered(scene)["It"]
    assert (third.step, third.inputs) == ("act", {"line": line, "duration": "round", "subject": ""})
    begun = ENCOUNTER.apply(scene, "act", {"who": "kel", **third.inputs}).scene
    assert begun.combatant("kel").turn.busy_until == 2
    assert offered(begun)["It"].why_not.startswith("Busy with cut-att")


@pytest.mark.parametrize(
    ("line", "aimed"),
    [
        ("attack(main-act) chk(C) = d20", True),
        ("bolt(main-act) chk(TC) = d20", True),
        ("burst(main-act) chk(TC-A) = d20", True),
        ("bolt(main-act) chk(12) = d20, eff = 1d6(ep)", True),
        ("feint(main-act) imp(sv,Insight,12)", True),
        ("hide(main-act) set(PC) 8+M(Insight)", True),
        ("gen(main-act) chk(C) = d20", False),
        ("gen(main-act) chk(SC) = d20, eff = 1d6", False),
        ("gen sv(Insight,12), eff = 1d6(hp)", False),
        ("heal(main-act) eff = 1d6(hp)", False),
    ],
)
def test_a_line_about_another_is_aimed(line: str, aimed: bool) -> None:
    assert offered(fight(line))["It"].aimed == aimed


def test_a_sustained_action_is_kept_up_and_dropped() -> None:
    line = "shroud(main-act & bonus-act, 1fp) chk(9) = +M(Insight)"
    scene = fight(line)
    inputs = {"text": line}
    begun = Roll("kel", "striker.line_action", inputs, roll(line, 12))
    scene = ENCOUNTER.on_roll(scene, begun).scene
    turn = scene.combatant("kel").turn
    assert turn.slots_used == ("main-action",)
    assert [(each.label, each.duration) for each in turn.sustained] == [("shroud", "bonus-action")]
    assert ENCOUNTER.scene(json.loads(json.dumps(scene.state))).state == scene.state
    offer = offered(scene)["Keep up shroud"]
    assert offer.roll.inputs == {"text": line, "keep_up": True}
    poor = offered(scene.write("kel", fp=0))["Keep up shroud"]
    assert poor.why_not == "Costs 1 focus point; 0 left"
    renewed = Roll("kel", "striker.line_action", dict(offer.roll.inputs), roll(line, keep_up=True))
    scene = ENCOUNTER.on_roll(scene, renewed).scene
    assert scene.combatant("kel").turn.slots_used == ("main-action", "bonus-action")
    dropped = ENCOUNTER.apply(scene, "drop", {"who": "kel", "number": 1})
    assert dropped.scene.combatant("kel").turn.sustained == ()
    assert dropped.notes[0].endswith(" drops shroud.")


SHOVE = "shove(main-act & bonus-act) -> imp(sv,Insight,12)"
MIST = "mist(main-act & bonus-act) -> chk(TC-A)= +M(Insight) -> imp(sv,Insight,12)"


@pytest.mark.parametrize(
    ("line", "targets", "faces", "is_kept"),
    [
        (SHOVE, 1, [12], False),
        (SHOVE, 1, [20], False),
        (SHOVE, 1, [2], True),
        (MIST, 2, [12], True),
        (MIST, 2, [12, 12], False),
        (MIST, 2, [2, 12], True),
    ],
)
def test_an_action_that_every_target_resists_is_kept_up_no_longer(
    line: str, targets: int, faces: list[int], is_kept: bool
) -> None:
    """S33, S41: an action that succeeded is kept up, and a save leaves nothing of it."""
    scene, begun = fight(line), roll(line, *([12] if line == MIST else []))
    inputs = {"text": line, "targets": targets}
    scene = ENCOUNTER.on_roll(scene, Roll("kel", "striker.line_action", inputs, begun)).scene
    save = GAME.procedures["striker.imposed_save"]
    for face in faces:
        for skill in ("Agility", "insight"):  # another save says nothing of this action
            typed = {"imposed_skill": skill, "modifier": 0, "challenge": 12}
            outcome = by_hand(save.bind(typed), (face,)).outcome
            rolled = Roll("drone", save.id, typed, outcome, {"self": "kel", "target": "drone"})
            result = ENCOUNTER.on_roll(scene, rolled)
            scene = result.scene
    assert bool(scene.combatant("kel").turn.sustained) is is_kept
    assert bool(result.notes) is not is_kept


def test_longer_work_is_paid_when_it_begins() -> None:
    line = "strike(rnd & day+, 1fp) -> chk(9)= +M(Insight)"
    begun = ENCOUNTER.apply(fight(line), "act", {"who": "kel", "line": line})
    fighter = begun.scene.combatant("kel")
    assert fighter.turn.work is not None
    assert (fighter.sheet["fp"], fighter.turn.work.duration) == (2, "round")
    assert fighter.turn.work.inputs["paid"] is True
    with pytest.raises(BadInput, match="E18 at 20: The line costs 1 fp; there is 0") as fault:
        ENCOUNTER.apply(fight(line, fp=0), "act", {"who": "kel", "line": line})
    assert fault.value.field == "line"


def test_costs_of_one_pool_are_compared_together() -> None:
    line = "zap(minute, 2fp, 2fp) chk(9) = +M(Insight)"
    offer = offered(fight(line, fp=3))["It"]
    assert (offer.detail, offer.why_not) == (
        "+2 · minute · 4fp",
        "Costs 4 focus points; 3 left",
    )
    with pytest.raises(BadInput, match="E18 at 13: The line costs 4 fp; there is 3"):
        ENCOUNTER.apply(fight(line, fp=3), "act", {"who": "kel", "line": line})


@pytest.mark.parametrize(
    ("line", "given", "field", "message"),
    [
        (
            "zap(minute, 2fp) chk(10)= +M*[2](Insight)",
            {"points_spent": 0},
            "points_spent",
            "E21: The line spends at least 2.",
        ),
        (
            "zap(main & bonus-act, 2fp) chk(10)= +M*[2](Insight)",
            {"points_spent": 1, "keep_up": True},
            "points_spent",
            "E21: The line spends at least 2.",
        ),
        (
            "jab(main | bonus-act) chk(10)= +M(Insight)",
            {"duration": "round"},
            "duration",
            "duration is round; the line says main-action or bonus-action itself",
        ),
    ],
)
def test_a_use_that_could_not_be_rolled_is_refused(
    line: str, given: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(BadInput) as fault:
        ENCOUNTER.apply(fight(line), "act", {"who": "kel", "line": line, **given})
    assert (fault.value.field, fault.value.message) == (field, message)


def test_without_energy_only_free_actions_are_left() -> None:
    scene = fight("gen(main-act) chk(9) = +M(Insight)", ep=0)
    assert "energy" in offered(scene)["It"].why_not
    free = fight("look(free-act) chk(9) = +M(Insight)", ep=0)
    assert offered(free)["It"].why_not == ""


@pytest.mark.parametrize(
    ("hp", "effect", "notes"),
    [
        (3, 2, ()),
        (3, 14, ("Kel is at 0 hit points; the table decides what that means.",)),
        (3, 15, ("Kel is dead at once: 12 are left over (S43).",)),
        (0, 11, ()),
        (0, 12, ("Kel is dead at once: 12 are left over (S43).",)),
    ],
)
def test_a_blow_far_beyond_the_last_hit_point_kills_at_once(
    hp: int, effect: int, notes: tuple[str, ...]
) -> None:
    scene = fight("gen(main-act) chk(9) = d20", hp=hp, name="Kel")
    assert ENCOUNTER.apply(scene, "damage", {"who": "kel", "effect": effect}).notes == notes


# --- while typing ---


def understand(text: str, subject: str = "") -> Any:
    character = known(tuple(CHARACTER["skills"]), tuple(CHARACTER["techniques"]))
    numbers = numbers_by_name(tuple(CHARACTER["numbers"]))
    return understood(text, None, LineContext(character, subject, "error", Beside(numbers)))


def test_a_line_is_described_in_words_with_its_missing_values() -> None:
    understanding = understand(
        "strike(round & day+, 1fp) chk(STRIKEC) = d20 +M*[1](Psiportation) + Vcl-Hawk"
    )
    assert understanding.words == (
        "strike (round, then each time day or longer; costs 1 focus point): d20 + M of "
        "Psiportation and 1 point spent + Vcl-Hawk against STRIKEC"
    )
    assert understanding.notes == ("Still asked for: STRIKEC, Vcl-Hawk.",)
    understanding = understand(
        "hyper-push(w/act, R, 1ep) -> imp(sv,Strength,8+M*) -> eff= 1d4+M*(hp,frc)", "Focus"
    )
    assert understanding.words == (
        "hyper-push (w/act; costs 1 energy point; needs 1 rank): the target saves with Strength "
        "against 11; where the save fails 1d4 + 3 hp (frc)"
    )
    assert {each.label: each.total for each in understanding.sums} == {
        "Save against": "11",
        "Effect": "+3",
    }
    assert understand("TC = 10 + Size + M(Agility)").words == "TC is 13"
    assert understand("adv(sv,Health)").words == "advantage on saves with Health"


def test_a_fault_on_the_page_offers_the_line_that_is_read() -> None:
    text = "attack(main-act -> chk(TC)= +M(Insight)"
    understanding = understood(text, 3, None)
    assert understanding.wrong is not None
    offer = understanding.offers[-1]
    assert (offer.insert, offer.start, offer.end) == (
        "attack(main-action) chk(TC) = d20 +M(Insight)", 0, len(text),
    )  # fmt: skip
    fixed = mend(text, Malformed("E03", 17, W="", X=""))
    assert fixed is not None
    assert understanding.wrong.message.endswith(fixed.advice)


@pytest.mark.parametrize("case", parameters(READ))
def test_a_line_is_understood_at_any_beginning(case: dict[str, Any]) -> None:
    text = case["text"]
    for length in range(len(text) + 1):
        understanding = understood(text[:length], None, None)
        assert understanding.wrong is None or understanding.wrong.message


@pytest.mark.parametrize(("number", "asked"), [([], True), ([["SC", 0]], False)])
def test_a_challenge_of_0_is_not_asked_for(number: list[Any], asked: bool) -> None:
    numbers = Beside(numbers_by_name(tuple(number)))
    context = LineContext(known((("Insight", 2, 4),), ()), beside=numbers)
    notes = understood("x chk(SC)= +M(Insight)", None, context).notes
    assert notes == (("Still asked for: SC.",) if asked else ())


# --- made-up lines, and a second reader ---


@settings(deadline=None, max_examples=tries(40))
@given(dice=st.randoms(use_true_random=False))
def test_two_readers_read_a_made_up_line_alike(dice: random.Random) -> None:
    line = made_line(dice)
    if len(line) <= 300:
        agree(line)


@settings(deadline=None, max_examples=tries(150))
@given(dice=st.randoms(use_true_random=False))
def test_following_advice_ends_at_a_line_that_is_read(dice: random.Random) -> None:
    line = made_line(dice)
    assert hold(line) in ("", "E13")
    hold(mutated(dice, line))


@settings(deadline=None, max_examples=tries(150))
@given(text=st.text(max_size=310) | st.text("chkCsveffimp()=d20+-> MR*[]&|,6", max_size=40))
def test_any_text_is_read_or_put_right(text: str) -> None:
    hold(text)


#: Parts of effects that change their neighbours.
PARTS = (
    *("eff", "as weapon", "burning", "pushed back 2d4", "adv(attack)", "R(Insight)", "M*", "2d6"),
    *(
        "+1d4",
        "8(pen)",
        "2•M(speed)",
        "(hp)",
        "-(2 +M)",
        "Size",
        "Str +1",
        "½",
        "(2 -R)•3",
        "2•Size",
    ),
)
JOINTS = (" ", " ", ", ", " & ", " eff= ", ", eff= ", " -> ")


@settings(deadline=None, max_examples=tries(300))
@given(
    head=st.sampled_from(("eff= ", "x(act) -> eff= ", "chk= M with ", "imp(sv,X,8) -> ", "X = ")),
    parts=st.lists(st.sampled_from(PARTS), min_size=1, max_size=5),
    joints=st.lists(st.sampled_from(JOINTS), min_size=5, max_size=5),
)
def test_the_canonical_form_of_an_effect_is_read_as_that_effect(
    head: str, parts: list[str], joints: list[str]
) -> None:
    text = head + "".join(f"{part}{joint}" for part, joint in zip(parts, joints, strict=False))
    text = text[: -len(joints[len(parts) - 1])]
    try:
        line = read_line(text)
    except Malformed:
        return
    hold_canonical(read_line, line, text)


@pytest.mark.parametrize(
    ("text", "shown", "dice"),
    [
        ("x(act) -> eff= as weapon burning", "x(main-action) eff = as weapon burning", (3,)),
        ("x(act) -> eff= eff, burning", "x(main-action) eff = eff, burning", (3,)),
        ("x(act) -> eff= eff eff= slowed", "x(main-action) eff = as weapon, eff = slowed", (3,)),
    ],
)
def test_the_canonical_form_keeps_the_weapons_effect(
    text: str, shown: str, dice: tuple[int, ...]
) -> None:
    assert canonical(read_line(text)) == shown
    outcomes = [roll(each, *dice, weapon_dice=1) for each in (text, shown)]
    assert outcomes[0] == outcomes[1]
    assert outcomes[0].values["effect"] == 3


def test_brackets_end_somewhere() -> None:
    for text in ("chk = " + "(" * 290, "eff = " + "(" * 290, "chk(10 + " + "((" * 100 + "1"):
        hold(text)
    deep = "chk(5) = " + "(" * 8 + "M(Insight)" + ")" * 8
    assert roll(deep, 10).values["roll_modifier"] == 2


@pytest.mark.parametrize("case", kept(), ids=lambda case: case["text"] or "(empty)")
def test_a_stored_malformed_line(case: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as fault:
        read_line(case["text"])
    assert (fault.value.code, fault.value.at) == (case["code"], case["at"])
    follow(case["text"], fault.value)


@settings(deadline=None, max_examples=tries(100))
@given(dice=st.randoms(use_true_random=False))
def test_a_made_up_line_is_rolled_or_names_a_missing_value(dice: random.Random) -> None:
    text = made_line(dice)
    names = ("Insight", "Cbt-Melee", "Strength")
    inputs = {
        "text": text,
        "subject": dice.choice(("Insight", "Wpn-Clubs")),
        "challenge": dice.randint(5, 25),
        "skills": [[name, dice.randint(-3, 9), dice.randint(1, 5)] for name in names],
        "techniques": [["Wpn-Clubs", dice.randint(1, 5), "Cbt-Melee"]],
        "numbers": [["Vcl-Hawk", 2], ["Size", -1], ["fp", dice.choice((0, 20))], ["ep", 20]],
        "advantage": dice.choice(("none", "advantage", "disadvantage")),
    }
    reply = ask("line_action", inputs, seed=dice.randint(0, 999))
    if "error" in reply:
        # The only faults are the line's own: no technique for sub, or too few points.
        assert reply["error"]["message"][:3] in ("E08", "E13", "E18"), (text, reply)
        return
    line = read_line(text)
    assert reply["grade"] == line.kind or line.roll is not None
    costs = [effect["value"] for effect in reply["effects"] if effect["who"] == "self"]
    assert all(value < 0 for value in costs)
    if line.imposed:
        assert all(effect["who"] == "self" for effect in reply["effects"])
    chances = ask("line_action", inputs, odds=True)["odds"]
    assert sum(map(Fraction, chances.values())) == 1
    assert reply["grade"] in chances


@pytest.mark.parametrize(
    ("inputs", "name"),
    [
        ({"text": "attack(main-act) chk(C)= +M(this)", "subject": "Wpn-Pistols"}, "Wpn-Pistols"),
        ({"text": "scatter-gun(main-act) chk(C)= +M(Cbt-Ranged) to hit"}, "scatter-gun"),
        ({"text": "gen(main-act) chk(C) = d20 +M(Insight)"}, "Insight"),
        ({"text": "gen sv(Insight,C)"}, "Insight"),
        ({"text": "attack(main-act) chk(C)= +M(this)"}, "attack"),
        ({"text": "eff= 2d6"}, ""),
        ({"text": "chk(", "subject": ""}, ""),
        ({}, ""),
    ],
)
def test_a_line_names_its_roll(inputs: dict[str, str], name: str) -> None:
    title = f"Roll a line: {name}" if name else "Roll a line"
    assert GAME.procedures["striker.line_action"].title_of(inputs) == title
