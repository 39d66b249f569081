"""A line-up as it is drawn: the sides with their people, what can be added, what can be tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.campaign.state.state import CampaignState
from app.core.games import Game
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.widgets.fight import joining
from app.widgets.fight.avatars import Avatar, Side, avatar
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
from app.widgets.roll.forms import Control, control, field_text


@dataclass(frozen=True)
class FighterView:
    """counted: may there be several? stays: can it not be taken out? next: the next side's name."""

    key: str
    name: str
    said: str
    picture: Avatar
    count: int
    counted: bool
    stays: bool
    next: str


@dataclass(frozen=True)
class SideView:
    place: int
    name: str
    called: str
    tone: str
    policy: str
    policy_said: str
    habits: tuple[tuple[str, str, bool], ...]  # id, words, does it
    fighters: tuple[FighterView, ...]
    removable: bool


@dataclass(frozen=True)
class LineupView:
    """can_run: is there a running encounter? tried: so many house rules are other than agreed."""

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
    """The line-up of a campaign that stands so."""
    sides = tuple(_side(lineup, place, game, state) for place in range(len(lineup.sides)))
    return LineupView(
        game.id,
        lineup.running,
        bool(there(game, state)),
        sides,
        () if lineup.running else absent(lineup, game, state),
        joining.hint(game.encounter),
        tuple((id, words) for id, (words, _) in POLICIES.items()),
        tuple((size, f"{size:,}") for size in SIZES),
        lineup.fights,
        lineup.luck,
        tuple(_house(each, lineup.house, state.house) for each in _tryable(game)),
        len(lineup.house),
        len(lineup.sides) < MOST_SIDES,
    )


def _side(lineup: Lineup, place: int, game: Game, state: CampaignState) -> SideView:
    side, sides = lineup.sides[place], len(lineup.sides)
    next = lineup.called((place + 1) % sides)
    return SideView(
        place,
        side.name,
        lineup.called(place),
        TONES[place],
        side.policy,
        POLICIES[side.policy][1],
        tuple((id, words, getattr(side, id)) for id, words in HABITS.items()),
        tuple(_fighter(each, next, game, state) for each in lineup.on(place)),
        sides > 2 and not lineup.on(place),
    )


def _fighter(each: Fighter, next: str, game: Game, state: CampaignState) -> FighterView:
    side: Side = "ours" if each.side == 0 else "theirs"
    picture = avatar(each.name, side, place=state.places.get(each.of, 0))
    return FighterView(
        each.key,
        each.name,
        _said(each.quick, game),
        picture,
        each.count,
        counted=each.kind == "quick" or not _is_one(each, state),
        stays=each.kind == "combatant",
        next=next,
    )


def _is_one(each: Fighter, state: CampaignState) -> bool:
    """Is there no other like them: somebody of the fight, a player's character?"""
    return each.kind == "combatant" or state.character(each.of).kind == "pc"


def _said(quick: Mapping[str, Any], game: Game) -> str:
    """What an entry says of each: `HP 7, Armour heavy`."""
    inputs = joining.adding(game.encounter) if game.encounter is not None else {}
    said = []
    for name, value in quick.items():
        declared = inputs.get(name)
        if declared is None or name.startswith("max_") or name.endswith("_max"):
            continue
        kind = declared.kind
        words = kind.choices.get(value, value) if isinstance(kind, OneOf) else field_text(value)
        said.append(declared.label if value is True else f"{declared.label} {words}")
    return ", ".join(said)


def _tryable(game: Game) -> list[Input]:
    """The house rules that one field can say."""
    return [each for each in game.house.values() if isinstance(each.kind, OneOf | YesNo | Whole)]


def _house(declared: Input, tried: Mapping[str, Any], agreed: Mapping[str, Any]) -> Control:
    """A house rule as it is tried, else as it is agreed."""
    made = control(declared)
    value = tried.get(declared.name, agreed.get(declared.name, declared.default))
    choices = (("true", "yes"), ("false", "no")) if made.widget == "yesno" else made.choices
    return replace(made, text=field_text(value), choices=choices)
