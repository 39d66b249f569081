"""Turns, readied actions, the end of a round and of a scene (G24, G25, G53, G61)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import Text, Whole
from app.core.outcomes import Effect, add, put, rounded
from app.systems.garden.encounter.bodies import body_of, landed, opens
from app.systems.garden.encounter.panic import MOVEMENT, dreads
from app.systems.garden.encounter.state import (
    UNDECLARED,
    Who,
    able,
    gaps_of,
    in_turn,
    of,
    signed,
    somebody,
    waiting,
)
from app.systems.garden.encounter.treating import went_on
from app.systems.garden.injuries import life_state
from app.systems.garden.timing import BLEEDING_MINUTES

#: A round is 6 seconds (G53), on a sheet's clock in hours and the scene's in minutes.
ROUND_MINUTES = Fraction(1, 10)


# --- turns ---


def begins(state: State) -> StepResult:
    """The next turn: of whoever was interrupted, else of the first left; else the round ends."""
    if state["phase"] != "action":
        return StepResult({**state, "current": None})
    broken = state["interrupted"]
    left = waiting(state)
    if broken in left:
        name = state["combatants"][broken]["name"]
        after = {**state, "current": broken, "interrupted": None}
        return StepResult(after, notes=(f"{name} goes on (G24).",))
    if not left:
        return round_ended(state)
    id = left[0]
    whose = state["combatants"][id]
    # G61: full defence lasts until the next turn of whoever took it.
    after = with_combatant(state, id, defending=whose["full_defense"])
    notes = []
    together = [
        other for other in left[1:] if state["combatants"][other]["place"] == whose["place"]
    ]
    if together and of(whose, "together") is None:
        # G54: for each of them as if nothing had happened yet in the turns of the others.
        for one in (id, *together):
            began = state["combatants"][one]["modifier"]
            after = with_combatant(after, one, together=began)
        names = ", ".join(state["combatants"][other]["name"] for other in together)
        notes.append(f"{whose['name']} acts together with {names}.")
    if whose["penalty"]:
        notes.append(
            f"{whose['name']}: {signed(whose['penalty'])} to every major action"
            f" ({signed(whose['melee_penalty'])} to melee and unarmed attacks)."
        )
    after = {**after, "current": id, "interrupted": None}
    if "panicking" in whose["conditions"] and whose["movement"] != "none":
        first = dreads(after, id, MOVEMENT, {})
        return StepResult(first.state, first.due, notes=tuple(notes))
    return StepResult(after, notes=tuple(notes))


@transition("end_turn", title="End the turn", rules="G18 G24 G53")
def end_turn(state: State) -> StepResult:
    """This turn is over; after the last one the round ends by itself."""
    id, whose = in_turn(state)
    came = begins(with_combatant(state, id, acted=True, nerve=None))
    if not of(whose, "nerve"):
        return came
    # G139: what waited for the nerve to do it is lost with the turn.
    return replace(came, cancelled=(*came.cancelled, (id, "garden.panic")))


Event = Annotated[str, Text(200, label="The event waited for", front=True)]


@transition("ready", title="Ready", rules="G24")
def ready(state: State, event: Event) -> StepResult:
    """Instead of acting, hold the action for a named event."""
    id, whose = in_turn(state)
    if not event:
        raise BadInput("event", "name the event")
    if whose["used_major"] >= whose["declared_major"]:
        raise BadInput("phase", f"{whose['name']} has no major action left to hold")
    # One action is held, and the turn is over. G68: a shot that was lined up stays so.
    held = with_combatant(
        state, id, readied=event, used_major=whose["declared_major"], stirred=True, acted=True
    )
    return begins(held)


@transition("event", title="The event happens", rules="G24")
def event(state: State, who: Who) -> StepResult:
    """What somebody waited for happens: they act right after it, then the turn goes on."""
    whose = somebody(state, who)
    if state["phase"] != "action":
        raise BadInput("phase", "no turns are being taken")
    if not whose["readied"]:
        raise BadInput("who", f"{whose['name']} waits for nothing")
    if not able(whose):
        raise BadInput("who", f"{whose['name']} cannot act now")
    after = with_combatant(
        state, who, readied=None, acted=False, used_major=whose["used_major"] - 1
    )
    broken = state["current"] if state["current"] != who else None
    note = f"{whose['name']} acts: {whose['readied']} (G24)."
    return StepResult({**after, "current": who, "interrupted": broken}, notes=(note,))


# --- the end of a round, of a scene ---


def round_ended(state: State) -> StepResult:
    """Everybody has had their turn: count down, open wounds, lose what was held (G25, G92)."""
    due: list[Due] = []
    notes = [f"Round {state['round']} is over."]
    everybody: dict[str, Any] = {}
    for id, each in state["combatants"].items():
        if opened := _opened(id, each):
            due.append(opened)
        if each["readied"]:
            notes.append(f"{each['name']} loses the held action, or declares to stay ready (G25).")
        treating, roll, broken = went_on(state, id)
        due += [roll] if roll else []
        notes += [broken] if broken else []
        everybody[id] = {**_a_round_later(each), "treating": treating}
    treated = {id for each in due for role, id in each.others.items() if role == "patient"}
    due += [
        dying
        for id, each in everybody.items()
        if id not in treated and (dying := _last_moment(id, each))
    ]
    won = {"runner_bonus": 0, "pursuer_bonus": 0, "leapt": False, "rolled": False}
    after = {
        **state,
        "round": state["round"] + 1,
        "phase": "declare",
        "current": None,
        "interrupted": None,
        "gaps": [{**each, **won} for each in gaps_of(state)],
        "scene_clock": rounded(Fraction(str(state["scene_clock"])) + ROUND_MINUTES, 1),
        "combatants": everybody,
    }
    return StepResult(after, tuple(due), _passed(state, 1), tuple(notes))


def _a_round_later(each: dict[str, Any]) -> dict[str, Any]:
    """A combatant when the next round begins."""
    # G44: the round lost to a crash is the one after it.
    recovering = each["recovering_rounds"] - each["crashed"]
    # G107: a round in which the turn was already over does not count.
    counts = 0 if of(each, "spared") else 1
    return {
        **each,
        **(landed(each, add("rounds", 1)) or {}),
        **UNDECLARED,
        "recovering_rounds": recovering,
        "crashed": recovering > 0,
        "incapacitated_rounds": max(0, each["incapacitated_rounds"] - counts),
        "spared": False,
    }


def _passed(state: State, rounds: int) -> tuple[tuple[str, Effect], ...]:
    """What rounds do to sheets: their time passes, and what did not count lasts on (G53, G107)."""
    spared = [id for id, each in state["combatants"].items() if of(each, "spared")]
    return (
        *((id, add("incapacitated", 1)) for id in spared),
        *((id, add("rounds", rounds)) for id in state["combatants"]),
    )


def _opened(id: str, each: dict[str, Any]) -> Due | None:
    """Stable wounds that the round opens: by a fight or by running, deep ones by anything (G92)."""
    heavy = each["fought"] or each["movement"] in ("run", "sprint")
    stirred = heavy or of(each, "stirred") or each["used_major"] or each["movement"] != "none"
    activity = "heavy" if heavy else "light"
    if not stirred or not opens(each, activity):
        return None
    label = f"{each['name']}: stable wounds open"
    return Due(id, label, "garden.activity", {"activity": activity}, ("G92",))


def _last_moment(id: str, each: dict[str, Any]) -> Due | None:
    """The tenth minute of bleeding: the last moment for help (G84, G143)."""
    body = body_of(each)
    if life_state(body) != "bleeding-out" or body["bleeding_minutes"] < BLEEDING_MINUTES:
        return None
    label = f"{each['name']}: Bleeding out: stabilise or die"
    told = {"minutes": body["bleeding_minutes"]}
    return Due(id, label, "garden.dying", told, ("G84", "G143"))


@transition("end_round", title="End the round", rules="G53")
def end_round(state: State) -> StepResult:
    """The round is over, whoever still had a turn."""
    return round_ended(state)


Rounds = Annotated[int, Whole(1, 100, front=True)]


@transition("pass_rounds", title="Let rounds pass", rules="G53 G136")
def pass_rounds(state: State, rounds: Rounds = 10) -> StepResult:
    """Rounds in which nobody declares anything, up to the first that makes something due."""
    if any(each["declared"] for each in state["combatants"].values()):
        raise BadInput("phase", "somebody has declared; play this round first")
    came, said = StepResult(state), list[str]()
    for _ in range(rounds):
        came = round_ended(came.state)
        said += came.notes[1:]  # the first says that the round is over
        if came.due:
            break
    first, last = state["round"], came.state["round"] - 1
    over = f"Rounds {first} to {last} are over." if last > first else f"Round {first} is over."
    return StepResult(came.state, came.due, _passed(state, last - first + 1), (over, *said))


@transition("end_scene", title="End the scene", rules="G99 G112 G123 G127 G128 G139 G142")
def end_scene(state: State) -> StepResult:
    """What lasts for a scene ends: Shield, Invocate, banishment, panic, tries, the chase."""
    return scene_over(state)


#: What of a scene's end somebody without a known length of it still bears.
OF_A_SCENE = ("shielded", "banished", "invocation", "panicking")


def scene_over(state: State) -> StepResult:
    """The scene after its end, and what that does to sheets; so too when the encounter ends."""
    over = put("scene_over", True)
    effects: tuple[tuple[str, Effect], ...] = tuple((id, over) for id in state["combatants"])
    everybody = {id: _over(each, over) for id, each in state["combatants"].items()}
    minutes = state["scene_clock"]
    after = {
        **state,
        "round": 1,
        "phase": "declare",
        "current": None,
        "interrupted": None,
        "gaps": [],
        "tried": [],
        "ongoing_spells": [each for each in state["ongoing_spells"] if each["ends"] != "scene"],
        "scene_clock": 0,
        "combatants": everybody,
    }
    hours = rounded(Fraction(str(minutes)) / 60, 6)
    passing = (
        Due(id, f"{each['name']}: the scene’s {minutes} minutes pass over injuries",
            "garden.pass_time", {"hours": hours}, ("G90",))
        for id, each in state["combatants"].items()
        if minutes and each["injuries"]
    )  # fmt: skip
    asleep = (
        # G99, G112: no length is given for a blackout or a knock-out.
        Due(id, f"{each['name']} is unconscious: when does it end?", rules=("G99", "G112"))
        for id, each in everybody.items()
        if _without_end(each)
    )
    return StepResult(after, (*passing, *asleep), effects)


def _over(each: dict[str, Any], over: Effect) -> dict[str, Any]:
    ended = {**each, **(landed(each, over) or {})}
    names = [name for name in ended["conditions"] if not name.startswith(OF_A_SCENE)]
    return {
        **ended,
        **UNDECLARED,
        "conditions": names,
        "defending": False,
        "readied": None,
        "aim_rounds": 0,
        "recovering_rounds": 0,
        "treating": None,
    }


def _without_end(each: dict[str, Any]) -> bool:
    """Are they unconscious, and nothing says how long?"""
    lengths = [one["lasts"] for one in body_of(each)["conditions"] if one["name"] == "unconscious"]
    return bool(lengths) and all(lasts is None for lasts in lengths)
