"""The current combatant's turn: allowances, targets, and actions with reasons if impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from app.campaign.facts import Rolled
from app.campaign.journal.journal import Journal
from app.core.encounters.actions import Action, Allowance
from app.core.encounters.offering import offer_actions
from app.core.encounters.scenes import AnyScene
from app.widgets.fight.board.board import Person
from app.widgets.fight.gauges.avatars import health_left

#: Usual actions shown as buttons; the others are in a fold.
USUAL = 9


@dataclass(frozen=True)
class Acting:
    """The current combatant's options."""

    person: Person
    allowances: tuple[Allowance, ...]
    targets: tuple[Person, ...]
    target: str
    #: Main actions, shown large with their chances.
    large: tuple[Action, ...]
    usual: tuple[Action, ...]
    #: Actions in a fold.
    more: tuple[Action, ...]
    #: Impossible actions by their reason, the reason of most first.
    barred: tuple[tuple[str, tuple[Action, ...]], ...] = ()
    #: The target's short name, empty if no possible action has a target.
    aims: str = ""


@dataclass(frozen=True)
class Chances:
    """The computed chances of the current combatant's actions."""

    #: The text of each chance by its action's id.
    texts: Mapping[str, str]
    #: Whether new ones are being computed; the old ones only keep their room.
    are_old: bool


def acting(
    scene: AnyScene,
    people: Mapping[str, Person],
    actor_id: str,
    target: str,
    allows: Callable[[Action], bool] = bool,
) -> Acting:
    """Return the options of a combatant against a target, as far as this device has the right."""
    encounter = scene.encounter
    all_actions = tuple(filter(allows, offer_actions(scene, actor_id, target)))
    actions = [action for action in all_actions if not action.why_not]
    others = [action for action in actions if not action.main]
    return Acting(
        people[actor_id],
        encounter.allowances(scene, actor_id),
        tuple(people[id] for id in encounter.targets(scene, actor_id) if id in people),
        target,
        tuple(action for action in actions if action.main),
        tuple(others[:USUAL]),
        tuple(others[USUAL:]),
        _barred(all_actions),
        people[target].short if target in people and any(each.aimed for each in actions) else "",
    )


def _barred(actions: Iterable[Action]) -> tuple[tuple[str, tuple[Action, ...]], ...]:
    by_reason: dict[str, list[Action]] = {}
    for action in actions:
        if action.why_not:
            by_reason.setdefault(action.why_not, []).append(action)
    ordered = sorted(by_reason.items(), key=lambda item: -len(item[1]))
    return tuple((reason, tuple(barred)) for reason, barred in ordered)


def aim(scene: AnyScene, actor_id: str, aims: Mapping[str, str], journal: Journal | None) -> str:
    """Return the target of an actor: chosen, else the last rolled at, else the likeliest foe.

    A friend, or a foe at the end of its health, is chosen by a tap alone. Empty where nobody fights
    on another side.
    """
    targets = scene.encounter.targets(scene, actor_id)
    if actor_id in aims and aims[actor_id] in (*targets, ""):
        return aims[actor_id]
    foes = [id for id in targets if is_foe(scene, actor_id, id)]
    for entry in reversed(journal.entries if journal is not None else ()):
        cast = entry.fact.who if isinstance(entry.fact, Rolled) else {}
        if cast.get("self") == actor_id and cast.get("target") in (foes or targets):
            if is_beaten(scene, actor_id, str(cast["target"])):
                break
            return str(cast["target"])
    return next((id for id in foes if not is_beaten(scene, actor_id, id)), next(iter(foes), ""))


def is_beaten(scene: AnyScene, who: str, other: str) -> bool:
    """Tell whether a combatant's foe has no health left."""
    if not {who, other} <= scene.combatants.keys() or not is_foe(scene, who, other):
        return False
    meters = scene.encounter.meters(scene, other)
    return bool(meters) and health_left(meters[0]) == 0


def is_foe(scene: AnyScene, who: str, other: str) -> bool:
    """Tell whether two combatants fight on different sides."""
    here, side = scene.combatants, scene.encounter.side
    return side(here[who]) != side(here[other])
