"""Combatants joining and leaving, and the manual order."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters import roster
from app.core.encounters.combatants import Hidden
from app.core.encounters.roster import Name, Place, joining, move_to, remove_combatant
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import ListOf, OneOf, Row, Text, Whole, YesNo
from app.systems.prism.encounter.state import Fight, Result, Who, ready
from app.systems.prism.encounter.state import delay as one_delay
from app.systems.prism.encounter.turns import advance
from app.systems.prism.procedures.running import DUTIES
from app.systems.prism.rules.inputs import SPEED, SV

Group = Annotated[str, Text(40, help="Side or troop.")]
Hp = Annotated[
    int | None,
    Whole(
        -1000,
        1000,
        front=True,
        label="HP",
        help="Default: full.",
        sheet="hp",
        rules=("P21",),
    ),
]
HpMax = Annotated[int, Whole(1, 1000, label="HP maximum", sheet="hp_max")]
Delay = Annotated[int, Whole(1, 100, front=True, sheet="delay", rules=("P46",))]
NextPhase = Annotated[
    int | None,
    Whole(
        0,
        9999,
        label="First phase",
        help="Default: one Delay from now.",
        rules=("P46", "P47"),
    ),
]
Ob = Annotated[
    int | None,
    Whole(*SV, label="OB", help="If there is no sheet.", rules=("P43",)),
]
Speed = Annotated[
    int | None,
    Whole(
        *SPEED,
        label="Weapon speed",
        help="Default: first weapon on the sheet.",
        rules=("P47",),
    ),
]
Weapons = Annotated[  # fed by its name: the sheet's list, the first in hand
    tuple[tuple[int], ...],
    ListOf(
        Row((("speed", Whole(*SPEED)),)),
        200,
        label="Speeds of the weapons",
        rules=("P47",),
    ),
]
Db = Annotated[int, Whole(0, 300, label="DB", sheet="db", rules=("P45",))]
ShieldDb = Annotated[int, Whole(0, 200, label="Shield DB", sheet="shield_db", rules=("P45",))]
Stunned = Annotated[bool, YesNo(sheet="stunned", rules=("P18",))]
Bleeding = Annotated[
    int, Whole(0, 20, help="Hits lost per round.", sheet="bleeding", rules=("P22",))
]
SavedActions = Annotated[int, Whole(0, 20, sheet="saved_actions", rules=("P48",))]
PlotPoints = Annotated[
    int,
    Whole(0, 50, help="Of a player or the GM.", sheet="plot_points", rules=("P56",)),
]
Streaks = Annotated[
    tuple[tuple[str, str], ...],
    ListOf(
        Row((("covers", Text(80)), ("state", OneOf("slump", "zone")))),
        200,
        label="Slumps and zones",
        sheet="streaks",
        rules=("P15", "P16", "P17"),
    ),
]
Attempts = Annotated[
    tuple[tuple[str, int], ...],
    ListOf(
        Row((("what", Text(80)), ("failures", Whole(0, 20)))),
        200,
        label="Failed attempts",
        sheet="attempts",
        rules=("P8",),
    ),
]
Pending = Annotated[
    tuple[str, ...],
    ListOf(OneOf(DUTIES), 200, label="Still to be rolled", sheet="pending", rules=("P29",)),
]


@joining(rules="P8 P15-P17 P21 P22 P29 P43 P45 P46 P48 P56")
def add(
    scene: Fight,
    id: Who,
    name: Name = "",
    group: Group = "",
    hidden: Hidden = False,
    hp: Hp = None,
    hp_max: HpMax = 30,
    delay: Delay = 30,
    next_phase: NextPhase = None,
    ob: Ob = None,
    speed: Speed = None,
    weapons: Weapons = (),
    db: Db = 0,
    shield_db: ShieldDb = 0,
    stunned: Stunned = False,
    bleeding: Bleeding = 0,
    saved_actions: SavedActions = 0,
    plot_points: PlotPoints = 0,
    streaks: Streaks = (),
    attempts: Attempts = (),
    pending: Pending = (),
) -> Fight:
    """Join the fight, last in the order."""
    combatant = scene.combatant(id)
    most = combatant.sheet["hp_max"]
    if hp is not None and hp > most:
        raise BadInput("hp", f"hp is {hp}; give at most the maximum, {most}")
    if next_phase is not None:
        return scene
    # Ruling: the first action comes like any other, one Delay from now.
    return scene.turn(id, next_phase=scene.now.phase + one_delay(combatant))


@transition("remove", title="Remove", rules="P46")
def remove(scene: Fight, who: Who) -> Fight | Result:
    """Remove a combatant; if it was their turn, the next one begins."""
    remaining, theirs = remove_combatant(scene, who)
    remaining = remaining.set(saved=tuple(id for id in remaining.now.saved if id != who))
    # A combatant that leaves has no further turn, but time goes on from theirs.
    return advance(remaining) if theirs else remaining


@transition("move", title="Move in turn order", rules="P46")
def move(scene: Fight, who: Who, place: Place) -> Result:
    """Move a combatant to a place, counted from 1: the order of the list, and of ties in IRIS."""
    after = move_to(scene, who, place)
    notes: tuple[str, ...] = ()
    if scene.now.initiative == "iris" and ready(after) == ready(scene):
        notes = ("IRIS orders by phase and Delay; you can only order ties (P46).",)
    return StepResult(after, notes=notes)


show = roster.show("P31")
