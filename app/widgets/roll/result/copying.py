"""A result as Markdown, for a chat or a campaign log."""

from __future__ import annotations

from app.widgets.roll.result.results import Card
from app.widgets.roll.result.words import sum_words


def markdown(card: Card, link: str = "") -> str:
    """Return the result with its dice, sum, notes, effects and rules."""
    lines = [f"**{card.procedure.title}: {card.grade.words}**"]
    for roll in card.rolls:
        dice = " ".join(_die(die.words or "blank", die.mark) for die in roll.dice)
        lines.append(f"- {roll.label} ({len(roll.dice)}d{roll.dice[0].sides}): {dice}")
    if card.steps:
        lines.append(f"- {sum_words(card.steps)}")
    elif card.score:
        lines.append(f"- **{card.score}**")
    lines += [f"- {note}" for note in card.notes]
    lines += [f"- → {change.words}" for change in card.shown]
    if card.rules:
        lines.append(f"- Rules: {', '.join(card.rules)}")
    if link:
        lines.append(f"- <{link}>")
    return "\n".join(lines) + "\n"


def _die(words: str, mark: str) -> str:
    if mark == "struck":
        return f"~~{words}~~"
    return f"**{words}**" if mark in ("kept", "matched", "good") else words
