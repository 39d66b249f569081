"""A fight as a guest sees it: own characters in full, others as on the players' screen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from app.core.encounters.actions import Action
from app.widgets.fight.board.board import BoardView, Person
from app.widgets.fight.board.menus import Menu
from app.widgets.fight.board.steps import StepForm
from app.widgets.fight.screen.screen import OnScreen
from app.widgets.roll.form.forms import Control


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
    #: Ids of the steps that the game master alone may take.
    barred: frozenset[str] = frozenset()

    def allows(self, action: Action) -> bool:
        """Tell whether the guest may take an action: no step of the game master or of a target."""
        return action.step not in self.barred and action.at != "who"


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
        about_one=tuple(each for each in view.about_one if each.id not in eyes.barred),
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
    # Only the GM changes the order, and takes the steps of the GM.
    asks = tuple(filter(eyes.allows, person.asks))
    person = replace(person, number=None, asks=asks)
    if person.id in eyes.own:
        return person
    if person.id not in eyes.closed:
        meters = tuple(replace(meter, settable=False) for meter in person.meters)
        return replace(person, meters=meters)
    person, shown = _without_numbers(person), eyes.shown.get(person.id)
    if shown is None:
        return person
    return replace(person, badges=shown.person.badges, picture=shown.avatar)


def hide_numbers(view: BoardView, closed: Collection[str]) -> BoardView:
    """Return the board without the numbers of these combatants, which this device never had."""
    if not closed:
        return view
    people = (_without_numbers(each) if each.id in closed else each for each in view.people)
    by_id = {each.id: each for each in people}
    return replace(
        view,
        people=tuple(by_id.values()),
        current=by_id.get(view.current.id) if view.current is not None else None,
        upcoming=by_id.get(view.upcoming.id) if view.upcoming is not None else None,
    )


def _without_numbers(person: Person) -> Person:
    picture = replace(person.picture, share=None)
    return replace(person, meters=(), badges=(), asks=(), number=None, picture=picture)


def redact_menu(menu: Menu, eyes: PlayerView) -> Menu:
    """Leave out of an own combatant's menu the actions of the game master."""
    return replace(
        menu,
        can_hide=False,
        preset="",
        acts=tuple(filter(eyes.allows, menu.acts)),
        conditions=tuple(each for each in menu.conditions if each.step not in eyes.barred),
    )


def redact_form(form: StepForm, eyes: PlayerView) -> StepForm:
    """Leave out of a step's form all that only the game master may fill in."""
    offered = (each for each in form.controls if each.name != "hidden")
    return replace(form, controls=tuple(_own_choice(each, eyes) for each in offered))


def _own_choice(control: Control, eyes: PlayerView) -> Control:
    """Limit the choice of the combatant that takes a step to the guest's own."""
    if control.name != "who":
        return control
    own = tuple(each for each in control.choices if each[0] in eyes.own)
    return replace(control, choices=own)
