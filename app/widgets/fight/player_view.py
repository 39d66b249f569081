"""A fight in the eyes of a guest: their own people whole, of the others what the players' screen
tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.widgets.fight.board import BoardView, Person
from app.widgets.fight.screen import OnScreen


@dataclass(frozen=True)
class Eyes:
    """Who looks on. own: whom they play. closed: those whose numbers they do not know.

    shown: how the players' screen shows everybody, by id. me: their seat's id.
    """

    own: frozenset[str]
    closed: frozenset[str]
    shown: Mapping[str, OnScreen]
    me: str = ""


def looked_on(view: BoardView, eyes: Eyes) -> BoardView:
    """The board as they see it."""
    by_id = {each.id: _seen(each, eyes) for each in view.people}

    def again(person: Person | None) -> Person | None:
        return by_id.get(person.id) if person is not None else None

    return replace(
        view,
        people=tuple(by_id.values()),
        current=again(view.current),
        upcoming=again(view.upcoming),
        movable=False,
        absent=(),
    )


def _seen(person: Person, eyes: Eyes) -> Person:
    if person.id in eyes.own:
        return person
    if person.id not in eyes.closed:
        meters = tuple(replace(each, settable=False) for each in person.meters)
        return replace(person, meters=meters)
    shown = eyes.shown.get(person.id)
    if shown is None:
        return replace(person, meters=(), badges=(), picture=replace(person.picture, share=None))
    return replace(person, meters=(), badges=shown.person.badges, picture=shown.avatar)
