"""Actions offered to the acting combatant and their targets, in games with few phases."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.encounters.actions import Action
from app.core.encounters.encounter import Encounter
from app.core.encounters.offering import offer_actions
from app.core.encounters.rolls import Roll
from app.core.encounters.scenes import PASS, Scene
from app.core.procedures.outcomes import Outcome
from app.systems import games

#: By game: inputs of a foe for the samples.
FOES: dict[str, dict[str, Any]] = {
    "garden": {"side": "npc"},
    "wasteland": {"side": "gm"},
    "trueworld": {"side": "adversary", "difficulty": "d8"},
    "prism": {"ob": 40, "hp_max": 20},
    "striker": {"tc": 15},
}


class Table:
    """A fight of the samples against one foe, played step by step."""

    def __init__(self, id: str) -> None:
        game = games()[id]
        assert game.encounter is not None
        assert game.sheet is not None
        self.game, self.encounter = game, game.encounter
        samples = [game.sheet.fill(sample) for sample in game.sheet.samples[:2]]
        characters = {
            f"pc-{place}": (str(each["name"]), each) for place, each in enumerate(samples)
        }
        self.scene: Scene[Any, Any] = self.encounter.begin(characters.get)
        for who in characters:
            self.step("add", id=who)
        self.step("add", id="foe", name="Foe", **FOES[id])

    def step(self, name: str, /, **inputs: Any) -> None:
        self.scene = self.encounter.apply(self.scene, name, inputs).scene

    @property
    def current(self) -> str:
        return str(self.encounter.board(self.scene).current)

    def offers(self, who: str) -> dict[str, Action]:
        aims = self.encounter.targets(self.scene, who)
        return {
            action.id: action for action in offer_actions(self.scene, who, next(iter(aims), ""))
        }

    def attack(self, who: str) -> Action:
        return next(offer for offer in self.offers(who).values() if offer.main and offer.aimed)

    def turn_of(self, who: str) -> None:
        for _ in range(9):
            self.step(PASS)
            if self.current == who:
                return
        raise AssertionError(f"{who} has no turn")


@pytest.fixture(params=FOES)
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


def test_a_turn_passes_to_another_in_one_step(table: Table) -> None:
    """The same across the ends of rounds."""
    table.step(PASS)
    turns = []
    for _ in range(7):
        turns.append(table.current)
        table.step(PASS)
        assert table.current != turns[-1] or table.game.id == "prism"  # P47: the quick may be next
    assert set(turns) == {"pc-0", "pc-1", "foe"}


def test_the_other_side_is_aimed_at_first_and_oneself_never(table: Table) -> None:
    for who in table.scene.combatants:
        aims = table.encounter.targets(table.scene, who)
        assert sorted((*aims, who)) == ["foe", "pc-0", "pc-1"]
        assert aims[0] == ("foe" if who != "foe" else "pc-0")


def test_in_the_own_turn_an_attack_is_possible_and_at_once(table: Table) -> None:
    for who in ("pc-0", "foe"):
        table.turn_of(who)
        attack = table.attack(who)
        assert attack.why_not == ""
        assert attack.label
        assert attack.rules
        assert not attack.asks


def test_main_actions_have_a_detail_in_the_games_words(table: Table) -> None:
    table.turn_of("pc-0")
    for offer in table.offers("pc-0").values():
        assert not offer.main or (offer.detail and "_" not in offer.detail)


def test_ids_are_each_ones_own_and_stay_from_turn_to_turn(table: Table) -> None:
    table.turn_of("pc-0")
    before = [each for each, action in table.offers("pc-0").items() if action.main]
    table.turn_of("pc-0")
    assert before == [each for each, action in table.offers("pc-0").items() if action.main]


@pytest.mark.parametrize("id", ["wasteland", "trueworld", "prism", "striker"])
def test_out_of_turn_an_attack_is_barred_by_name(id: str) -> None:
    table = Table(id)
    table.turn_of("foe")
    name = table.scene.combatants["pc-0"].name
    still = ": re-actions only" if id == "striker" else ""
    assert table.attack("pc-0").why_not == f"Not {name}’s turn{still}"


def test_trueworld_an_action_is_spent_by_its_roll_and_says_so() -> None:
    table = Table("trueworld")
    table.turn_of("pc-0")
    assert [allowance.used for allowance in table.encounter.allowances(table.scene, "pc-0")] == [
        False
    ]
    _rolls(table, "trueworld.action_roll", {"purpose": "attack"}, Outcome("complete-success", True))
    assert [allowance.used for allowance in table.encounter.allowances(table.scene, "pc-0")] == [
        True
    ]
    assert table.attack("pc-0").why_not == "Action used"


def test_trueworld_an_attack_is_as_hard_as_its_target() -> None:
    """T2.1: unless the director has set another difficulty."""
    table = Table("trueworld")
    table.turn_of("pc-0")
    cast = {"self": "pc-0", "target": "foe"}
    prefill = table.encounter.prefill_target(table.scene, cast, "trueworld.action_roll")
    assert prefill == {"difficulty": "d8"}
    table.step("intend", who="pc-0", intention="jump")
    table.step("set_difficulty", who="pc-0", difficulty="d4")
    assert table.encounter.prefill_target(table.scene, cast, "trueworld.action_roll") == {}
    assert (
        table.encounter.prefill_actor(table.scene, "pc-0", "trueworld.action_roll")["difficulty"]
        == "d4"
    )
    # A stated action is rolled with any skill and is no attack.
    skill = table.offers("pc-0")["skill skill_sets/0"]
    assert skill.roll is not None
    assert "purpose" not in skill.roll.inputs
    assert not skill.aimed


def test_trueworld_an_attacked_character_defends_with_any_skill() -> None:
    """T10.6: a defence costs no action, so it is possible out of turn."""
    table = Table("trueworld")
    table.turn_of("foe")
    attack = table.attack("foe")
    assert (attack.step, attack.at, attack.roll) == ("attack", "target", None)
    table.step("attack", who="foe", target="pc-0")
    defends = [each for id, each in table.offers("pc-0").items() if id.startswith("defend")]
    assert [defend.why_not for defend in defends] == [""] * len(defends)
    assert defends[0].roll is not None
    assert defends[0].roll.inputs["purpose"] == "defend"


def test_trueworld_harm_is_placed_in_one_step() -> None:
    """T11.2."""
    table = Table("trueworld")
    table.scene = table.scene.write("pc-0", harm=2)
    stress = table.offers("pc-0")["stress"]
    assert stress.why_not == ""
    table.step(stress.step, who="pc-0", **stress.inputs)
    assert (table.scene.combatants["pc-0"].sheet["stress"]) == 2
    assert "stress" not in table.offers("pc-0")


def test_wasteland_a_second_action_says_its_price_and_a_third_that_there_is_none() -> None:
    """W3.2, W3.3, W3.5."""
    table = Table("wasteland")
    table.turn_of("pc-0")
    table.step("set_pools", group_ap=3)
    table.step("act", action="rally")
    assert table.attack("pc-0").why_not == ""
    assert table.attack("pc-0").detail.endswith("2 AP, difficulty +1")
    table.step("act", action="defend")
    assert table.attack("pc-0").why_not == "Major actions used"
    used = {
        allowance.label: allowance.used
        for allowance in table.encounter.allowances(table.scene, "pc-0")
    }
    assert used == {"Minor": False, "Major": True, "Move": False}


def test_wasteland_without_the_points_there_is_no_second_action() -> None:
    table = Table("wasteland")
    table.turn_of("pc-0")
    table.step("act", action="rally")
    assert table.attack("pc-0").why_not == "Not enough AP"


def test_wasteland_a_blast_asks_for_its_zone() -> None:
    """W6.14: the zone may include friends."""
    table = Table("wasteland")
    table.turn_of("pc-1")
    blast = next(offer for offer in table.offers("pc-1").values() if "Blast" in offer.detail)
    assert (blast.step, blast.asks, blast.aimed, blast.roll) == ("act", True, False, None)


def test_wasteland_luck_lets_a_combatant_act_next_by_ending_the_turn() -> None:
    """W9.2: at the end of another's turn, and only if the combatant is not next anyway."""
    table = Table("wasteland")
    table.turn_of("pc-0")
    first, second, *_ = table.scene.now.order
    third = table.scene.now.order[2]
    table.scene = table.scene.write(third, kind="pc", luck_points=2)
    table.turn_of(first)
    assert "sooner" not in table.offers(second)
    sooner = table.offers(third)["sooner"]
    assert sooner.why_not == ""
    table.step("sooner", who=third, **sooner.inputs)
    assert (table.current, table.scene.combatants[third].sheet["luck_points"]) == (third, 1)
    table.step(PASS)
    assert table.current == second


def test_prism_a_downed_combatant_has_no_turn() -> None:
    table = Table("prism")
    table.turn_of("foe")
    table.step("wound", who="foe", lost=20)
    assert table.attack("foe").why_not == "Down"
    assert table.encounter.targets(table.scene, "pc-0")[0] == "foe"  # still the other side


def test_prism_hits_by_the_table_go_to_the_target() -> None:
    """P43: the app does not have the tables, so the hits are typed."""
    table = Table("prism")
    table.turn_of("pc-0")
    hits = table.offers("pc-0")["hits"]
    assert (hits.step, hits.at, hits.asks, hits.aimed) == ("wound", "who", True, True)


def test_striker_a_slot_is_used_once() -> None:
    """S21."""
    table = Table("striker")
    table.turn_of("pc-0")
    line = table.attack("pc-0").roll
    assert line is not None
    outcome = Outcome("success", True, {"duration_index": 3, "roll": 10})
    _rolls(table, "striker.line_action", line.inputs, outcome)
    used = {
        allowance.label: allowance.used
        for allowance in table.encounter.allowances(table.scene, "pc-0")
    }
    assert used == {
        "Main-action": True,
        "Re-action": False,
        "Bonus-action": False,
        "Move-action": False,
    }
    assert table.attack("pc-0").why_not == "Main-action used"


def test_striker_a_weapon_without_dice_is_an_attack_too() -> None:
    """S9: a weapon has 0 to 20 dice."""
    table = Table("striker")
    net = {"name": "net", "skill": "Cbt-Melee", "dice": 0, "die": 6, "note": ""}
    table.scene = table.scene.write("pc-0", weapons=[net])
    thrown = table.offers("pc-0")["line net"]
    assert (thrown.main, thrown.aimed, thrown.detail) == (True, True, "−1 · +0 · main-action")


def test_striker_a_weapon_without_a_line_gives_its_action_its_name() -> None:
    """S25: the action part names the action; a name that no line may have leaves `attack`."""
    table = Table("striker")
    weapons = [
        {"name": name, "skill": "Cbt-Ranged", "dice": 1, "die": 6, "note": ""}
        for name in ("scatter gun (old)", "eff", "9mm", "épée", "?")
    ]
    table.scene = table.scene.write("pc-0", weapons=weapons)
    actions = {
        label: str(table.offers("pc-0")[f"line {label}"].roll.inputs["text"]).partition("(")[0]  # type: ignore[union-attr]
        for label in (each["name"] for each in weapons)
    }
    assert list(actions.values()) == ["scatter-gun-old", "attack", "attack", "attack", "attack"]


def test_striker_without_a_weapon_the_combat_skills_attack() -> None:
    """S10: the line takes a main-action like any other."""
    table = Table("striker")
    table.turn_of("foe")
    attacks = [offer for offer in table.offers("foe").values() if offer.main]
    assert [attack.label for attack in attacks] == ["Cbt-Melee", "Cbt-Ranged"]
    assert attacks[0].detail == "−3 · 1d6 · main-action"


def _rolls(table: Table, procedure: str, inputs: Any, outcome: Outcome) -> None:
    encounter: Encounter[Any, Any] = table.encounter
    roll = Roll(table.current, procedure, inputs, outcome, {"self": table.current, "target": "foe"})
    table.scene = encounter.on_roll(table.scene, roll).scene
