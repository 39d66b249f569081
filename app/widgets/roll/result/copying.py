"""A result as Markdown, for a chat or a campaign log."""

from __future__ import annotations

from app.widgets.roll.result.results import Card


def markdown(card: Card, link: str = "") -> str:
    """Return the result with its dice, sum, notes, effects and rules."""
    lines = [f"**{card.procedure.title}: {card.grade.words}**"]
    for roll in card.rolls:
        dice = " ".join(_die(die.words or "blank", die.mark) for die in roll.dice)
        lines.append(f"- {roll.label} ({len(roll.dice)}d{roll.dice[0].sides}): {dice}")
    if card.steps:
        lines.append("- " + " ".join(_step(*step) for step in card.steps))
    lines += [f"- {note}" for note in card.notes]
    lines += [f"- → {change.words}" for change in card.changes]
    lines.append(f"- Rules: {', '.join(card.rules)}")
    if link:
        lines.append(f"- <{link}>")
    return "\n".join(lines) + "\n"


def _die(words: str, mark: str) -> str:
    if mark == "struck":
        return f"~~{words}~~"
    return f"**{words}**" if mark in ("kept", "matched", "good") else words


def _step(sign: str, number: str, label: str) -> str:
    return " ".join(part for part in (sign, number, label) if part)
