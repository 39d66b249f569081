"""A fight as a guest sees it: own characters in full, others as on the players' screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.widgets.fight.board.board import BoardView, Person
from app.widgets.fight.screen.screen import OnScreen


@dataclass(frozen=True)
class PlayerView:
    """The viewing guest."""

    #: Ids of the characters the guest plays.
    own: frozenset[str]
    #: Ids of combatants with redacted numbers.
    closed: frozenset[str]
    #: How the players' screen shows each combatant, by id.
    shown: Mapping[str, OnScreen]
    #: The guest's seat id.
    me: str = ""


def redact_board(view: BoardView, eyes: PlayerView) -> BoardView:
    """Redact the board for a guest."""
    by_id = {person.id: _redacted(person, eyes) for person in view.people}

    def redacted(person: Person | None) -> Person | None:
        return by_id.get(person.id) if person is not None else None

    return replace(
        view,
        people=tuple(by_id.values()),
        current=redacted(view.current),
        upcoming=redacted(view.upcoming),
        movable=False,
        absent=(),
    )


def _redacted(person: Person, eyes: PlayerView) -> Person:
    """Redact a combatant for a guest."""
    person = replace(person, number=None)  # only the GM changes the order
    if person.id in eyes.own:
        return person
    if person.id not in eyes.closed:
        meters = tuple(replace(meter, settable=False) for meter in person.meters)
        return replace(person, meters=meters)
    shown = eyes.shown.get(person.id)
    if shown is None:
        return replace(person, meters=(), badges=(), picture=replace(person.picture, share=None))
    return replace(person, meters=(), badges=shown.person.badges, picture=shown.avatar)
