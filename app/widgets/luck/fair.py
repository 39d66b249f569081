"""Dice fairness: the faces a table's dice showed, and whether the counts are unusual."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.campaign.facts import Rolled
from app.campaign.journal.answers import replay_answers
from app.campaign.journal.descriptions import count_of
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.campaign.state.state import Games
from app.core.statistics.fairness import LEVEL, SAMPLES, Fairness, iter_fairness, rolls_to_notice
from app.core.support.incremental import run_to_end
from app.widgets.dice.naming import Face, faces
from app.widgets.dice.typing import Die
from app.widgets.journal.chronicle import cell, escape

#: Fewest rolls per face for a judgement.
FEW = 5

#: Imbalances rarer than this are bad, others poor.
HARDLY_EVER = 0.005

#: How the page rolls its dice, for players.
OWN_DICE = "Rolls use your browser’s secure random generator, with no bias."

Kind = Literal["named", "unnamed", "own"]


@dataclass(frozen=True)
class Thing:
    """The tested dice: one with a name, all of a size without one, or the page's own."""

    kind: Kind
    sides: int
    name: str = ""
    #: The signs of a Fate die; empty for any other.
    art: tuple[str, ...] = ()

    @property
    def die(self) -> Die:
        return Die(self.sides, self.art)

    @property
    def size(self) -> str:
        """Return its size as in notation: `d6`, `dF`."""
        return "dF" if self.die.signed else f"d{self.sides}"

    @property
    def words(self) -> str:
        """Return its label."""
        if self.kind == "own":
            return f"Tableside’s {self.size}"
        return self.name or f"Unnamed {self.size}"


class FaceBook:
    """The faces of each roll, replayed once and cached by entry."""

    def __init__(self) -> None:
        self._faces: dict[str, tuple[Face, ...]] = {}

    def faces(self, entry: Entry, games: Games) -> tuple[Face, ...]:
        """Return a roll's faces; none where the file does not say which were typed."""
        if entry.id not in self._faces:
            self._faces[entry.id] = _faces(entry, games)
        return self._faces[entry.id]


def _faces(entry: Entry, games: Games) -> tuple[Face, ...]:
    fact = entry.fact
    if not isinstance(fact, Rolled) or fact.typed is None:
        return ()  # older files do not record it
    play = replay_answers(fact.procedure, fact.inputs, fact.answers, games)
    return tuple(faces(play.rolls, fact.typed, fact.dice)) if play is not None else ()


def iter_rolls(page: Page, hidden: bool = False) -> tuple[Entry, ...]:
    """Return the valid rolls, oldest first, including replaced ones: the dice fell anyway.

    hidden: include hidden rolls, for the game master.
    """
    return tuple(
        entry
        for entry in page.entries
        if isinstance(entry.fact, Rolled)
        and page.holds(entry.n)
        and (hidden or not entry.fact.hidden)
    )


def count_faces(faces_thrown: Iterable[Face]) -> dict[Thing, tuple[int, ...]]:
    """Count each face: named dice first, then those without a name, then the page's."""
    counts: Counter[tuple[Thing, int]] = Counter()
    for face in faces_thrown:
        kind: Kind = "own" if face.by_chance else "named" if face.name else "unnamed"
        counts[Thing(kind, face.sides, face.name, face.art), face.face] += 1
    order = ("named", "unnamed", "own")
    things = sorted(
        {thing for thing, _ in counts},
        key=lambda face: (
            order.index(face.kind),
            face.name.casefold(),
            face.name,
            face.sides,
            face.art,
        ),
    )
    return {
        thing: tuple(counts[thing, face] for face in range(1, thing.sides + 1)) for thing in things
    }


# --- judgement ---


@dataclass(frozen=True)
class Column:
    """A face in the chart; lengths are SVG lengths. is_odd: whether it is the unusual face."""

    face: str
    count: int
    x: str
    width: str
    y: str
    height: str
    is_odd: bool


@dataclass(frozen=True)
class Judgement:
    """A die with its judgement."""

    thing: Thing
    fairness: Fairness
    #: In a few words.
    verdict: str
    #: Consequences, sentence by sentence.
    more: tuple[str, ...]
    tone: str
    columns: tuple[Column, ...]
    #: Height of the expected count, as an SVG length.
    level: str

    @property
    def rolls(self) -> str:
        """Return its number of rolls in words."""
        return count_of(self.fairness.rolls, "roll")

    @property
    def expected(self) -> str:
        """Return the expected count of each face."""
        share = float(self.fairness.share)
        return f"{share:.0f}" if share >= 100 or share == int(share) else f"{share:.1f}"


def judging(
    tally: Mapping[Thing, Sequence[int]], beside: int = 0
) -> Generator[None, None, tuple[Judgement, ...]]:
    """Judge each die, yielding at checkpoints.

    beside: number of other dice tested at this table.
    """
    findings = []
    for thing, counts in tally.items():
        fairness = yield from iter_fairness(counts)
        findings.append((thing, fairness))
    tested = beside + len(
        findings
    )  # dice with few rolls count too: they would be reported if unusual
    return tuple(_judged(thing, fairness, tested) for thing, fairness in findings)


def judge_dice(tally: Mapping[Thing, Sequence[int]], beside: int = 0) -> tuple[Judgement, ...]:
    """Judge each die at once."""
    return run_to_end(judging(tally, beside))


def _judged(thing: Thing, fairness: Fairness, tested: int) -> Judgement:
    verdict, tone = _verdict(thing.die, fairness)
    odd = tone != "plain"
    return Judgement(
        thing,
        fairness,
        verdict,
        tuple(_more(fairness, tested)),
        tone,
        tuple(_columns(thing.die, fairness, odd)),
        f"{100 - 100 * float(fairness.share) / _tallest(fairness):.2f}%",
    )


def _too_few(fairness: Fairness) -> bool:
    return fairness.rolls < FEW * fairness.sides


def _verdict(die: Die, fairness: Fairness) -> tuple[str, str]:
    """Return the verdict in a few words, and its tone."""
    if _too_few(fairness):
        return "Too few rolls yet", "plain"
    if fairness.p >= LEVEL:
        return "Nothing unusual", "plain"
    how = "rarely" if fairness.is_rare else "often"
    return (
        f"{die.text(fairness.odd)} comes up too {how}",
        "poor" if fairness.p >= HARDLY_EVER else "bad",
    )


def _more(fairness: Fairness, tested: int) -> Iterator[str]:
    needed, rolls = round_figure(rolls_to_notice(fairness.sides)), fairness.rolls
    if _too_few(fairness):
        first = FEW * fairness.sides
        yield f"{rolls:,} of {first:,} rolls needed"
    elif fairness.p < LEVEL:
        odd = fairness.counts[fairness.odd - 1]
        share = float(fairness.share)
        yield f"{_times(odd)} in {rolls:,} rolls; {share:.1f} expected."
        yield f"A fair die looks this uneven {chance_words(fairness)}."
        if tested > 1:
            p = 1 - (1 - fairness.p) ** tested
            yield f"With {tested} fair dice, the chance of one like this is {_percent(p)}."
        else:
            yield "Check again with fresh rolls."
    if rolls < needed:
        yield f"A clearly loaded die shows up after about {needed:,} rolls."
    else:
        yield "Enough rolls to spot a clearly loaded die."


def _times(count: int) -> str:
    return {0: "Never", 1: "Once", 2: "Twice"}.get(count, f"{count} times")


def chance_words(fairness: Fairness) -> str:
    """Return the chance in words: `once in 400`, limited by the sample size."""
    if fairness.way == "drawn" and fairness.p <= 1 / SAMPLES:
        return f"less than once in {SAMPLES:,}"
    if fairness.p < 1e-6:
        return "less than once in a million"
    return f"once in {round_figure(round(1 / fairness.p)):,}"


def round_figure(number: int) -> int:
    """Round to two digits: 1600."""
    return round(number, -max(0, len(str(number)) - 2))


def _percent(share: float) -> str:
    if share < 0.01:
        return "less than 1%"
    return f"{round(share * 100)}%" if share < 0.995 else "more than 99%"


def _tallest(fairness: Fairness) -> float:
    return max(*fairness.counts, 2 * float(fairness.share)) or 1.0


def _columns(die: Die, fairness: Fairness, shows_odd: bool) -> Iterator[Column]:
    width, tallest = 100 / fairness.sides, _tallest(fairness)
    for index, count in enumerate(fairness.counts):
        height = 100 * count / tallest
        yield Column(
            die.text(index + 1),
            count,
            f"{width * (index + 0.1):.2f}%",
            f"{width * 0.8:.2f}%",
            f"{100 - height:.2f}%",
            f"{height:.2f}%",
            shows_odd and index + 1 == fairness.odd,
        )


def describe(judgements: Sequence[Judgement]) -> str:
    """Summarize the dice for a screen reader, naming unusual ones."""
    odd = [judgement for judgement in judgements if judgement.tone != "plain"]
    details = "".join(f" {each.thing.words}: {each.verdict}." for each in odd)
    return f"{count_of(len(judgements), 'die', 'dice')} counted.{details or ' Nothing unusual.'}"


# --- export ---


def as_markdown(judgements: Sequence[Judgement]) -> str:
    """Return the dice and their judgements as Markdown."""
    lines = []
    for judgement in judgements:
        details = f"{judgement.thing.size}, {judgement.rolls}"
        lines.append(f"- **{escape(judgement.thing.words)}** ({details}): {judgement.verdict}.")
        lines += [f"  - {words}" for words in judgement.more]
    return "\n".join(lines) + "\n"


def as_csv(judgements: Sequence[Judgement]) -> str:
    """Return every face of every die as a CSV row."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(("Die", "Sides", "Face", "Times", "Expected", "Chance of a fair die"))
    for judgement in judgements:
        for face, count in enumerate(judgement.fairness.counts, 1):
            expected = f"{float(judgement.fairness.share):.2f}"
            chance = f"{judgement.fairness.p:.4g}"
            die = cell(judgement.thing.words), judgement.thing.sides
            table.writerow((*die, judgement.thing.die.text(face), count, expected, chance))
    return out.getvalue()
