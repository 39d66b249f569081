"""A fight aboard a ship, step by step: slots, longer work, circumstances, damage, consequences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from app.core.encounters.rolls import Roll
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Effect, Outcome, add, put
from app.core.sheets import Sheet
from app.systems.striker import GAME
from app.systems.striker.encounter import ENCOUNTER
from app.systems.striker.encounter.rolls import JUDGED, ROLLED, STANCED
from app.systems.striker.encounter.state import Consequence, Fight, Fighter, Round, Turn, Work
from app.systems.striker.sheet.sheet import SHEET
from tests.stored import stored_due

DARA, KEL = (SHEET.fill(sample) for sample in SHEET.samples)
PISTOL = DARA["techniques"][0]["line"]


class Table:
    """A played fight: every step leaves the scene before it unchanged, and is stored and read.

    sheets: of the combatants that have a character; all others join with a sheet of their own.
    """

    def __init__(self, **sheets: Sheet) -> None:
        self.sheets = sheets
        self.scene: Fight = ENCOUNTER.begin(self.known)

    def known(self, id: str) -> tuple[str, Sheet] | None:
        sheet = self.sheets.get(id)
        return None if sheet is None else (sheet["name"], sheet)

    def store(self, result: StepResult[Round, Turn]) -> StepResult[Round, Turn]:
        self.sheets |= result.scene.sheets
        state = json.loads(json.dumps(result.scene.state))
        self.scene = ENCOUNTER.scene(state, self.known)
        assert self.scene.now == result.scene.now
        ENCOUNTER.board(self.scene)
        return result

    def do(self, step: str, **inputs: Any) -> StepResult[Round, Turn]:
        before = json.dumps(self.scene.state)
        result = ENCOUNTER.apply(self.scene, step, inputs)
        assert json.dumps(self.scene.state) == before
        return self.store(result)

    def refuses(self, field: str, step: str, **inputs: Any) -> str:
        with pytest.raises(BadInput) as fault:
            ENCOUNTER.apply(self.scene, step, inputs)
        assert fault.value.field == field
        return fault.value.message

    def roll(
        self,
        who: str,
        faces: list[int],
        due: str = "",
        due_inputs: Mapping[str, Any] | None = None,
        **inputs: Any,
    ) -> Outcome:
        """Make a roll and let the encounter read it; without `due` it was not due."""
        procedure = GAME.procedures[f"striker.{'line_action' if 'text' in inputs else 'take'}"]
        values = {**SHEET.feed(procedure, {"self": self.combatant(who).sheet}, inputs), **inputs}
        outcome = by_hand(procedure.bind(values), faces).outcome
        roll = Roll(who, procedure.id, inputs, outcome, due=due, due_inputs=due_inputs or {})
        self.store(ENCOUNTER.on_roll(self.scene, roll))
        return outcome

    def combatant(self, id: str) -> Fighter:
        return self.scene.combatant(id)

    def turn(self, id: str) -> Turn:
        return self.combatant(id).turn

    @property
    def now(self) -> Round:
        return self.scene.now

    def badges(self, id: str) -> list[str]:
        places = {place.id: place for place in ENCOUNTER.board(self.scene).places}
        return [badge.words for badge in places[id].badges]


@pytest.fixture
def table() -> Table:
    """Return a table with Dara, Kel and a guard, in this order, before the first turn."""
    table = Table(dara=DARA, kel=KEL)
    for id in ("dara", "kel"):
        table.do("add", id=id)
    table.do("add", id="guard", hp=9, hp_max=9, tc=11, group="Station", hidden=True)
    return table


def test_a_whole_scene(table: Table) -> None:
    assert table.do("next").notes == ()
    board = ENCOUNTER.board(table.scene)
    assert (board.heading, board.current, board.upcoming) == ("Round 1", "dara", "kel")
    assert [place.hidden for place in board.places] == [False, False, True]

    # Dara shoots at the guard: the main-action is ticked and the roll is due.
    (due,) = table.do("act", who="dara", line=PISTOL, subject="Wpn-Pistols", target="guard").due
    assert due.procedure == "striker.line_action"
    assert due.inputs == {"text": PISTOL, "subject": "Wpn-Pistols"}
    assert due.others == {"target": "guard"}
    procedure = GAME.procedures[due.procedure]
    prefilled = SHEET.feed(procedure, {"self": DARA}, due.inputs)
    assert (prefilled["weapon_dice"], prefilled["weapon_die"]) == (2, 6)
    bound = procedure.bind({**prefilled, **due.inputs, "challenge": 11})
    shot = by_hand(bound, [10, 3, 2]).outcome
    (effect,) = shot.effects
    assert (shot.grade, effect) == ("success", Effect("target", "hp", "add", -8))
    # The effect applies to the guard in the encounter.
    assert table.scene.apply_effect("guard", effect).combatant("guard").sheet["hp"] == 1
    table.do("damage", who="guard", effect=8)
    assert table.badges("guard") == ["HP 1 of 9", "TC 11"]
    assert table.badges("dara") == ["HP 14 of 14", "TC 13", "main-action used"]

    # The slot is used; a bonus-action and free-actions are left.
    message = table.refuses("duration", "act", who="dara", line=PISTOL, subject="Wpn-Pistols")
    assert message == "main-action used"
    table.do("act", who="dara", duration="bonus-action")
    for _ in range(3):
        assert table.do("act", who="dara", duration="free-action").due == ()
    assert table.turn("dara").slots_used == ("main-action", "bonus-action")
    # A re-action is used out of turn.
    table.do("next")
    table.do("act", who="dara", duration="re-action")
    table.refuses("duration", "act", who="dara", duration="re-action")

    # Kel takes 8 on a main-action: that is a round, done in the next own turn.
    gate = "open(main-action) chk(15) = d20 +M(Machinery)"
    result = table.do("act", who="kel", line=gate, take=8)
    assert result.due == ()
    assert result.notes == ("Kel Arrun is busy with open until round 2.",)
    assert table.badges("kel")[-1] == "Busy until round 2: open"
    table.refuses("who", "act", who="kel", duration="main-action")
    table.do("act", who="kel", duration="free-action")
    assert table.do("next").notes == ()
    assert table.do("next").notes == ("Round 2.",)
    assert table.turn("dara").slots_used == ()
    (finished,) = table.do("next").due
    assert finished.label == "Kel Arrun is done with open: apply the result"
    assert finished.inputs == {"text": gate, "take": 8}
    assert table.turn("kel").work is None
    prefilled = SHEET.feed(GAME.procedures[finished.procedure], {"self": KEL}, finished.inputs)
    outcome = by_hand(
        GAME.procedures[finished.procedure].bind({**prefilled, **finished.inputs}), []
    ).outcome
    assert (outcome.grade, outcome.values["duration_index"]) == ("partial-success", 4)

    # A partial success requires a consequence.
    (consequence,) = table.do("result", who="kel", grade=outcome.grade).due
    assert consequence.label == "Kel Arrun: the consequence of the partial success"
    noted = table.do("note", who="kel", text="The alarm goes off.")
    assert noted.done == (("kel", "", consequence.label),)
    assert table.now.log == (Consequence(2, "kel", "The alarm goes off."),)
    for silent in ("success", "fail"):
        assert table.do("result", who="kel", grade=silent).due == ()
    for loud in ("critical-success", "critical-fail"):
        assert table.do("result", who="kel", grade=loud).due

    # The guard falls; hp never goes below 0.
    result = table.do("damage", who="guard", effect=5)
    assert result.scene.effects == (("guard", add("hp", -1)),)
    assert result.notes == ("guard is at 0 hit points; the table decides what that means.",)
    assert table.do("damage", who="guard", effect=5).scene.effects == ()
    table.do("remove", who="guard")
    assert table.now.order == ("dara", "kel")


def test_a_minute_is_ten_rounds_and_its_end_comes_at_the_own_turn(table: Table) -> None:
    table.do("next")
    table.do("act", who="dara", line="search(minute) chk(10) = M(Investigate)")
    table.do("next")
    table.do("next")
    result = table.do("next")
    assert result.notes == (
        "Round 2.",
        "Dara Voss is busy until round 11.",
    )
    assert ENCOUNTER.board(table.scene).upcoming == "guard"
    while table.now.current != "dara":
        result = table.do("next")
    assert table.now.round == 11
    assert [due.who for due in result.due] == ["dara"]


def test_slots_clear_at_the_own_turn_though_work_fills_it(table: Table) -> None:
    table.do("next")
    for lasts in ("bonus-action", "minute"):
        table.do("act", who="dara", duration=lasts)
    for _ in range(2):
        table.do("next")
        assert table.turn("dara").slots_used == ("bonus-action",)
    table.do("next")
    assert table.turn("dara").slots_used == ()
    table.do("stop", who="dara")
    table.do("act", who="dara", duration="bonus-action")


def test_when_all_combatants_are_busy_time_passes(table: Table) -> None:
    table.do("act", who="kel", duration="scene")
    table.do("act", who="guard", duration="scene")
    table.do("act", who="dara", duration="minute")
    table.do("next")
    assert (table.now.current, table.now.round) == ("dara", 11)


def test_a_round_begun_before_the_own_turn_ends_with_it(table: Table) -> None:
    table.do("next")
    table.do("act", who="kel", duration="round")
    assert [due.who for due in table.do("next").due] == ["kel"]
    assert table.now.round == 1


def test_a_line_without_a_duration_ticks_nothing_and_is_open_to_busy_combatants(
    table: Table,
) -> None:
    """A save is imposed (S5): its line has no duration."""
    table.do("next")
    table.do("act", who="kel", line="search(minute) chk(10) = M(Machinery)")
    (due,) = table.do("act", who="kel", line="gen sv(Insight,C) = d20 +M(Insight)").due
    assert (due.label, due.inputs["text"]) == (
        "Kel Arrun: gen",
        "gen sv(Insight,C) = d20 +M(Insight)",
    )
    assert table.turn("kel").slots_used == ()
    work = table.turn("kel").work
    assert work is not None
    assert work.label == "search"


def test_longer_work_meets_its_target_if_it_is_there_when_the_time_is_over(table: Table) -> None:
    table.do("next")
    aimed = "attack(round) chk(TC) = d20 +M(Cbt-Ranged) to hit, eff = 1d6"
    for shooter in ("dara", "kel"):
        table.do("act", who=shooter, line=aimed, target="guard")
    (finished,) = table.do("next").due
    assert (finished.others, finished.inputs) == ({"target": "guard"}, {"text": aimed})
    # A target that is gone by then is dropped.
    table.do("remove", who="guard")
    (finished,) = table.do("next").due
    assert (finished.others, finished.inputs) == ({}, {"text": aimed})


def test_an_edit_changes_the_sheet(table: Table) -> None:
    result = table.do("edit", who="dara", hp=5, tc=15, notes="limps")
    assert result.scene.effects == (("dara", put("hp", 5)), ("dara", put("target_challenge", 15)))
    assert table.sheets["dara"] == DARA.with_fields({"hp": 5, "target_challenge": 15})
    assert table.turn("dara") == Turn(notes="limps")


def test_a_pending_consequence_is_shown_until_it_is_written(table: Table) -> None:
    (due,) = table.do("act", who="kel", line="gen sv(Insight,15)").due

    def rolls(
        grade: str, who: str = due.who, procedure: str = due.procedure
    ) -> StepResult[Round, Turn]:
        roll = Roll(who, procedure, due.inputs, Outcome(grade), due=due.label)
        return ENCOUNTER.on_roll(table.scene, roll)

    pending = (
        ("critical-fail", "a consequence of the critical fail"),
        ("critical-success", "a benefit, or an additional consequence for the opponent"),
        ("partial-success", "the consequence of the partial success"),
    )
    usual, badges = ["HP 16 of 16", "TC 14"], [f"To write: {words}" for _, words in pending]
    for number, (grade, _) in enumerate(pending, 1):
        table.store(rolls(grade))
        assert table.badges("kel") == usual + badges[:number]
    # Each is written in turn, the oldest first.
    for number in range(1, len(pending) + 1):
        (write,) = (
            action for action in ENCOUNTER.actions(table.scene, "kel") if action.id == "note"
        )
        assert badges[number - 1] == f"To write: {write.detail}"
        table.do("note", who="kel", text="It takes too long.")
        assert table.badges("kel") == usual + badges[number:]
    for grade in ("success", "fail", "effect"):
        table.store(rolls(grade))
        assert table.badges("kel") == usual
    table.store(rolls("critical-fail"))
    table.store(rolls("success"))
    assert table.badges("kel")[-1] == "To write: a consequence of the critical fail"
    assert rolls("partial-success", who="gone").scene is table.scene
    assert rolls("partial-success", procedure="striker.result_step").scene is table.scene


def test_a_line_in_the_log_settles_one_thing_that_was_asked_for(table: Table) -> None:
    """S12: first the oldest that a roll left, then the oldest of a reported result."""

    def done_labels(text: str) -> tuple[Any, ...]:
        return tuple(label for *_, label in table.do("note", who="kel", text=text).done)

    first, second, third = (
        table.do("result", who="kel", grade=f"critical-{grade}").due[0]
        for grade in ("fail", "success", "fail")
    )
    table.roll("kel", [20], text="chk(5) = d20")
    assert done_labels("The roll.") == ()
    assert done_labels("The first.") == (first.label,)
    # A waived consequence is no longer pending.
    waived = stored_due("kel", label=second.label)
    table.store(ENCOUNTER.on_settled(table.scene, waived))
    assert done_labels("The third.") == (third.label,)
    assert done_labels("Something else.") == ()


# --- rolls that were not due ---


def test_a_line_that_is_rolled_straight_away_ticks_its_slot(table: Table) -> None:
    table.do("next")
    shot = {"text": PISTOL, "subject": "Wpn-Pistols", "challenge": 11}
    assert table.roll("dara", [10, 3, 2], **shot).grade == "success"
    assert table.badges("dara") == ["HP 14 of 14", "TC 13", "main-action used"]
    table.refuses("duration", "act", who="dara", line=PISTOL, subject="Wpn-Pistols")
    # The second roll has been made all the same; a badge warns of it until the own turn.
    table.roll("dara", [10, 3, 2], **shot)
    message = "attack was rolled: main-action used"
    assert table.badges("dara") == ["HP 14 of 14", "TC 13", "main-action used", message]
    for _ in range(3):
        table.do("next")
    assert table.badges("dara") == ["HP 14 of 14", "TC 13"]


def test_a_due_roll_has_ticked_its_slot_already(table: Table) -> None:
    table.do("next")
    table.do("act", who="dara", line=PISTOL, subject="Wpn-Pistols", target="guard")
    table.roll("dara", [20, 3, 2], due="1", text=PISTOL, subject="Wpn-Pistols", challenge=11)
    assert table.turn("dara").slots_used == ("main-action",)
    assert table.badges("dara")[-1].startswith("To write: a benefit")


def test_a_number_that_is_taken_only_when_the_roll_is_made_takes_its_time_then(
    table: Table,
) -> None:
    """S19: taking a number ticks the longer duration."""
    table.do("next")
    (due,) = table.do("act", who="kel", line="gen(main-action) chk(5) = d20 +M(Insight)").due
    assert table.turn("kel").work is None
    table.roll("kel", [], due=due.label, due_inputs=due.inputs, **due.inputs, take=10)
    assert table.badges("kel")[-1] == "Busy until round 11: gen"
    # A number taken before the roll is due has had its time.
    table.do("act", who="dara", line="look(main-action) chk(5) = d20 +M(Insight)", take=8)
    (due,) = (each for _ in range(2) for each in table.do("next").due)
    table.roll("dara", [], due=due.label, due_inputs=due.inputs, **due.inputs)
    assert (due.who, table.turn("dara").work) == ("dara", None)


@pytest.mark.parametrize(
    ("text", "faces", "slots"),
    [
        ("gen(free-action) chk(5) = d20", [10], ()),
        ("chk(5) = d20", [10], ()),
        ("sv(Insight,5)", [10], ()),
        ("duck(re-action) chk(5) = d20", [10], ("re-action",)),
        ("look(bonus-action) sv(Insight,5)", [10], ("bonus-action",)),
        ("burst(main-action) eff = 1d6", [4], ("main-action",)),
    ],
)
def test_slots_of_lines_that_are_rolled(
    table: Table, text: str, faces: list[int], slots: tuple[str, ...]
) -> None:
    table.roll("kel", faces, text=text)
    assert table.turn("kel").slots_used == slots
    assert table.turn("kel").work is None


def test_a_taken_number_makes_busy_and_its_result_is_applied_at_the_end(table: Table) -> None:
    table.do("next")
    table.roll("dara", [], text="search(main-action) chk(10) = M(Investigate)", take=10)
    assert table.badges("dara")[-1] == "Busy until round 11: search"
    # A busy combatant may still be made to save, but cannot act.
    table.roll("dara", [10], text="sv(Insight,5)")
    assert table.badges("dara")[-1] == "Busy until round 11: search"
    table.roll("dara", [10], text="gen(bonus-action) chk(5) = d20")
    message = "gen was rolled: busy with search; stop that first"
    assert table.badges("dara")[-2:] == ["Busy until round 11: search", message]
    assert table.turn("dara").slots_used == ()
    for who in ("kel", "guard"):
        table.do("remove", who=who)
    (due,) = table.do("next").due
    assert (due.label, due.procedure) == ("Dara Voss is done with search: apply the result", "")


def test_taking_without_a_line_takes_its_time_too(table: Table) -> None:
    table.do("next")
    table.roll("kel", [], take=8, ranks=5, modifier=2, challenge=10)
    assert table.badges("kel")[-1] == "Busy until round 1: take 8"


def test_a_roll_for_an_hour_of_work_takes_out_with_the_end_of_the_turn(table: Table) -> None:
    table.do("next")
    mend = "mend(hour) chk(10) = M(Insight)"
    table.roll("dara", [10], text=mend)
    board = ENCOUNTER.board(table.scene)
    assert (board.current, board.upcoming) == ("dara", "kel")
    assert [place.id for place in board.places] == ["dara", "kel", "guard"]
    assert table.badges("dara")[-1] == "Away: mend (hour)"
    # It can still be stopped, which restores the place in the order.
    stopped = ENCOUNTER.apply(table.scene, "stop", {"who": "dara"}).scene
    assert stopped.now.order == ("dara", "kel", "guard")
    assert table.do("next").notes == ()
    assert table.now.order == ("kel", "guard")
    # Out of turn the combatant leaves at once.
    table.do("back", who="dara")
    table.roll("dara", [10], text=mend)
    assert table.now.order == ("kel", "guard")
    # After the last in the order the round rises; finally the order is empty.
    table.do("move", who="kel", place=2)
    table.roll("kel", [10], text=mend)
    assert table.do("next").notes == ("Round 2.",)
    table.do("act", who="guard", duration="day")
    assert (table.now.order, table.now.current) == ((), None)


def test_the_dice_of_the_weapon_that_is_used_go_with_the_roll(table: Table) -> None:
    given = {"line": PISTOL, "subject": "Wpn-Pistols", "weapon_dice": 3, "weapon_die": 8}
    (due,) = table.do("act", who="dara", **given).due
    assert (due.inputs["weapon_dice"], due.inputs["weapon_die"]) == (3, 8)


def test_stopping_earlier_loses_the_action(table: Table) -> None:
    table.do("next")
    table.do("act", who="dara", line="search(minute) chk(10) = M(Investigate)")
    assert table.do("stop", who="dara").notes == ("Dara Voss stops: search is lost.",)
    assert table.turn("dara").busy_until is None
    table.refuses("who", "stop", who="dara")
    table.refuses("who", "back", who="dara")


def test_an_hour_takes_out_of_the_encounter(table: Table) -> None:
    table.do("next")
    result = table.do("act", who="dara", line="mend(hour) chk(10) = M(Insight)")
    assert result.notes == ("Dara Voss is away with mend for an hour.",)
    assert table.now.order == ("kel", "guard")
    assert table.now.round == 1
    assert table.badges("dara")[-1] == "Away: mend (hour)"
    table.refuses("who", "move", who="dara", place=1)
    (finished,) = table.do("back", who="dara").due
    assert finished.inputs["text"] == "mend(hour) chk(10) = M(Insight)"
    assert table.now.order == ("kel", "guard", "dara")
    table.do("move", who="dara", place=1)
    assert table.now.order == ("dara", "kel", "guard")
    # The last in the order leaves: the next round begins.
    table.do("next")
    table.do("act", who="guard", duration="day")
    assert (table.now.current, table.now.round) == ("dara", 2)
    table.do("stop", who="guard")
    assert table.now.order == ("dara", "kel", "guard")


def test_a_combatant_that_leaves_while_others_are_busy_keeps_its_work(table: Table) -> None:
    table.do("next")
    for other in ("kel", "guard"):
        table.do("act", who=other, duration="minute")
    table.do("act", who="dara", duration="day")
    work = table.turn("dara").work
    assert work is not None
    assert work.duration == "day"
    assert (table.now.current, table.now.round) == ("kel", 11)
    for other in ("kel", "guard"):
        table.do("remove", who=other)
    assert (table.now.current, table.now.order) == (None, ())
    table.refuses("order", "next")


def test_of_two_circumstances_the_larger_counts(table: Table) -> None:
    def rsr(id: str) -> Any:
        return ENCOUNTER.prefill_actor(table.scene, id, "striker.check")["rsr"]

    assert rsr("dara") == 1
    table.do("circumstance", rsr=2)
    table.do("circumstance", who="dara", rsr=3)
    assert (rsr("dara"), rsr("kel")) == (3, 2)
    assert ENCOUNTER.board(table.scene).pools == {"RSR": 2}
    table.do("circumstance", who="dara", rsr=1)
    assert rsr("dara") == 2
    table.do("circumstance", rsr=1)
    table.do("circumstance", who="dara", rsr=0)
    assert rsr("dara") == 0
    assert ENCOUNTER.prefill_actor(table.scene, "dara", "striker.take") == {}
    assert ENCOUNTER.prefill_actor(table.scene, "nobody", "striker.check") == {}


def test_an_imposed_save_has_the_circumstance_of_the_target(table: Table) -> None:
    table.do("circumstance", who="dara", rsr=2)
    table.do("circumstance", who="kel", rsr=3)

    def prefill(target: str, procedure: str = "striker.imposed_save") -> Mapping[str, Any]:
        cast = {"self": "dara", "target": target}
        return ENCOUNTER.prefill_target(table.scene, cast, procedure)

    assert prefill("kel") == {"rsr": 3}
    assert prefill("guard") == {"rsr": 1}
    assert prefill("nobody") == prefill("") == {}
    assert prefill("kel", "striker.attack") == {}


def test_faults_of_steps(table: Table) -> None:
    table.refuses("id", "add", id="")
    table.refuses("id", "add", id="kel")
    for step in ("remove", "stop", "back"):
        table.refuses("who", step, who="nobody")
    table.refuses("duration", "act", who="kel")
    table.refuses("duration", "act", who="kel", line=" ", duration="week")
    table.refuses("take", "act", who="kel", duration="hour", take=10)
    table.refuses("duration", "act", who="kel", take=10)
    table.refuses("take", "act", who="kel", line="gen(round) chk(5)=d20 +3", take=8)
    long = "gen(day) chk(5)=M(Insight)"
    table.refuses("take", "act", who="kel", line=long, take=8)
    table.refuses("take", "act", who="kel", line="gen chk(5)=d20", take=8)
    table.refuses("take", "act", who="kel", line="gen chk(5)=d20", duration="round", take=8)
    table.refuses("take", "act", who="kel", line="gen(round) sv(Insight,5)", take=8)
    table.refuses("take", "act", who="kel", line="gen(round) eff=1d6", take=8)
    table.refuses("target", "act", who="kel", line="gen(round) chk(C)=d20", target="nobody")
    assert table.refuses("line", "act", who="kel", line="gen(") == (
        "E03 at 5: Expected a duration, found the end. Try: gen(main-action)"
    )
    table.refuses("text", "note", who="kel", text=" ")
    table.refuses("hp", "edit", who="kel", hp=17)
    table.do("edit", who="kel", hp=16, tc=15, notes="limps", hidden=True)
    assert table.badges("kel") == ["HP 16 of 16", "TC 15", "limps"]


# --- a line is checked before any time passes (S19, S27, S30) ---

SEARCH = "search(main-action) chk(12)=M(Investigate)"


def test_a_line_that_could_not_be_rolled_takes_no_time(table: Table) -> None:
    before = table.scene.state
    message = table.refuses("line", "act", who="kel", line=SEARCH, take=8)
    assert message == "E08 at 31: The sheet has no skill or technique Investigate."
    table.refuses("line", "act", who="kel", line=SEARCH)
    table.refuses("line", "act", who="kel", line="gen sub(Insight for Agility) chk(5)=d20")
    message = table.refuses("subject", "act", who="kel", line="gen(round) chk(5)=M(this)")
    assert message.startswith("E09: ")
    # A stand-in's skills have no ranks.
    message = table.refuses("take", "act", who="guard", line="gen(round) chk(5)=M(Insight)", take=8)
    assert "at least 1 rank" in message
    assert table.scene.state == before
    result = table.do("act", who="dara", line=SEARCH, take=8)
    assert result.notes == ("Dara Voss is busy with search until round 1.",)
    # Only the challenge may still be missing.
    (due,) = table.do("act", who="kel", line="gen(main-action) chk(C)=M(Insight)").due
    assert "challenge" not in due.inputs


def test_unknown_names_count_where_the_house_says_so(table: Table) -> None:
    house = {"unknown_skill": "untrained"}
    table.scene = ENCOUNTER.scene(
        table.scene.state, lambda id: (id, Sheet(SHEET, KEL.data, house)), house
    )
    act = {"who": "kel", "line": "search(main-action) chk(12)=M(Investigate)"}
    assert ENCOUNTER.apply(table.scene, "act", act).due
    table.refuses("take", "act", **act, take=8)  # untrained is R 0


def test_a_name_that_stands_twice_on_the_sheet(table: Table) -> None:
    table.scene = table.scene.write("kel", skills=[*KEL["skills"], KEL["skills"][0]])
    assert "twice" in table.refuses("line", "act", who="kel", line="gen chk(5)=M(Insight)")


def test_one_duration_counts(table: Table) -> None:
    """S19, S21: the line's own duration; one given beside it is for a line without any."""
    line = "gen(main-action) chk(15)=M(Insight)"
    before = table.scene.state
    table.refuses("duration", "act", who="dara", line=line, duration="bonus-action")
    assert table.scene.state == before
    table.do("act", who="dara", line=line, duration="main-action")
    assert table.turn("dara").slots_used == ("main-action",)
    (due,) = table.do("act", who="kel", line=" gen chk(15)=M(Insight)", duration="bonus-action").due
    assert due.inputs["text"] == " gen(bonus-action) chk(15)=M(Insight)"
    assert table.turn("kel").slots_used == ("bonus-action",)
    # A line without an action has no place for it.
    (due,) = table.do("act", who="kel", line="chk(15)=M(Insight)", duration="re-action").due
    assert due.inputs["text"] == "chk(15)=M(Insight)"
    assert table.turn("kel").slots_used == ("bonus-action", "re-action")
    inputs = {"line": "gen chk(15)=M(Insight)", "duration": "main-action", "take": 10}
    table.do("act", who="kel", **inputs)
    assert table.turn("kel").busy_until == 11
    work = {"text": "gen(main-action) chk(15)=M(Insight)", "take": 10}
    assert table.turn("kel").work == Work("gen", "minute", work)
    long = f"gen chk(15)=M(Insight){'+1' * 135}"
    table.refuses("line", "act", who="guard", line=long, duration="main-action")


# --- stances (S18) ---


def test_the_gm_bars_stances_for_a_roll_that_is_due(table: Table) -> None:
    line = "gen(main-action) chk(15)=M(Insight)"
    (due,) = table.do("act", who="dara", line=line).due
    assert ENCOUNTER.locked_inputs(table.scene, "dara", due.procedure) == ()
    table.do("bar_stances", who="dara")
    assert "Stances barred" in table.badges("dara")
    assert ENCOUNTER.locked_inputs(table.scene, "dara", due.procedure) == ("stance",)
    assert ENCOUNTER.prefill_actor(table.scene, "dara", due.procedure)["stance"] == "normal"
    assert ENCOUNTER.locked_inputs(table.scene, "dara", "striker.save") == ()
    assert ENCOUNTER.locked_inputs(table.scene, "kel", due.procedure) == ()
    # Another roll meanwhile does not use the bar.
    table.roll("dara", [10], text="gen chk(5)=d20")
    assert ENCOUNTER.locked_inputs(table.scene, "dara", due.procedure) == ("stance",)
    table.roll("dara", [10], due=due.label, text=line)
    assert ENCOUNTER.locked_inputs(table.scene, "dara", due.procedure) == ()
    # If the due roll is waived, or the bar is switched off by hand, stances are open again.
    table.do("bar_stances", who="dara")
    waived = stored_due("dara", due.procedure)
    table.store(ENCOUNTER.on_settled(table.scene, waived))
    assert ENCOUNTER.locked_inputs(table.scene, "dara", due.procedure) == ()
    table.do("bar_stances", who="kel")
    table.do("bar_stances", who="kel", barred=False)
    assert "Stances barred" not in table.badges("kel")
    table.refuses("who", "bar_stances", who="nobody")


def test_hit_points_land_within_their_range(table: Table) -> None:
    def hp_after(value: int, op: Any = "add") -> int:
        after = table.scene.apply_effect("kel", Effect("target", "hp", op, value))
        return int(after.combatant("kel").sheet["hp"])

    assert (hp_after(-5), hp_after(-50), hp_after(50), hp_after(3, "set")) == (11, 0, 16, 3)
    # Focus points are on the sheet as well; an unknown id changes nothing.
    assert table.scene.apply_effect("kel", add("fp", -1)).combatant("kel").sheet["fp"] == 1
    assert table.scene.apply_effect("nobody", add("hp", -1)) is table.scene


# --- sheets, and values stored beside them ---


def test_a_character_joins_with_the_sheet_and_nothing_is_copied() -> None:
    table = Table(dara=DARA)
    result = table.do("add", id="dara", name="Dara Voss")
    assert table.scene.state["combatants"] == {"dara": {"turn": {}}}
    assert (result.scene.effects, table.combatant("dara").sheet) == ((), DARA)
    assert table.badges("dara") == ["HP 14 of 14", "TC 13"]


def test_values_given_for_a_joining_character_are_written_on_the_sheet() -> None:
    table = Table(dara=DARA)
    result = table.do("add", id="dara", hp=20, tc=13, group="Crew", notes="limps")
    assert (result.scene.effects, table.sheets["dara"]) == ((("dara", put("hp", 20)),), DARA)
    table = Table(kel=KEL)
    assert table.do("add", id="kel", hp=9).scene.sheets["kel"]["hp"] == 9
    assert table.badges("kel") == ["HP 9 of 16", "TC 14"]


def test_a_combatant_without_a_character_gets_a_sheet_of_the_given_numbers() -> None:
    table = Table()
    # Values not given have the step's default: 12 hit points, or fewer if the maximum is lower.
    for id, most, hp in (("giant", 40, 12), ("rat", 5, 5)):
        table.do("add", id=id, hp_max=most)
        assert (table.combatant(id).own, table.combatant(id).sheet["hp"]) == (True, hp)
    table.do("add", id="guard", name="Guard", hp=9, hp_max=9, tc=11, group="Station")
    stored = table.scene.state["combatants"]["guard"]
    sheet = {"name": "Guard", "hp": 9, "hp_max": 9, "target_challenge": 11}
    assert stored == {"turn": {"group": "Station"}, "sheet": sheet}
    table.do("edit", who="guard", name="Sergeant", tc=14, hidden=True)
    assert (table.combatant("guard").name, table.badges("guard")) == (
        "Sergeant",
        ["HP 9 of 9", "TC 14"],
    )
    # No character's sheet is changed.
    assert table.scene.sheets == table.sheets == {}


def test_a_form_shows_the_values_of_the_sheet(table: Table) -> None:
    table.do("edit", who="dara", notes="limps")
    shown = {
        name: ENCOUNTER.current_value(table.scene, "dara", name) for name in ("hp", "tc", "notes")
    }
    assert shown == {"hp": 14, "tc": 13, "notes": "limps"}
    # The name is the campaign's, not the sheet's.
    table.scene = ENCOUNTER.scene(table.scene.state, lambda id: ("Red", DARA))
    assert ENCOUNTER.current_value(table.scene, "dara", "name") == "Red"
    assert ENCOUNTER.current_value(table.scene, "", "tc") is None


def test_effects_go_to_the_owner_of_their_field(table: Table) -> None:
    owners = {"hp": "sheet", "target_challenge": "sheet", "notes": "turn", "round": "encounter"}
    found_owners = {name: table.scene.owner("dara", put(name, 1)) for name in (*owners, "nonsense")}
    assert found_owners == {**owners, "nonsense": ""}
    # A circumstance belongs to one combatant or to the scene.
    assert table.scene.owner("dara", put("rsr", 2)) == "turn"
    assert table.scene.owner("", put("rsr", 2)) == "encounter"


def test_which_rolls_the_encounter_has_a_say_in() -> None:
    """S12, S16, S18, S20: calculations are no rolls; saves have no stance, taken numbers no RSR."""
    stanced = {f"striker.{name}" for name in ("check", "opposed", "attack", "line_action")}
    assert stanced == STANCED
    assert stanced | {"striker.save"} == ROLLED
    assert stanced | {"striker.save", "striker.take"} == JUDGED


def test_rounds_are_six_seconds(table: Table) -> None:
    for _ in range(7):
        table.do("next")
    assert (table.now.round, ENCOUNTER.lasted(table.scene)) == (3, Fraction(12, 3600))


def test_a_stored_fight_is_read_as_it_was() -> None:
    work = {"label": "mend", "duration": "hour", "inputs": {"text": "mend(hour) chk(5)=d20"}}
    turn = {"slots_used": ["re-action"], "work": work, "away": True, "rsr": 2}
    kel = {"turn": turn, "sheet": {"name": "Kel", "hp": 3, "hp_max": 16, "target_challenge": 15}}
    log = [{"round": 1, "who": "kel", "text": "It rattles."}]
    first = {"round": 2, "order": [], "current": None, "rsr": 3, "log": log}
    scene = ENCOUNTER.scene({**first, "combatants": {"kel": kel}})
    fighter = scene.combatant("kel")
    sheet = {name: fighter.sheet[name] for name in ("name", "hp", "hp_max", "target_challenge")}
    assert sheet == kel["sheet"]
    assert fighter.turn == Turn(
        slots_used=("re-action",),
        work=Work("mend", "hour", {"text": "mend(hour) chk(5)=d20"}),
        away=True,
        rsr=2,
    )
    assert scene.now == Round(2, (), None, 3, (Consequence(1, "kel", "It rattles."),))
    (finished,) = ENCOUNTER.apply(scene, "back", {"who": "kel"}).due
    assert finished.inputs == {"text": "mend(hour) chk(5)=d20"}


def test_the_log_holds_the_latest_consequences(table: Table) -> None:
    table.scene = table.scene.set(log=(Consequence(1, "kel", "The first."),) * 1000)
    table.do("note", who="kel", text="The last.")
    assert (len(table.now.log), table.now.log[-1].text) == (1000, "The last.")
