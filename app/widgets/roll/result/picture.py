"""A result as a picture: a self-contained SVG for sharing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from app.widgets.odds.odds import OddsRow
from app.widgets.roll.result.results import Card, Die
from app.widgets.roll.result.words import sum_words

WIDTH = 1080
EDGE = 64
#: The side of a die, and the distance between dice.
DIE, STEP = 104, 124

#: The outlines of dice, 100 by 100, by their sides; others are drawn round.
OUTLINES = {
    4: "50,8 96,88 4,88",
    8: "50,4 92,68 50,96 8,68",
    10: "50,4 96,42 92,62 50,96 8,62 4,42",
    12: "50,3 81,12 98,38 98,66 79,90 50,98 21,90 2,66 2,38 19,12",
    20: "50,3 93,26 93,74 50,97 7,74 7,26",
}
#: The ring around a die, by its mark.
RINGS = {"kept": "#ffcf5c", "matched": "#ffcf5c", "good": "#7fe0a8", "bad": "#ff7b66"}
#: The colours of grades on a dark background.
TONES = {
    "best": "#66dd9c",
    "good": "#8ed192",
    "mixed": "#edbd4f",
    "poor": "#f2a365",
    "bad": "#ff8d7e",
    "worst": "#ff80a6",
    "plain": "#b3c6c2",
}
IVORY, INK = "#f5ecd9", "#221a10"
SERIF = "Fraunces, Iowan Old Style, Georgia, serif"
SANS = "Atkinson Hyperlegible Next, system-ui, sans-serif"


@dataclass(frozen=True)
class Face:
    """The colours of a game: background, text, muted text, accent."""

    felt: str = "#0d2f2f"
    ink: str = "#f6eedd"
    muted: str = "#c0bcae"
    accent: str = "#5cc5ba"


def picture(card: Card, chances: Sequence[OddsRow] = (), face: Face | None = None) -> str:
    """Return the dice, the verdict and the chances of a result as SVG.

    chances: empty where unknown.
    """
    face = face or Face()
    parts, y = list[str](), EDGE
    for part, height in _parts(card, chances, face):
        parts.append(f'<g transform="translate({EDGE} {y})">{part}</g>')
        y += height
    height = y + EDGE - 24
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img"><title>{escape(describe(card))}</title>'
        f'<rect width="{WIDTH}" height="{height}" fill="{face.felt}"/>{"".join(parts)}</svg>'
    )


def describe(card: Card) -> str:
    """Describe the picture: `Skill test: Yes, 8`."""
    return (
        f"{card.procedure.title}: {card.grade.words}{f', {card.verdict}' if card.verdict else ''}"
    )


def _parts(card: Card, chances: Sequence[OddsRow], face: Face) -> Iterator[tuple[str, int]]:
    """Yield each part with its height."""
    above = f"{card.procedure.title} \u00b7 {card.grade.words}" if card.verdict else ""
    title = (above or card.procedure.title).upper()
    yield _text(title, 26, 26, face.accent, SANS, 'letter-spacing="2"'), 44
    for line in _broken(card.verdict or card.grade.words, 30):
        yield _text(line, 58, 64, TONES.get(card.grade.tone, face.ink), SERIF), 76
    yield "", 20
    for roll in card.rolls:
        yield _text(roll.label, 24, 24, face.muted, SANS), 40
        a_row = (WIDTH - 2 * EDGE) // STEP
        for start in range(0, len(roll.dice), a_row):
            dice = roll.dice[start : start + a_row]
            yield "".join(_die(die, n * STEP) for n, die in enumerate(dice)), STEP + 16
    for line in _broken(sum_words(card.steps), 64):
        yield _text(line, 28, 28, face.ink, SANS), 42
    for note in card.notes[:4]:
        for line in _broken(note, 64):
            yield _text(line, 28, 28, face.muted, SANS), 40
    shown = [row for row in chances if row.p not in ("", "0")]
    if shown:
        yield "", 16
        yield _strip(shown), 64
        for row in shown:
            yield _chance(row, row.grade == card.grade.id, face), 40
    yield _text("Tableside", 24, 48, face.muted, SANS), 56


def _die(die: Die, x: int) -> str:
    """Draw a die at a position; set-aside ones are smaller and fainter, marked ones ringed."""
    scale, faint = (0.7, ' opacity="0.55"') if die.mark == "struck" else (1.0, "")
    ring = RINGS.get(die.mark)
    outline = OUTLINES.get(die.sides)
    around = f' stroke="{ring}" stroke-width="7"' if ring else ""
    if die.sides == 6:
        shape = f'<rect x="6" y="6" width="88" height="88" rx="18" fill="{IVORY}"{around}/>'
    elif outline:
        shape = f'<polygon points="{outline}" fill="{IVORY}" stroke-linejoin="round"{around}/>'
    else:
        shape = f'<circle cx="50" cy="50" r="46" fill="{IVORY}"{around}/>'
    size = 44 if len(die.words) <= 2 else 24
    middle = 68 if die.sides == 4 else 50
    label = (
        f'<text x="50" y="{middle + size // 3}" font-family="{SERIF}" font-weight="600" '
        f'font-size="{size}" fill="{INK}" text-anchor="middle">{escape(die.words)}</text>'
    )
    inset = (1 - scale) * 50
    transform = f"translate({x + inset:g} {inset * 1.6:g}) scale({scale * DIE / 100:g})"
    return f'<g transform="{transform}"{faint}>{shape}{label}</g>'


def _strip(rows: Sequence[OddsRow]) -> str:
    """Draw all grades side by side, each as long as it is likely."""
    fills = {row.grade: TONES.get(row.tone, TONES["plain"]) for row in rows}
    parts = "".join(
        f'<rect x="{row.start}" y="0" width="{row.length}" height="40" fill="{fills[row.grade]}"/>'
        for row in rows
    )
    return f'<svg width="{WIDTH - 2 * EDGE}" height="40">{parts}</svg>'


def _chance(row: OddsRow, is_result: bool, face: Face) -> str:
    dot = f'<rect y="6" width="20" height="20" rx="5" fill="{TONES.get(row.tone, face.ink)}"/>'
    text = f"{row.words} {row.percent}" + (" \u25c0" if is_result else "")
    ink = face.ink if is_result else face.muted
    return dot + f'<g transform="translate(34 0)">{_text(text, 24, 25, ink, SANS)}</g>'


def _text(words: str, size: int, base: int, fill: str, family: str, more: str = "") -> str:
    weight = "600" if family == SERIF else "400"
    return (
        f'<text y="{base}" font-family="{family}" font-weight="{weight}" font-size="{size}" '
        f'fill="{fill}" {more}>{escape(words)}</text>'
    )


def _broken(text: str, most: int) -> list[str]:
    """Break a text between words into lines of at most `most` letters."""
    lines, line = list[str](), ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > most:
            lines.append(line)
            line = word[:most]
        else:
            line = f"{line} {word}".strip()[:most]
    return [*lines, line] if line else lines
