"""The journal on screen: newest first, undone entries marked, every roll viewable again."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.campaign.journal.journal import Journal, Page, append, redo, undo
from app.campaign.journal.rolls import record_changed_roll
from app.campaign.journal.rolls import record_roll as as_fact
from app.campaign.journal.steps import record_step
from app.core.games import Game, find
from app.core.play.play import Finished, by_chance, by_hand, replay
from app.core.procedures.outcomes import Effect, Outcome
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.update.messages.tracker import StepTaken, TurnPassed
from app.widgets.fight.board.board import people
from app.widgets.fight.board.rounds import RoundLog, last_notes
from app.widgets.fight.screen.screen import last_roll
from app.widgets.home.home import tonight
from app.widgets.journal.chronicle import Chronicle, as_csv
from app.widgets.journal.journal import JournalLine, Lines, applied_places, each_line, lines
from app.widgets.journal.story import Shown, dice_of, story
from app.widgets.journal.summary import Telling
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.favourites.favourites import recent
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import read
from app.widgets.roll.result.results import verdict as verdict_of
from tests.campaign.happenings import Stamps, begun
from tests.systems.test_unable import at_table
from tests.widgets.shelf import HOSTILE, PROCEDURES, example
from tests.widgets.templates import rendered

GAMES = games()
SKILL_TEST = find(GAMES, "garden.skill_test")
INPUTS = {"skill_level": 3, "attribute": 2, "target_number": 6}


#: A decision that changes the outcome.
COST = {"succeed_at_cost": "accept"}


def skill_test(*dice: int, note: str = "") -> f.Rolled:
    """Return a skill test with these dice."""
    bound = SKILL_TEST.bind(INPUTS)
    return as_fact(bound, by_hand(bound, dice), INPUTS, note=note)


def lines_of(journal: Journal) -> tuple[JournalLine, ...]:
    """Return the lines of a journal."""
    return lines(journal.page, GAMES[journal.state.game])


class Book:
    """A journal to write into."""

    def __init__(self, game: str = "garden") -> None:
        self.stamp = Stamps()
        self.journal = begun(game, self.stamp)

    def write(self, fact: Fact) -> Book:
        self.journal = append(self.journal, fact, self.stamp(), GAMES)
        return self

    def undo(self) -> Book:
        place = self.journal.undoable
        self.journal = undo(self.journal, self.journal.entry(place or 0), self.stamp())
        return self

    def redo(self) -> Book:
        place = self.journal.redoable
        self.journal = redo(self.journal, self.journal.entry(place or 0), self.stamp())
        return self


def test_newest_first_without_its_start() -> None:
    book = Book().write(skill_test(5, 5, 2)).write(skill_test(1, 1, 2))
    after, before = lines_of(book.journal)
    assert before.n < after.n
    assert before.words == "Yes"
    assert before.what.endswith("· 8")
    assert after.words != before.words


@pytest.mark.parametrize(
    ("dr", "what", "verdict"),
    [(2, "Damage · 1", "1 damage"), (4, "Damage · 0", "3 stopped")],
)
def test_damage_has_the_number_of_its_result(dr: int, what: str, verdict: str) -> None:
    """W7.1: damage that DR stops counts in neither; three CD fall as 1, 2 and a blank."""
    procedure = find(GAMES, "wasteland.damage")
    given = {"weapon_class": "small-guns", "damage_rating": 3, "dr": dr}
    bound = procedure.bind(given)
    play = by_hand(bound, (1, 2, 3))
    (line,) = lines_of(Book("wasteland").write(as_fact(bound, play, given)).journal)
    assert (line.what, verdict_of(procedure, bound.values, play.outcome)) == (what, verdict)


def test_an_empty_journal_has_no_lines() -> None:
    assert lines_of(Book().journal) == ()


def test_an_undone_entry_is_marked_until_it_is_redone() -> None:
    book = Book().write(skill_test(5, 5, 2)).write(skill_test(1, 1, 2)).undo()
    assert [line.undone for line in lines_of(book.journal)] == [True, False]
    assert [line.undone for line in lines_of(book.undo().journal)] == [True, True]
    assert [line.undone for line in lines_of(book.redo().journal)] == [True, False]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_line_leads_to_the_same_roll(procedure: Procedure) -> None:
    given = example(procedure).get("inputs", {})
    bound = procedure.bind(given)
    play = by_chance(bound, random.Random(7))
    book = Book(procedure.game).write(as_fact(bound, play, given))
    (line,) = lines_of(book.journal)
    assert line.words == procedure.grade(play.outcome.grade).words
    address = read(line.href)
    assert address.path == procedure.id.replace(".", "/")
    desk = Desk(procedure, {**default_text(procedure), **address.typed}, address.answers, True)
    assert desk.faults() == {}
    again = desk.play()
    assert isinstance(again, Finished)
    assert again.outcome == play.outcome
    assert replay(desk.bound(), play.answers) == again


def test_a_roll_decided_otherwise_says_so() -> None:
    bound = SKILL_TEST.bind(INPUTS)
    book = Book().write(skill_test(4, 2, 1))
    other = by_hand(bound, [4, 2, 1], {"succeed_at_cost": "accept"})
    first = book.journal.last.id
    changed, rolled = lines_of(book.write(record_changed_roll(first, bound, other, INPUTS)).journal)
    assert changed.what.startswith("changed: ")
    assert changed.words == SKILL_TEST.grade(other.outcome.grade).words
    assert read(changed.href).answers == other.answers != read(rolled.href).answers
    assert rolled.what.endswith("· replaced")
    assert "counts no more" not in changed.what


def test_entries_about_a_character_without_a_name_name_it() -> None:
    book = Book().write(f.CharacterAdded("a", "Ada"))
    book.write(f.Edited("a", {"name": ""})).write(f.CharacterRenamed("a", "", "npc"))
    book.write(f.CharacterRemoved("a"))
    page, state = book.journal.page, book.journal.state
    shown = [line.what for line in lines(page, GAMES["garden"], people(state))]
    assert shown[:3] == ["Nameless", "Nameless: NPC", "Nameless: Name: none"]


def test_a_secret_roll_stays_secret_when_its_decision_changes() -> None:
    """In the journal, in its documents, on the players' screen, on Home, in the recent rolls."""
    bound, other = SKILL_TEST.bind(INPUTS), by_hand(SKILL_TEST.bind(INPUTS), [4, 2, 1], COST)
    book = Book().write(f.CharacterAdded("a", "Ada"))
    for hidden in (False, True):
        roll = replace(skill_test(4, 2, 1), who={"self": "a"}, hidden=hidden)
        first = book.write(roll).journal.last.id
        book.write(record_changed_roll(first, bound, other, INPUTS))
    page, state = book.journal.page, book.journal.state
    dice = {entry.id: dice_of(entry, GAMES) for entry in page.entries}
    listed = lines(page, GAMES["garden"], people(state))
    words = SKILL_TEST.grade(other.outcome.grade).words
    assert [each.words for each in listed[:3]] == ["Secret roll", "Secret roll", words]
    assert {each.who for each in listed[:4]} == {"Ada"}
    rows = [each for each in story(listed, Telling(), {}, dice) if isinstance(each, Shown)]
    assert [bool(row.few) for row in rows[:4]] == [False, False, True, True]
    text = as_csv(Chronicle("", "", listed, Telling(), {}, dice), str)
    assert [row.count("3d6 4 2 1") for row in text.splitlines()[-4:]] == [1, 1, 0, 0]
    open_roll = listed[2].id
    shown = last_roll(page, GAMES, state, people(state))
    assert shown is not None
    assert (shown.entry, shown.who) == (open_roll, "Ada")
    at_home = tonight(GAMES, state, page).last
    assert at_home is not None
    assert (at_home.words, at_home.about) == (words, "Skill test · Ada")
    assert lines(page, GAMES["garden"], people(state), shows_hidden=True)[0].words == words


def test_a_secret_roll_of_an_earlier_round_stays_secret_in_the_log_of_the_fight() -> None:
    bound, other = SKILL_TEST.bind(INPUTS), by_hand(SKILL_TEST.bind(INPUTS), [4, 2, 1], COST)
    book = Book()
    for hidden, step in ((False, "begin"), (True, "end")):
        first = book.write(replace(skill_test(4, 2, 1), hidden=hidden)).journal.last.id
        book.write(record_step(book.journal.document, step, {}, GAMES, "e"))
        book.write(record_changed_roll(first, bound, other, INPUTS))
        log = RoundLog(GAMES).lines(book.journal, GAMES["garden"], {})
        assert len(log) == 2
        assert log[0].line.concealed == hidden
        assert bool(log[0].dice) != hidden
        book.write(replace(skill_test(4, 2, 1), hidden=hidden, note="Time passes."))
        assert last_notes(book.journal) == (() if hidden else ("Time passes.",))


def test_a_changed_roll_is_secret_while_the_original_is_not_in_memory() -> None:
    bound, other = SKILL_TEST.bind(INPUTS), by_hand(SKILL_TEST.bind(INPUTS), [4, 2, 1], COST)
    book = Book().write(skill_test(4, 2, 1))
    book.write(record_changed_roll(book.journal.last.id, bound, other, INPUTS))
    entries = book.journal.page.entries
    assert not lines_of(book.journal)[0].concealed
    (alone,) = lines(Page(entries[-1:], book.journal.page.holding, 0), GAMES["garden"])
    assert alone.words == "Secret roll"


def test_the_recent_rolls_show_the_outcome_after_a_change() -> None:
    bound, other = SKILL_TEST.bind(INPUTS), by_hand(SKILL_TEST.bind(INPUTS), [4, 2, 1], COST)
    book = Book().write(skill_test(4, 2, 1))
    book.write(record_changed_roll(book.journal.last.id, bound, other, INPUTS))
    (quick,) = recent(Participants(GAMES["garden"], book.journal.state), book.journal.page)
    assert quick.words == SKILL_TEST.grade(other.outcome.grade).words


@pytest.mark.parametrize("game", [id for id, game in GAMES.items() if game.encounter])
def test_the_roller_and_the_target_are_named_even_after_the_fight(game: str) -> None:
    procedure = next(iter(GAMES[game]))
    given = example(procedure).get("inputs", {})
    bound = procedure.bind(given)
    play = by_chance(bound, random.Random(7))
    book = Book(game)
    for step, inputs in (
        ("begin", {}),
        ("join", {"who": [{"id": "r1", "name": "Raider 1"}, {"id": "wolf", "name": "Wolf"}]}),
        ("end", {}),
    ):
        book.write(f.EncounterStepped(step, inputs))
    book.write(as_fact(bound, play, given, who={"self": "wolf", "target": "r1"}))
    book.write(as_fact(bound, play, given, who={"self": "wolf"}))
    alone, aimed = lines_of(book.journal)[:2]
    assert aimed.who == "Wolf \u2192 Raider 1"
    assert aimed.what.startswith(procedure.title)
    assert aimed.people == {"wolf", "r1"}
    assert alone.who == "Wolf"


def test_a_deleted_character_is_still_named() -> None:
    book = Book().write(f.CharacterAdded("a", "Ada")).write(f.CharacterArchived("a"))
    book.write(replace(skill_test(5, 5, 5), who={"self": "a"})).write(f.CharacterRemoved("a"))
    removed, roll, archived, _ = lines_of(book.journal)
    assert [removed.what, roll.who, archived.what] == ["Ada"] * 3
    assert roll.people == {"a"}


@pytest.mark.parametrize(
    ("game", "rule", "value", "words"),
    [
        ("garden", "electric_tn", "listed", "The shock test goes by: The DV as listed"),
        ("garden", "unskilled_criticals", False, "Criticals when unskilled: no"),
        (
            "prism",
            "unrelated_percent",
            0,
            "An Unrelated Success accomplishes: 0%: nothing that was intended",
        ),
        ("trueworld", "max_helpers", 3, "Most helpers: 3"),
        ("striker", "half_rounding", None, "Half of an odd effect: as written"),
    ],
)
def test_a_house_rule_is_described_as_its_form_does(
    game: str, rule: str, value: object, words: str
) -> None:
    line, *_ = lines_of(Book(game).write(f.HouseSet({rule: value})).journal)
    assert line.what == words


def test_a_switch_on_a_sheet_is_yes_or_no() -> None:
    book = Book().write(f.CharacterAdded("a", "Ada")).write(f.Edited("a", {"dead": True}))
    assert lines_of(book.journal)[0].what == "Dead: yes"


def test_house_rules_and_other_facts_have_words() -> None:
    name, declared = next(iter(GAMES["garden"].house.items()))
    value = declared.default
    book = Book().write(f.HouseSet({name: value})).write(f.CampaignRenamed("Tuesday"))
    renamed, house = lines_of(book.journal)
    assert house.words == "House rules"
    assert renamed.words
    assert not renamed.href


@pytest.mark.parametrize("words", HOSTILE)
def test_markup_in_the_journal_stays_words(words: str) -> None:
    procedure = Procedure(lambda: Outcome(""), "garden.x", title=words, grades=(), rules="")
    game = Game("garden", words, "", "", GAMES["garden"].folder, ())
    game.procedures["garden.x"] = procedure
    fact = f.Rolled("garden.x", {"name": words}, [3], grade="won", words=words, tone="good")
    book = Book()
    stamped = append(book.journal, fact, book.stamp(), GAMES)
    listed = lines(stamped.page, game)
    rows = story(listed, Telling(), {}, {})
    html = rendered("journal.html", rows=rows, clock=lambda at: words, day=lambda at: words)
    assert html.wrong == []
    assert html.tags <= {"li", "a", "div", "span", "time", "h3", "button"}
    assert html.text.count(" ".join(words.split())) == 4
    assert html.all("data-entry") == [listed[0].id]


@pytest.mark.parametrize(("by", "numbers"), [(None, ["3", "2"]), ("s1", ["2"]), ("s3", [])])
def test_undo_is_offered_for_valid_entries_of_the_own_seat(
    by: str | None, numbers: list[str]
) -> None:
    book = Book().write(f.SceneSet({"light": "dim"})).write(f.SceneSet({"fog": 1}))
    newest, older = lines_of(book.journal)
    seats = [replace(newest, by="s2"), replace(older, by="s1"), replace(older, undone=True)]
    rows = story(seats, Telling(), {}, {}, by)
    html = rendered("journal.html", rows=rows, clock=lambda at: at, day=lambda at: at)
    undos = [tag for tag in html.elements if tag[1].get("data-do") == "undo-entry"]
    assert [attributes["data-n"] for _, attributes in undos] == numbers


def test_effects_that_were_applied_are_known_by_their_places() -> None:
    effects: list[Any] = [
        {"to": f.SCENE, "who": "self", "field": "hp", "op": "add", "value": -1},
        {"to": f.SCENE, "who": "self", "field": "hp", "op": "add", "value": -2},
    ]
    proposed = [
        Effect("self", "hp", "add", -1),
        Effect("self", "hp", "add", -2),
        Effect("self", "hp", "add", -1),
    ]
    book = Book().write(skill_test(5, 5, 2))
    roll = book.journal.last.id
    book.write(f.Applied(effects[:1], of=roll))
    assert applied_places(book.journal.page, roll, proposed) == {0}
    book.write(f.Applied(effects[1:], of=roll))
    assert applied_places(book.journal.page, roll, proposed) == {0, 1}
    book.write(f.Applied(effects[:1], of=roll))
    assert applied_places(book.journal.page, roll, proposed) == {0, 1, 2}
    book.undo()
    assert applied_places(book.journal.page, roll, proposed) == {0, 1}
    assert applied_places(book.journal.page, "another", proposed) == frozenset()


def test_a_line_is_only_rebuilt_when_its_words_change() -> None:
    book, cache, telling = Book(), Lines(), Telling()
    game = GAMES["garden"]

    def cached_lines(names: dict[str, str], hidden: bool = False) -> tuple[JournalLine, ...]:
        """Return the lines from the cache, after comparing them with new ones."""
        page = book.journal.page
        telling.read(book.journal, page, game)
        result = tuple(each_line(page, game, names, telling, hidden, cache))
        assert result == lines(page, game, names, telling, hidden)
        return result

    cast = as_fact(SKILL_TEST.bind(INPUTS), by_hand(SKILL_TEST.bind(INPUTS), (5, 5, 2)), INPUTS)
    book.write(f.CharacterAdded("m", "Mara", {})).write(skill_test(3, 3, 1))
    book.write(replace(cast, who={"self": "m"}, hidden=True)).write(f.Edited("m", {"body": 3}))
    before = cached_lines({"m": "Mara"})
    again = cached_lines({"m": "Mara"})
    assert all(one is other for one, other in zip(before, again, strict=True))
    assert cached_lines({"m": "Mara Quill"}) != before
    assert cached_lines({"m": "Mara"}, hidden=True) != before
    book.undo()
    assert cached_lines({"m": "Mara"})[0].undone
    book.redo()
    assert not cached_lines({"m": "Mara"})[0].undone
    book.write(skill_test(6, 6, 1))
    assert cached_lines({"m": "Mara"})[1:] == before


def test_a_step_that_ends_the_turn_is_of_its_actor() -> None:
    table = at_table("garden")
    table.send(TurnPassed())
    assert table.state.encounter is not None
    first = table.state.fighters[table.state.encounter["current"]]
    table.send(StepTaken("ready", {"event": "the door opens"}))
    telling = Telling()
    telling.read(table.journal, table.journal.page, GAMES["garden"])
    newest = lines(table.journal.page, GAMES["garden"], table.state.fighters, telling)[0]
    assert (newest.words, newest.who) == ("Ready", first)
