"""A roll: its dice and decisions from options, by chance, or typed at a terminal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import click
from rich.text import Text

from app.commands.names import read_answer
from app.commands.printing import Console, log_text
from app.core.errors import BadInput, join_words
from app.core.odds.conditional_odds import OptionValue, evaluate_options, find_position
from app.core.play.asks import AnyChoose, OneOf, Places
from app.core.play.play import (
    Answer,
    Asking,
    Chosen,
    Finished,
    Record,
    Wanted,
    walk,
)
from app.core.procedures.procedure import Bound
from app.core.support.typed_numbers import normalize
from app.widgets.dice import typing
from app.widgets.odds.odds import percent
from app.widgets.roll.result.results import options as options_of

#: The most answers that are listed for a decision among dice.
FEW = 5


class Faces:
    """A line of faces such as `5,5,2`, read for each die as the page reads them."""

    def __init__(self, line: str) -> None:
        self._line = normalize(line).strip()
        self._are_apart = typing.are_apart(self._line)

    @property
    def left(self) -> tuple[str, ...]:
        """Return the words that no die has used."""
        return tuple(typing.words(self._line))

    def read(self, wanted: Wanted) -> list[int]:
        """Return the faces of the dice to throw, as far as the line goes; BadInput on `dice`."""
        die, faces = typing.Die(wanted.sides, wanted.art), list[int]()
        line = typing.separate_faces(self._line, die)
        are_apart = self._are_apart or typing.are_apart(line)
        while len(faces) < wanted.missing and (part := typing.piece(line, die, are_apart)):
            if part.face is None:
                raise BadInput("dice", die.fault(part.words))
            faces.append(part.face)
            line = part.rest
        self._line = line
        return faces

    def check_used(self) -> None:
        """Raise BadInput on `dice` if faces are left over."""
        if self.left:
            raise BadInput("dice", f"too many faces; not used: {', '.join(self.left)[:20]}")


def read_faces(bound: Bound, line: str, choices: Mapping[str, object]) -> list[int]:
    """Return the faces of a line for the dice of a play; BadInput on `dice` for too many.

    choices: the decisions on the way; the others take their default.
    """
    faces, answers = Faces(line), list[Answer]()
    while faces.left:
        step = walk(bound, Record(answers))
        if not isinstance(step, Asking):
            break
        if step.choice is not None:
            name, default = step.choice.name, step.choice.default
            answers.append(Chosen(name, choices.get(name, default)))
        else:
            assert step.wanted is not None
            answers += faces.read(step.wanted)
    faces.check_used()
    return [answer for answer in answers if isinstance(answer, int)]


class Dice:
    """The source of a roll's answers: decisions, and chance or nothing.

    dice: None where faces are typed. asks: whether open decisions wait for a person.
    """

    def __init__(
        self, dice: random.Random | None, choices: Mapping[str, object], asks: bool
    ) -> None:
        self._dice = dice
        self._choices = choices
        self._asks = asks

    def face(self, sides: int) -> int | None:
        """Return the next face; None where it is to be typed."""
        return self._dice.randint(1, sides) if self._dice is not None else None

    def decide(self, choice: AnyChoose) -> Chosen | None:
        """Return a given decision or the default; None where a person decides."""
        if self._asks and choice.name not in self._choices:
            return None
        return Chosen(choice.name, self._choices.get(choice.name, choice.default))


def roll(bound: Bound, source: Dice, faces: Faces, console: Console) -> Finished:
    """Play to the end, asking for missing faces and decisions at the terminal."""
    answers: tuple[Answer, ...] = ()
    shown = 0
    while isinstance(step := walk(bound, Record(answers, source)), Asking):
        for line in log_text(step.log[shown:]):
            console.print(line)
        shown = len(step.log)
        if step.choice is not None:
            value = _ask_decision(console, bound, step, step.choice)
            answers = (*step.answers, Chosen(step.choice.name, value))
            shown += 1
        else:
            assert step.wanted is not None
            given = faces.read(step.wanted) or _ask_faces(step.wanted)
            answers = (*step.answers, *given)
    faces.check_used()
    if shown:
        console.print()
    return step


def _ask_faces(wanted: Wanted) -> list[int]:
    def faces(text: str) -> list[int]:
        line = Faces(text)
        typed = line.read(wanted)
        if not typed or line.left:
            raise BadInput("dice", f"give 1 to {wanted.missing} faces")
        return typed

    return _prompted(f"{wanted.missing}d{wanted.sides}, {wanted.label}", faces)  # type: ignore[no-any-return]


def _ask_decision(console: Console, bound: Bound, asking: Asking, choice: AnyChoose) -> object:
    values = _option_values(bound, asking)
    console.print(Text(choice.label, style="bold"))
    if choice.help:
        console.print(Text(choice.help, style="dim"))
    options = choice.options
    if isinstance(options, Places):
        best = sorted(values, key=lambda each: each.chances.success or 0, reverse=True)
        for each in best[:FEW]:
            picked = " ".join(map(str, each.value)) or "none"
            console.print(Text(f"  {picked:10} {_success(each)}"))
        advice = "dice by place, or none"
    else:
        by_value = {value.value: value for value in values}
        words = {each.value: each.words for each in options_of(choice)}
        keys = {"true": True, "false": False} if not isinstance(options, OneOf) else {}
        for name, text in words.items():
            known = by_value.get(keys.get(name, name))
            console.print(Text(f"  {_word(keys.get(name, name)):12} {text}  {_success(known)}"))
        advice = join_words([_word(keys.get(name, name)) for name in words])

    def answer(text: str) -> object:
        given = text.strip() if isinstance(options, OneOf) else read_answer(text)
        return options.check(choice.name, given)

    default = choice.default
    plain = " ".join(map(str, default)) or "none" if isinstance(default, tuple) else _word(default)
    return _prompted(advice, answer, plain)


def _word(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _option_values(bound: Bound, asking: Asking) -> list[OptionValue]:
    """Return the odds after each answer; none where that takes too long."""
    try:
        return list(evaluate_options(bound, find_position(bound, Record(asking.answers))))
    except BadInput:
        return []


def _success(option: OptionValue | None) -> str:
    if option is None or option.chances.success is None:
        return ""
    return f"success {percent(option.chances.success)}"


def _prompted(words: str, read: Any, default: str | None = None) -> Any:
    """Ask until the answer is right."""

    def checked(text: str) -> object:
        try:
            return read(text)
        except BadInput as fault:
            raise click.UsageError(fault.message) from None

    return click.prompt(words, default=default, value_proc=checked)
