"""The board of Prism's encounter, and the inputs that it prefills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.core.encounters.combatants import Badge, Board
from app.core.procedures.inputs import Values
from app.core.support.characters import with_minus
from app.systems.prism.encounter.duties import CALLED, waiting
from app.systems.prism.encounter.state import (
    Fight,
    Fighter,
    acting,
    delay,
    down,
    ready,
    weapon_speed,
)
from app.systems.prism.encounter.turns import next_phase
from app.systems.prism.sheet.rollables import WOUNDED


def board(fight: Fight) -> Board:
    """Return the board: the current combatant, the next, and the badges of all."""
    now, able = fight.now, ready(fight)
    iris = now.initiative == "iris"
    # Downed combatants come last in IRIS; a list keeps its order.
    order = [*able, *(id for id in now.order if id not in able)] if iris else now.order
    there = [fight.combatants[id] for id in order]
    return Board(
        f"Phase {now.phase}" if iris else f"Round {now.round}",
        tuple(each.place(_badges(each, iris), each.turn.group) for each in there),
        acting(fight),
        _upcoming(fight, able),
    )


def _upcoming(fight: Fight, able: list[str]) -> str | None:
    """Return the next combatant; after a saved action, the one that it interrupted."""
    now = fight.now
    if now.saved:
        rest = [id for id in (now.current, *now.saved[:-1]) if id in able]
        return rest[-1] if rest else next(iter(able), None)
    if now.current is None or now.current not in now.order:
        return next(iter(able), None)
    if now.initiative == "list":
        index = now.order.index(now.current)
        turns = (*now.order[index + 1 :], *now.order)
        return next((id for id in turns if id in able), None)
    # P47: a quick combatant may be the next again.
    after = next_phase(fight, fight.combatants[now.current])
    return next(iter(ready(fight.turn(now.current, next_phase=after))), None)


def _badges(combatant: Fighter, iris: bool) -> Iterator[Badge]:
    sheet, turn = combatant.sheet, combatant.turn
    if down(combatant):
        yield Badge("Down", "worst")
    elif iris:
        yield Badge(f"Phase {turn.next_phase}")
    tone = "plain" if sheet["wound_level"] == "none" else "bad"
    yield Badge(with_minus(f"HP {sheet['hp']} of {sheet['hp_max']}"), tone)
    if sheet["stunned"]:
        yield Badge("Stunned", "bad")
    if sheet["bleeding"]:
        yield Badge(f"Bleeding {sheet['bleeding']}", "bad")
    if turn.running:
        yield Badge("Running", "mixed")
    if turn.melee:
        yield Badge("Near melee", "mixed")
    for entry in sheet["streaks"]:
        good = entry["state"] == "zone"
        state = "In the zone" if good else "In a slump"
        yield Badge(f"{state}: {entry['covers']}", "good" if good else "bad")
    for entry in sheet["attempts"]:
        if entry["failures"]:
            times = "once" if entry["failures"] == 1 else f"{entry['failures']} times"
            yield Badge(f"Failed {times}: {entry['what']}", "poor")
    for duty in waiting(combatant):
        yield Badge(f"{CALLED[duty]} to roll", "worst")
    if sheet["saved_actions"]:
        yield Badge(f"Saved actions {sheet['saved_actions']}", "good")
    if sheet["plot_points"]:
        yield Badge(f"Plot points {sheet['plot_points']}")


def prefill_actor(fight: Fight, who: str, procedure: str) -> Values:
    """Return inputs that only the encounter knows: switches, the OB without a sheet, the phase."""
    combatant = fight.combatant(who)
    if procedure in WOUNDED:
        return {"running": combatant.turn.running, "melee": combatant.turn.melee}
    if procedure == "prism.attack" and combatant.turn.ob is not None:
        return {"ob": combatant.turn.ob}
    if procedure == "prism.iris_next":
        phase = min(fight.now.phase, 9999)
        return {"phase": phase, "delay": delay(combatant), "speed": weapon_speed(combatant)}
    if procedure == "prism.plot_spend":
        return {"iris": fight.now.initiative == "iris"}
    return {}


def prefill_target(fight: Fight, cast: Mapping[str, str], procedure: str) -> Values:
    """Return the DB of an attack's target, where it differs from the sheet's (P45)."""
    target = cast.get("target", "")
    db = fight.combatant(target).turn.db if procedure == "prism.attack" and target else None
    return {} if db is None else {"db": db}
