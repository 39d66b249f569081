"""The journal as a story: rounds, changed numbers, sums of fights, and filters."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, Page, append, page
from app.campaign.state.characters import short_names
from app.systems import games
from app.update.messages.forms import FieldTyped
from app.update.messages.plays import EffectsApplied
from app.update.messages.tracker import StepTaken
from app.widgets.fight.board.board import people
from app.widgets.fight.journal.descriptions import names_of_joined
from app.widgets.fight.journal.fights import FightSum, fight_sums, unbegun
from app.widgets.journal.journal import JournalLine, lines
from app.widgets.journal.story import (
    Heading,
    Row,
    Shown,
    dice_of,
    filter_lines,
    players,
    story,
)
from app.widgets.journal.summary import Telling
from tests.campaign.happenings import Stamps, begun
from tests.fights import Fight, fights
from tests.fights.headless import Headless
from tests.fights.playing import play
from tests.systems.garden.test_results import play as play_roll
from tests.systems.garden.test_results import type_dice
from tests.systems.test_unable import at_table, open_form
from tests.widgets.templates import rendered

GAMES = games()
FIGHTS: dict[str, Fight] = {
    f"{fight.values[0].game}/{fight.values[0].name}": fight.values[0] for fight in fights()
}


class Evening:
    """A fight played to its end, with its journal."""

    def __init__(self, name: str) -> None:
        table = Headless(FIGHTS[name])
        play(table, FIGHTS[name])
        self.journal, self.game, self.state = table.journal, table.game, table.state
        entries = [table.log[n] for n in sorted(table.log)]
        self.page = page(entries, self.journal.top, self.journal.holes)
        self.names = short_names({**names_of_joined(self.page), **people(self.state)})
        self.telling = Telling()
        self.telling.read(self.journal, self.page, self.game)

    @property
    def lines(self) -> tuple[JournalLine, ...]:
        return lines(self.page, self.game, self.names, self.telling)

    @property
    def sums(self) -> dict[str, FightSum]:
        return fight_sums(self.page, self.telling, self.game, self.names, players(self.state))


@cache
def evening(name: str) -> Evening:
    """Return a played fight, once per name."""
    return Evening(name)


@pytest.mark.parametrize(
    ("name", "rounds", "rolls", "defeated", "dealt", "taken", "spent"),
    [
        ("garden/courtyard", 4, 15, (), ("5 Wounds",), ("2 Wounds",), ()),
        (
            "wasteland/ambush",
            2,
            23,
            ("Raider 1", "Dog"),
            ("17 HP",),
            ("11 HP",),
            ("GM AP 3", "Brother Holt: Luck points 1", "Group AP 4"),
        ),
        ("trueworld/quay", 3, 13, (), ("7 Damage",), ("8 Stress",), ()),
        ("striker/cargo_deck", 4, 16, ("Raider 1", "Sniper", "Raider 2"), None, None, ()),
        ("prism/mill", 1, 16, ("Thug 1", "Thug 2", "Marksman"), None, None, None),
    ],
)
def test_a_fight_is_summed_up(
    name: str,
    rounds: int,
    rolls: int,
    defeated: tuple[str, ...],
    dealt: tuple[str, ...] | None,
    taken: tuple[str, ...] | None,
    spent: tuple[str, ...] | None,
) -> None:
    (sums,) = evening(name).sums.values()
    assert (sums.rounds, sums.rolls, sums.defeated) == (rounds, rolls, defeated)
    assert dealt is None or sums.dealt == dealt
    assert taken is None or sums.taken == taken
    assert spent is None or sums.spent == spent


def test_dead_combatants_are_down_with_any_wounds() -> None:
    table, game = at_table("garden"), GAMES["garden"]
    play_roll(table, "garden.attack", 6, dv=100, defense_kind="unaware")
    table.send(EffectsApplied(to="raider"))
    table.send(StepTaken("end"))
    telling, names = Telling(), names_of_joined(table.journal.page)
    telling.read(table.journal, table.journal.page, game)
    (sums,) = fight_sums(table.journal.page, telling, game, names, {"hero"}).values()
    assert (sums.defeated, sums.dealt) == (("Raider",), ())


def test_damage_alone_puts_no_adversary_down() -> None:
    """T10.6: its meaning is the director's; only a forecast assumes one."""
    table, game = at_table("trueworld"), GAMES["trueworld"]
    open_form(table, "trueworld.action_roll", target="raider")
    for name, text in (("ability_die", "d12"), ("difficulty", "d4"), ("purpose", "attack")):
        table.send(FieldTyped(name, text))
    type_dice(table, 12, 1)
    table.send(EffectsApplied())
    table.send(StepTaken("end"))
    telling, names = Telling(), names_of_joined(table.journal.page)
    telling.read(table.journal, table.journal.page, game)
    (sums,) = fight_sums(table.journal.page, telling, game, names, {"hero"}).values()
    assert (sums.defeated, sums.dealt) == ((), ("3 Damage",))


def test_the_best_and_the_worst_roll_of_a_fight() -> None:
    (sums,) = evening("wasteland/ambush").sums.values()
    assert sums.best is not None
    assert sums.worst is not None
    # Of two such hits the one whose damage was more after DR, 8 to 7.
    assert (sums.best.words, sums.best.about) == ("Critical hit, and down", "Mara Quill, Damage")
    assert (sums.worst.words, sums.worst.about) == ("Miss, with a complication", "Dog, Attack")
    assert sums.length == "2 rounds · 23 rolls"
    # An imposed save is the target's, though Kel imposed it.
    (imposed,) = evening("striker/engine_room").sums.values()
    assert imposed.worst is not None
    assert imposed.worst.about == "Raider 2, Save of the target"
    # Minutes of dying are neither, as no die is thrown; a changed roll takes the place of one.
    (dying,) = evening("garden/aftermath").sums.values()
    assert dying.worst is not None
    assert dying.worst.about == "Ilya Marsh, Cast an opposed spell"
    (changed,) = evening("prism/bridge").sums.values()
    assert changed.worst is not None
    assert changed.worst.about == "Brannoch of the Gate, Change a roll"
    # With only two rolls of one kind, none is the best or the worst.
    (quiet,) = evening("striker/airlock").sums.values()
    assert (quiet.best, quiet.worst) == (None, None)


def test_a_fight_without_rounds_is_measured_in_phases() -> None:
    """P46: IRIS counts phases, on after a reset at 1000, too."""
    for name, length in (("blood", "90 phases · 1 roll"), ("mill", "1004 phases · 16 rolls")):
        (sums,) = evening(f"prism/{name}").sums.values()
        assert sums.length == length


def test_an_undone_roll_is_no_part_of_the_sum() -> None:
    whole = evening("wasteland/ambush")
    (before,) = whole.sums.values()
    roll = next(line.n for line in whole.lines if line.words == "Critical hit, and down")
    holding = whole.page.holding - {roll, roll + 1}
    without = Page(whole.page.entries, holding, whole.page.older)
    names = whole.names
    (after,) = fight_sums(without, whole.telling, whole.game, names, players(whole.state)).values()
    assert after.rolls == before.rolls - 1
    assert after.dealt != before.dealt


def test_a_fight_is_summed_up_only_as_a_whole() -> None:
    whole = evening("wasteland/ambush")
    ends = next(index for index, each in enumerate(whole.page.entries) if each.id in whole.sums)
    late = Page(whole.page.entries[20 : ends + 1], whole.page.holding, 0)
    assert fight_sums(late, whole.telling, whole.game, whole.names, set()) == {}
    assert unbegun(late)
    assert not unbegun(Page(whole.page.entries[: ends + 1], whole.page.holding, 0))
    assert not unbegun(Page(whole.page.entries[20:ends], whole.page.holding, 0))


@pytest.mark.parametrize("name", FIGHTS)
def test_reading_bit_by_bit_tells_the_same(name: str) -> None:
    whole, bits = evening(name), Telling()
    entries = whole.page.entries
    late = Page(entries[len(entries) // 2 :], whole.page.holding, 0)
    while bits.read(whole.journal, late, whole.game, 3):
        pass
    while bits.read(whole.journal, whole.page, whole.game, 5):
        pass
    for entry in entries:
        assert bits.of(entry.id).shifts == whole.telling.of(entry.id).shifts
        assert bits.of(entry.id).round == whole.telling.of(entry.id).round
        assert bits.of(entry.id).heading == whole.telling.of(entry.id).heading


def test_new_entries_are_described_as_they_come() -> None:
    stamp, game = Stamps(), GAMES["wasteland"]
    journal, telling = begun(game.id, stamp), Telling()
    telling.read(journal, journal.page, game)
    for value in (2, 5):
        journal = append(journal, f.SceneSet({"group_ap": value}), stamp(), GAMES)
        telling.read(journal, journal.page, game)
    changes = [line.moved for line in lines(journal.page, game, {}, telling)]
    assert changes == [("Group AP 2 \u2192 5",), ("Group AP 0 \u2192 2",)]


def test_an_own_entry_that_the_host_changes_is_described_anew() -> None:
    stamp, game = Stamps(), GAMES["wasteland"]
    journal, telling = begun(game.id, stamp), Telling()
    mine, later = stamp(), stamp()
    alone = append(journal, f.SceneSet({"group_ap": 2}), mine, GAMES)
    alone = append(alone, f.SceneSet({"group_ap": 5}), later, GAMES)
    telling.read(alone, alone.page, game)
    first, *others = alone.entries[-2:]
    seen = replace(alone, entries=(*alone.entries[:-2], replace(first, changes=()), *others))
    telling.read(seen, seen.page, game)
    changes = [line.moved for line in lines(seen.page, game, {}, telling)]
    assert changes == [("Group AP 2 \u2192 5",), ()]
    journal = append(journal, f.SceneSet({"group_ap": 1}), stamp(), GAMES)  # another was faster
    journal = append(journal, f.SceneSet({"group_ap": 2}), mine, GAMES)
    journal = append(journal, f.SceneSet({"group_ap": 5}), later, GAMES)
    telling.read(journal, journal.page, game)
    changes = [line.moved for line in lines(journal.page, game, {}, telling)]
    assert changes == [
        ("Group AP 2 \u2192 5",),
        ("Group AP 1 \u2192 2",),
        ("Group AP 0 \u2192 1",),
    ]


def test_entries_that_leave_the_page_are_not_read_again() -> None:
    stamp, game = Stamps(), GAMES["wasteland"]
    journal, telling = begun(game.id, stamp), Telling()
    for value in range(1, 13):
        journal = append(journal, f.SceneSet({"group_ap": value}), stamp(), GAMES)
        late = Page(journal.page.entries[-4:], journal.page.holding, 0)
        # Each read takes one older entry: the first page is complete by the sixth.
        assert not telling.read(journal, late, game, 1) or value < 6
    while telling.read(journal, journal.page, game, 2):
        pass
    whole = Telling()
    whole.read(journal, journal.page, game)
    for entry in journal.entries:
        assert telling.of(entry.id) == whole.of(entry.id)


def test_numbers_before_and_after_stand_in_the_line() -> None:
    lines_by_n = {line.n: line for line in evening("wasteland/ambush").lines}
    applied = next(each for each in lines_by_n.values() if "Raider 1: HP 7 \u2192 0" in each.moved)
    assert "HP" not in applied.what, "the number is shown once"
    assert "Dying: yes" in applied.what
    assert applied.people >= {"raider_1"} or len(applied.people) == 2


def test_a_line_of_a_turn_names_its_combatant() -> None:
    fights = [line for line in evening("wasteland/ambush").lines if line.kind == "fight"]
    assert "Raider 2’s turn" in [fight.words for fight in fights]
    assert not any("Next turn" in (fight.words, fight.what) for fight in fights if fight.who)


def rows(name: str) -> tuple[Row, ...]:
    """Return the rows of a fight's story."""
    whole = evening(name)
    dice = {entry.id: dice_of(entry, GAMES) for entry in whole.page.entries}
    return story(whole.lines, whole.telling, whole.sums, dice)


def test_rounds_have_headings_and_the_fight_its_card() -> None:
    story_rows = rows("wasteland/ambush")
    words = [story_row.words for story_row in story_rows if isinstance(story_row, Heading)]
    rounds = ["Round 2", "Round 1", "Opening turn", "Before the fight"]
    assert words == ["", "The end", *rounds, "Earlier"]
    assert len({story_row.id for story_row in story_rows}) == len(story_rows)
    fight_row = next(story_row for story_row in story_rows if isinstance(story_row, Shown))
    assert fight_row.fight is not None
    html = rendered("journal.html", rows=story_rows, clock=lambda at: at, day=lambda at: at)
    assert html.wrong == []
    assert len(html.all("data-entry")) == len(evening("wasteland/ambush").lines)
    assert html.all("data-fight-sum") == [fight_row.fight.entry]
    assert "Down Raider 1, Dog" in html.text
    alone = rendered("fight_ended.html", fight=fight_row.fight)
    assert alone.wrong == []
    assert alone.all("data-fight-sum") == [fight_row.fight.entry]
    assert "Down Raider 1, Dog" in alone.text


def test_an_entry_shows_few_dice_and_says_how_many_more() -> None:
    shown = [row for row in rows("wasteland/ambush") if isinstance(row, Shown)]
    for each in shown:
        fallen = sum(len(roll.dice) for roll in each.dice)
        assert len(each.few) + each.more == fallen
        assert bool(fallen) == (each.line.kind == "roll") or not fallen
    assert any(each.few for each in shown)


def test_an_evening_that_goes_past_midnight_is_one_session() -> None:
    game = GAMES["garden"]
    journal = Journal("late")
    whens = ("2026-01-01T20:00:00Z", "2026-01-01T23:50:00Z", "2026-01-02T00:20:00Z")
    for at in (*whens, "2026-01-09T19:00:00Z"):
        stamp = Stamps()()
        fact: f.CampaignRenamed | f.Started = f.CampaignRenamed(at)
        fact = fact if journal.n else f.Started("garden", "Late")
        journal = append(journal, fact, type(stamp)(f"e{journal.n}", at, ""), GAMES)
    found = story(lines(journal.page, game), Telling(), {}, {})
    assert [each.at for each in found if isinstance(each, Heading)] == [
        "2026-01-09T19:00:00Z",
        "2026-01-01T23:50:00Z",
    ]


def test_sifting_by_person_and_kind() -> None:
    listed = evening("wasteland/ambush").lines
    dog = next(id for id, name in evening("wasteland/ambush").names.items() if name == "Dog")
    mine = filter_lines(listed, dog, "roll")
    assert 0 < len(mine) < len(listed)
    assert all(dog in each.people and each.kind == "roll" for each in mine)
    assert filter_lines(listed, "", "") == listed


def test_names_are_brief_where_that_is_clear() -> None:
    full_names = {"a": "Mara Quill, scavenger", "b": "Guard, north", "c": "Guard, south", "d": ""}
    assert short_names(full_names) == {
        "a": "Mara Quill",
        "b": "Guard, north",
        "c": "Guard, south",
        "d": "",
    }
