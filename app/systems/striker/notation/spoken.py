"""Points, modifiers and remarks in words, as results say them (S34, S42)."""

from __future__ import annotations

from collections.abc import Callable

from app.systems.striker.notation.tree import Effect, Lookup, Mark, Own, Value, Words

POOL_WORDS = {"hp": "hit point", "ep": "energy point", "fp": "focus point"}


def points(amount: int, pool: str) -> str:
    """Return an amount of points in words: `2 focus points`."""
    return f"{amount} {POOL_WORDS[pool]}{'' if amount == 1 else 's'}"


def with_sign(number: int) -> str:
    """Return a signed modifier: `+3`, `−2`."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def speak_remarks(effect: Effect, number: Callable[[Value], str]) -> str:
    """Return the remarks of an effect, with a number for each value: `pushed back 7 (metres)`.

    What the target loses is left out.
    """
    pieces: list[str] = []
    # The weapon's own loss is not written, so it speaks no value beside it.
    losses = [id(value) for value in effect.losses if value.terms]
    for item in effect.items:
        if isinstance(item, Own) or id(item) in losses:
            continue
        if isinstance(item, Mark):
            if pieces and pieces[-1] not in (",", "&"):
                pieces.append(item.sign)
        elif isinstance(item, Words):
            pieces.append(item.text)
        elif not (losses and item.sorts[:1] == ("pen",)):  # spoken with the loss
            beside = ", ".join(item.tags) or _named_ref(item)
            pieces.append(f"{number(item)} ({beside})" if beside else number(item))
    return " ".join(pieces).strip(" ,&").replace(" ,", ",")


def _named_ref(value: Value) -> str:
    """Return the skill that a value is of, if it is M or R of just one by its name."""
    (only, *more) = value.terms
    is_one = isinstance(only, Lookup) and not more and not only.ref.is_this
    return only.ref.written if isinstance(only, Lookup) and is_one else ""
