"""The journal as a story: by sessions and rounds, with a card at the end of a fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.answers import replay_answers
from app.campaign.journal.entries import Entry
from app.campaign.state.state import CampaignState, Games
from app.widgets.fight.journal.fights import FightSum
from app.widgets.journal.journal import JournalLine
from app.widgets.journal.summary import Telling
from app.widgets.roll.result.results import Die, Roll, rolls

#: A pause that separates two sessions; a session may go past midnight.
APART = timedelta(hours=6)


#: Most dice shown for an entry.
MOST_DICE = 10


@dataclass(frozen=True)
class Heading:
    """The heading of a session or a round. at: the session's start; empty for a round."""

    id: str
    words: str
    at: str = ""


@dataclass(frozen=True)
class Shown:
    """An entry with its dice and the fight that ends with it.

    continued: whether it results from the entry below it. can_undo: whether this device may.
    """

    line: JournalLine
    dice: tuple[Roll, ...] = ()
    fight: FightSum | None = None
    continued: bool = False
    can_undo: bool = False

    @property
    def id(self) -> str:
        """Return the entry's id."""
        return self.line.id

    @property
    def few(self) -> tuple[Die, ...]:
        """Return the dice that fit into the entry."""
        return self._all[:MOST_DICE]

    @property
    def more(self) -> int:
        """Return the number of dice not shown."""
        return len(self._all[MOST_DICE:])

    @property
    def _all(self) -> tuple[Die, ...]:
        return tuple(die for roll in self.dice for die in roll.dice)


Row = Heading | Shown


def story(
    lines: Sequence[JournalLine],
    telling: Telling,
    fights: Mapping[str, FightSum],
    dice: Mapping[str, tuple[Roll, ...]],
    by: str | None = None,
) -> tuple[Row, ...]:
    """Return the rows of the journal, newest first.

    lines: newest first. fights: by the id of the entry of their end. dice: of rolls, by entry id.
    by: the one seat with entries to undo, None for all seats.
    """
    return tuple(_rows(lines, telling, fights, dice, by))


def _rows(
    lines: Sequence[JournalLine],
    telling: Telling,
    fights: Mapping[str, FightSum],
    dice: Mapping[str, tuple[Roll, ...]],
    by: str | None,
) -> Iterator[Row]:
    starts, heading = sessions(lines), ""
    for index, line in enumerate(lines):
        first = index == 0
        if first or starts[index] != starts[index - 1]:
            start = lines[starts[index]]
            yield Heading(f"session-{start.id}", "", start.at)
            heading = ""
        round_heading = telling.of(line.id).heading
        if round_heading != heading:
            heading = round_heading
            yield Heading(
                f"round-{_run(lines, index, starts, telling)}", round_heading or "Earlier"
            )
        before = lines[index + 1] if index + 1 < len(lines) else None
        continued = before is not None and before.kind == "roll" and line.words == "Applied"
        shown_dice = () if line.concealed else dice.get(line.id, ())
        can_undo = not line.undone and by in (None, line.by)
        yield Shown(line, shown_dice, fights.get(line.id), continued, can_undo)


def _run(lines: Sequence[JournalLine], index: int, starts: Sequence[int], telling: Telling) -> str:
    """Return the id of the oldest entry below this heading, stable while the round goes on."""
    heading, last = telling.of(lines[index].id).heading, index
    for position in range(index, len(lines)):
        if starts[position] != starts[index] or telling.of(lines[position].id).heading != heading:
            break
        last = position
    return lines[last].id


def sessions(lines: Sequence[JournalLine]) -> list[int]:
    """Return, for each line, the index of the oldest line of its session."""
    starts = [0] * len(lines)
    for index in reversed(range(len(lines))):
        older = index + 1
        is_later = older < len(lines) and apart(lines[older].at, lines[index].at)
        starts[index] = index if older == len(lines) or is_later else starts[older]
    return starts


def apart(before: str, after: str) -> bool:
    """Tell whether two times belong to different sessions."""
    then, now = _time(before), _time(after)
    return then is not None and now is not None and now - then >= APART


def _time(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return None


def dice_of(entry: Entry, games: Games, shows_hidden: bool = False) -> tuple[Roll, ...]:
    """Return a roll's dice; none of a hidden roll, or one that cannot be replayed."""
    fact = entry.fact
    if not isinstance(fact, Rolled | Changed):
        return ()
    if getattr(fact, "hidden", False) and not shows_hidden:
        return ()
    play = replay_answers(fact.procedure, fact.inputs, fact.answers, games)
    return rolls(play.rolls) if play is not None else ()


def filter_lines(
    lines: Sequence[JournalLine], person: str, kind: str, text: str = ""
) -> tuple[JournalLine, ...]:
    """Filter lines by person, kind and words; an empty filter accepts all."""
    wanted = text.casefold().split()
    return tuple(
        line
        for line in lines
        if (not person or person in line.people)
        and kind in ("", line.kind)
        and all(word in _words(line) for word in wanted)
    )


def _words(line: JournalLine) -> str:
    return " ".join((line.words, line.who, line.what, *line.moved)).casefold()


def persons(lines: Sequence[JournalLine], names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return (id, name) of all characters and combatants in these entries, by name."""
    ids = {id for line in lines for id in line.people}
    return tuple(sorted(((id, names[id]) for id in ids if id in names), key=lambda each: each[1]))


def players(state: CampaignState) -> Set[str]:
    """Return the ids of the players' characters."""
    return {character.id for character in state.characters if character.kind == "pc"}
