"""Names and values as people type them: procedures, inputs and decisions, with suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches

from app.core.errors import BadInput, join_words
from app.core.games import Game
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Kind, ListOf, OneOf, Text, YesNo
from app.core.procedures.procedure import Procedure
from app.core.support.untrusted_json import Unreadable, decode
from app.systems import DICE, IDS, games

#: A dice formula in the place of a procedure: `4d6kh3+2`, `(2d6)*2`, `/r d20`.
FORMULA = re.compile(r"d[\d%f]|[^a-z]")

#: An input, and no comparison of a formula: `name=Fire`, `>=15`.
INPUT = re.compile(r"\s*[^\W\d][\w-]*\s*=")

#: Words for yes and no beside those of a form.
YES_NO = {"yes": True, "y": True, "no": False, "n": False}

#: The most suggestions in a message, the most digits of a face or place, and levels of JSON.
FEW, DIGITS, DEEPEST = 3, 4, 20


def every_game() -> tuple[Game, ...]:
    """Return the games, and bare dice after them."""
    return (*games().values(), games()[DICE])


def procedures() -> dict[str, Procedure]:
    """Return every procedure by its id."""
    return {id: each for game in every_game() for id, each in game.procedures.items()}


def find_game(name: str) -> Game:
    """Return a game by its id; BadInput on `game` suggests the nearest."""
    ids = (*IDS, DICE)
    if name.lower() in ids:
        return games()[name.lower()]
    message = f"there is no game {name[:60]!r}; {_instead(name, ids, 'the games are')}"
    raise BadInput("game", message)


def find_entry(name: str) -> Game | Procedure:
    """Return a game or a procedure by its id or name; BadInput suggests the nearest."""
    if "." in name:
        return find_procedure(name)
    try:
        return find_game(name)
    except BadInput:
        if any(name.lower() == procedure.name for procedure in procedures().values()):
            return find_procedure(name)
        raise


def find_procedure(name: str) -> Procedure:
    """Return a procedure by its id, or by its name if only one game has it.

    BadInput on `procedure` suggests the nearest.
    """
    name = name.lower()
    game_id = name.partition(".")[0]
    if game_id in (*IDS, DICE) and name in games()[game_id].procedures:
        return games()[game_id].procedures[name]  # without the rules of the other games
    if name in (*IDS, DICE):
        raise BadInput(
            "procedure", f"{name} is a game; `tableside list {name}` names its procedures"
        )
    known = procedures()
    same = [each for each in known.values() if name in (each.id, each.name)]
    if len(same) == 1:
        return same[0]
    if same:
        raise BadInput("procedure", f"{name} is in several games; give {_ids(same)}")
    nearest = get_close_matches(name, known, FEW, 0.8)
    if not nearest:
        close = set(get_close_matches(name.rpartition(".")[2], [e.name for e in known.values()], 1))
        nearest = [each.id for each in known.values() if each.name in close][:FEW]
    advice = _did_you_mean(nearest) or "`tableside list` names all"
    raise BadInput("procedure", f"there is no procedure {name[:60]!r}; {advice}")


def _ids(found: Iterable[Procedure]) -> str:
    return join_words([each.id for each in found])


def named(procedure: str, arguments: Iterable[str]) -> tuple[Procedure, list[str]]:
    """Return a procedure and its arguments; a dice formula alone means `dice.roll`."""
    arguments = list(arguments)
    if FORMULA.match(procedure.lower()):
        formula = " ".join(
            [procedure, *(argument for argument in arguments if not INPUT.match(argument))]
        )
        return games()[DICE].tray, [f"notation={formula}", *filter(INPUT.match, arguments)]
    return find_procedure(procedure), arguments


def read_inputs(
    procedure: Procedure, arguments: Iterable[str], ranges: bool = False
) -> tuple[dict[str, object], dict[str, object]]:
    """Parse the inputs `name=value`, and with `ranges` also `name=first..last`.

    An empty value leaves the input out. BadInput names an unknown input and suggests the nearest.
    """
    inputs: dict[str, object] = {}
    along: dict[str, object] = {}
    for name, text in _pairs(arguments):
        declared = procedure.inputs.get(name)
        if declared is None:
            advice = _instead(name, procedure.inputs, "the inputs are")
            raise BadInput(name, f"{procedure.id} has no input {name[:60]!r}; {advice}")
        first, dots, last = text.partition("..")
        if ranges and dots:
            along[name] = [read_value(declared.kind, first), read_value(declared.kind, last)]
        elif text.strip() or (isinstance(declared.kind, Text) and not declared.required):
            inputs[name] = read_value(declared.kind, text)
    return inputs, along


def read_choices(procedure: Procedure, arguments: Iterable[str]) -> dict[str, object]:
    """Parse the decisions `name=value`; dice are counted from 1, as in `reroll=1,3`."""
    choices: dict[str, object] = {}
    for name, text in _pairs(arguments):
        if name not in procedure.choices:
            advice = (
                _instead(name, procedure.choices, "it asks")
                if procedure.choices
                else "it asks for none"
            )
            raise BadInput(name, f"{procedure.id} has no decision {name[:60]!r}; {advice}")
        choices[name] = read_answer(text)
    return choices


def read_answer(text: str) -> object:
    """Parse the answer to a decision: a word, yes or no, or the places of dice."""
    word = text.strip()
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    if word.lower() in YES_NO:
        return YES_NO[word.lower()]
    places = re.split(r"[,;\s]+", word.strip("[]"))
    if all(each.isdecimal() and len(each) <= DIGITS for each in places):
        return [int(each) for each in places]
    return [] if word in ("", "none", "[]") else word


def read_value(kind: Kind, text: str) -> object:
    """Parse a value as a form does; lists may also be JSON. A faulty text stays text."""
    word = text.strip()
    if word[:1] in ("[", "{"):
        try:
            return decode(word, len(word), DEEPEST, parse_float=Decimal)
        except Unreadable:
            pass
    if isinstance(kind, YesNo) and word.lower() in YES_NO:
        return YES_NO[word.lower()]
    return kind.parse(text)


def check_inputs(procedure: Procedure, inputs: Values) -> None:
    """Check inputs one by one; BadInput suggests the nearest of several words."""
    try:
        procedure.signature.check(inputs)
    except BadInput as fault:
        declared = procedure.inputs.get(fault.field)
        advice = _nearest_choice(declared, inputs.get(fault.field))
        if declared is not None and declared.required and fault.field not in inputs:
            advice = f"give {declared.name}={allowed(declared.kind)}"
        if advice:
            raise BadInput(fault.field, f"{fault.message}; {advice}") from None
        raise


def _nearest_choice(declared: Input | None, value: object) -> str:
    """Suggest the nearest word of an input; empty where it has none."""
    kind = declared.kind if declared is not None else None
    kind = kind.of if isinstance(kind, ListOf) else kind
    if not isinstance(kind, OneOf):
        return ""
    given = value if isinstance(value, list) else [value]
    words = [str(choice) for choice in kind.choices]
    wrong = next((str(each) for each in given if str(each) not in words), "")
    return _did_you_mean(get_close_matches(wrong.lower(), words, FEW, 0.6))


def allowed(kind: Kind) -> str:
    """Return the valid values of an input in short: `0..8`, `short|long`, `true|false`."""
    schema = kind.schema()
    if "minimum" in schema:
        unit = f" {schema['unit']}" if schema.get("unit") else ""
        return f"{schema['minimum']}..{schema['maximum']}{unit}"
    if isinstance(kind, OneOf):
        return "|".join(map(str, kind.choices))
    if isinstance(kind, YesNo):
        return "true|false"
    if isinstance(kind, ListOf):
        return f"list of {allowed(kind.of)}"
    return "[" + ", ".join(schema["of"]) + "]" if schema.get("type") == "row" else "text"


def _pairs(arguments: Iterable[str]) -> Iterable[tuple[str, str]]:
    for argument in arguments:
        name, equals, text = argument.partition("=")
        if not equals:
            raise BadInput(argument[:60], "write each as name=value")
        yield name.strip().lower().replace("-", "_"), text


def _instead(name: str, known: Iterable[str], otherwise: str) -> str:
    known = list(known)
    return _did_you_mean(get_close_matches(name, known, FEW)) or f"{otherwise} {join_words(known)}"


def _did_you_mean(names: list[str]) -> str:
    return f"did you mean {join_words(names)}?" if names else ""
