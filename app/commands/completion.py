"""Names for the shell: procedures, inputs, values and decisions while they are typed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from click import Context, Parameter
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    split_arg_string,
)

from app.core.errors import BadInput

if TYPE_CHECKING:
    from app.core.procedures.inputs import Input
    from app.core.procedures.procedure import Procedure

#: The widest range of which every number is offered.
NUMBERS = 30

Items = list[CompletionItem[str]]


class Bash(BashComplete):
    """Bash, which splits words at `=` and would add a blank after a name."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)",
        'COMPREPLY+=("$value")\n            [[ $value == *[.=] ]] && compopt -o nospace',
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor and the one at it, joined at `=` again."""
        words = split_arg_string(os.environ["COMP_WORDS"])
        place = int(os.environ["COMP_CWORD"])
        joined: list[str] = []
        for word in words[1 : place + 1]:
            if joined and (word == "=" or joined[-1].endswith("=")):
                joined[-1] += word
            else:
                joined.append(word)
        incomplete = joined.pop() if place < len(words) and joined else ""
        return joined, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Return the part that Bash replaces: a value without its name."""
        _, equals, value = item.value.partition("=")
        return f"{item.type},{value if equals and value else item.value}"


class Zsh(ZshComplete):
    """Zsh, which would add a blank after a name."""

    source_template = ZshComplete.source_template.replace(
        "compadd -U -V unsorted -a completions", "compadd -U -S '' -V unsorted -a completions"
    )


#: The shells, by the name that `tableside completion` takes.
SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": FishComplete}


def complete_procedure(context: Context, parameter: Parameter, incomplete: str) -> Items:
    """Offer the games first, then the procedures of one."""
    starts = [f"{id}." for id in _game_ids() if f"{id}.".startswith(incomplete)]
    if len(starts) > 1:
        return _items(starts)
    return _of_game(starts[0][:-1] if starts else incomplete.partition(".")[0], incomplete)


def complete_list(context: Context, parameter: Parameter, incomplete: str) -> Items:
    """Offer games, and the procedures of one."""
    whole = [id for id in _game_ids() if id.startswith(incomplete)]
    return _items(whole) if whole else _of_game(incomplete.partition(".")[0], incomplete)


def _game_ids() -> tuple[str, ...]:
    from app.systems import DICE, IDS

    return (*IDS, DICE)


def _of_game(game_id: str, incomplete: str) -> Items:
    from app.systems import games

    if game_id not in _game_ids():
        return []
    procedures = games()[game_id].procedures
    return [
        CompletionItem(id, help=each.title)
        for id, each in procedures.items()
        if id.startswith(incomplete)
    ]


def complete_input(context: Context, parameter: Parameter, incomplete: str) -> Items:
    """Offer the inputs that are not given yet, or the values of one."""
    procedure = _procedure(context)
    if procedure is None:
        return []
    name, equals, text = incomplete.partition("=")
    if equals:
        declared = procedure.inputs.get(name)
        return _items(f"{name}={value}" for value in _values(declared) if value.startswith(text))
    given = {each.partition("=")[0] for each in context.params.get("inputs") or ()}
    return _items(
        f"{each}=" for each in procedure.inputs if each.startswith(name) and each not in given
    )


def complete_decision(context: Context, parameter: Parameter, incomplete: str) -> Items:
    """Offer the decisions of the procedure."""
    procedure = _procedure(context)
    if procedure is None:
        return []
    return _items(f"{choice}=" for choice in procedure.choices if choice.startswith(incomplete))


def _procedure(context: Context) -> Procedure | None:
    """Return the procedure of the line so far; behind an open option it is still unread."""
    from app.commands.names import find_procedure

    try:
        return find_procedure(context.params.get("procedure") or next(iter(context.args), ""))
    except BadInput:
        return None


def _values(declared: Input | None) -> Iterable[str]:
    from app.core.procedures.kinds import OneOf, Text, Whole, YesNo

    kind = declared.kind if declared is not None else None
    if isinstance(kind, OneOf):
        return map(str, kind.choices)
    if isinstance(kind, YesNo):
        return ("true", "false")
    if isinstance(kind, Whole) and kind.high - kind.low < NUMBERS:
        return map(str, range(kind.low, kind.high + 1))
    # A shell would split an example with blanks.
    return (each for each in (kind.examples if isinstance(kind, Text) else ()) if " " not in each)


def _items(values: Iterable[str]) -> Items:
    return [CompletionItem(value) for value in values]
