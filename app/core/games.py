"""Games: the contents of a game's folder, in the order of its rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from app.core.dice.tray import tray
from app.core.encounters.encounter import Encounter
from app.core.errors import BadInput
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Procedure
from app.core.procedures.tables import Table
from app.core.sheets import Rollable, Sheet, SheetForm


@dataclass(frozen=True)
class Chapter:
    """A heading of the game's contents and the procedures under it."""

    title: str
    procedures: tuple[Procedure, ...]


@dataclass(frozen=True)
class Counter:
    """A number of the scene that is always in sight, such as the group's action points."""

    #: The name of the scene's value.
    id: str
    label: str
    #: The lowest value.
    low: int
    #: The highest value.
    high: int
    #: The value of a new scene.
    start: int = 0
    #: Ids of the procedures that spend from it, one tap away.
    spend: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    #: The scene's value that holds the surplus over `high`, and its label. It is shown beside the
    #: counter and spent first.
    beyond: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Span:
    """The range and the initial value of a scene's value."""

    start: int = 0
    low: int = 0
    high: int | None = None

    def clamp(self, value: int | float) -> int | float:
        """Clamp a value to the range."""
        return max(value if self.high is None else min(value, self.high), self.low)


@dataclass(frozen=True, eq=False)
class Game:
    """A game: ids, words, procedures, tables, rulebook.

    A game that prefills forms from the scene's values is a subclass that overrides `scene_feed`.
    """

    id: str
    title: str
    tagline: str
    #: The author of the game and its licence.
    source: str
    #: The folder of `rulebook.md`.
    folder: Path
    chapters: tuple[Chapter, ...]
    tables: tuple[Table[Any], ...] = ()
    sheet: SheetForm | None = None
    encounter: Encounter[Any, Any] | None = None
    #: The scene's values that are always in sight.
    counters: tuple[Counter, ...] = ()
    #: Inputs of a newcomer's first roll that no sheet gives, such as its difficulty.
    trial: Values = field(default_factory=dict)
    #: Names of the rolls that its page shows first; empty: the first ones of the chapters.
    common: tuple[str, ...] = ()
    #: Ids of the tables printed on the game master's page; empty: all of them.
    screen: tuple[str, ...] = ()
    #: Further values of the scene that forms read, by name (`chase.gap`).
    scene_values: tuple[str, ...] = ()

    def scene_feed(self, scene: Values, inputs: Values) -> dict[str, object]:
        """Return inputs that the scene's values give to a form with these inputs."""
        return {}

    @property
    def scene_feeds(self) -> bool:
        """Tell whether the scene's values give inputs to forms."""
        return type(self).scene_feed is not Game.scene_feed

    @cached_property
    def scene_counts(self) -> dict[str, Span]:
        """Return the ranges of the scene's values, by name; any actor's roll changes them."""
        spans = {
            counter.id: Span(counter.start, counter.low, counter.high) for counter in self.counters
        }
        return spans | {counter.beyond[0]: Span() for counter in self.counters if counter.beyond[0]}

    @property
    def secret(self) -> tuple[str, ...]:
        """Return the counters that only the game master sees."""
        return self.encounter.secret if self.encounter is not None else ()

    @cached_property
    def procedures(self) -> dict[str, Procedure]:
        """Return every procedure by its id, in the order of the chapters; bare dice last."""
        return {procedure.id: procedure for procedure in (*self, self.tray)}

    @cached_property
    def tray(self) -> Procedure:
        """Return the procedure for bare dice, which every game has beside its rules."""
        return tray(f"{self.id}.dice")

    def __iter__(self) -> Iterator[Procedure]:
        """Iterate over the procedures of its rules, in the order of the chapters."""
        return (procedure for chapter in self.chapters for procedure in chapter.procedures)

    @cached_property
    def house(self) -> dict[str, Input]:
        """Return the house rules: inputs so marked, of all procedures and encounter steps."""
        house_rules: dict[str, Input] = {}
        steps = self.encounter.transitions if self.encounter else ()
        for source in (*self, *steps):
            for name, declared in source.inputs.items():
                if declared.kind.house:
                    house_rules.setdefault(name, declared)
        return house_rules

    def next_rolls(
        self,
        procedure: str,
        inputs: Values,
        outcome: Outcome,
        sheets: Mapping[str, Sheet],
        place: str = "",
    ) -> tuple[Rollable, ...]:
        """Return the rolls that follow an outcome, completed from the sheets.

        sheets: by role. place: the position of the roll on the own sheet. Inputs of that row for
        the next procedure (the damage of the weapon that hit) are added; the outcome's own inputs
        override them. Inputs that the sheets feed are left to the form.
        """
        offered = self.procedures[procedure].next_rolls(inputs, outcome)
        return tuple(self._with_sheets(roll, sheets, place) for roll in offered)

    def _with_sheets(self, next: Rollable, sheets: Mapping[str, Sheet], place: str) -> Rollable:
        if self.sheet is None or not sheets:
            return replace(next, inputs={**next.otherwise, **next.inputs})
        if "self" in next.roles:
            return self._for_others(next, sheets)
        rest = tuple(self._with_sheets(roll, sheets, place) for roll in next.rest)
        # Counted roles are named in the form, which is filled from their sheets.
        procedure = self.procedures[next.procedure]
        sheets = {
            role: sheet
            for role, sheet in sheets.items()
            if next.roles.get(role, role) and role not in procedure.counted
        }
        own = sheets.get("self")
        row: dict[str, object] = {}
        if own is not None and place:
            for roll in own.rolls:
                if (roll.place, roll.procedure) == (place, next.procedure):
                    row = {**roll.inputs}
        inputs = {**next.otherwise, **row, **next.inputs}
        derived = self.sheet.feed(procedure, sheets, inputs)
        for name in next.adds:
            kind = procedure.inputs[name].kind
            if name in derived and isinstance(kind, Whole):
                inputs[name] = min(max(derived[name] + inputs[name], kind.low), kind.high)
        decided = {
            name: value
            for name, value in inputs.items()
            if name in next.inputs or name not in derived or derived[name] != value
        }
        return replace(next, inputs=decided, place=next.place or place, rest=rest)

    def _for_others(self, next: Rollable, sheets: Mapping[str, Sheet]) -> Rollable:
        """Leave out inputs that the sheet of the roll's new actor gives."""
        roles = [role for role, previous in next.roles.items() if previous in sheets]
        derived = {
            name
            for name, declared in self.procedures[next.procedure].inputs.items()
            if "self" in roles and declared.kind.sheet in sheets[next.roles["self"]].form.by_id
        }
        return replace(next, inputs={n: v for n, v in next.inputs.items() if n not in derived})

    @cached_property
    def rulebook(self) -> str:
        """Return the rules in our own words, as Markdown; every rule begins with its id in bold."""
        return (self.folder / "rulebook.md").read_text(encoding="utf-8")

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of all rules, in the order of the rulebook."""
        return tuple(dict.fromkeys(RULE.findall(self.rulebook)))

    def schema(self) -> dict[str, Any]:
        """Return the game's entry in the catalogue."""
        return {
            "id": self.id,
            "title": self.title,
            "procedures": [procedure.schema() for procedure in self],
            "tables": [table.schema() for table in self.tables],
            "rules": list(self.rules),
            "house": list(self.house),
        }


#: How a rule begins in a rulebook: its id, alone or followed by its name, in bold.
RULE = re.compile(r"\*\*([A-Z]\d+(?:\.\d+)?)(?=[ *.])")


def find(games: Mapping[str, Game], id: object) -> Procedure:
    """Return the procedure of that id; BadInput on `procedure` if there is none."""
    if not isinstance(id, str):
        raise BadInput("procedure", "give the id of a procedure, such as garden.skill_test")
    game = games.get(id.partition(".")[0])
    procedure = game.procedures.get(id) if game else None
    if procedure is None:
        raise BadInput("procedure", f"there is no procedure {id[:60]!r}; `list` names all")
    return procedure
