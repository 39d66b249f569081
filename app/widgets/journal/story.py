"""The journal as a story: by sessions and rounds, with a card where a fight ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.answers import played_again
from app.campaign.journal.entries import Entry
from app.campaign.state.state import CampaignState, Games
from app.widgets.fight.fights import FightSum
from app.widgets.journal.journal import Line
from app.widgets.journal.summary import Telling
from app.widgets.roll.results import Die, Roll, rolls

#: A table that was quiet for so long met anew: an evening that goes on past midnight is one.
APART = timedelta(hours=6)


#: An entry shows no more dice than this.
MOST_DICE = 10


@dataclass(frozen=True)
class Heading:
    """What a session or a round is headed with. at: when that session began; empty for a round."""

    id: str
    words: str
    at: str = ""


@dataclass(frozen=True)
class Shown:
    """An entry as it is shown: its line, its dice, and the fight that ends with it.

    continued: the entry below it is what it came of.
    """

    line: Line
    dice: tuple[Roll, ...] = ()
    fight: FightSum | None = None
    continued: bool = False

    @property
    def id(self) -> str:
        return self.line.id

    @property
    def few(self) -> tuple[Die, ...]:
        """As many of the dice as an entry has room for."""
        return self._all[:MOST_DICE]

    @property
    def more(self) -> int:
        """So many fell besides."""
        return len(self._all[MOST_DICE:])

    @property
    def _all(self) -> tuple[Die, ...]:
        return tuple(die for roll in self.dice for die in roll.dice)


Row = Heading | Shown


def story(
    lines: Sequence[Line],
    telling: Telling,
    fights: Mapping[str, FightSum],
    dice: Mapping[str, tuple[Roll, ...]],
) -> tuple[Row, ...]:
    """The rows of the journal, newest first.

    lines: newest first. fights: by the entry of their end. dice: of rolls, by their entry.
    """
    return tuple(_rows(lines, telling, fights, dice))


def _rows(
    lines: Sequence[Line],
    telling: Telling,
    fights: Mapping[str, FightSum],
    dice: Mapping[str, tuple[Roll, ...]],
) -> Iterator[Row]:
    starts, heading = sessions(lines), ""
    for place, line in enumerate(lines):
        first = place == 0
        if first or starts[place] != starts[place - 1]:
            start = lines[starts[place]]
            yield Heading(f"session-{start.id}", "", start.at)
            heading = ""
        told = telling.of(line.id).heading
        if told != heading:
            heading = told
            yield Heading(f"round-{_run(lines, place, starts, telling)}", told or "Before that")
        before = lines[place + 1] if place + 1 < len(lines) else None
        continued = before is not None and before.kind == "roll" and line.words == "Applied"
        yield Shown(line, dice.get(line.id, ()), fights.get(line.id), continued)


def _run(lines: Sequence[Line], place: int, starts: Sequence[int], telling: Telling) -> str:
    """The oldest entry below this heading: it stays the same while the round goes on."""
    heading, last = telling.of(lines[place].id).heading, place
    for at in range(place, len(lines)):
        if starts[at] != starts[place] or telling.of(lines[at].id).heading != heading:
            break
        last = at
    return lines[last].id


def sessions(lines: Sequence[Line]) -> list[int]:
    """For each line the place of the oldest of its session."""
    starts = [0] * len(lines)
    for place in reversed(range(len(lines))):
        older = place + 1
        is_later = older < len(lines) and apart(lines[older].at, lines[place].at)
        starts[place] = place if older == len(lines) or is_later else starts[older]
    return starts


def apart(before: str, after: str) -> bool:
    then, now = _time(before), _time(after)
    return then is not None and now is not None and now - then >= APART


def _time(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return None


def dice_of(entry: Entry, games: Games, shows_hidden: bool = False) -> tuple[Roll, ...]:
    """The dice of a roll as they fell; none of what was hidden, or cannot be read any more."""
    fact = entry.fact
    if not isinstance(fact, Rolled | Changed):
        return ()
    if getattr(fact, "hidden", False) and not shows_hidden:
        return ()
    play = played_again(fact.procedure, fact.inputs, fact.answers, games)
    return rolls(play.rolls) if play is not None else ()


def sifted(lines: Sequence[Line], person: str, kind: str) -> tuple[Line, ...]:
    """Those about this person and of this kind; of anybody and any where these are empty."""
    return tuple(
        line for line in lines if (not person or person in line.people) and kind in ("", line.kind)
    )


def persons(lines: Sequence[Line], names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """(id, name) of everybody whom these entries are about, by name."""
    there = {id for line in lines for id in line.people}
    return tuple(sorted(((id, names[id]) for id in there if id in names), key=lambda each: each[1]))


def players(state: CampaignState) -> Set[str]:
    """The ids of the players' characters."""
    return {each.id for each in state.characters if each.kind == "pc"}


def brief(names: Mapping[str, str]) -> dict[str, str]:
    """`Mara Quill` for `Mara Quill, scavenger`, where nobody else is called so."""
    short = {id: name.partition(",")[0].strip() or name for id, name in names.items()}
    alike = [*short.values()]
    return {id: name if alike.count(name) == 1 else names[id] for id, name in short.items()}
