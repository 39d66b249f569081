"""The encounter of Striker as data.

round (from 1), order (ids), current (an id or None), rsr (by circumstance, for everybody),
log (what came of it besides: round, who, text),
combatants: by id,
    name, group, hidden, hp, hp_max, tc, notes
    slots_used   durations used since the last own turn began: main-, bonus- and re-action once each
    busy_until   the round in whose own turn longer work is done; None if free
    work         what that is: label, duration, the inputs of its roll, target; None if free
    away         out of the encounter for an hour or a day: not in the order, but for whoever
                 still has the turn
    rsr          by circumstance, for this one
    owes         what the step of a roll asks the table for, until it is told; None if nothing
    stances_barred  no stance in the roll that is due (may be missing)
    warned       what was rolled since the last own turn began although it was not free; or None
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, State, with_combatant
from app.core.kinds import Somebody
from app.core.outcomes import Effect

#: The id of somebody in the encounter.
Who = Annotated[str, Somebody(label="Who", front=True)]

#: An RSR without a circumstance (S15).
NORMAL_RSR = 1


def fresh() -> State:
    """Round 1 before anybody is there."""
    return {
        "round": 1,
        "order": [],
        "current": None,
        "rsr": NORMAL_RSR,
        "log": [],
        "combatants": {},
    }


def somebody(state: State, id: str, field: str = "who") -> Mapping[str, Any]:
    """Whoever has this id; BadInput on `field` if nobody has."""
    found = state["combatants"].get(id)
    if found is None:
        raise BadInput(field, f"nobody is called {id[:40]!r} here")
    return found  # type: ignore[no-any-return]


def rsr_of(state: State, id: str) -> int:
    """The RSR by circumstance (S16): of what is set here and on everybody the larger counts."""
    # Ruling: 1 is no circumstance, so a circumstance that sets 0 counts where nothing else is set.
    found = [rsr for rsr in (state["rsr"], somebody(state, id)["rsr"]) if rsr != NORMAL_RSR]
    return max(found, default=NORMAL_RSR)


def lasted(state: State) -> Fraction:
    """Hours since round 1 began: a round is 6 seconds."""
    return Fraction(state["round"] - 1) * Fraction(6, 3600)


#: Procedures that a circumstance may change (S16); a taken number knows no RSR (S20).
ROLLED = tuple(f"striker.{name}" for name in ("check", "save", "opposed", "attack", "line_action"))
#: Procedures in which somebody acts or saves: their step asks the table for something (S12).
JUDGED = (*ROLLED, "striker.take")


#: Those of them before which a stance may be declared (S18).
STANCED = tuple(f"striker.{name}" for name in ("check", "opposed", "attack", "line_action"))


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """The circumstance that is set for whoever rolls (S16); no stance where the GM bars them."""
    if procedure not in ROLLED or who not in state["combatants"]:
        return {}
    barred = {"stance": "normal"} if keeps(state, who, procedure) else {}
    return {"rsr": rsr_of(state, who), **barred}


def keeps(state: State, who: str, procedure: str) -> tuple[str, ...]:
    """S18: the GM has barred stances for the roll that is due: its stance stays normal."""
    barred = somebody(state, who).get("stances_barred") and procedure in STANCED
    return ("stance",) if barred else ()


def hit_points(whose: Mapping[str, Any], reached: int) -> int:
    """Hit points stay between 0 and their most."""
    return max(0, min(reached, int(whose["hp_max"])))


def land(state: State, who: str, effect: Effect) -> State | None:
    """The hit points of a participant are kept here too (S14)."""
    whose = state["combatants"].get(who)
    if whose is None or effect.field != "hp" or effect.op == "append":
        return None
    reached = effect.value + (whose["hp"] if effect.op == "add" else 0)
    return with_combatant(state, who, hp=hit_points(whose, reached))


def work_done(state: State, id: str) -> Due:
    """The longer work of somebody is over: its result is applied now."""
    whose = state["combatants"][id]
    work = whose["work"]
    label = f"{whose['name']} is done with {work['label']}: apply the result"
    return roll_due(state, id, label, work["inputs"], work.get("target", ""), ("S21",))


def roll_due(
    state: State,
    id: str,
    label: str,
    inputs: Mapping[str, Any],
    target: str,
    rules: tuple[str, ...],
) -> Due:
    """The roll of a line, as its moment finds it: the target's TC (S2), the RSR by circumstance.

    Without a line there is only the reminder. A target that has left is no target any more.
    """
    if "text" not in inputs:
        return Due(id, label, rules=rules)
    aimed = state["combatants"].get(target)
    given = {**inputs, "rsr": rsr_of(state, id)}
    if aimed is None:
        return Due(id, label, "striker.line_action", given, rules)
    given["challenge"] = aimed["tc"]
    return Due(id, label, "striker.line_action", given, rules, others={"target": target})
