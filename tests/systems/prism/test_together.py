"""Prism's encounter reads the character's sheet and writes to it."""

from __future__ import annotations

from typing import Any

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.campaign.journal.steps import record_step
from app.campaign.state.document import combatants_in
from app.campaign.state.effects import effect_record
from app.campaign.state.state import EMPTY, CampaignState
from app.core.procedures.outcomes import Effect, add, append, put
from app.systems import games
from app.systems.prism import GAME
from app.widgets.fight.board.board import board_view
from app.widgets.fight.board.steps import sheet_of
from app.widgets.fight.joining import joining
from app.widgets.sheet.sheets import sheet_view

STANDING = {
    "streaks": [{"covers": "Climbing", "state": "zone"}],
    "attempts": [{"what": "North gate", "failures": 2}],
    "pending": [{"duty": "weapon-fumble"}, {"duty": "fall-crush"}],
}


class Table:
    """A campaign with Ysolde in an encounter."""

    def __init__(self, **more: Any) -> None:
        assert GAME.sheet is not None
        self.document = EMPTY
        self.happens(f.Started("prism"))
        self.happens(f.CharacterAdded("y", "Ysolde Marr", {**GAME.sheet.samples[1], **more}))
        self.takes("begin")
        self.takes("join", who=[joining.of_character(GAME, self.state.character("y"))])

    @property
    def state(self) -> CampaignState:
        return CampaignState(self.document)

    def happens(self, fact: f.Fact) -> None:
        self.document = reduced(self.document, fact, games())

    def takes(self, step: str, **inputs: Any) -> None:
        self.happens(
            record_step(self.document, step, inputs, games(), f"e{len(self.document)}{step}")
        )

    def apply_effect(self, effect: Effect) -> None:
        self.happens(f.Applied([effect_record("y", effect)]))

    def settles(self) -> None:
        self.happens(f.DueSettled(self.state.due[0]["id"], "done"))

    @property
    def due(self) -> list[str]:
        return [str(each["inputs"]["duty"]) for each in self.state.due]

    @property
    def badges(self) -> list[str]:
        return [badge.words for badge in board_view(GAME, self.state).people[0].badges]

    def sheet_value(self, field: str) -> Any:
        """Return a field of the sheet; the encounter stores none of the sheet."""
        assert self.document["encounter"] is not None
        assert self.document["encounter"]["combatants"]["y"].keys() == {"turn"}
        return self.state.character("y").sheet(GAME)[field]


def test_the_fields_of_the_sheet_count_in_the_encounter() -> None:
    table = Table(**STANDING)
    assert table.badges == [
        "Phase 25",
        "HP 38 of 38",
        "In the zone: Climbing",
        "Failed 2 times: North gate",
        "Weapon fumble to roll",
        "Fall/Crush to roll",
        "Plot points 3",
    ]
    assert {field: table.sheet_value(field) for field in STANDING} == STANDING


def test_an_edited_sheet_changes_the_board() -> None:
    table = Table(**STANDING)
    table.happens(f.Edited("y", {"streaks": [], "pending": [{"duty": "fall-crush"}]}))
    assert table.badges[2:] == [
        "Failed 2 times: North gate",
        "Fall/Crush to roll",
        "Plot points 3",
    ]
    table.apply_effect(put("streak", {"covers": "Stealth", "state": "slump"}))
    table.apply_effect(append("pending", "weapon-fumble"))
    assert table.sheet_value("streaks") == [{"covers": "Stealth", "state": "slump"}]
    assert table.sheet_value("pending") == [{"duty": "fall-crush"}, {"duty": "weapon-fumble"}]


def test_a_duty_falls_due_once_and_is_gone_when_it_is_done() -> None:
    table = Table(**STANDING)
    table.takes("next")
    assert table.due == ["weapon-fumble", "fall-crush"]
    # An unsettled duty waits and does not fall due twice.
    table.takes("next")
    assert table.due == ["weapon-fumble", "fall-crush"]
    table.settles()
    assert table.sheet_value("pending") == [{"duty": "fall-crush"}]
    # A later duty falls due at the next turn.
    table.apply_effect(append("pending", "fall-crush"))
    table.takes("next")
    assert table.due == ["fall-crush", "fall-crush"]
    # Ticking off by hand cancels the due roll but no later duty.
    table.takes("tick_off", who="y")
    assert (table.sheet_value("pending"), table.due) == ([{"duty": "fall-crush"}], ["fall-crush"])
    table.takes("tick_off", who="y", duty="fall-crush")
    assert (table.sheet_value("pending"), table.due) == ([], [])
    table.takes("owe", who="y", duty="fall-crush")
    assert (table.sheet_value("pending"), table.due) == ([{"duty": "fall-crush"}], [])


def test_ticking_off_a_duty_not_yet_due_leaves_the_due_one() -> None:
    table = Table(pending=[{"duty": "weapon-fumble"}])
    table.takes("next")
    table.takes("owe", who="y", duty="fall-crush")
    table.takes("tick_off", who="y", duty="fall-crush")
    assert table.due == ["weapon-fumble"]


def test_a_duty_that_is_taken_back_is_due_no_more_once_time_goes_on() -> None:
    """P73: a changed run takes its duty back after it has fallen due."""
    table = Table(pending=[{"duty": "weapon-fumble"}])
    table.takes("join", who=[{"id": "rat"}])
    table.apply_effect(append("pending", "fall-crush"))
    table.takes("next")
    assert table.due == ["weapon-fumble", "fall-crush"]
    table.happens(f.Edited("y", {"pending": [{"duty": "weapon-fumble"}]}))
    table.takes("next")
    assert table.state.encounter is not None
    assert (table.state.encounter["current"], table.due) == ("rat", ["weapon-fumble"])
    # A later duty is another one and falls due as usual.
    table.apply_effect(append("pending", "fall-crush"))
    while table.state.encounter["current"] != "y":
        table.takes("next")
    assert table.due == ["weapon-fumble", "fall-crush"]


def test_plot_points_belong_to_players_and_are_spent_in_the_fight() -> None:
    table = Table()
    table.takes("join", who=[{"id": "rat"}, {"id": "lord", "plot_points": 1}])
    offered = {
        who: [one.label for one in GAME.sheet.rolls(sheet)]
        for who in ("y", "rat", "lord")
        if GAME.sheet is not None and (sheet := sheet_of(GAME, table.state, who)) is not None
    }
    assert "Spend plot points" in offered["y"]
    assert "Spend plot points" in offered["lord"]
    assert "Spend plot points" not in offered["rat"]
    table.apply_effect(add("plot_points", -1))
    assert table.sheet_value("plot_points") == 2
    table.happens(f.Applied([effect_record("lord", add("plot_points", -1))]))
    assert combatants_in(table.document)["lord"]["sheet"]["plot_points"] == 0


def test_the_sheet_shows_its_entries_in_words() -> None:
    view = sheet_view(GAME, Table(hp=19, **STANDING).state.character("y"))
    facts = {label: words for _, facts in view.facts for label, words, _ in facts}
    assert facts["HP lost"] == "25–50%"
    lines = {each.label: [row.words for row in each.rows] for each in view.lists}
    assert lines["Slumps and zones"] == ["Zone (+50): Climbing"]
    assert lines["Failed attempts"] == ["North gate: failed 2×"]
    assert lines["Still to be rolled"][0].startswith("Roll a weapon fumble")


def test_a_character_removed_from_the_campaign_fights_on_with_the_sheet() -> None:
    table = Table(hp=20)
    before = table.badges
    table.happens(f.CharacterRenamed("y", "Yssa", "npc"))
    assert table.state.fighters == {"y": "Yssa"}
    table.happens(f.CharacterRemoved("y"))
    assert (table.badges, table.state.fighters) == (before, {"y": "Yssa"})
    table.takes("wound", who="y", lost=3)
    assert table.badges[1] == "HP 17 of 38"
