"""Changes of a forecast's line-up by messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.campaign.state.state import CampaignState
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.games import Game
from app.forecast.records import MOST_OF_A_KIND
from app.update.messages.forecast import (
    CharacterLinedUp,
    FighterCounted,
    FighterLeft,
    FighterMoved,
    FightsChosen,
    HabitSwitched,
    HouseTried,
    LineLinedUp,
    LineupBegun,
    LineupMessage,
    PolicyChosen,
    SeedChosen,
    SideAdded,
    SideLeft,
    SideNamed,
)
from app.widgets.forecast.lineup import (
    HABITS,
    MOST_SIDES,
    POLICIES,
    SIZES,
    Fighter,
    Lineup,
    Side,
    absent,
    fresh,
    quick_fighters,
)

#: The longest name of a side, and the longest seed.
LONGEST = 40


def apply_change(
    lineup: Lineup, message: LineupMessage, game: Game, state: CampaignState
) -> Lineup:
    """Return the line-up after a message.

    Raises BadInput on `quick` or on a house rule.
    """
    match message:
        case LineupBegun(running):
            begun = fresh(game, state, running)
            return replace(begun, fights=lineup.fights, luck=lineup.luck, house=lineup.house)
        case CharacterLinedUp(character, side):
            free = dict(absent(lineup, state))
            if character not in free or side >= len(lineup.sides):
                return lineup
            name = free[character]
            return lineup.add(kind="character", name=name, side=side, of=character)
        case LineLinedUp(line, side):
            for each in quick_fighters(game, line, side) if side < len(lineup.sides) else ():
                lineup = _join(lineup, each)
            return lineup
        case FighterCounted(key, by):
            return _change_fighter(lineup, key, lambda each: _change_count(each, by))
        case FighterMoved(key):
            sides = len(lineup.sides)
            return _change_fighter(
                lineup, key, lambda each: replace(each, side=(each.side + 1) % sides)
            )
        case FighterLeft(key):
            remaining = tuple(fighter for fighter in lineup.fighters if fighter.key != key)
            return replace(lineup, fighters=remaining)
        case FightsChosen(fights):
            return replace(lineup, fights=fights) if fights in SIZES else lineup
        case SeedChosen(luck):
            return replace(lineup, luck=luck.strip()[:LONGEST])
        case HouseTried(name, text):
            return _try_house_rule(lineup, name, text, game, state)
    return _change_sides(lineup, message)


def _change_sides(
    lineup: Lineup, message: SideNamed | PolicyChosen | HabitSwitched | SideAdded | SideLeft
) -> Lineup:
    sides = list(lineup.sides)
    match message:
        case SideNamed(side, name) if side < len(sides):
            sides[side] = replace(sides[side], name=name.strip()[:LONGEST])
        case PolicyChosen(side, policy) if side < len(sides) and policy in POLICIES:
            sides[side] = replace(sides[side], policy=policy)
        case HabitSwitched(side, habit) if side < len(sides) and habit in HABITS:
            turned: dict[str, Any] = {habit: not getattr(sides[side], habit)}
            sides[side] = replace(sides[side], **turned)
        case SideAdded() if len(sides) < MOST_SIDES:
            sides.append(Side())
        case SideLeft(side) if len(sides) > 2 and side < len(sides) and not lineup.on(side):
            del sides[side]
            below = lineup.fighters
            moved = (replace(each, side=each.side - (each.side > side)) for each in below)
            return replace(lineup, sides=tuple(sides), fighters=tuple(moved))
    return replace(lineup, sides=tuple(sides))


def _change_fighter(lineup: Lineup, key: str, change: Callable[[Fighter], Fighter]) -> Lineup:
    fighters = tuple(
        change(fighter) if fighter.key == key else fighter for fighter in lineup.fighters
    )
    return replace(lineup, fighters=fighters)


def _change_count(each: Fighter, by: int) -> Fighter:
    most = 1 if each.kind == "combatant" else MOST_OF_A_KIND
    return replace(each, count=min(max(each.count + by, 1), most))


def _join(lineup: Lineup, new: Mapping[str, Any]) -> Lineup:
    """Add a kind of fighter, or raise the count of an equal one."""
    for fighter in lineup.fighters:
        if Fighter(fighter.key, **{**new, "count": fighter.count}) == fighter:
            return _change_fighter(
                lineup, fighter.key, lambda one: _change_count(one, new["count"])
            )
    return lineup.add(**new)


def _try_house_rule(
    lineup: Lineup, name: str, text: str, game: Game, state: CampaignState
) -> Lineup:
    """Return the line-up with a house rule tried; one equal to the campaign's is dropped."""
    declared = game.house.get(name)
    if declared is None:
        return lineup
    house = {each: value for each, value in lineup.house.items() if each != name}
    if text:
        try:
            value = plain(declared.check(declared.kind.parse(text)))
        except BadInput as fault:
            raise BadInput(name, fault.message) from None
        if value != plain(state.house.get(name, declared.default)):
            house[name] = value
    return replace(lineup, house=house)
