"""A line-up on screen: sides with fighters, additions, house rules to try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.campaign.state.state import CampaignState
from app.core.games import Game
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.widgets.fight.gauges.avatars import Avatar, Side, avatar
from app.widgets.fight.joining import fields
from app.widgets.forecast.forecast import TONES
from app.widgets.forecast.lineup import (
    HABITS,
    MOST_SIDES,
    POLICIES,
    SIZES,
    Fighter,
    Lineup,
    absent,
    there,
)
from app.widgets.roll.form.forms import Control, control, field_text, labelled_value


@dataclass(frozen=True)
class FighterView:
    """A fighter on screen."""

    key: str
    name: str
    #: The inputs of a quick entry in words.
    details: str
    picture: Avatar
    count: int
    #: Whether there may be several.
    counted: bool
    #: Whether it cannot be removed.
    stays: bool
    #: The next side's name.
    next: str


@dataclass(frozen=True)
class SideView:
    """A side on screen. place: its index from 0."""

    place: int
    name: str
    called: str
    tone: str
    policy: str
    policy_text: str
    habits: tuple[tuple[str, str, bool], ...]  # id, label, whether it applies
    fighters: tuple[FighterView, ...]
    removable: bool


@dataclass(frozen=True)
class LineupView:
    """The line-up on screen.

    can_run: whether an encounter is running. tried: the number of house rules that differ.
    """

    game: str
    running: bool
    can_run: bool
    sides: tuple[SideView, ...]
    absent: tuple[tuple[str, str], ...]
    hint: str
    policies: tuple[tuple[str, str], ...]
    sizes: tuple[tuple[int, str], ...]
    fights: int
    luck: str
    house: tuple[Control, ...]
    tried: int
    may_add_side: bool


def lineup_view(lineup: Lineup, game: Game, state: CampaignState) -> LineupView:
    """Return a campaign's line-up for drawing."""
    sides = tuple(_side(lineup, index, game, state) for index in range(len(lineup.sides)))
    return LineupView(
        game.id,
        lineup.running,
        bool(there(game, state)),
        sides,
        () if lineup.running else absent(lineup, state),
        fields.example(game.encounter),
        tuple((id, words) for id, (words, _) in POLICIES.items()),
        tuple((size, f"{size:,}") for size in SIZES),
        lineup.fights,
        lineup.luck,
        tuple(_house(each, lineup.house, state.house) for each in _tryable(game)),
        len(lineup.house),
        len(lineup.sides) < MOST_SIDES,
    )


def _side(lineup: Lineup, index: int, game: Game, state: CampaignState) -> SideView:
    side, sides = lineup.sides[index], len(lineup.sides)
    next = lineup.side_name((index + 1) % sides)
    return SideView(
        index,
        side.name,
        lineup.side_name(index),
        TONES[index],
        side.policy,
        POLICIES[side.policy][1],
        tuple((id, words, getattr(side, id)) for id, words in HABITS.items()),
        tuple(_fighter(each, next, game, state) for each in lineup.on(index)),
        sides > 2 and not lineup.on(index),
    )


def _fighter(fighter: Fighter, next: str, game: Game, state: CampaignState) -> FighterView:
    side: Side = "ours" if fighter.side == 0 else "theirs"
    picture = avatar(fighter.name, side, place=state.places.get(fighter.of, 0))
    return FighterView(
        fighter.key,
        fighter.name,
        _input_words(fighter.quick, game),
        picture,
        fighter.count,
        counted=fighter.kind == "quick" or not _is_one(fighter, state),
        stays=fighter.kind == "combatant",
        next=next,
    )


def _is_one(fighter: Fighter, state: CampaignState) -> bool:
    """Tell whether a fighter is unique: a combatant, or a player's character."""
    return fighter.kind == "combatant" or state.character(fighter.of).kind == "pc"


def _input_words(quick: Mapping[str, Any], game: Game) -> str:
    """Describe the inputs of a quick entry: `HP 7, Armour heavy`."""
    inputs = fields.adding(game.encounter) if game.encounter is not None else {}
    texts = []
    for name, value in quick.items():
        declared = inputs.get(name)
        if declared is not None and not name.startswith("max_") and not name.endswith("_max"):
            texts.append(labelled_value(declared, value))
    return ", ".join(texts)


def _tryable(game: Game) -> list[Input]:
    """Return the house rules that fit into one field."""
    return [each for each in game.house.values() if isinstance(each.kind, OneOf | YesNo | Whole)]


def _house(declared: Input, tried: Mapping[str, object], agreed: Mapping[str, object]) -> Control:
    """Return a house rule's control, with the tried value, else the agreed one."""
    base = control(declared)
    value = tried.get(declared.name, agreed.get(declared.name, declared.default))
    choices = (("true", "yes"), ("false", "no")) if base.widget == "yesno" else base.choices
    return replace(base, text=field_text(value), choices=choices)
