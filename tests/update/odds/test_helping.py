"""Improvements of an open form: offered if affordable, and applied by one tap."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.core.encounters.offering import offer_actions
from app.core.errors import BadInput
from app.core.odds.helping import gain_of
from app.core.odds.odds import iter_chances
from app.core.procedures.levers import Cost
from app.core.procedures.procedure import Procedure
from app.core.support.incremental import run_to_end
from app.systems import games
from app.update.messages.forms import FieldTyped, HelpTaken, RollableTaken, RouteOpened
from app.update.messages.tracker import (
    ActionTaken,
    CharactersJoined,
    LineJoined,
    RolledOver,
    TurnPassed,
)
from app.update.odds import helping
from app.widgets.odds.helps import HelpLine, Offer, lines, room
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table
from tests.update.roll.test_dependence import from_the_sheet
from tests.widgets.templates import rendered

ATTACK = "wasteland.attack"
SHOT = {"target_range": "medium", "defense": "2", "called_location": "head"}


def fight() -> Table:
    """Return a fight of both samples and a raider, at a player's turn."""
    table = Headless(Fight("wasteland", "helping", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("1 raider"))
    while current(table) not in characters(table):
        table.send(TurnPassed())
    return table


def characters(table: Table) -> list[str]:
    """Return the ids of all characters."""
    assert table.model.participants is not None
    return [character.id for character in table.model.participants.state.characters]


def current(table: Table) -> str:
    """Return the id of the current combatant."""
    scene = table.scene
    return scene.encounter.board(scene).current or ""


def open_attack(table: Table, place: str) -> None:
    """Open the current combatant's attack with this weapon over the fight."""
    table.send(RolledOver(RollableTaken(ATTACK, place, None, current(table)), SHOT))
    assert not table.model.form.desk.faults(), table.model.form.desk.faults()


def gun(table: Table) -> str:
    """Return the entry of the current combatant's first gun."""
    sheet = table.scene.combatants[current(table)].sheet
    guns = ("small-guns", "big-guns", "energy-weapons")
    indices = (n for n, each in enumerate(sheet["weapons"]) if each["weapon_class"] in guns)
    return f"weapons/{next(indices)}"


def helping_now(table: Table) -> dict[str, tuple[Offer, Fraction]]:
    """Return the offers and their gains by their words, as the page computes them."""
    model, form = table.model, table.model.form
    now = form.desk.chances().success
    assert now is not None
    offers = {}
    for offer in helping.offers(model, form):
        try:
            gain = gain_of(helping.after(model, form, offer), now)
        except BadInput:
            continue
        if gain is not None:
            offers[offer.step.words] = offer, gain
    return offers


def tap(table: Table, words: str) -> Fraction:
    """Tap a line of the list and return its stated gain."""
    offers = helping_now(table)
    line = next(each for each in listed(table) if each.words == words)
    table.send(HelpTaken(line.name, line.text, line.place, line.action))
    return offers[words][1]


def listed(table: Table) -> tuple[HelpLine, ...]:
    """Return the lines of the list."""
    return lines(table.model.form.procedure, helping_now(table).values())


def success(table: Table) -> Fraction:
    """Return the chance of success of the open form."""
    chance = table.model.form.desk.chances().success
    assert chance is not None
    return chance


def test_a_tap_has_exactly_the_gain_on_its_line() -> None:
    table = fight()
    open_attack(table, gun(table))
    for _ in range(3):
        line, before = listed(table)[0], success(table)
        gain = tap(table, line.words)
        assert success(table) - before == gain
    assert len(listed(table)) <= 20


#: Values beside the defaults, without which a form has nothing to improve.
BEGUN = {
    "garden.radiation_test": "decigrays=60",
    "garden.attack": "attack_kind=ranged&attacker_skill=2&range_band=medium&offhand=true",
    "garden.persuade": "skill_level=2&length=complex",
    "prism.static_maneuver": "bonus=40&melee=true&running=true&item_quality=poor&failed_attempts=1",
    "prism.moving_maneuver": "bonus=40&melee=true&running=true&item_quality=poor",
    "prism.perception": "bonus=40&melee=true&running=true",
    "prism.stat_test": "stats=5&melee=true&running=true",
    "prism.run": "bonus=35&enc_mv=57&pace=3",
    "prism.plot_change_roll": "new_value=40&plot_points=3&base=20&reading=static",
    "striker.attack": "modifier=0&challenge=26",
    "striker.check": "modifier=0&challenge=26",
    "striker.line_action": "text=chk(26) = d20 %2B3",
    "striker.opposed": "modifier=0&opponent_modifier=20",
    "trueworld.action_roll": "difficulty=d10&position=disadvantage",
    "trueworld.assisted_action": "helper_dice=d8&difficulty=d10&position=disadvantage",
    "trueworld.unskilled_roll": "difficulty=d10&position=neutral",
    "wasteland.attack": "weapon_class=small-guns&attribute=7&skill=3&target_range=medium",
    "wasteland.command_npc": "npc_kind=robot&npc_attribute=6&npc_skill=2&commander_attribute=7"
    "&commander_skill=2&difficulty=3",
    "wasteland.defend": "attribute=7&skill=3&defense=3",
    "wasteland.dying_test": "attribute=7&skill=3&injuries=3",
    "wasteland.first_aid": "attribute=7&skill=3&patient_injuries=3&patient_hp=4",
    "wasteland.rally": "attribute=7&skill=3&second_major=true",
    "wasteland.skill_test": "attribute=7&skill=3&difficulty=3",
}
HELPED = [
    pytest.param(each, id=each.id) for game in games().values() for each in game if room(each)
]


@pytest.mark.parametrize("procedure", HELPED)
def test_every_tap_at_a_form_has_the_gain_on_its_line(procedure: Procedure) -> None:
    """The texts that a line enters mean exactly the step that was evaluated."""
    game, _, name = procedure.id.partition(".")
    table = Headless(Fight(game, "helping", {}, [])).table
    table.send(RouteOpened(f"#/{game}/{name}?{BEGUN.get(procedure.id, '')}"))
    assert not table.model.form.desk.faults(), table.model.form.desk.faults()
    opened, before, offers = table.model, success(table), helping_now(table)
    for line in lines(procedure, offers.values()):
        table.model = opened
        table.send(HelpTaken(line.name, line.text, line.place, line.action))
        assert success(table) - before == offers[line.words][1]


def test_aiming_takes_the_minor_action_of_the_turn() -> None:
    table = fight()
    open_attack(table, gun(table))
    assert not table.scene.combatants[current(table)].turn.aim_ready
    before, gain = success(table), tap(table, "Aim")
    assert table.scene.combatants[current(table)].turn.aim_ready
    assert table.model.form.desk.typed["aim"] == "true"
    assert success(table) - before == gain
    assert "Aim" not in helping_now(table)


def test_a_step_without_an_action_left_is_not_offered() -> None:
    """Both minor actions are used, and the pool has no AP for another."""
    table = fight()
    actor = current(table)
    table.send(ActionTaken(actor, "interact"))
    actions = {action.id: action for action in offer_actions(table.scene, actor)}
    open_attack(table, gun(table))
    assert bool(actions["aim"].why_not) == ("Aim" not in helping_now(table))
    assert actions["aim"].why_not
    with pytest.raises(BadInput):
        helping.paid(table.model, table.model.form, "aim")


def test_no_more_luck_than_the_sheet_has() -> None:
    table = fight()
    open_attack(table, gun(table))
    actor = current(table)
    assert "Reroll one more die" in helping_now(table)
    sheet = table.scene.combatants[actor].sheet
    table.send(FieldTyped("rerolls", str(min(3, sheet["luck_points"]))))
    assert "Reroll one more die" not in helping_now(table)


def test_a_shot_is_lined_up_in_its_turn_alone() -> None:
    """G67: lining up takes the whole turn; before the turns of a round it is impossible."""
    table = Headless(Fight("garden", "helping", {}, [])).table
    texts = {"attack_kind": "ranged", "attacker_skill": "3", "range_band": "medium"}
    table.send(RolledOver(RollableTaken("garden.attack"), texts))
    steps = [offer.step.name for offer in helping.offers(table.model, table.model.form)]
    assert "aim_rounds" in steps  # without a shooter it is offered
    table.send(CharactersJoined())
    actor = characters(table)[0]
    table.send(RolledOver(RollableTaken("garden.attack", "", None, actor), texts))
    reasons = {action.id: action.why_not for action in offer_actions(table.scene, actor)}
    steps = [offer.step.name for offer in helping.offers(table.model, table.model.form)]
    assert ("aim_rounds" in steps) == (reasons.get("line up") == "")
    assert "aim_rounds" not in steps


def test_another_weapon_of_the_sheet_is_offered() -> None:
    table = fight()
    weapons = table.scene.combatants[current(table)].sheet["weapons"]
    open_attack(table, gun(table))
    places = [offer.place for offer in helping.offers(table.model, table.model.form) if offer.place]
    assert gun(table) not in places
    assert len(places) == len(weapons) - 1
    if places:
        table.send(HelpTaken(places[0], "", places[0]))
        assert table.model.form.place == places[0]


def test_lines_show_their_gain_and_cost() -> None:
    no_lines = lines(games()["wasteland"].procedures[ATTACK], ())
    assert no_lines == ()
    table = fight()
    open_attack(table, gun(table))
    all = listed(table)
    assert sum(each.best for each in all) == 1
    best = next(each for each in all if each.best)
    assert best.words == "Without the called shot"
    assert not best.price
    aim = next(each for each in all if each.words == "Aim")
    assert aim.price == Cost(1, "minor action").words == "1 minor action"
    assert aim.gain.startswith("+")
    assert len({each.key for each in all}) == len(all)
    # The accessible name of a line is all of its text.
    html = rendered("helps.html", lines=all, short=4, words="")
    assert "Without the called shot Best value" in " ".join(html.text.split())
    assert " more likely" in html.text


def test_room_is_kept_where_something_can_help() -> None:
    procedures = {each.id: each for game in games().values() for each in game}
    assert room(procedures[ATTACK]) == 2
    assert room(procedures["striker.check"]) == 2
    assert room(procedures["garden.npc_appeal"]) == 0  # it has no success
    assert room(procedures["wasteland.damage"]) == 0  # damage has none, either
    assert room(procedures["wasteland.range_modifier"]) == 0  # it rolls nothing


def test_the_page_lists_the_best_of_a_choice_first() -> None:
    table = Table()
    table.send(RouteOpened("#/garden/jump?athletics=1"))
    offers = lines(table.model.form.procedure, helping_now(table).values())
    assert [(offer.words, offer.text) for offer in offers] == [
        ("Gait: sprint", "sprint"),
        ("Gait: walk", "walk"),
    ]
    table.send(HelpTaken(offers[0].name, offers[0].text))
    assert table.model.form.desk.typed["movement"] == "sprint"


def test_another_weapon_has_its_own_chances_when_one_was_tapped_on_the_sheet() -> None:
    procedure = games()["wasteland"].procedures[ATTACK]
    weapons = [table for table in from_the_sheet(procedure) if table.model.form.place]
    chances = {weapon.model.form.place: weapon.model.form.desk.chances() for weapon in weapons}
    assert len({chance.success for chance in chances.values() if not isinstance(chance, str)}) > 1
    for table in weapons:
        form = table.model.form
        for offer in helping.offers(table.model, form):
            if offer.place:
                bound = helping.after(table.model, form, offer)
                assert run_to_end(iter_chances(bound)) == chances[offer.place]
