"""Whoever has the turn, as the fight shows it: what is left of the turn, whom it may be aimed at,
and what can be done, the impossible with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.campaign.facts import Rolled
from app.campaign.journal.journal import Journal
from app.campaign.state.scenes import AnyScene
from app.core.encounters.actions import Action, Allowance, offered
from app.widgets.fight.board import Person

#: So many of the usual actions stand there as buttons; the others wait behind one.
USUAL = 9


@dataclass(frozen=True)
class Acting:
    """Whoever has the turn. large: what stands large with its chance; more: behind a button."""

    person: Person
    allowances: tuple[Allowance, ...]
    targets: tuple[Person, ...]
    target: str
    large: tuple[Action, ...]
    usual: tuple[Action, ...]
    more: tuple[Action, ...]


def acting(scene: AnyScene, people: Mapping[str, Person], who: str, target: str) -> Acting:
    """Whoever has the turn, aiming at somebody."""
    encounter = scene.encounter
    every = offered(scene, who, target)
    others = [each for each in every if not each.main]
    return Acting(
        people[who],
        encounter.allowances(scene, who),
        tuple(people[id] for id in encounter.targets(scene, who) if id in people),
        target,
        tuple(each for each in every if each.main),
        tuple(others[:USUAL]),
        tuple(others[USUAL:]),
    )


def aim(scene: AnyScene, who: str, aims: Mapping[str, str], journal: Journal | None) -> str:
    """At whom somebody aims: as said last, else as rolled last, else at the likeliest."""
    may = scene.encounter.targets(scene, who)
    if who in aims and aims[who] in (*may, ""):
        return aims[who]
    for entry in reversed(journal.entries if journal is not None else ()):
        cast = entry.fact.who if isinstance(entry.fact, Rolled) else {}
        if cast.get("self") == who and cast.get("target") in may:
            return str(cast["target"])
    return may[0] if may else ""
