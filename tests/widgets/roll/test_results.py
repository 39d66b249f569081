"""Result cards: every worked example can be shown and copied, and texts never become markup."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from app.core.games import find
from app.core.play.asks import Choose, OneOf
from app.core.play.play import Asking, Chosen, Finished, Thrown, by_hand, replay
from app.core.procedures.labels import label_of
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, adding
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.roll.play.plays import progress
from app.widgets.roll.result.copying import markdown
from app.widgets.roll.result.results import Card, card, options, rolls
from app.widgets.roll.result.status import PlayStatus
from app.widgets.roll.result.words import (
    chosen_words,
    effect_words,
    format_value,
    note_words,
    number,
    sentence,
    step_words,
    sum_words,
)
from tests.examples import cases
from tests.widgets.markup import Markup
from tests.widgets.shelf import HOSTILE
from tests.widgets.templates import rendered

BAD_TAGS = {"script", "img", "iframe", "object", "embed", "style", "link", "h1"}


def play_case(case: dict[str, Any]) -> tuple[Procedure, Finished]:
    """Play a worked example."""
    procedure = find(games(), case["procedure"])
    bound = procedure.bind(case.get("inputs", {}))
    return procedure, by_hand(bound, case.get("dice", []), case.get("choices"))


def safe(html: Markup) -> Markup:
    """Return the markup after checking that it is valid and cannot run anything."""
    assert html.wrong == []
    assert not html.tags & BAD_TAGS
    assert not [name for _, attrs in html.elements for name in attrs if name.startswith("on")]
    return html


@pytest.mark.parametrize("case", cases("examples"))
def test_every_worked_example_has_a_card(case: dict[str, Any]) -> None:
    procedure, play = play_case(case)
    result_card = card(procedure, play)
    html = safe(rendered("result.html", card=result_card))
    (result,) = html.with_attribute("data-result")
    assert result["data-grade"] == case.get("grade", result_card.grade.id)
    assert result["data-success"] == result_card.success
    if "success" in case:
        assert result_card.success == {True: "true", False: "false", None: "null"}[case["success"]]
    assert result_card.grade.words in html.text
    faces = [die.face for roll in result_card.rolls for die in roll.dice]
    assert faces == list(case.get("dice", []))
    assert html.all("data-effect") == [str(index) for index in range(len(play.outcome.effects))]
    assert html.all("data-rule") == list(result_card.rules)
    for note in result_card.notes:
        assert " ".join(note.split()) in html.text
    for _, value, label in result_card.steps:
        assert f"{value} {label}".strip() in html.text


def test_the_headline_of_an_attack_says_its_total() -> None:
    procedure = find(games(), "prism.attack")
    play = by_hand(procedure.bind({"ob": 71, "db": 10}), [60])  # 60 + 71 - 10
    result_card = card(procedure, play)
    assert result_card.verdict == "121"
    html = rendered("result.html", card=result_card)
    assert html.text.startswith("Attack total 121")


def test_a_yes_or_no_comes_before_its_numbers() -> None:
    procedure = find(games(), "garden.skill_test")
    play = by_hand(procedure.bind({"skill_level": 1, "target_number": 4}), [6])
    html = rendered("result.html", card=card(procedure, play))
    assert html.text.startswith("Yes 6 against 4")
    # Without success in the rules, the number is the result.
    dice = find(games(), "garden.dice")
    play = by_hand(dice.bind({"notation": "2d6"}), [3, 4])
    html = rendered("result.html", card=card(dice, play))
    assert html.text.split()[1] == "7"


def test_an_open_ended_roll_says_why_it_asks_for_another_die() -> None:
    bound = find(games(), "prism.attack").bind({"ob": 0})
    first, second = replay(bound, []), replay(bound, [98])
    assert isinstance(first, Asking)
    assert isinstance(second, Asking)
    begun, goes_on = progress(first).wanted, progress(second).wanted
    assert begun is not None
    assert not begun.why
    assert goes_on is not None
    assert goes_on.why == "Open-ended: after 98, roll one more die."


#: A count of one with a plural; and a hyphen in place of a minus.
UNSAID = re.compile(r"(?<![\d.,\u2212\w-])1 (?:successes|criticals|injuries|hours|minutes|days)\b")
HYPHEN = re.compile(r"(?:^|[\s:(])-\d")


@pytest.mark.parametrize("case", cases("examples"))
def test_every_worked_example_counts_in_words_and_has_one_kind_of_minus(
    case: dict[str, Any],
) -> None:
    procedure, play = play_case(case)
    text = rendered("result.html", card=card(procedure, play)).text
    assert not UNSAID.search(text)
    assert not HYPHEN.search(text)


def test_a_count_of_one_is_singular() -> None:
    assert step_words(SumStep("", 1, "successes")) == ("", "1", "success")
    assert step_words(SumStep("+", -1, "injuries")) == ("\u2212", "1", "injury")
    assert step_words(SumStep("=", 1, "injuries of it")) == ("=", "1", "injury of it")
    assert step_words(SumStep("=", 2, "injuries of it")) == ("=", "2", "injuries of it")
    assert step_words(SumStep("", 1, "plot points")) == ("", "1", "plot point")


def test_a_symbol_keeps_its_capital_in_a_sum() -> None:
    parts = adding((2, "M of the skill"), (3, "Ranks"), result=(5, "AP cost"))
    assert sum_words(sentence(parts)) == "2 M of the skill + 3 ranks = 5 AP cost"
    assert sum_words(sentence(adding((1, "A die"), result=(1, "total")))) == "1 a die"
    loaded = adding((62, "SV"), (-4, "Total Penalty"), result=(58, "total"))
    assert sum_words(sentence(loaded)) == "62 SV \u2212 4 Total Penalty = 58"


def test_abbreviations_keep_their_capitals_in_the_details() -> None:
    check = find(games(), "striker.check")
    details = card(check, by_hand(check.bind({"modifier": 2, "challenge": 15}), [13])).values
    assert ("RSR", "1") in details
    assert [label_of(each) for each in ("fp_spent", "ep", "dv")] == ["FP spent", "EP", "DV"]


def test_details_are_in_sight_where_they_are_the_result() -> None:
    def text(id: str, **inputs: Any) -> str:
        bound = find(games(), id).bind(inputs)
        read = card(bound.procedure, by_hand(bound, []), inputs=bound.values)
        return str(rendered("result.html", card=read).text)

    bare, headed = text("wasteland.derived_stats"), text("garden.assist", helper_ranks=[1])
    assert bare.index("Max HP10") < bare.index("Copy")
    assert headed.index("Copy") < headed.index("Group size2")


def test_two_sums_are_two_sentences() -> None:
    first = adding((2, "dice"), (2, "modifier"), result=(4, "hit points"))
    second = adding((3, "dice"), (1, "modifier"), result=(4, "focus points"))
    assert sum_words(sentence((*first, *second))) == (
        "2 dice + 2 modifier = 4 hit points. 3 dice + 1 modifier = 4 focus points"
    )
    single = adding((5, "HP"), (0, "taken"), result=(5, "HP left"))
    assert sum_words(sentence((*first, *single))) == ("2 dice + 2 modifier = 4 hit points. 5 HP")


def test_lost_maximum_hp_are_a_sum_of_their_own() -> None:
    """W7.6: radiation takes maximum HP, and HP only above the new maximum."""
    inputs = {"weapon_class": "energy-weapons", "damage_rating": 2, "damage_type": "radiation"}
    damage = find(games(), "wasteland.damage").bind({**inputs, "max_hp": 11, "hp": 5})
    steps = by_hand(damage, [2, 1]).outcome.steps
    assert sum_words(sentence(steps)) == (
        "3 combat dice. 5 HP. 11 maximum HP − 3 radiation = 8 maximum HP left"
    )


def test_a_sum_without_given_hp_ends_with_the_damage() -> None:
    damage = find(games(), "wasteland.damage")
    inputs = {"weapon_class": "melee-weapon", "damage_rating": 2, "dr": 1}
    for more, words in (({}, ""), ({"hp": 8}, ". 8 HP − 2 taken = 6 HP left")):
        steps = by_hand(damage.bind({**inputs, **more}), [2, 1]).outcome.steps
        assert sum_words(sentence(steps)) == f"3 combat dice − 1 DR = 2 damage{words}"


def test_a_note_names_the_combatant_of_its_role() -> None:
    names = {"target1": "Wild dog"}
    assert note_words("Target 1: head, 7 damage", names) == "Wild dog: head, 7 damage"
    assert note_words("Target 2: head, 7 damage", names) == "Target 2: head, 7 damage"
    assert note_words("too-many-major") == "Too many major"


def test_a_sum_reads_as_a_sentence() -> None:
    counted = SumStep("", 2, "successes"), SumStep("needed", 1, ""), SumStep("earned", 1, "AP")
    assert sum_words([*map(step_words, counted)]) == "2 successes, needed 1. +1 AP"
    scored = SumStep("=", 3, "result"), SumStep("effect", 4, "(complete)")
    assert sum_words([*map(step_words, scored)]) == "= 3 result. Effect 4 (complete)"
    run = (*adding((3, "dô"), (2, "SV"), result=(5, "total")), SumStep("", 0, "percent"))
    assert sum_words(sentence(run)) == "3 dô + 2 SV = 5. 0 percent"
    hit = (SumStep("", 9, "total"), SumStep("against", 8, "challenge"), SumStep("", 6, "dice"))
    assert sum_words(sentence(hit)) == "9 total, needed 8; 6 dice"
    result_card = replace(hostile("word"), steps=tuple(map(step_words, counted)))
    assert "2 successes, needed 1. +1 AP" in rendered("result.html", card=result_card).text


@pytest.mark.parametrize("case", cases("examples"))
def test_every_worked_example_can_be_copied(case: dict[str, Any]) -> None:
    procedure, play = play_case(case)
    result_card = card(procedure, play)
    text = markdown(result_card, "https://example.org/#/a/b")
    assert text.startswith(f"**{procedure.title}: {result_card.grade.words}**\n")
    assert text.endswith("- <https://example.org/#/a/b>\n")
    for roll in result_card.rolls:
        assert f"- {roll.label} ({len(roll.dice)}d{roll.dice[0].sides}): " in text
    for note in result_card.notes:
        assert f"- {note}" in text
    for change in result_card.changes:
        assert f"- → {change.words}" in text
    assert "None" not in text


def hostile(words: str) -> Card:
    """Return a card on which every text is these words."""
    grade = Grade("won", words, "good")
    procedure = Procedure(
        lambda: Outcome("won"), "garden.x", title=words, grades=(grade,), rules="G1"
    )
    outcome = Outcome(
        "won",
        True,
        {"total": 3, words: words, "list": (words, 1)},
        (
            Effect(words, words, "add", 1),
            Effect("self", words, "set", words),
            Effect("target", "conditions", "append", {"name": words, "lasts": 3, "unit": words}),
            Effect("self", "list", "set", (words, True)),
        ),
        (words,),
        (SumStep("", 3, words), SumStep("=", Fraction(7, 2), words)),
        ("G1",),
    )
    rolls = (Thrown(words, words, 6, (1, 2), ("kept", "struck"), (words,) * 6),)
    return card(procedure, Finished((1, 2), rolls, outcome), standing=PlayStatus(words))


@pytest.mark.parametrize("words", HOSTILE)
def test_markup_in_words_stays_words(words: str) -> None:
    html = safe(rendered("result.html", card=hostile(words)))
    assert html.text.count(" ".join(words.split())) >= 8
    (result,) = html.with_attribute("data-result")
    assert result["data-of-entry"] == words


@pytest.mark.parametrize("words", HOSTILE)
def test_markup_in_a_play_in_progress_stays_words(words: str) -> None:
    choice = Choose(words, OneOf({words: words, "no": "No"}), "no", words, words)
    roll = Thrown(words, words, 6, (3,), ("kept",))
    values = vars(progress(Asking((3,), (roll,), None, choice)))
    html = safe(rendered("play.html", **values, fault=words, picked=None, back=True, stands=False))
    assert html.text.count(" ".join(words.split())) >= 4
    assert html.all("data-choice") == [words, words]
    assert html.all("data-value") == [words, "no"]


def test_decisions_show_which_answer_was_taken() -> None:
    choice = Choose("keep", OneOf({"yes": "Yes!", "no": "No."}), "no", "Keep it?")
    shown_options = options(choice, "no")
    assert [(option.value, option.words, option.taken) for option in shown_options] == [
        ("yes", "Yes!", False),
        ("no", "No.", True),
    ]


def test_nothing_stands_as_taken_in_the_middle_of_a_play() -> None:
    """In this tie, another die depends on the answer: a failure is no knock-out."""
    inputs = {"attack_kind": "unarmed", "attacker_skill": 1, "defender_skill": 1, "dv": 100}
    bound = find(games(), "garden.attack").bind({**inputs, "offer_cost": True})
    asking = replay(bound, [4, 4])
    assert isinstance(asking, Asking)
    choice = progress(asking).choice
    assert choice is not None
    assert [option.words for option in choice.options] == ["Succeed, at a cost", "Fail"]
    assert not any(option.taken for option in choice.options)
    values = vars(progress(asking))
    html = rendered("play.html", **values, fault="", picked=None, back=True, stands=True)
    answers = [each for _, each in html.elements if "data-choice" in each]
    assert [answer["class"] for answer in answers] == ["choice-row", "choice-row"]


def test_applied_effects_offer_no_button() -> None:
    result_card = hostile("word")
    changes = tuple(replace(change, applied=change.place != 2) for change in result_card.changes)
    html = rendered("result.html", card=replace(result_card, changes=changes))
    assert html.all("data-effect") == ["2"]
    assert html.text.count("Applied") == 3


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-3, "\u22123"),
        (0, "0"),
        (Fraction(7, 2), "3.5"),
        (Fraction(-1, 3), "\u22120.33"),
        (Fraction(4, 2), "2"),
    ],
)
def test_numbers_for_the_eye(value: Any, words: str) -> None:
    assert number(value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "1"),
        ((), "none"),
        ((1, -2), "1, \u22122"),
        ("deep-wound", "Deep wound"),
        ("A1", "A1"),
    ],
)
def test_values_for_the_eye(value: Any, words: str) -> None:
    assert format_value(value) == words


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect("self", "hp", "add", -5), "HP \u22125"),
        (Effect("self", "plot_points", "add", 1), "Plot points +1"),
        (Effect("self", "group_ap", "add", -3), "Group AP \u22123"),
        (Effect("target", "prone", "set", True), "Target: Prone: yes"),
        (Effect("self", "streak", "set", "slump"), "Streak: slump"),
        (Effect("self", "pending", "append", "weapon-fumble"), "Pending: + weapon fumble"),
        (Effect("time", "minutes", "add", 5), "5 minutes pass"),
        (Effect("time", "minutes", "add", 1), "1 minute passes"),
        (
            Effect(
                "target", "conditions", "append", {"name": "stunned", "lasts": 4, "unit": "hours"}
            ),
            "Target: Conditions: + Stunned, 4 hours",
        ),
        (
            Effect(
                "self",
                "illnesses",
                "append",
                {
                    "name": "common-cold",
                    "starts_hours": 24,
                    "penalty": -4,
                    "incapacitated_days": 13,
                    "fever_days": 0,
                    "days": 17,
                },
            ),
            "Illnesses: + Common cold, starts in 24 hours, penalty \u22124, "
            "incapacitated 13 days, 17 days",
        ),
        (
            Effect(
                "self",
                "penalties",
                "append",
                {"name": "rad", "value": -1, "starts_hours": 1344, "step_hours": 1},
            ),
            "Penalties: + Rad, \u22121, starts in 56 days, 1 less every 1 hour",
        ),
    ],
)
def test_effects_in_words(effect: Effect, words: str) -> None:
    assert effect_words(effect) == words


@pytest.mark.parametrize(
    ("label", "role", "owner", "words"),
    [
        ("Ability", "self", "", "Ability"),
        ("Reaction", "target", "target", "Target: reaction"),
        ("Ability", "helper", "Tamsin", "Tamsin: ability"),
        ("Defence", "helper", "Tamsin", "Tamsin defends"),
        ("Helper 2 against", "helper2", "", "Helper 2 against"),
        ("Save", "helper2", "helper 2", "Helper 2: save"),
    ],
)
def test_dice_name_their_owner(label: str, role: str, owner: str, words: str) -> None:
    dice = Thrown(label, role, 6, (3,), ("kept",))
    (roll,) = rolls([dice], {"helper": "Tamsin", "self": "Mara"})
    assert (roll.who, roll.words) == (owner, words)


def test_a_copied_card_marks_the_dice_that_count() -> None:
    inputs = {"skill_level": 3, "attribute": 2, "target_number": 6}
    case = {"procedure": "garden.skill_test", "inputs": inputs, "dice": [5, 5, 2]}
    assert markdown(card(*play_case(case))).splitlines()[:3] == [
        "**Skill test: Yes**",
        "- Skill (3d6): **5** **5** ~~2~~",
        "- 5 highest die + 1 critical + 2 attribute = 8, needed 6",
    ]


def test_a_copied_line_of_dice_names_no_rules() -> None:
    procedure = games()["dice"].tray
    play = by_hand(procedure.bind({"notation": "2d6+3"}), [2, 5])
    assert markdown(card(procedure, play)).splitlines()[1:] == [
        "- 2d6 (2d6): 2 5",
        "- 7 2d6 + 3 = 10",
    ]


def test_a_copied_line_of_dice_without_a_sum_has_its_total() -> None:
    bound = games()["dice"].tray.bind({"notation": "4d6kh3"})
    assert markdown(card(bound.procedure, by_hand(bound, [2, 4, 3, 2]))).splitlines()[1:] == [
        "- 4d6kh3 (4d6): **2** **4** **3** ~~2~~",
        "- **9**",
    ]


def test_no_id_is_shown_as_a_note_or_a_decision() -> None:
    procedure = find(games(), "wasteland.action_budget")
    bound = procedure.bind({"minor": ["move"], "major": ["attack"], "prone": True})
    shown = card(procedure, by_hand(bound, []))
    assert shown.notes == ("Move is major",)
    assert chosen_words(Chosen("benefit", "treat-injury")) == "Benefit: treat injury"
    assert chosen_words(Chosen("reroll", (2,))) == "Reroll: die 2"
    assert chosen_words(Chosen("reroll", (1, 3))) == "Reroll: dice 1, 3"


def test_dice_have_one_tint_while_they_are_typed_and_in_the_result() -> None:
    procedure = games()["trueworld"].procedures["trueworld.action_roll"]
    tints = {}
    faces: list[int] = []
    while isinstance(play := replay(procedure.bind({}), faces), Asking):
        request = progress(play).wanted
        assert request is not None
        assert {die.tint for die in request.drawn} <= {request.tint}
        html = rendered("play.html", picked=None, fault="", **vars(progress(play)))
        fields = [each for each in html.all("class") if each.startswith("die-field ")]
        assert all(f"in-{request.tint}" in field.split() for field in fields)
        tints[request.label] = request.tint
        faces.append(1)
    assert isinstance(play, Finished)
    assert set(tints.values()) == {"ivory", "dark"}
    tints_of_result = {roll.label: {die.tint for die in roll.dice} for roll in rolls(play.rolls)}
    assert {label: {tint} for label, tint in tints.items()} == tints_of_result
