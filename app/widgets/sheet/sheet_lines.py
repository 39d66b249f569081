"""A sheet in lines, as a good printed one reads: what rolls stands where it is written down.

Which list or heading is what (attacks, skills, all else) the game's form says; a roll belongs to
the line whose place it names, and a line says first what is usually rolled from it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from app.core.games import Game
from app.core.procedures.kinds import Whole
from app.core.sheets import Field, ListField, Rollable, Sheet, SheetForm
from app.widgets.roll.results import Follow, follow
from app.widgets.sheet.sheet_words import RowView, field_words

Sort = Literal["attacks", "skills", "figures", "list"]

#: Fewer letters than this beside a skill are but its numbers.
WORTH_SAYING = 12

#: A title with no more rolls than this shares its heading with others.
FEW = 3


@dataclass(frozen=True)
class Line:
    """One line: what it is called and says, how good one is, what a tap on it rolls.

    others: the other ways of rolling it, each with a short name. trained: was it ever learnt?
    row: the record that it is, if it is one.
    """

    label: str
    words: str = ""
    rating: str = ""
    main: Follow | None = None
    others: tuple[tuple[str, Follow], ...] = ()
    trained: bool = True
    row: RowView | None = None


@dataclass(frozen=True)
class Group:
    """Lines under a heading. id: of the list that they are. switch: what is switched of them."""

    id: str
    heading: str
    sort: Sort
    lines: tuple[Line, ...]
    switch: str = ""

    @property
    def trained(self) -> tuple[Line, ...]:
        """What was learnt; everything where nothing was, or nothing is learnt."""
        if self.sort != "skills":
            return self.lines
        return tuple(each for each in self.lines if each.trained) or self.lines

    @property
    def untrained(self) -> tuple[Line, ...]:
        known = self.trained
        return tuple(each for each in self.lines if each not in known)

    @property
    def looked_at(self) -> Group:
        """The same for whoever rolls none of it."""
        lines = tuple(replace(each, main=None, others=()) for each in self.lines)
        return replace(self, lines=lines, switch="")


@dataclass
class _Rolls:
    """The rolls of one place: the usual one, and those that are other ways of it."""

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
        known = self._places.get(roll.place)
        if known is not None and known.takes(roll):
            known.others.append(roll)
        elif known is None and self._stands(roll):
            self._places[roll.place] = _Rolls(roll)
        else:
            self._rest.append(roll)

    def _stands(self, roll: Rollable) -> bool:
        """Is it a roll of what stands at its place, not of something that merely leans on it?"""
        id, slash, _ = roll.place.partition("/")
        declared = self._form.by_id.get(id)
        if slash:
            return isinstance(declared, ListField)
        return isinstance(declared, Field) and roll.label.startswith(declared.label)

    # --- lists ---

    def group(self, declared: ListField, rows: Sequence[RowView], switch: str) -> Group:
        """A list as lines. rows: its records."""
        form = self._form
        sort: Sort = "list"
        if declared.id in form.attacks:
            sort = "attacks"
        elif declared.id in form.skills:
            sort = "skills"
        lines = tuple(self._of_record(declared, row) for row in rows)
        return Group(declared.id, declared.label, sort, lines, switch)

    def _of_record(self, declared: ListField, row: RowView) -> Line:
        record = self._sheet[declared.id][row.place]
        trained = not any(dict(record) == dict(each) for each in declared.default)
        name = str(record.get(declared.of[0].id, ""))
        said = _without(row.words, name) if name and row.words.startswith(name) else row.words
        rolls = self._places.get(f"{declared.id}/{row.place}")
        if rolls is None:
            label = name if name and said != row.words else row.words
            return Line(label, said if label != row.words else "", trained=trained, row=row)
        if not name or name not in rolls.main.label:
            others = tuple((each.label, self._follow(each)) for each in (rolls.main, *rolls.others))
            return Line(row.words, others=others, trained=trained, row=row)
        verb = _without(rolls.main.label, name)
        if declared.id in self._form.skills and len(said) < WORTH_SAYING:
            said = ""  # the rating says it
        words = " · ".join(each for each in (verb, said) if each)
        return self._line(name, words, rolls, trained, row)

    # --- headings of fields ---

    def fields(self, heading: str, fields: Sequence[Field]) -> Group | None:
        """The fields under a heading as lines, or as figures in a row; None where they are rather
        told one by one."""
        if heading in self._form.skills:
            lines = tuple(map(self._of_field, fields))
            return Group("", heading, "skills", lines)
        tracked = {each.id for each in self._form.tracks}
        if all(isinstance(each.kind, Whole) and each.id not in tracked for each in fields):
            return Group("", heading, "figures", tuple(map(self._of_field, fields)))
        return None

    def _of_field(self, declared: Field) -> Line:
        value = self._sheet[declared.id]
        rolls = self._places.get(declared.id)
        if rolls is None:
            return Line(declared.label, rating=field_words(value))
        line = self._line(rolls.main.label, "", rolls, value != 0, None)
        return line if line.rating else Line(
            line.label, "", field_words(value), line.main, line.others, line.trained
        )  # fmt: skip

    # --- everything else ---

    def rest(self, shown: Collection[str]) -> tuple[tuple[str, tuple[Follow, ...]], ...]:
        """What stands in no line of these fields and lists, by title; titles of few rolls together.

        shown: the ids of the fields and lists whose lines are there.
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
        few = [each for rolls in titled.values() if len(rolls) <= FEW for each in rolls]
        many = ((title, tuple(rolls)) for title, rolls in titled.items() if len(rolls) > FEW)
        return (*((("More to roll", tuple(few)),) if few else ()), *many)

    def _line(
        self, label: str, words: str, rolls: _Rolls, trained: bool, row: RowView | None
    ) -> Line:
        main = self._follow(rolls.main)
        others = tuple((self._short(each, label), self._follow(each)) for each in rolls.others)
        return Line(label, words, main.rating, main, others, trained, row)

    def _short(self, roll: Rollable, label: str) -> str:
        """What another way of rolling is called beside its line: `damage`, `take 10`."""
        short = _without(roll.label, label)
        if short == roll.label:
            short = "" if roll.label in label else roll.label
        return short or self._game.procedures[roll.procedure].title.lower()

    def _follow(self, roll: Rollable) -> Follow:
        return follow(roll, self._form.rating(roll))


def _without(words: str, name: str) -> str:
    """The words less a name in them: `Help with Sneak` -> `Help`, `Sneak, quick` -> `quick`."""
    left = words.replace(name, "", 1).strip(" ,:;·")
    return re.sub(r" (?:with|by|of)$", "", left)


def sections(form: SheetForm, sheet: Sheet) -> Iterator[tuple[str, tuple[Field, ...]]]:
    """The headings of a sheet, each with its fields that are seen on this one."""
    found: dict[str, list[Field]] = {}
    for each in form.fields:
        if each.when is None or each.when(sheet):
            found.setdefault(each.section or "Sheet", []).append(each)
    for heading, fields in found.items():
        yield heading, tuple(fields)
