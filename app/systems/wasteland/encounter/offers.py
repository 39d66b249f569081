"""Actions as buttons: weapons, actions of a turn, interruptions; and their targets."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.encounters.actions import Action, Allowance, Condition, OrderNumber
from app.core.encounters.roster import foes_first
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.encounter.costs import count_action, take_action
from app.systems.wasteland.encounter.doing import occasion
from app.systems.wasteland.encounter.interrupts import waits
from app.systems.wasteland.encounter.state import (
    Fight,
    Fighter,
    footing,
    has_moved,
    initiative,
    is_felled,
    luck_left,
    unable,
)
from app.systems.wasteland.encounter.turns import may_act_sooner
from app.systems.wasteland.rules.feeding import UNARMED, bare_hands
from app.systems.wasteland.rules.turns import STAND_UP
from app.systems.wasteland.rules.weapons import blasts
from app.systems.wasteland.sheet import saying
from app.systems.wasteland.sheet.effects import Wound
from app.systems.wasteland.sheet.rollables import rating
from app.systems.wasteland.sheet.sheet import CONDITIONS
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, MINOR_ACTIONS

ROWS = {row.id: row for row in (*MINOR_ACTIONS, *MAJOR_ACTIONS)}

#: Actions with a step that needs inputs, such as a target.
ASKS = ("first-aid", "take-chem", "ready", "assist", "command-npc", "test")
#: Other actions that are a test of the actor.
ROLLED = ("defend", "rally")


# --- targets and allowances ---


def targets(fight: Fight, who: str) -> tuple[str, ...]:
    """Return the targets: foes first, the defeated last (W7.4), without the dead."""
    return foes_first(
        fight,
        who,
        gone=lambda each: each.sheet["dead"],
        down=lambda each: each.sheet["dying"] or each.sheet["stable"],
    )


def allowances(fight: Fight, who: str) -> tuple[Allowance, ...]:
    """Return one minor and one major action, and one movement (W3.1, W3.6)."""
    fighter = fight.combatant(who)
    turn, free = fighter.turn, footing(fighter).free
    if unable(fighter):
        return ()
    return (
        Allowance("Minor", turn.minor_used >= free),
        Allowance("Major", turn.major_used >= free),
        Allowance("Move", turn.movement_used),
    )


def conditions(fight: Fight, who: str) -> tuple[Condition, ...]:
    """Return the conditions of the sheet as switches."""
    sheet = fight.combatant(who).sheet
    return tuple(
        Condition(id.capitalize(), sheet[id], "mark", {"condition": id, "holds": not sheet[id]})
        for id in CONDITIONS
    )


def order_number(fight: Fight, who: str) -> OrderNumber:
    """Return the initiative of a combatant."""
    number = initiative(fight.combatant(who))
    return OrderNumber("Initiative", number, "edit", "initiative", signed=True)


def actions(fight: Fight, who: str) -> tuple[Action, ...]:
    """Return the actions of the own turn, and interruptions at any time."""
    fighter = fight.combatant(who)
    return (*_weapons(fight, fighter), *_usual(fight, fighter), *_cutting_in(fight, fighter))


def asks(fight: Fight, who: str) -> tuple[Action, ...]:
    """Ask whether a combatant at 0 HP is dying: no hit said so (W7.4)."""
    if not is_felled(fight.combatant(who)):
        return ()
    return (Action("fall", "Dying?", step="fall", rules=("W7.4",)),)


def attacks(fight: Fight, who: str) -> list[Action]:
    """Return the attacks that a combatant can make now; a Blast needs its zone (W5.2, W6.14)."""
    fighter = fight.combatant(who)
    weapons = () if _why_not(fight, fighter, "attack") else _weapons(fight, fighter)
    return [weapon for weapon in weapons if not weapon.asks]


def _why_not(fight: Fight, fighter: Fighter, action: str) -> str:
    """Return why this action cannot be taken now, as the rules say it (W3, W7.4, W10)."""
    if not fight.now.started:
        return "Start the fight first"
    if words := unable(fighter):
        return f"{words} (W7.4)"
    if fight.now.current != fighter.id:
        return f"Not {fighter.name}’s turn"
    try:
        take_action(fight, fighter.id, action)
    except BadInput as fault:
        return fault.sentence
    return ""


def _price(fighter: Fighter, action: str) -> str:
    """Return the cost of one more action of a kind (W3.2, W3.3)."""
    count = count_action(fighter, action)
    if not count.cost:
        return ""
    return f"{count.cost} AP" + (", difficulty +1" if count.second_major else "")


# --- weapons ---


def _weapons(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """Yield an attack with every weapon (W5.2); a Blast asks for its zone."""
    sheet = fighter.sheet
    why_not = _why_not(fight, fighter, "attack")
    price = _price(fighter, "attack")
    for number, weapon in enumerate(sheet["weapons"]):
        place = f"weapons/{number}"
        roll = next(
            roll
            for roll in sheet.rolls
            if (roll.place, roll.procedure) == (place, "wasteland.attack")
        )
        detail = " · ".join(filter(None, (_detail(weapon), rating(roll), price)))
        if blasts(weapon):
            yield Action(
                place,
                roll.label,
                detail,
                step="act",
                inputs={"action": "attack"},
                asks=True,
                main=True,
                why_not=why_not,
                rules=("W6.14",),
            )
            continue
        yield Action(
            place,
            roll.label,
            detail,
            roll=roll,
            aimed=True,
            main=True,
            why_not=why_not,
            rules=("W5.2",),
        )
    if not sheet["weapons"]:
        yield _bare(sheet, why_not, price)


def _bare(sheet: Sheet, why_not: str, price: str) -> Action:
    """Return an attack with bare hands (W6.6), or with any object the GM allows."""
    roll = Rollable("Attack", "wasteland.attack", bare_hands(sheet))
    detail = " · ".join(filter(None, (UNARMED, rating(roll), price)))
    return Action(
        "attack", "Attack", detail, roll=roll, aimed=True, main=True, why_not=why_not,
        rules=("W5.2", "W6.6"),
    )  # fmt: skip


def _detail(weapon: Values) -> str:
    """Return `small gun, 4 CD physical, close range, Close Quarters; 14 shots`."""
    return saying.weapon(weapon).partition(" · ")[2]


# --- the other actions of a turn ---


def _usual(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    crawls = footing(fighter).crawls
    order = ["aim", "defend", "first-aid", "rally", "crawl" if crawls else "move"]
    order += [STAND_UP] if fighter.sheet["prone"] else []
    order += ["sprint", "ready", "assist", "take-chem", "interact", "draw-item", "command-npc"]
    yield from _promised(fight, fighter)
    for number, wound in enumerate(fighter.turn.persistent, 1):  # first, as it goes on each turn
        yield _ending(fight, fighter, number, wound)
    for id in (*order, "test"):
        yield _button(fight, fighter, id)


def _promised(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """Yield the help that others have promised with the next test of a combatant (W5.1)."""
    for helper in fight.combatants.values():
        if fighter.id in helper.turn.assisting:
            label = f"{helper.name.partition(',')[0]} helps"
            inputs = {"who": helper.id, "whom": fighter.id}
            yield Action(
                f"help {helper.id}",
                label,
                step="help",
                inputs=inputs,
                asks=True,
                why_not=unable(helper),
                rules=("W5.1",),
            )


def _ending(fight: Fight, fighter: Fighter, number: int, wound: Wound) -> Action:
    """Return the test that ends persistent damage as a button (W7.7)."""
    words = f"{wound.damage} a turn, difficulty {wound.difficulty}"
    return Action(
        f"persistent {number}",
        "End persistent damage",
        " · ".join(filter(None, (words, _price(fighter, "test")))),
        step="fight_persistent",
        inputs={"who": fighter.id, "place": number},
        tests=True,
        why_not=_why_not(fight, fighter, "test"),
        rules=("W7.7",),
    )


def _button(fight: Fight, fighter: Fighter, id: str) -> Action:
    """Return an action as a button: its roll, or its step."""
    row = ROWS[id]
    label = "Stand up" if id == STAND_UP else row.action
    why_not, price = _why_not(fight, fighter, id), _price(fighter, id)
    if id in ROLLED:
        roll = next(roll for roll in fighter.sheet.rolls if roll.procedure == f"wasteland.{id}")
        words = " · ".join(filter(None, (rating(roll), price)))
        return Action(id, label, words, roll=roll, why_not=why_not, rules=(row.rule,))
    asks = id in ASKS
    if not asks and fight.now.current == fighter.id:
        why_not = ""  # the step itself says it, by the house rules
    inputs = {"action": id}
    return Action(
        id, label, price, step="act", inputs=inputs, asks=asks, why_not=why_not, rules=(row.rule,)
    )


# --- interruptions ---


def _cutting_in(fight: Fight, fighter: Fighter) -> Iterator[Action]:
    """Yield readied actions, promised help, an earlier turn, waking."""
    turn, sheet = fighter.turn, fighter.sheet
    for number, held in enumerate(turn.readied, 1):
        if waits(fight, fighter.id, number):
            continue
        inputs: dict[str, object] = {"who": [fighter.id]}
        if len(turn.readied) > 1:
            inputs["place"] = number
        yield Action(f"fire {number}", occasion(held), step="fire", inputs=inputs, rules=("W5.8",))
    if turn.assisting:
        yield Action("help", "Help now", step="help", asks=True, rules=("W5.1",))
    if sheet["kind"] == "pc" and luck_left(fighter) and may_act_sooner(fight, fighter.id):
        luck = {"luck_points": luck_left(fighter)}
        yield Action("sooner", "Act next", "1 luck", step="sooner", inputs=luck, rules=("W9.1",))
    if sheet["stable"]:
        yield Action("wake", "Wake", "1 AP", step="wake", rules=("W7.13",))
    if has_moved(fight, fighter) and not sheet["prone"]:
        prone = {"condition": "prone"}
        yield Action("prone", "Drop prone", step="mark", inputs=prone, rules=("W10.7",))
