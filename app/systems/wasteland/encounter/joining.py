"""Combatants and their order: joining, leaving, ties, corrections by the GM."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from app.core.encounters.combatants import Hidden
from app.core.encounters.roster import Name, Place, drop_missing, joining, move_to
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import ListOf, OneOf, Somebody, Whole, YesNo
from app.core.procedures.outcomes import add as raise_by
from app.core.procedures.outcomes import put
from app.core.sheets import Sheet
from app.systems.wasteland.encounter.state import DYING_TEST, SIDES, Fight, Result, Who, is_felled
from app.systems.wasteland.encounter.state import initiative as initiative_of
from app.systems.wasteland.encounter.turns import nobodys, start_round_if_over
from app.systems.wasteland.rules.feeding import resistance
from app.systems.wasteland.rules.inputs import Side
from app.systems.wasteland.sheet.sheet import CONDITIONS, KINDS
from app.systems.wasteland.tables.attacks import ALL_LOCATIONS, BODY_PLANS, OBJECT, locations

#: DR of one damage type, where it is another than `dr` says.
DamageResistance = Annotated[
    int | None, Whole(0, 30, help="DR against this damage type.", rules=("W6.9",))
]


Kind = Annotated[
    str,
    OneOf(KINDS, sheet="kind", help="NPCs can be commanded.", rules=("W5.3", "W2.6-W2.8")),
]
Initiative = Annotated[int, Whole(-10, 50, front=True, rules=("W2.2",))]
MaxHp = Annotated[
    int, Whole(0, 200, front=True, label="Maximum HP", sheet="whole_hp", rules=("W12.1",))
]
Hp = Annotated[
    int | None,
    Whole(0, 200, front=True, label="HP", help="Default: maximum.", sheet="hp"),
]
Defense = Annotated[int, Whole(0, 6, front=True, sheet="own_defense", rules=("W12.2",))]
DefenseBonus = Annotated[
    int, Whole(0, 6, label="Bonus of a Defend", sheet="defense_bonus", rules=("W5.4",))
]
BodyPlan = Annotated[str, OneOf(BODY_PLANS, label="Body", sheet="body_plan", rules=("W6.13",))]
Dr = Annotated[
    int | None,
    Whole(
        0,
        30,
        label="DR",
        help="Against physical and energy damage, everywhere; left out, that of the sheet.",
        rules=("W6.9",),
    ),
]
CoverDice = Annotated[int, Whole(0, 6, help="CD of cover.", rules=("W7.9",))]
Prone = Annotated[bool, YesNo(sheet="prone")]
Dying = Annotated[bool, YesNo(sheet="dying")]
Stable = Annotated[bool, YesNo(sheet="stable")]
Stunned = Annotated[bool, YesNo(sheet="stunned")]
Dazed = Annotated[bool, YesNo(sheet="dazed")]
Injuries = Annotated[
    tuple[str, ...],
    ListOf(
        OneOf({"none": "No one place"}, *ALL_LOCATIONS),
        20,
        help="Locations of those not treated.",
        sheet="injuries",
        rules=("W7.3",),
    ),
]


@joining(rules="W2.2 W2.6-W2.8")
def add(
    scene: Fight,
    id: Who,
    given: frozenset[str],
    name: Name = "",
    side: Side = "players",
    hidden: Hidden = False,
    kind: Kind = "npc-character",
    initiative: Initiative = 0,
    max_hp: MaxHp = 10,
    hp: Hp = None,
    defense: Defense = 1,
    defense_bonus: DefenseBonus = 0,
    body_plan: BodyPlan = "person",
    dr: Dr = None,
    energy: DamageResistance = None,
    radiation: DamageResistance = None,
    poison: DamageResistance = None,
    cover_dice: CoverDice = 0,
    prone: Prone = False,
    dying: Dying = False,
    stable: Stable = False,
    stunned: Stunned = False,
    dazed: Dazed = False,
    injuries: Injuries = (),
) -> Fight:
    """Add a combatant; in a running fight, at the place of its initiative."""
    if "max_hp" in given:
        scene = _with_max_hp(scene, id, max_hp)
    most = scene.combatant(id).sheet["max_hp"]
    if hp is not None and hp > most:
        raise BadInput("hp", f"hp is {hp}; the maximum is {most}")
    resists = {"physical": dr, "energy": dr if energy is None else energy}
    resists |= {"radiation": radiation, "poison": poison}
    if any(number is not None for number in resists.values()):
        scene = scene.write(id, dr=_everywhere(scene.combatant(id).sheet, resists))
    return _placed(scene, id) if scene.now.started else scene


def _with_max_hp(fight: Fight, who: str, max_hp: int) -> Fight:
    """Set the maximum HP; those of a character's sheet include radiation (W7.6)."""
    fighter = fight.combatant(who)
    change = max_hp - fighter.sheet["max_hp"]
    if change and fighter.own:
        return fight.write(who, whole_hp=max_hp + fighter.sheet["rad_loss"])
    return fight.apply_effect(who, raise_by("max_hp", change)) if change else fight


def _everywhere(sheet: Sheet, resists: Mapping[str, int | None]) -> list[dict[str, object]]:
    """Return DR as a sheet stores it, the stated numbers alike at every location (W6.9)."""
    parts = locations(sheet["body_plan"]) or (OBJECT,)
    return [
        {
            "location": part,
            **{
                damage_type: resistance(sheet, part, damage_type) if number is None else number
                for damage_type, number in resists.items()
            },
        }
        for part in parts
    ]


def _placed(fight: Fight, who: str) -> Fight:
    """Place a combatant by its initiative, behind its equals (W2.2)."""
    numbers = {id: initiative_of(each) for id, each in fight.combatants.items()}
    others = [id for id in fight.now.order if id != who]
    lower = [id for id in others if numbers[id] < numbers[who]]
    place = others.index(lower[0]) if lower else len(others)
    ranked = fight.turn(who, ranked=numbers[who])
    return ranked.set(order=(*others[:place], who, *others[place:]))


def rerank(fight: Fight) -> Fight:
    """Move combatants whose initiative has changed to their new places (W2.2).

    Sheets can be corrected without a step. Nothing moves while an initiative in the order is
    unknown.
    """
    there = fight.ordered
    if not fight.now.started or any(each.turn.ranked is None for each in there):
        return fight
    changed = [each.id for each in there if each.turn.ranked != initiative_of(each)]
    return _corrected(fight, *changed) if changed else fight


def _corrected(fight: Fight, *ids: str) -> Fight:
    """Place combatants with corrected initiatives, out of ties settled before."""
    order, settled = (
        tuple(id for id in every if id not in ids) for every in (fight.now.order, fight.now.settled)
    )
    fight = fight.set(order=order, settled=settled)
    for id in ids:
        fight = _placed(fight, id)
    return fight


@transition("remove", title="Remove", rules="W2.5")
def remove(scene: Fight, who: Who) -> Fight:
    """Remove a combatant; its turn ends, and so does help for it."""
    scene.combatant(who)
    after = (nobodys(scene) if scene.now.current == who else scene).without(who)
    after = after.set(settled=tuple(id for id in after.now.settled if id != who))
    for id, each in after.combatants.items():
        after = after.turn(id, assisting=tuple(whom for whom in each.turn.assisting if whom != who))
    between_turns = after.now.started and after.now.current is None
    return start_round_if_over(after) if between_turns and after.combatants else after


@transition("move", title="Move in turn order", rules="W2.4")
def move(scene: Fight, who: Who, place: Place) -> Fight:
    """Move a combatant in the order, counted from 1; this settles a tie."""
    number = initiative_of(scene.combatant(who))
    after = move_to(scene, who, place)
    return _settled(
        after, *(combatant.id for combatant in after.ordered if initiative_of(combatant) == number)
    )


def _settled(fight: Fight, *ids: str) -> Fight:
    return fight.set(settled=tuple(dict.fromkeys((*fight.now.settled, *ids))))


Order = Annotated[
    tuple[str, ...],
    ListOf(Somebody(), 20, 1, front=True, help="Tied combatants, first to act first."),
]


@transition("settle_tie", title="Break tie", rules="W2.4", gm_only=True)
def settle_tie(scene: Fight, order: Order) -> Fight:
    """Settle the order of combatants with equal initiative."""
    if len(set(order)) != len(order):
        raise BadInput("order", "name each combatant once")
    for id in order:
        scene.combatant(id, "order")
    numbers = {combatant.id: initiative_of(combatant) for combatant in scene.ordered}
    queues: dict[int, list[str]] = {}
    for id in order:
        queues.setdefault(numbers[id], []).append(id)
    # The named take the places that they hold together, in the order that the GM gave.
    arranged = (queues[numbers[id]].pop(0) if id in order else id for id in scene.now.order)
    return _settled(scene.set(order=tuple(arranged)), *order)


Condition = Annotated[str, OneOf(*sorted(CONDITIONS), front=True)]
Holds = Annotated[bool, YesNo(front=True)]


@transition("mark", title="Set condition", rules="W10.6 W7.4 W7.13")
def mark(scene: Fight, who: Who, condition: Condition, holds: Holds = True) -> Result:
    """Set a condition by hand: knocked prone by a hazard, woken, dead."""
    dying = scene.combatant(who).sheet["dying"]
    after = scene.apply_effect(who, put(condition, holds))
    if condition == "stable" and holds and dying:
        after = after.apply_effect(who, put("dying", False))  # W7.13: dying no longer
    sheet = after.combatant(who).sheet
    ended = dying and (sheet["dead"] or not sheet["dying"])
    return StepResult(after, cancelled=((who, DYING_TEST),) if ended else ())


@transition("fall", title="Drops to 0 HP", rules="W7.4")
def fall(scene: Fight, who: Who) -> Fight:
    """Count a combatant at 0 HP by hand as injured, prone and dying (W7.4)."""
    fighter = scene.combatant(who)
    if not is_felled(fighter):
        raise BadInput("who", f"{fighter.name} is not at 0 HP (W7.4)")
    # The location is unknown: the injury counts, without an effect of W7.3.
    return scene.apply_effect(who, raise_by("injuries", 1), put("prone", True), put("dying", True))


EditInitiative = Annotated[int | None, Whole(-10, 50)]
EditMaxHp = Annotated[int | None, Whole(0, 200, label="Maximum HP")]
EditHp = Annotated[int | None, Whole(0, 200, label="HP")]
EditDefense = Annotated[int | None, Whole(0, 6, help="Without bonus; a sheet’s comes from AGI.")]
EditDefenseBonus = Annotated[
    int | None,
    Whole(0, 6, help="Until their next turn: Defend, Parry.", rules=("W5.4", "W7.8")),
]
EditCoverDice = Annotated[int | None, Whole(0, 6, front=True, rules=("W7.9",))]
EditSide = Annotated[
    str | None,
    OneOf(SIDES, label="Side", help="An NPC may change sides.", rules=("W1.14", "W5.3")),
]
EditHidden = Annotated[bool | None, YesNo()]


@transition("edit", title="Edit stats", rules="W7.9 W2.2 W2.3 W2.8")
def edit(
    scene: Fight,
    who: Who,
    initiative: EditInitiative = None,
    max_hp: EditMaxHp = None,
    hp: EditHp = None,
    defense: EditDefense = None,
    defense_bonus: EditDefenseBonus = None,
    cover_dice: EditCoverDice = None,
    side: EditSide = None,
    hidden: EditHidden = None,
) -> Fight:
    """Correct cover, numbers, side or visibility; omitted inputs stay.

    In a running fight another initiative means another place: among those still to act this round,
    among all from the next on; the current turn stays (W2.2).
    """
    before = scene.combatant(who)
    full_hp = before.sheet["max_hp"] + before.sheet["rad_loss"]
    if max_hp is not None and not before.own and max_hp > full_hp:
        raise BadInput("max_hp", f"by the sheet {before.name} has {full_hp} at most (W12.1)")
    most = int(before.sheet["max_hp"]) if max_hp is None else max_hp
    if hp is not None and hp > most:
        raise BadInput("hp", f"hp is {hp}; the maximum is {most}")
    numbers = drop_missing(initiative=initiative, defense=defense, cover_dice=cover_dice)
    after = scene.turn(who, **numbers, **drop_missing(side=side, hidden=hidden))
    if max_hp is not None:
        after = _with_max_hp(after, who, max_hp)
    sheet, written = after.combatant(who).sheet, drop_missing(hp=hp, defense_bonus=defense_bonus)
    changed = {name: value for name, value in written.items() if value != sheet[name]}
    after = after.write(who, **changed)
    if not scene.now.started or initiative in (None, initiative_of(before)):
        return after
    return _corrected(after, who)
