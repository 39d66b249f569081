"""The encounter on the page: turn, combatants, possible steps, due rolls.

Everything comes from the game's declarations: its board, and the steps with their inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from app.campaign.state.characters import short_names
from app.campaign.state.scenes import UNSEEN, is_turn_unseen, scene_of
from app.campaign.state.state import NAMELESS, CampaignState, Character
from app.core.encounters.actions import Action, OrderNumber
from app.core.encounters.combatants import Badge, Place
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.labels import within
from app.core.support.memo import IdentityCache
from app.widgets.fight.board.steps import (
    OWN_PLACE,
    StepButton,
    StepForm,
    about,
    button,
    main_step,
    step_form,
)
from app.widgets.fight.gauges.avatars import Avatar, Side, avatar
from app.widgets.fight.gauges.gauges import Gauge, gauge
from app.widgets.roll.form.forms import field_text

#: Tones of the badges beside a name, worst first.
TONES = ("worst", "bad", "poor")


@dataclass(frozen=True)
class Person:
    """A combatant: the line on the board and the position in the order of turns."""

    id: str = ""
    name: str = ""
    badges: tuple[Badge, ...] = ()
    group: str = ""
    hidden: bool = False
    current: bool = False
    upcoming: bool = False  # the next turn is theirs
    place: int = 0  # in the order of turns, from 1; 0 outside it
    href: str = ""  # the character's sheet
    picture: Avatar = field(default_factory=Avatar)
    meters: tuple[Gauge, ...] = ()  # the most important first
    asks: tuple[Action, ...] = ()  # actions that the rules ask for, one tap each
    number: OrderNumber | None = None  # typed in the order of turns
    short: str = ""  # unique among the combatants
    fights_for: str = ""  # the side; combatants of other sides are foes

    @property
    def can_be_damaged(self) -> bool:
        """Tell whether a number can be taken off a meter by hand."""
        return any(meter.settable for meter in self.meters)

    @property
    def state(self) -> tuple[Badge, ...]:
        """Return the two worst badges, shown beside the name and the first meter."""
        shown = [
            badge
            for badge in self.badges
            if badge.tone in TONES
            and not any(badge.words.startswith(meter.label) for meter in self.meters[:1])
        ]
        return tuple(sorted(shown, key=lambda badge: TONES.index(badge.tone))[:2])

    @property
    def worst_state(self) -> str:
        """Return the words for a state of the worst tone: `dying`, `taken out`; empty without."""
        return next((within(each.words) for each in self.state if each.tone == TONES[0]), "")


@dataclass(frozen=True)
class BoardView:
    """Everything the tracker shows of a running encounter."""

    heading: str
    current: Person | None
    upcoming: Person | None  # the next to act or, before the turns, to declare
    people: tuple[Person, ...]
    pools: tuple[tuple[str, str], ...]
    announcements: tuple[str, ...]  # public sentences
    main: StepForm | None
    waits_for: str  # why the turn cannot be passed yet
    then: str | None  # the next combatant, "" for none; None: the turn cannot be passed
    steps: tuple[StepButton, ...]  # about no one combatant
    about_one: tuple[StepButton, ...]  # about one combatant
    absent: tuple[Character, ...]
    party: tuple[Character, ...]  # the absent player characters that live
    dead: int  # the number of the others among them
    movable: bool
    acts: str = ""  # the placeholder for an unseen combatant's turn
    lacks_foes: bool = False  # player characters are there, and all fight on one side


#: The step that the main button takes: add the chosen presets, add the player characters, add
#: foes, or pass the turn.
NextStep = Literal["add", "party", "foes", "turn"]


def next_step(view: BoardView, has_chosen: bool = False) -> NextStep:
    """Return the step that the main button takes. has_chosen: presets are chosen to join."""
    if has_chosen:
        return "add"
    has_party = any(person.picture.side == "ours" for person in view.people)
    if not (has_party or view.current) and view.party:
        return "party"
    return "foes" if view.lacks_foes or not view.people else "turn"


_boards: IdentityCache[BoardView] = IdentityCache(1)


def board_view(game: Game, state: CampaignState) -> BoardView:
    """Return the running encounter of a campaign, memoized for the last state."""
    return _boards.of((state, game), lambda: _board_view(game, state))


def _board_view(game: Game, state: CampaignState) -> BoardView:
    scene = scene_of(state.document, game)
    assert scene is not None
    encounter = scene.encounter
    board, order = scene.board, list(scene.now.order)
    # Only the host knows how an unseen turn continues.
    acts = UNSEEN if is_turn_unseen(state.document, board) else ""
    board = replace(board, upcoming=None) if acts else board
    next_turn = None if acts else scene.upcoming
    short = short_names({item.id: item.name for item in board.places})
    people = tuple(
        _person(item, next_turn, state, order, scene, short[item.id]) for item in board.places
    )
    by_id = {item.id: item for item in people}
    steps = [
        item
        for item in encounter.transitions
        if item.id not in OWN_PLACE and encounter.groups.get(item.id) != "tap"
    ]

    first, waits_for = main_step(scene) if not acts else (None, "")
    absent = tuple(
        character
        for character in state.characters
        if not character.archived and character.id not in by_id
    )
    party = tuple(
        living_player
        for living_player in state.living_players(game)
        if living_player.id not in by_id
    )
    return BoardView(
        board.heading,
        by_id.get(board.current or ""),
        by_id.get(board.upcoming or ""),
        people,
        tuple((name, field_text(value)) for name, value in board.pools.items()),
        board.announcements,
        step_form(game, state, first.id) if first else None,
        waits_for,
        _then(scene) if not acts else None,
        tuple(
            button(game, item)
            for item in steps
            if not about(item) and item.id not in encounter.advance
        ),
        tuple(button(game, item) for item in steps if about(item)),
        absent,
        party,
        sum(each.kind == "pc" for each in absent) - len(party),
        "move" in encounter.by_id,
        acts,
        _lacks_foes(scene, people),
    )


def _lacks_foes(scene: AnyScene, people: Sequence[Person]) -> bool:
    sides = {scene.encounter.side(combatant) for combatant in scene.combatants.values()}
    return len(sides) == 1 and any(person.picture.side == "ours" for person in people)


def _then(scene: AnyScene) -> str | None:
    """Return the name of the next combatant if the turn were passed now."""
    try:
        board = scene.passed.scene.board
    except BadInput:
        return None
    names = short_names({each.id: each.name for each in board.places})
    return names.get(board.current or "", "")


def _person(
    place: Place,
    next_turn: str | None,
    state: CampaignState,
    order: list[str],
    scene: AnyScene,
    short: str,
) -> Person:
    meters = scene.encounter.meters(scene, place.id)
    has_sheet = state.has_character(place.id)
    player = has_sheet and state.character(place.id).kind == "pc"
    side: Side = "hidden" if place.hidden else "ours" if player else "theirs"
    return Person(
        place.id,
        place.name,
        place.badges,
        place.group,
        place.hidden,
        place.id == scene.board.current,
        place.id == next_turn,
        order.index(place.id) + 1 if place.id in order else 0,
        f"#/{state.game}/character/{place.id}" if has_sheet else "",
        avatar(place.name, side, meters, state.places.get(place.id, 0)),
        tuple(map(gauge, meters)),
        scene.encounter.asks(scene, place.id),
        scene.encounter.order_number(scene, place.id),
        short,
        scene.encounter.side(scene.combatants[place.id]),
    )


def people(state: CampaignState) -> dict[str, str]:
    """Map the ids of all characters and combatants to their names."""
    names = {character.id: character.name or NAMELESS for character in state.characters}
    return {**names, **state.fighters}
