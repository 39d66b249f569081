"""A fight as a guest sees it: own characters in full, others as on the players' screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """Redact the board for a guest; order and next turn are those of the players' screen."""
    by_id = {person.id: _redacted(person, eyes) for person in view.people}
    view = replace(
        view,
        people=tuple(by_id.values()),
        current=by_id.get(view.current.id) if view.current is not None else None,
        upcoming=by_id.get(view.upcoming.id) if view.upcoming is not None else None,
        movable=False,
        absent=(),
    )
    return _with_turns(view, [each.person for each in eyes.shown.values()])


def _with_turns(view: BoardView, shown: Sequence[Person]) -> BoardView:
    """Take order and next turn from the screen, as a guest's own copy lacks values they need."""
    current = next((each.id for each in shown if each.current), "")
    if view.acts or not shown or current != (view.current.id if view.current is not None else ""):
        return view  # the screen of another turn
    upcoming = next((each.id for each in shown if each.upcoming), "")
    people = {person.id: replace(person, upcoming=person.id == upcoming) for person in view.people}
    after = people.get(upcoming)
    order = [each.id for each in shown]
    return replace(
        view,
        people=tuple(map(people.__getitem__, order if {*order} == {*people} else people)),
        current=people.get(current),
        upcoming=after,
        then=view.then and (after.short if after is not None else ""),
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
