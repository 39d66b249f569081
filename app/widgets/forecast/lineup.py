"""The line-up of a forecast: sides, their policies, and the record for `app.forecast`.

A line-up continues the running encounter, or is put together from sheets and quick entries. It is
stored on this device as JSON (`as_record`, `lineup_from`); characters that the campaign no longer
has are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from app.campaign.state.characters import LONGEST_NAME, short_name
from app.campaign.state.state import NAMELESS, CampaignState
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.forecast.policies import ATTACKS
from app.forecast.records import MOST_OF_A_KIND, ROUNDS
from app.widgets.fight.board.board import Person, board_view
from app.widgets.fight.joining import joining
from app.widgets.fight.joining.parse_line import Kind, kinds

#: Numbers of fights to choose from.
SIZES = (200, 1_000, 5_000)

#: Most sides that fit on the screen.
MOST_SIDES = 4

#: Target policies of a side: (label, words within a sentence).
POLICIES: Mapping[str, tuple[str, str]] = {
    id: (name, ATTACKS[id])
    for id, name in {
        "nearest": "Nearest",
        "weakest": "Weakest",
        "strongest": "Strongest",
    }.items()
}

#: Optional habits of a side.
HABITS: Mapping[str, str] = {
    "defend": "Defend when hurt",
    "spend": "Spend points on failed rolls",
}

#: Default names of the sides.
CALLED = ("Players", "Foes", "Third side", "Fourth side")


@dataclass(frozen=True)
class Side:
    """A side of a forecast."""

    #: The entered name; empty to derive it from the fighters.
    name: str = ""
    #: The target policy, a key of `POLICIES`.
    policy: str = "nearest"
    #: Whether fighters at half health or less defend.
    defend: bool = False
    #: Whether fighters spend points that turn a failure.
    spend: bool = False


@dataclass(frozen=True)
class Fighter:
    """One or several alike fighters on a side."""

    #: Unique within the line-up.
    key: str
    #: A campaign character, a combatant of the running encounter, or a quick entry.
    kind: Literal["character", "combatant", "quick"]
    name: str
    #: Index from 0.
    side: int
    #: The id of the character or combatant.
    of: str = ""
    count: int = 1
    #: The inputs of a quick entry, for each of them.
    quick: Mapping[str, object] = field(default_factory=dict)
    #: Their name as a group.
    group: str = ""


@dataclass(frozen=True)
class Lineup:
    """The line-up of a forecast."""

    #: Whether it continues the running encounter.
    running: bool = False
    sides: tuple[Side, ...] = (Side(), Side())
    fighters: tuple[Fighter, ...] = ()
    fights: int = SIZES[0]
    #: The seed word that repeats the same fights; empty for new ones.
    luck: str = ""
    #: House rules that differ from the campaign's.
    house: Values = field(default_factory=dict)
    #: The key assigned last.
    last: int = 0

    def on(self, side: int) -> tuple[Fighter, ...]:
        """Return the fighters of a side."""
        return tuple(fighter for fighter in self.fighters if fighter.side == side)

    def side_name(self, side: int) -> str:
        """Return a side's name: entered, else derived from its fighters."""
        fighters = self.on(side)
        groups = {fighter.group for fighter in fighters}
        if self.sides[side].name:
            return self.sides[side].name
        if len(fighters) == 1 and fighters[0].count == 1:
            return short_name(fighters[0].name)
        only = groups.pop() if len(groups) == 1 else ""
        return only or CALLED[side]

    def add(self, **fighter: Any) -> Lineup:
        """Return the line-up with one more fighter; keys are never reused."""
        new = Fighter(str(self.last + 1), **fighter)
        return replace(self, fighters=(*self.fighters, new), last=self.last + 1)


# --- initial line-up ---


def fresh(game: Game, state: CampaignState, running: bool | None = None) -> Lineup:
    """Return the suggested line-up: the encounter's combatants, else all living player characters.

    running: whether to use the running encounter; None: if there is one.
    """
    people = there(game, state)
    if running if running is not None else bool(people):
        return _of_encounter(people)
    lineup = Lineup()
    for character in state.living_players(game):
        name = character.name or NAMELESS
        lineup = lineup.add(kind="character", name=name, side=0, of=character.id)
    return lineup


def there(game: Game, state: CampaignState) -> tuple[Person, ...]:
    """Return the combatants of the running encounter."""
    if game.encounter is None or state.encounter is None:
        return ()
    return board_view(game, state).people


def _of_encounter(people: Iterable[Person]) -> Lineup:
    people = tuple(people)
    lineup = Lineup(running=True)
    for person in people:
        lineup = lineup.add(**_combatant(person, people))
    return lineup


def _combatant(person: Person, people: Iterable[Person]) -> dict[str, object]:
    """Return a combatant as a fighter: with the player characters, or on the other side.

    Without a character of its own it fights for the side that the encounter states.
    """
    ours = next((person.fights_for for person in people if person.picture.side == "ours"), None)
    is_ours = person.picture.side == "ours" or (not person.href and person.fights_for == ours)
    side = 0 if is_ours else 1
    return {
        "kind": "combatant",
        "name": person.name,
        "side": side,
        "of": person.id,
        "group": person.group,
    }


def update_lineup(lineup: Lineup, game: Game, state: CampaignState) -> Lineup:
    """Update a line-up to the campaign: drop missing fighters, add new combatants, rename."""
    people = {fighter.id: fighter for fighter in there(game, state)}
    if lineup.running and not people:
        return fresh(game, state, running=False)
    remaining = []
    for fighter in lineup.fighters:
        if fighter.kind == "combatant":
            if lineup.running and fighter.of in people:
                remaining.append(replace(fighter, name=people[fighter.of].name))
        elif fighter.kind == "quick":
            remaining.append(fighter)
        elif state.has_character(fighter.of) and fighter.of not in (
            people if lineup.running else ()
        ):
            remaining.append(replace(fighter, name=state.character(fighter.of).name or NAMELESS))
    updated = replace(lineup, fighters=tuple(remaining))
    known_ids = {fighter.of for fighter in remaining if fighter.kind == "combatant"}
    for id, person in people.items() if lineup.running else ():
        if id not in known_ids:
            updated = updated.add(**_combatant(person, people.values()))
    return updated if updated != lineup else lineup


def absent(lineup: Lineup, state: CampaignState) -> tuple[tuple[str, str], ...]:
    """Return (id, name) of the characters that can be added to a side."""
    taken = {fighter.of for fighter in lineup.fighters}
    return tuple(
        (character.id, character.name or NAMELESS)
        for character in state.characters
        if not character.archived and character.id not in taken
    )


# --- quick entries ---


def quick_fighters(game: Game, line: str, side: int) -> list[dict[str, object]]:
    """Parse the fighters of a line such as `3 raiders, HP 7`; BadInput on `quick`."""
    assert game.encounter is not None
    return [_fighters(kind, side) for kind in kinds(game.encounter, line)]


def quick_preview(game: Game, line: str) -> str:
    """Describe the fighters that a line would add; empty where it is not understood."""
    assert game.encounter is not None
    if not line.strip():
        return ""
    try:
        entry = joining.quick(game.encounter, line, {})
    except BadInput:
        return ""
    return joining.preview(entry, game.encounter, {})


def _fighters(kind: Kind, side: int) -> dict[str, object]:
    group = str(kind.inputs.get("group", "")) or kind.group[:40]
    inputs = {name: each for name, each in kind.inputs.items() if name not in ("group", "side")}
    return {
        "kind": "quick",
        "name": kind.name,
        "side": side,
        "count": kind.count,
        "quick": plain(inputs),
        "group": group if kind.count > 1 else "",
    }


# --- as JSON ---


def as_record(lineup: Lineup) -> dict[str, object]:
    """Return the line-up as a JSON record."""
    record: dict[str, object] = plain(asdict(lineup))
    return record


def lineup_from(record: Any) -> Lineup | None:
    """Decode a stored line-up; None where the record is invalid."""
    try:
        sides = tuple(_side(side) for side in record["sides"])
        fighters = tuple(_fighter(fighter, len(sides)) for fighter in record["fighters"])
        house = {_text(name): value for name, value in record["house"].items()}
        fights = record["fights"] if record["fights"] in SIZES else SIZES[0]
        running, luck = record["running"] is True, _text(record["luck"])
        last = max([int(record["last"]), *(int(fighter.key) for fighter in fighters)])
        lineup = Lineup(running, sides, fighters, fights, luck, house, last)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None
    keys = {fighter.key for fighter in lineup.fighters}
    fits = 2 <= len(sides) <= MOST_SIDES and len(keys) == len(lineup.fighters)
    return lineup if fits else None


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise ValueError("no such text")
    return value


def _side(record: Values) -> Side:
    policy = record["policy"] if record["policy"] in POLICIES else next(iter(POLICIES))
    return Side(_text(record["name"]), policy, record["defend"] is True, record["spend"] is True)


def _fighter(record: Values, sides: int) -> Fighter:
    kind, side, count = record["kind"], record["side"], record["count"]
    if kind not in ("character", "combatant", "quick") or not isinstance(record["quick"], dict):
        raise ValueError("no such fighter")
    if side not in range(sides) or count not in range(1, MOST_OF_A_KIND + 1):
        raise ValueError("no such side, or no such number")
    texts = {name: _text(record[name]) for name in ("key", "name", "of", "group")}
    return Fighter(
        kind=kind, side=int(side), count=int(count), quick=dict(record["quick"]), **texts
    )


# --- the fight record ---


def why_not(lineup: Lineup) -> str:
    """Return the reason why the fight cannot start, empty if it can."""
    for index, side in enumerate(lineup.sides):
        if not lineup.on(index):
            name = side.name or f"Side {index + 1}"
            return f"{name}: add combatants."
    return ""


def fight_record(lineup: Lineup, game: Game, state: CampaignState) -> dict[str, Any]:
    """Return the fight as `app.forecast` reads it. Raises BadInput on an empty side (`sides`)."""
    if reason := why_not(lineup):
        raise BadInput("sides", reason)
    record: dict[str, object] = {
        "game": game.id,
        "house": {**state.house, **lineup.house},
        "rounds": ROUNDS,
        "sides": [
            {
                "name": _called(lineup.side_name(index)),
                "policy": side.policy,
                "defend": side.defend,
                "spend": side.spend,
                "combatants": [_combatant_record(each, state) for each in lineup.on(index)],
            }
            for index, side in enumerate(lineup.sides)
        ],
    }
    if lineup.running:
        record["encounter"] = state.encounter
        record["characters"] = {
            character.id: {
                "name": character.name,
                "kind": character.kind,
                "data": dict(character.data),
            }
            for character in state.characters
        }
        record["scene"] = dict(state.scene)
        record["due"] = [dict(each) for each in state.due]
    return record


def _combatant_record(fighter: Fighter, state: CampaignState) -> dict[str, object]:
    name = _called(fighter.name)
    match fighter.kind:
        case "combatant":
            return {"name": name, "id": fighter.of}
        case "character":
            of = state.character(fighter.of)
            return {"name": name, "sheet": dict(of.data), "kind": of.kind, "count": fighter.count}
        case _:
            return {"name": name, "quick": dict(fighter.quick), "count": fighter.count}


def _called(name: str) -> str:
    """Return a name as a forecast takes it: a file may hold a longer or blank one."""
    return name.strip()[:LONGEST_NAME] or NAMELESS
