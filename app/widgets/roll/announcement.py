"""Screen reader announcements of rolls and odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from app.widgets.roll.result.results import Card
from app.widgets.roll.result.words import sum_words

if TYPE_CHECKING:
    from app.widgets.odds.odds import OddsRow


def result_words(card: Card) -> str:
    """Describe a result, as in `Yes, 10: 5 dice + 3 skill = 10`."""
    text = f"{card.grade.words}, {card.verdict}" if card.verdict else card.grade.words
    if len(card.steps) > 1:
        text += f": {sum_words(card.steps)}"
    changes = "; ".join(change.words for change in card.changes if not change.gone)
    parts = (text, *card.notes, f"Effects: {changes}" if changes else "")
    return " ".join(sentence(part) for part in parts if part)


def chances_words(success: str, rows: Sequence[OddsRow]) -> str:
    """Return `Success 74.5%`, or the most likely grade where the rules have no success."""
    if success:
        return f"Success {success}"
    likely = max(rows, key=lambda row: Fraction(row.p or 0), default=None)
    return f"Most likely: {likely.words}, {likely.percent}" if likely is not None else ""


def faults_words(faults: Mapping[str, str]) -> str:
    """Join the faults of a form, field by field."""
    return " ".join(sentence(words) for words in faults.values())


def unable_words(why: str, asks: bool) -> str:
    """Return the notice that the roller cannot act, with the question whether to roll anyway.

    why: name and clause, `Ysolde is down (P21)`.
    """
    return f"{sentence(why)} Roll anyway?" if asks else sentence(why)


def sentence(words: str) -> str:
    """End the words with a full stop, unless they end a sentence already."""
    return words if words.endswith((".", "!", "?")) else f"{words}."
