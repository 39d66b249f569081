"""A sheet in lines, like a good printed one: each line rolls its own values.

The game's form says which list or heading holds attacks, skills and the rest. A roll belongs to the
line of its place, the usual roll first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from app.core.games import Game
from app.core.procedures.kinds import Whole
from app.core.sheets import Field, ListField, Rollable, Sheet, SheetForm
from app.widgets.roll.result.results import Follow, follow
from app.widgets.sheet.sheet_words import RowView, field_words

Sort = Literal["attacks", "skills", "figures", "list"]

#: Fewer letters than this beside a skill are only its numbers.
WORTH_SAYING = 12

#: Titles with at most this many rolls share a heading.
FEW = 3


@dataclass(frozen=True)
class SheetLine:
    """A line: label, words, rating, and the roll of a tap."""

    label: str
    words: str = ""
    rating: str = ""
    main: Follow | None = None
    #: Other ways of rolling it: (short name, roll).
    others: tuple[tuple[str, Follow], ...] = ()
    #: Whether it was learnt.
    trained: bool = True
    #: Its record, if it is one.
    row: RowView | None = None


@dataclass(frozen=True)
class Group:
    """Lines under a heading. id: of the list, if it is one. switch: the label of its toggle."""

    id: str
    heading: str
    sort: Sort
    lines: tuple[SheetLine, ...]
    switch: str = ""

    @property
    def trained(self) -> tuple[SheetLine, ...]:
        """Return the learnt lines; all lines where none is learnt."""
        if self.sort != "skills":
            return self.lines
        return tuple(line for line in self.lines if line.trained) or self.lines

    @property
    def untrained(self) -> tuple[SheetLine, ...]:
        """Return the lines that were not learnt."""
        learnt = self.trained
        return tuple(line for line in self.lines if line not in learnt)

    @property
    def looked_at(self) -> Group:
        """Return the group for a spectator, without rolls."""
        lines = tuple(replace(line, main=None, others=()) for line in self.lines)
        return replace(self, lines=lines, switch="")


@dataclass
class _Rolls:
    """The rolls of one place: the usual one, and its other ways."""

    main: Rollable
    others: list[Rollable] = field(default_factory=list)

    def takes(self, roll: Rollable) -> bool:
        return roll.label in self.main.label or self.main.label in roll.label


class Lines:
    """The lines of one sheet."""

    def __init__(self, game: Game, sheet: Sheet) -> None:
        assert game.sheet is not None
        self._game, self._form, self._sheet = game, game.sheet, sheet
        self._places: dict[str, _Rolls] = {}
        self._rest: list[Rollable] = []
        for roll in game.sheet.rolls(sheet):
            self._take(roll)

    def _take(self, roll: Rollable) -> None:
        existing = self._places.get(roll.place)
        if existing is not None and existing.takes(roll):
            existing.others.append(roll)
        elif existing is None and self._stands(roll):
            self._places[roll.place] = _Rolls(roll)
        else:
            self._rest.append(roll)

    def _stands(self, roll: Rollable) -> bool:
        """Tell whether a roll belongs to the value at its place, not only depends on it."""
        id, slash, _ = roll.place.partition("/")
        declared = self._form.by_id.get(id)
        if slash:
            return isinstance(declared, ListField)
        return isinstance(declared, Field) and roll.label.startswith(declared.label)

    # --- lists ---

    def group(self, declared: ListField, rows: Sequence[RowView], switch: str) -> Group:
        """Return a list as lines. rows: its records."""
        form = self._form
        sort: Sort = "list"
        if declared.id in form.attacks:
            sort = "attacks"
        elif declared.id in form.skills:
            sort = "skills"
        lines = tuple(self._of_record(declared, row) for row in rows)
        return Group(declared.id, declared.label, sort, lines, switch)

    def _of_record(self, declared: ListField, row: RowView) -> SheetLine:
        record = self._sheet[declared.id][row.place]
        trained = not any(dict(record) == dict(each) for each in declared.default)
        name = str(record.get(declared.of[0].id, ""))
        details = _without(row.words, name) if name and row.words.startswith(name) else row.words
        rolls = self._places.get(f"{declared.id}/{row.place}")
        if rolls is None:
            label = name if name and details != row.words else row.words
            return SheetLine(label, details if label != row.words else "", trained=trained, row=row)
        if not name or name not in rolls.main.label:
            others = tuple((each.label, self._follow(each)) for each in (rolls.main, *rolls.others))
            return SheetLine(row.words, others=others, trained=trained, row=row)
        verb = _without(rolls.main.label, name)
        if declared.id in self._form.skills and len(details) < WORTH_SAYING:
            details = ""  # the rating shows it
        words = " · ".join(each for each in (verb, details) if each)
        return self._line(name, words, rolls, trained, row)

    # --- headings of fields ---

    def fields(self, heading: str, fields: Sequence[Field]) -> Group | None:
        """Return fields as lines, or as a row of figures; None where each is listed by itself."""
        if heading in self._form.skills:
            lines = tuple(map(self._of_field, fields))
            return Group("", heading, "skills", lines)
        tracked = {track.id for track in self._form.tracks}
        if all(isinstance(field.kind, Whole) and field.id not in tracked for field in fields):
            return Group("", heading, "figures", tuple(map(self._of_field, fields)))
        return None

    def _of_field(self, declared: Field) -> SheetLine:
        value = self._sheet[declared.id]
        rolls = self._places.get(declared.id)
        if rolls is None:
            return SheetLine(declared.label, rating=field_words(value))
        line = self._line(rolls.main.label, "", rolls, value != 0, None)
        return line if line.rating else SheetLine(
            line.label, "", field_words(value), line.main, line.others, line.trained
        )  # fmt: skip

    # --- everything else ---

    def rest(self, shown: Collection[str]) -> tuple[tuple[str, tuple[Follow, ...]], ...]:
        """Return the other rolls by title, with titles of few rolls combined.

        shown: the ids of the fields and lists with lines.
        """
        missed = [
            roll
            for place, rolls in self._places.items()
            if place.partition("/")[0] not in shown
            for roll in (rolls.main, *rolls.others)
        ]
        titled: dict[str, list[Follow]] = {}
        for roll in (*self._rest, *missed):
            title = self._game.procedures[roll.procedure].title
            titled.setdefault(title, []).append(self._follow(roll))
        few = [roll for rolls in titled.values() if len(rolls) <= FEW for roll in rolls]
        many = ((title, tuple(rolls)) for title, rolls in titled.items() if len(rolls) > FEW)
        return (*((("Other rolls", tuple(few)),) if few else ()), *many)

    def _line(
        self, label: str, words: str, rolls: _Rolls, trained: bool, row: RowView | None
    ) -> SheetLine:
        main = self._follow(rolls.main)
        others = tuple((self._short(other, label), self._follow(other)) for other in rolls.others)
        return SheetLine(label, words, main.rating, main, others, trained, row)

    def _short(self, roll: Rollable, label: str) -> str:
        """Return the short name of another way of rolling: `damage`, `take 10`."""
        short = _without(roll.label, label)
        if short == roll.label:
            short = "" if roll.label in label else roll.label
        return short or self._game.procedures[roll.procedure].title.lower()

    def _follow(self, roll: Rollable) -> Follow:
        return follow(roll, self._form.rating(roll))


def _without(words: str, name: str) -> str:
    """Remove a name from words: `Help with Sneak` -> `Help`, `Sneak, quick` -> `quick`."""
    remaining = words.replace(name, "", 1).replace(": ,", ":").strip(" ,:;·")
    return re.sub(r" (?:with|by|of)$", "", remaining)


def sections(form: SheetForm, sheet: Sheet) -> Iterator[tuple[str, tuple[Field, ...]]]:
    """Yield the headings of a sheet, each with its visible fields."""
    by_heading: dict[str, list[Field]] = {}
    for declared in form.fields:
        if declared.when is None or declared.when(sheet):
            by_heading.setdefault(declared.section or "Sheet", []).append(declared)
    for heading, fields in by_heading.items():
        yield heading, tuple(fields)
