"""Corner cases of Autonomous Garden's rules that its worked examples leave out."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.play.play import by_hand
from app.core.procedures.outcomes import Outcome, to_report
from app.systems.garden import GAME


def played(procedure: str, faces: list[int], inputs: dict[str, Any], choice: str = "") -> Outcome:
    bound = GAME.procedures[f"garden.{procedure}"].bind(inputs)
    return by_hand(bound, faces, {"succeed_at_cost": choice} if choice else None).outcome


def fields(outcome: Outcome) -> list[str]:
    """Return the effects in short: role and field, with the name of a record."""
    texts = []
    for effect in outcome.effects:
        name = f":{effect.value['name']}" if isinstance(effect.value, dict) else ""
        texts.append(f"{effect.who}.{effect.field}{name}")
    return texts


#: Rule, procedure, faces, inputs -> grade, some values.
PLAYS: list[tuple[str, str, list[int], dict[str, Any], str, dict[str, Any]]] = [
    ("G3", "skill_test", [2], {"skill_level": 1, "modifier": -9, "target_number": 0},
     "maybe-cost", {"total": 0, "margin": 0}),
    ("G14", "accumulate", [6, 6], {"skill_level": 2, "progress": 2, "goal": 4},
     "complete", {"progress": 5, "remaining": 0}),
    ("G22", "extended_time", [], {"base_time": 10, "unit": "turns", "speed": "half"},
     "fast", {"time": 5, "work_hours": 0.01}),
    ("G23", "assist", [], {"helper_ranks": [1] * 40}, "assisted", {"modifier": 4}),
    ("G23", "assist", [], {"helper_ranks": [2, 2], "coordinated": False}, "alone", {"helpers": 0}),
    ("G27", "action_penalty", [], {"major_actions": 1, "movement": "run"},
     "penalized", {"actions": 3, "penalty": -2, "melee_penalty": 0}),
    ("G31", "movement", [], {"mode": "walk", "deep_wounds": 2}, "not-allowed", {"limit": 0}),
    ("G31", "movement", [], {"mode": "run", "load_limit": "walk"}, "not-allowed", {"limit": 1}),
    ("G32", "movement", [], {"mode": "walk", "medium": "shallow"}, "allowed", {"distance": 5}),
    ("G32", "movement", [], {"mode": "run", "medium": "shallow"}, "not-allowed", {"limit": 1}),
    ("G32", "movement", [], {"mode": "sprint", "medium": "swim", "swim_rate": 12},
     "allowed", {"distance": 12, "defense_bonus": 3}),
    ("G39", "encumbrance", [], {"handy_kg": 75}, "run", {"percent": 75}),
    ("G39", "encumbrance", [], {"handy_kg": 100.1}, "overloaded", {"percent": 100.1}),
    ("G41", "chase_round", [1, 6, 5], {"runner_athletics": 1, "pursuer_athletics": 1,
     "runner_speed": 2}, "caught", {"runner_distance": 0, "runner_loss": 6, "gap": 0}),
    ("G42", "chase_obstacle", [5, 5], {"runner_athletics": 1, "pursuer_athletics": 1},
     "draw", {"runner_bonus": 0}),
    ("G42", "chase_obstacle", [3, 2], {"runner_athletics": 1, "pursuer_athletics": 1,
     "obstacle": "tall-fence"}, "draw", {"runner_margin": -3}),
    ("G42", "chase_round", [1, 6], {"runner_athletics": 1, "runner_speed": 0, "runner_bonus": 3,
     "pursuer_recovering": True}, "gap-widens", {"runner_distance": 3, "gap": 13}),
    ("G44", "chase_round", [], {"runner_recovering": True, "runner_bonus": 5,
     "pursuer_recovering": True}, "gap-holds", {"runner_distance": 0, "gap": 10}),
    ("G138", "chase_round", [], {"runner_rolled": True, "runner_metres": 7.5, "gap": 1,
     "runner_recovering": True, "runner_speed": 40, "pursuer_recovering": True},
     "gap-widens", {"runner_distance": 7.5, "gap": 8.5}),
    ("G138", "chase_obstacle", [1], {"runner_rolled": True, "runner_result": 9,
     "runner_body": 5, "pursuer_athletics": 1}, "runner-wins", {"runner_bonus": 7}),
    ("G138", "chase_obstacle", [2], {"runner_rolled": True, "runner_result": 9,
     "runner_fumbled": True, "pursuer_athletics": 1, "obstacle": "bench-or-bins"},
     "draw", {"runner_margin": 5, "pursuer_margin": -2}),
    ("G44", "chase_obstacle", [1, 1], {"runner_athletics": 1, "pursuer_athletics": 1,
     "runner_body": 9}, "draw", {"runner_crash": 1, "pursuer_crash": 1}),
    ("G46", "fall", [4], {"metres": 4, "athletics": 1}, "unhurt", {"distance": 0}),
    ("G46", "fall", [4], {"metres": 2, "athletics": 1, "on_head": True},
     "unhurt", {"halved_levels": 1}),
    ("G47", "fall", [3, 2], {"metres": 3, "break_fall": False, "on_head": True, "armor": 2},
     "scratch", {"damage": 3, "dv": 1}),
    ("G45", "fall", [6, 5], {"metres": 90, "break_fall": False, "surface": "crash-pads",
     "damage_type": "bruise"}, "flesh-bruise", {"dv": 10, "damage": 6}),
    ("G51", "persuade", [1, 2], {"disposition": "friendly", "beneficial": True},
     "yes-complication", {"target": 0, "total": 1}),
    ("G52", "persuade", [], {"out_of_character": True}, "refused", {"target": 4}),
    ("G49", "persuade", [], {"out_of_character": True, "already_tried": True},
     "not-available", {"target": 4}),
    ("G50", "npc_appeal", [3, 1], {"attribute": -5}, "unconvincing", {"total": 0}),
    ("G50", "npc_appeal", [5], {"skill_level": 1, "attribute": 3}, "very-difficult", {"total": 8}),
    ("G53", "initiative", [], {"intents": ["move", "move"], "contest": False},
     "tied", {"place_1": 1, "place_2": 1, "phase_1": 3}),
    ("G54", "initiative", [], {}, "ordered", {"place_1": 1, "place_2": 2}),
    ("G55", "surprise", [4, 4], {"awareness": 1, "stealth": 1}, "surprised", {"margin": 0}),
    ("G59", "attack", [3], {"attacker_skill": 1, "defense_kind": "unaware", "cover": "heavy",
     "light": "dim", "facing": "behind", "full_defense": True, "defender_movement": "run",
     "defender_modifier": 9}, "scratch", {"target": 1, "defense_modifier": 0}),
    ("G67", "attack", [3, 4, 4, 2], {"attack_kind": "ranged", "attacker_skill": 1,
     "aim_rounds": 5}, "scratch", {"die": 4, "total": 4, "margin": 2}),
    ("G70", "attack", [6, 3, 2], {"attacker_skill": 1, "cover": "hidden-light"},
     "scratch", {"attack_modifier": -2, "defense_modifier": 1, "target": 3}),
    ("G79", "attack", [6, 1, 1], {"attacker_skill": 1, "attacker_attribute": 5, "dv": 4},
     "critical-wound", {"margin": 10, "damage": 24, "defense_fumble": 1}),
    ("G85", "attack", [6, 1, 2], {"attack_kind": "unarmed", "attacker_skill": 1,
     "dv": 0.8, "bruise_row_full": True}, "scratch", {"damage": 4, "wound_level": 0}),
    ("G85", "attack", [6, 1, 2], {"attacker_skill": 1, "attacker_attribute": 4, "dv": 4,
     "damage_type": "bruise", "bruise_row_full": True}, "critical-wound", {"damage": 24}),
    ("G85", "attack", [6, 1, 2], {"attacker_skill": 1, "dv": 1, "bruise_row_full": True},
     "flesh-wound", {"damage": 5}),
    ("G85", "fall", [6, 6], {"metres": 9, "break_fall": False, "damage_type": "bruise",
     "bruise_row_full": True}, "critical-wound", {"damage": 21}),
    ("G123", "attack", [6], {"attacker_skill": 1, "spirit": True, "shielded": True,
     "defense_kind": "unaware"}, "deep-wound", {"target": 1, "defense_modifier": 0, "damage": 10}),
    ("G123", "attack", [6, 1, 2], {"attacker_skill": 1, "shielded": True},
     "deep-wound", {"target": 1, "defense_modifier": 0, "damage": 10}),
    ("G123", "attack", [6, 1, 2], {"attacker_skill": 1, "spirit": True, "shielded": True,
     "full_defense": True}, "miss", {"target": 6, "defense_modifier": 5}),
    ("G73", "range_band", [], {"distance": 100}, "extreme", {"modifier": -3}),
    ("G73", "range_band", [], {"distance": 100.1}, "out-of-range", {"modifier": 0}),
    ("G74", "thrown_range", [], {"body": -1, "weight_kg": 4.5}, "too-heavy", {"short_limit": 0}),
    ("G63", "apply_damage", [], {"damage": 3, "location": "head", "halve_levels": True,
     "armor": 1}, "flesh-wound", {"flesh_level": 2.25, "deep_level": 3.5}),
    ("G83", "apply_damage", [], {"damage": 10, "wound_marks": 4},
     "deep-wound", {"boxes": 1, "wound_marks": 5, "bleeding_out": 1}),
    ("G83", "apply_damage", [], {"damage": 20, "wound_marks": 5, "location": "finger",
     "flesh": 10, "deep": 20, "critical": 40}, "critical-wound", {"boxes": 0, "limb_lost": 1}),
    ("G85", "apply_damage", [], {"damage": 21, "damage_type": "bruise", "bruise_marks": 5},
     "critical-wound", {"converted": 1, "dead": 1, "bleeding_out": 0, "boxes": 0}),
    ("G85", "apply_damage", [], {"damage": 1, "damage_type": "bruise", "bruise_marks": 5},
     "scratch", {"converted": 0}),
    ("G88", "wound_penalty", [], {"deep_wounds": 2, "rehab": 1}, "down",
     {"penalty": -4, "physical_penalty": -5}),
    ("G91", "stabilize", [1, 1], {"medicine": 2, "logic": 5}, "worsened",
     {"margin": 5, "new_flesh": 1, "stabilized": 0}),
    ("G92", "activity", [], {"activity": "bed-rest", "stable_flesh": 2, "stable_deep": 1},
     "stable", {"destabilized_deep": 0}),
    ("G95", "healing_time", [3], {"injury": "deep-bruise", "heal_rate": 1.25, "care": "unaided"},
     "bruise", {"base_hours": 72, "hours": 57.6, "rehab": 0}),
    ("G84", "dying", [], {"minutes": 10.5, "care": "aided"}, "dead", {"minutes_left": 0}),
    ("G97", "dying", [], {"stabilized": True, "coma_days": 7, "minutes": 90},
     "comatose", {"minutes_left": 0, "days_left": 0}),
    ("G97", "dying", [], {"stabilized": True, "coma_days": 8}, "dead", {"days_left": 0}),
    ("G97", "dying", [], {"stabilized": True, "coma_days": 800, "care": "aided"},
     "comatose", {"days_left": 0}),
    ("G99", "hold_breath", [], {"seconds": 89}, "holding", {"tests": 0, "seconds_held": 89}),
    ("G99", "hold_breath", [3, 4, 1, 2], {"strenuous": True, "seconds": 60},
     "blackout", {"seconds_held": 60, "tests": 2, "total": 0, "margin": -2}),
    ("G103", "disease", [1, 1], {"virulence": 0, "onset_hours": 48, "body": 5},
     "contracted", {"onset_hours": 4.8, "margin": 6}),
    ("G105", "common_cold", [1, 1], {"body": 10}, "life-threatening",
     {"days": 25, "incapacitated_days": 14, "penalty": -4, "fever_days": 7, "onset_hours": 16.8}),
    ("G105", "common_cold", [6, 6], {"body": 6}, "unaffected", {"days": 0, "onset_hours": 0}),
    ("G106", "fever", [2, 2, 2], {"days": 3}, "survives", {"day": 3, "face": 2}),
    ("G108", "fire", [], {"source": "match"}, "no-damage", {"dv": 0, "damage": 0}),
    ("G109", "vehicle_fire", [1], {"pilot": 1, "source": "lighter"}, "through", {"target": 0}),
    ("G112", "electricity", [6, 6, 1, 1], {"source": "dam-generator", "body": 10},
     "instant-death", {"wound_level": 3, "dead": 1, "paralysis": 2, "target": 100}),
    ("G112", "electricity", [1, 1, 2, 3], {"source": "wall-outlet"},
     "conscious", {"dv": 0.5, "target": 3, "margin": 0, "damage": 0.5}),
    ("G119", "radiation_dose", [], {"source": "reactor-meltdown", "intensity": 5, "duration": 0.5,
     "shielding": "vehicle"}, "below-threshold", {"dose": 1.67, "decigrays": 1.67, "factor": 1.5}),
    ("G118", "radiation_dose", [], {"source": "solar-flare", "intensity": 0, "duration": 9,
     "decigrays": 8}, "no-change", {"dose": 0, "rate": 0}),
    ("G116", "radiation_test", [6, 4], {"decigrays": 300, "body": 3},
     "fatal", {"margin": -9, "death_days": 2, "illness_onset_days": 2, "illness_penalty": 0}),
    ("G116", "radiation_test", [1, 1], {"decigrays": 80}, "fatal-fumble",
     {"margin": -15, "death_days": 3.73, "illness_penalty": -4, "immediate_onset_hours": 1}),
    ("G116", "radiation_test", [1, 1], {"decigrays": 7, "body": 9}, "fatal-fumble",
     {"death_days": 14, "immediate_penalty": 0, "immediate_onset_hours": 0}),
    ("G120", "radiation_purge", [], {"decigrays": 3, "highest": 40, "weeks": 9},
     "at-minimum", {"decigrays": 3, "minimum": 4, "purged": 0}),
    ("G120", "radiation_purge", [], {"decigrays": 30, "highest": 30, "weeks": 1.9},
     "no-change", {"purged": 0}),
    ("G130", "radiation_test", [2, 3], {"decigrays": 10, "treated": True, "bolstered": True},
     "sick", {"total": 7, "margin": -1}),
    ("G135", "skill_test", [2], {"skill_level": 1, "target_number": 3},
     "no-advantage", {"total": 2}),
    ("G135", "take_average", [], {"skill_level": 1, "target_number": 3},
     "maybe-cost", {"total": 3, "margin": 0}),
    ("G135", "water_action", [], {"skill_level": 2, "athletics": 5, "attribute": 9, "modifier": -7,
     "encumbrance_penalty": -6, "average": True}, "maybe-cost", {"total": 4, "skill_used": 2}),
    ("G135", "persuade", [], {"already_tried": True, "average": True},
     "not-available", {"target": 4}),
    ("G84", "pass_time", [3, 3, 4, 6, 1, 2], {"hours": 1.5, "body": 3, "bleeding_stopped": True,
     "injuries": ["flesh-wound/aided@71", "deep-wound/open", "deep-wound/open"]},
     "bleeding-out", {"hours_passed": 1.5, "healed": 1, "new_flesh": 1, "flesh_wounds": 1}),
    ("G126", "cast_spell", [3, 1], {"spell": "scrying"}, "no", {"info_level": 0}),
    ("G126", "cast_spell", [6], {"spell": "scrying", "skill_level": 1, "attribute": 6},
     "yes-advantage", {"margin": 9, "info_level": 5}),
    ("G132", "cast_opposed", [6, 1, 2], {"skill_level": 1, "psyche": -3, "modifier": 9},
     "yes-advantage", {"dv": 0, "damage": 0, "wound_level": 0}),
    ("G123", "cast_opposed", [6, 1, 2], {"spell": "banish", "skill_level": 1, "shielded": True},
     "yes", {"opponent_total": 4}),
    ("G131", "cast_opposed", [2, 6, 6], {"spell": "dispel", "skill_level": 1, "spell_damage": 4},
     "no-complication", {"spell_damage": 4, "spell_ended": 0}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "procedure", "faces", "inputs", "grade", "values"),
    [pytest.param(*play, id=f"{play[0]}-{play[1]}") for play in PLAYS],
)
def test_a_corner(
    rule: str,
    procedure: str,
    faces: list[int],
    inputs: dict[str, Any],
    grade: str,
    values: dict[str, Any],
) -> None:
    assert rule in GAME.rules
    result = played(procedure, faces, inputs)
    assert result.grade == grade
    assert {name: to_report(result.values[name]) for name in values} == values


def test_effects_in_their_order() -> None:
    shock = {"source": "power-lines"}
    assert fields(played("electricity", [6, 4, 4, 3], shock)) == [
        "self.deep_wounds",
        "self.conditions:paralysed",
        "self.conditions:comatose",
    ]
    assert fields(played("electricity", [3, 2, 1, 1], {})) == ["self.dead"]
    dead = {"source": "dam-generator", "body": 10}
    assert fields(played("electricity", [6, 6, 3, 4], dead)) == ["self.dead"]
    severed = {"attack_kind": "ranged", "attacker_skill": 1, "dv": 9, "aim": "limb"}
    severed |= {"defense_kind": "unaware"}
    assert fields(played("attack", [6], severed)) == [
        "target.conditions:limb-lost",
        "target.deep_wounds",
    ]
    assert fields(played("attack", [6, 3], {**severed, "damage_type": "bruise"})) == [
        "target.bruise_row",
        "target.conditions:unconscious",
    ]
    assert fields(played("chase_obstacle", [1, 1], {"runner_athletics": 1, "pursuer_athletics": 1})
                  ) == ["runner.recovering_rounds", "pursuer.recovering_rounds"]  # fmt: skip
    regenerate = {"spell": "regenerate", "skill_level": 1}
    assert fields(played("cast_spell", [6], regenerate)) == [
        "target.heal_rate",
        "target.conditions:regenerating",
        "target.ongoing_spells:regenerate",
    ]


def test_a_stopped_row_and_its_end() -> None:
    """G84: the stop ends with the first free box, or at once where the row was not full."""
    clocks = ["self.injuries", "self.flesh_clock", "self.deep_clock", "self.recovery_hours"]
    inputs = {"hours": 1, "injuries": ["flesh-wound/aided"], "bleeding_stopped": True}
    for boxes, more in ((1, []), (2, ["self.bleeding_stopped"])):
        assert fields(played("pass_time", [], {**inputs, "wound_boxes": boxes})) == [*clocks, *more]
    # A deep wound healed unaided leaves its mark last.
    healed = {**inputs, "injuries": ["deep-wound/unaided@719.5"], "wound_boxes": 2}
    ended = [*clocks, "self.bleeding_stopped", "self.rehab"]
    assert fields(played("pass_time", [], healed)) == ended


def test_a_spell_that_goes_on_lies_with_its_bearer() -> None:
    """G142: beside its condition; G128, G130: for the one skill or ailment it was cast for."""
    inputs = {"skill_level": 1, "attribute": 3}
    assert fields(played("cast_spell", [6], {**inputs, "spell": "invocate"})) == [
        "self.conditions:invocation",
        "self.ongoing_spells:invocate",
    ]
    radiation = {**inputs, "spell": "bolster", "ailment": "radiation"}
    assert fields(played("cast_spell", [6], radiation)) == [
        "target.conditions:bolstered-radiation",
        "target.ongoing_spells:bolster",
    ]
    assert fields(played("cast_spell", [6], {**radiation, "ailment": "other"})) == [
        "target.conditions:bolstered",
        "target.ongoing_spells:bolster",
    ]
    # Inputs of other spells count for nothing; a failure leaves no spell.
    ward = {**inputs, "spell": "ward", "invoked_skill": "melee", "ailment": "disease"}
    assert fields(played("cast_spell", [6], ward)) == []
    assert fields(played("cast_spell", [1], {**inputs, "spell": "invocate"})) == []


def test_effects_record_the_dice_already_rolled() -> None:
    """G143: days of a fever come before the death that ends it; a radiation test comes last."""
    assert fields(played("fever", [5, 1], {})) == ["self.fever_rolled", "self.dead"]
    assert fields(played("radiation_test", [], {"decigrays": 6})) == []
    fatal = played("radiation_test", [1, 1], {"decigrays": 80})
    assert fields(fatal) == [
        "self.penalties:radiation-sickness",
        "self.penalties:radiation-illness",
        "self.conditions:radiation-death",
        "self.test_wait",
    ]


def test_a_treatment_takes_its_time_before_anything_else() -> None:
    """G136: with any result."""
    wasted = played("stabilize", [2], {"medicine": 1, "patient_penalty": -4})
    assert fields(wasted) == ["time.minutes"]
    assert fields(played("stabilize", [1], {"medicine": 1})) == [
        "time.minutes",
        "patient.flesh_wounds",
    ]


def test_a_tie_is_not_for_sale_after_a_fumble() -> None:
    # 1, 1 and nothing added: a total of 1 against the TN of 1.
    inputs = {"offer_cost": True}
    assert played("degeneration", [1, 1], inputs).grade == "worsens-deep"
    assert played("degeneration", [2, 3], {**inputs, "body": -2}, "accept").grade == "holds"
    assert played("stabilize", [1], {"medicine": 1}).grade == "worsened"


def test_a_bought_tie_counts_as_one() -> None:
    jump = played("jump", [3], {"athletics": 1}, "accept")
    assert (jump.success, float(jump.values["horizontal"])) == (True, 0.75)
    fire = {"pilot": 1, "source": "campfire"}
    assert played("vehicle_fire", [3], fire, "accept").grade == "through"
    assert played("vehicle_fire", [3], fire, "decline").values["damage"] == 0
    view = played("cast_spell", [5], {"spell": "remote-viewing", "skill_level": 1}, "accept")
    assert view.values["info_level"] == 1


def test_a_spell_that_works_describes_its_effect() -> None:
    works = played("cast_spell", [6], {"spell": "ward", "skill_level": 1})
    assert any("a wall against spells and spirits" in note for note in works.notes)
    fails = played("cast_spell", [2], {"spell": "ward", "skill_level": 1})
    assert not any("a wall" in note for note in fails.notes)


def test_next_rolls_of_an_outcome() -> None:
    inputs = {"source": "megaton-air-10km"}
    dose = played("radiation_dose", [], inputs)
    (test,) = GAME.next_rolls("garden.radiation_dose", inputs, dose, {})
    assert (test.procedure, test.inputs["decigrays"]) == ("garden.radiation_test", 50)
    shot = played("range_band", [], {"distance": 9})
    (shoot,) = GAME.next_rolls("garden.range_band", {}, shot, {})
    assert shoot.inputs["range_band"] == "medium"
    flu = played("common_cold", [1, 1], {})
    assert [
        next_roll.procedure for next_roll in GAME.next_rolls("garden.common_cold", {}, flu, {})
    ] == ["garden.fever"]
    full = played("apply_damage", [], {"damage": 10, "wound_marks": 4})
    assert len(GAME.next_rolls("garden.apply_damage", {}, full, {})) == 1
    # G137: the comatose character is the patient of the next roll.
    (awake,) = GAME.next_rolls("garden.dying", {}, played("dying", [], {"stabilized": True}), {})
    assert (awake.procedure, awake.roles) == ("garden.resuscitate", {"patient": "self"})
    assert GAME.next_rolls("garden.dying", {}, played("dying", [], {}), {}) == ()
