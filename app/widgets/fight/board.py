"""The encounter as the page shows it: whose turn it is, who is there, what can be done and is due.

Everything comes from what the game declares: its board, and the steps with their inputs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.campaign.state.scenes import UNSEEN, AnyScene, is_turn_unseen, scene_of
from app.campaign.state.state import CampaignState, Character
from app.core.encounters.actions import Action
from app.core.encounters.encounter import Badge, Board, Place
from app.core.encounters.transitions import Transition
from app.core.errors import BadInput
from app.core.games import Game
from app.widgets.fight.avatars import Avatar, Side, avatar
from app.widgets.fight.gauges import Gauge, gauge
from app.widgets.fight.steps import (
    OWN_PLACE,
    StepButton,
    StepForm,
    about,
    button,
    main_step,
    step_form,
)
from app.widgets.roll.forms import field_text

#: The tones of what stands beside a name, the worst first.
TONES = ("worst", "bad", "poor")


@dataclass(frozen=True)
class Person:
    """A combatant: the line on the board, and where it stands in the order of turns."""

    id: str = ""
    name: str = ""
    badges: tuple[Badge, ...] = ()
    group: str = ""
    hidden: bool = False
    current: bool = False
    upcoming: bool = False
    place: int = 0  # in the order, from 1; 0 for those who are out of it
    href: str = ""  # the character's sheet
    picture: Avatar = field(default_factory=Avatar)
    meters: tuple[Gauge, ...] = ()  # how they fare, what matters most first
    asks: tuple[Action, ...] = ()  # what the rules ask of how they stand, one tap each

    @property
    def short(self) -> str:
        """The name without what stands behind a comma."""
        return self.name.partition(",")[0].strip() or self.name

    @property
    def state(self) -> tuple[Badge, ...]:
        """What is upon them and is worth a word beside the name: the two worst."""
        worth = [each for each in self.badges if each.tone in TONES]
        return tuple(sorted(worth, key=lambda each: TONES.index(each.tone))[:2])


@dataclass(frozen=True)
class BoardView:
    """Everything the tracker shows of a running encounter."""

    heading: str
    current: Person | None
    upcoming: Person | None
    people: tuple[Person, ...]
    pools: tuple[tuple[str, str], ...]
    told: tuple[str, ...]  # what everybody is told
    main: StepForm | None
    waits_for: str  # why the turns cannot go on yet
    then: str | None  # who has the turn when it is passed; empty where nobody has, None: it cannot
    steps: tuple[StepButton, ...]  # about no one combatant
    about_one: tuple[StepButton, ...]  # about one combatant
    absent: tuple[Character, ...]
    movable: bool
    acts: str = ""  # who has the turn, where a guest does not see them


#: The board that was asked for last, of which state, and of which game.
_last: tuple[CampaignState, Game, BoardView] | None = None


def board_view(game: Game, state: CampaignState) -> BoardView:
    """The running encounter of a campaign; of the same state the same."""
    global _last
    if _last is None or _last[0] is not state or _last[1] is not game:
        _last = state, game, _board_view(game, state)
    return _last[2]


def _board_view(game: Game, state: CampaignState) -> BoardView:
    scene = scene_of(state.document, game)
    assert scene is not None
    encounter = scene.encounter
    seen, order = scene.board, list(scene.now.order)
    people = tuple(_person(each, seen, state, order, scene) for each in seen.places)
    by_id = {each.id: each for each in people}
    steps = [each for each in encounter.transitions if each.id not in OWN_PLACE]

    def is_onward(step: Transition) -> bool:
        return step.id in encounter.onward

    # How it goes on after a turn that is not seen can only be told by the host.
    acts = UNSEEN if is_turn_unseen(state.document, seen) else ""
    first, waits_for = main_step(scene) if not acts else (None, "")
    return BoardView(
        seen.heading,
        by_id.get(seen.current or ""),
        by_id.get(seen.upcoming or "") if not acts else None,
        people,
        tuple((name, field_text(value)) for name, value in seen.pools.items()),
        seen.told,
        step_form(game, state, first.id) if first else None,
        waits_for,
        _then(scene) if not acts else None,
        tuple(button(game, each) for each in steps if not about(each) and not is_onward(each)),
        tuple(button(game, each) for each in steps if about(each)),
        tuple(each for each in state.characters if not each.archived and each.id not in by_id),
        "move" in encounter.by_id,
        acts,
    )


def _then(scene: AnyScene) -> str | None:
    """The name of whoever has the turn when it is passed now."""
    try:
        seen = scene.passed.scene.board
    except BadInput:
        return None
    names = (each.name for each in seen.places if each.id == seen.current)
    return next(names, "").partition(",")[0]


def _person(
    each: Place, seen: Board, state: CampaignState, order: list[str], scene: AnyScene
) -> Person:
    meters = scene.encounter.meters(scene, each.id)
    known = state.has_character(each.id)
    player = known and state.character(each.id).kind == "pc"
    side: Side = "hidden" if each.hidden else "ours" if player else "theirs"
    return Person(
        each.id,
        each.name,
        each.badges,
        each.group,
        each.hidden,
        each.id == seen.current,
        each.id == seen.upcoming,
        order.index(each.id) + 1 if each.id in order else 0,
        f"#/{state.game}/character/{each.id}" if known else "",
        avatar(each.name, side, meters, state.places.get(each.id, 0)),
        tuple(map(gauge, meters)),
        scene.encounter.asks(scene, each.id),
    )


def people(state: CampaignState) -> dict[str, str]:
    """The names of all characters and combatants, by id."""
    names = {each.id: each.name for each in state.characters}
    return {**names, **state.fighters}
