"""Who fights whom in a forecast: the sides, how they fight, and the record that is played.

A line-up goes on from the running encounter, or is put together from sheets and quick entries. It
is a wish of this device, kept as JSON (`as_record`, `lineup_from`); whom the campaign no longer
has is left out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from app.campaign.state.state import CampaignState
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.games import Game
from app.forecast.policies import ATTACKS
from app.forecast.records import MOST_OF_A_KIND, ROUNDS
from app.widgets.fight import joining
from app.widgets.fight.board import Person, board_view

#: So many fights are played, as one likes.
SIZES = (200, 1_000, 5_000)

#: So many sides have room on the screen.
MOST_SIDES = 4

#: Whom a side attacks: its name, and what that is in a sentence.
POLICIES: Mapping[str, tuple[str, str]] = {
    id: (name, ATTACKS[id])
    for id, name in {
        "nearest": "Whoever is opposite",
        "weakest": "The weakest",
        "strongest": "The strongest",
    }.items()
}

#: What else a side does or leaves.
HABITS: Mapping[str, str] = {
    "defend": "Defends when hurt",
    "spend": "Spends points to save a roll",
}

#: What sides are called as long as nobody says otherwise.
CALLED = ("Players", "Foes", "Third side", "Fourth side")


@dataclass(frozen=True)
class Side:
    """name: as it was written, empty as long as it follows from who stands there. policy: whom they
    attack. defend: does whoever has half left or less defend? spend: do they spend points where
    that turns a failure?
    """

    name: str = ""
    policy: str = "nearest"
    defend: bool = False
    spend: bool = False


@dataclass(frozen=True)
class Fighter:
    """Somebody on a side, or several of a kind.

    key: unlike all others of the line-up. kind: a character of the campaign, a combatant of the
    running encounter, or a quick entry. of: the id of the character or combatant. side: from 0.
    quick: what the entry says of each. group: what they are called together.
    """

    key: str
    kind: Literal["character", "combatant", "quick"]
    name: str
    side: int
    of: str = ""
    count: int = 1
    quick: Mapping[str, Any] = field(default_factory=dict)
    group: str = ""


@dataclass(frozen=True)
class Lineup:
    """running: does it go on from the running encounter? house: the house rules that are other
    than the campaign's. luck: the word by which the same fights come again, empty for new ones.
    last: the key that was given last.
    """

    running: bool = False
    sides: tuple[Side, ...] = (Side(), Side())
    fighters: tuple[Fighter, ...] = ()
    fights: int = SIZES[0]
    luck: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    last: int = 0

    def on(self, side: int) -> tuple[Fighter, ...]:
        """Those of a side."""
        return tuple(each for each in self.fighters if each.side == side)

    def called(self, side: int) -> str:
        """What a side is called: as somebody wrote it, else by who stands there."""
        there = self.on(side)
        groups = {each.group for each in there}
        if self.sides[side].name:
            return self.sides[side].name
        if len(there) == 1 and there[0].count == 1:
            return there[0].name.partition(",")[0].strip() or there[0].name
        only = groups.pop() if len(groups) == 1 else ""
        return only or CALLED[side]

    def added(self, **fighter: Any) -> Lineup:
        """With one more at the end of those of a side; no key is given twice."""
        new = Fighter(str(self.last + 1), **fighter)
        return replace(self, fighters=(*self.fighters, new), last=self.last + 1)


# --- where it begins ---


def fresh(game: Game, state: CampaignState, running: bool | None = None) -> Lineup:
    """A line-up as the campaign suggests it: whoever fights, else all player characters.

    running: from the running encounter or not; None: from one if there is one.
    """
    people = there(game, state)
    if running if running is not None else bool(people):
        return _of_encounter(people)
    lineup = Lineup()
    for each in state.characters:
        if each.kind == "pc" and not each.archived:
            name = each.name or "Nameless"
            lineup = lineup.added(kind="character", name=name, side=0, of=each.id)
    return lineup


def there(game: Game, state: CampaignState) -> tuple[Person, ...]:
    """Whoever is in the running encounter."""
    if game.encounter is None or state.encounter is None:
        return ()
    return board_view(game, state).people


def _of_encounter(people: Iterable[Person]) -> Lineup:
    lineup = Lineup(running=True)
    for each in people:
        lineup = lineup.added(**_combatant(each))
    return lineup


def _combatant(each: Person) -> dict[str, Any]:
    side = 0 if each.picture.side == "ours" else 1
    return {
        "kind": "combatant",
        "name": each.name,
        "side": side,
        "of": each.id,
        "group": each.group,
    }


def standing(lineup: Lineup, game: Game, state: CampaignState) -> Lineup:
    """The line-up as the campaign can mean it now: without those who are gone, with those who came
    into the encounter since, and by the names that they have now."""
    people = {each.id: each for each in there(game, state)}
    if lineup.running and not people:
        return fresh(game, state, running=False)
    kept = []
    for each in lineup.fighters:
        if each.kind == "combatant":
            if lineup.running and each.of in people:
                kept.append(replace(each, name=people[each.of].name))
        elif each.kind == "quick":
            kept.append(each)
        elif state.has_character(each.of) and each.of not in (people if lineup.running else ()):
            kept.append(replace(each, name=state.character(each.of).name or "Nameless"))
    found = replace(lineup, fighters=tuple(kept))
    known = {each.of for each in kept if each.kind == "combatant"}
    for id, person in people.items() if lineup.running else ():
        if id not in known:
            found = found.added(**_combatant(person))
    return found if found != lineup else lineup


def absent(lineup: Lineup, game: Game, state: CampaignState) -> tuple[tuple[str, str], ...]:
    """(id, name) of the characters that could be put on a side."""
    taken = {each.of for each in lineup.fighters}
    return tuple(
        (each.id, each.name or "Nameless")
        for each in state.characters
        if not each.archived and each.id not in taken
    )


# --- quick entries ---


def quick_fighters(game: Game, line: str, side: int) -> list[dict[str, Any]]:
    """What a line such as `3 raiders, HP 7` adds to a side. Raises BadInput on `quick`."""
    assert game.encounter is not None
    return [_fighters(kind, side) for kind in joining.kinds(game.encounter, line)]


def quick_preview(game: Game, line: str) -> str:
    """Say whom a line would add; empty where it is not understood."""
    assert game.encounter is not None
    if not line.strip():
        return ""
    try:
        entry = joining.quick(game.encounter, line, {})
    except BadInput:
        return ""
    return joining.preview(entry, game.encounter, {})


def _fighters(kind: joining.Kind, side: int) -> dict[str, Any]:
    group = str(kind.inputs.get("group", "")) or kind.group[:40]
    said = {name: each for name, each in kind.inputs.items() if name not in ("group", "side")}
    return {
        "kind": "quick",
        "name": kind.name,
        "side": side,
        "count": kind.count,
        "quick": plain(said),
        "group": group if kind.count > 1 else "",
    }


# --- as JSON ---


def as_record(lineup: Lineup) -> dict[str, Any]:
    """To be kept on this device."""
    record: dict[str, Any] = plain(asdict(lineup))
    return record


def lineup_from(record: Any) -> Lineup | None:
    """The line-up that such a record says; None where it says none."""
    try:
        sides = tuple(_side(each) for each in record["sides"])
        fighters = tuple(_fighter(each, len(sides)) for each in record["fighters"])
        house = {_text(name): value for name, value in record["house"].items()}
        fights = record["fights"] if record["fights"] in SIZES else SIZES[0]
        running, luck = record["running"] is True, _text(record["luck"])
        last = max([int(record["last"]), *(int(each.key) for each in fighters)])
        made = Lineup(running, sides, fighters, fights, luck, house, last)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None
    keys = {each.key for each in made.fighters}
    fits = 2 <= len(sides) <= MOST_SIDES and len(keys) == len(made.fighters)
    return made if fits else None


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise ValueError("no such text")
    return value


def _side(record: Mapping[str, Any]) -> Side:
    policy = record["policy"] if record["policy"] in POLICIES else next(iter(POLICIES))
    return Side(_text(record["name"]), policy, record["defend"] is True, record["spend"] is True)


def _fighter(record: Mapping[str, Any], sides: int) -> Fighter:
    kind, side, count = record["kind"], record["side"], record["count"]
    if kind not in ("character", "combatant", "quick") or not isinstance(record["quick"], dict):
        raise ValueError("no such fighter")
    if side not in range(sides) or count not in range(1, MOST_OF_A_KIND + 1):
        raise ValueError("no such side, or no such number")
    texts = {name: _text(record[name]) for name in ("key", "name", "of", "group")}
    return Fighter(
        kind=kind, side=int(side), count=int(count), quick=dict(record["quick"]), **texts
    )


# --- what is played ---


def why_not(lineup: Lineup) -> str:
    """What keeps these from fighting, empty if nothing does."""
    for place, side in enumerate(lineup.sides):
        if not lineup.on(place):
            called = side.name or f"Side {place + 1}"
            return f"{called}: put somebody on this side."
    return ""


def fight_record(lineup: Lineup, game: Game, state: CampaignState) -> dict[str, Any]:
    """The fight as `app.forecast` reads it. Raises BadInput on `sides` where a side is empty."""
    if said := why_not(lineup):
        raise BadInput("sides", said)
    record: dict[str, Any] = {
        "game": game.id,
        "house": {**state.house, **lineup.house},
        "rounds": ROUNDS,
        "sides": [
            {
                "name": lineup.called(place),
                "policy": side.policy,
                "defend": side.defend,
                "spend": side.spend,
                "combatants": [_combatant_record(each, state) for each in lineup.on(place)],
            }
            for place, side in enumerate(lineup.sides)
        ],
    }
    if lineup.running:
        record["encounter"] = state.encounter
        record["characters"] = {each.id: dict(each.data) for each in state.characters}
        record["scene"] = dict(state.scene)
        record["due"] = [dict(each) for each in state.due]
    return record


def _combatant_record(each: Fighter, state: CampaignState) -> dict[str, Any]:
    match each.kind:
        case "combatant":
            return {"name": each.name, "id": each.of}
        case "character":
            data = state.character(each.of).data
            return {"name": each.name, "sheet": dict(data), "count": each.count}
        case _:
            return {"name": each.name, "quick": dict(each.quick), "count": each.count}
