"""A play in progress as the page shows it: what has fallen, and what is wanted next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from app.core.play.asks import Choose, Places
from app.core.play.play import Asking, Chosen, Thrown, Wanted
from app.widgets.dice import typing
from app.widgets.roll.results import Die, Option, Roll, chosen_words, dice, options, rolls, tint

#: So many other picks of dice stand beside the one that is made, at the most.
OTHERS = 3

#: Dice with more faces than this have no key for each; they get digits.
KEYS = 20

#: What a key beside the digits ends a face with, as Enter does.
ENTER = "enter"


@dataclass(frozen=True)
class WantedDice:
    """The pool whose dice are typed in: what stands in each field, and which field is next.

    called: what the table calls such dice. drawn: the faces of the pad as dice.
    why: what made it ask for this die, where that is not plain.
    range: which faces it has. signed: they are signs.
    """

    label: str
    sides: int
    count: int
    texts: tuple[str, ...]
    at: int
    pad: tuple[tuple[str, str], ...]
    why: str = ""
    called: str = ""
    drawn: tuple[Die, ...] = ()
    range: str = ""
    signed: bool = False
    #: The tint of a die that has fallen, as the result draws it.
    tint: str = "ivory"

    @property
    def words(self) -> str:
        """`2d20`, `d100`, `4 CD`."""
        return f"{self.count} {self.called}" if self.called else pool_words(self.count, self.sides)


@dataclass(frozen=True)
class WantedChoice:
    """The decision that is wanted. dice: to pick from by their places; picked: those that are.

    others: so many other picks that differ are shown beside.
    """

    name: str
    label: str
    help: str
    options: tuple[Option, ...]
    dice: tuple[Die, ...] = ()
    picked: tuple[int, ...] = ()
    at_most: int = 0
    others: int = 0


@dataclass(frozen=True)
class Progress:
    """Everything the card of a play in progress shows."""

    rolls: tuple[Roll, ...]
    decided: tuple[str, ...]
    wanted: WantedDice | None
    choice: WantedChoice | None


def progress(asking: Asking, picks: tuple[int, ...] | None = None) -> Progress:
    """What a waiting play shows. picks: the dice picked for its decision, None as suggested."""
    thrown = [entry for entry in asking.log if isinstance(entry, Thrown)]
    decided = [entry for entry in asking.log if isinstance(entry, Chosen)]
    places = asking.choice.options if asking.choice else None
    # What one picks from is drawn there.
    above = thrown[:-1] if isinstance(places, Places) and _are(places, thrown) else thrown
    return Progress(
        rolls(above),
        tuple(chosen_words(each) for each in decided),
        wanted_dice(asking.wanted) if asking.wanted else None,
        wanted_choice(asking.choice, thrown, picks) if asking.choice else None,
    )


def wanted_dice(wanted: Wanted) -> WantedDice:
    typed = typing.Die(wanted.sides, wanted.art)
    fallen = tuple(typed.text(face) for face in wanted.faces)
    return WantedDice(
        wanted.label,
        wanted.sides,
        len(fallen) + wanted.missing,
        fallen + ("",) * wanted.missing,
        len(fallen),
        keys(wanted.sides, wanted.art),
        _why(wanted),
        wanted.called,
        _faces(wanted),
        typed.range,
        typed.signed,
        tint(wanted),
    )


def _faces(wanted: Wanted) -> tuple[Die, ...]:
    """Each face that such a die can show; none where digits are typed."""
    if wanted.sides > KEYS:
        return ()
    faces = tuple(range(1, wanted.sides + 1))
    marks = ("plain",) * wanted.sides
    drawn = (wanted.art, wanted.pictures, wanted.theirs)
    return dice(Thrown("", wanted.who, wanted.sides, faces, marks, *drawn))


def pool_words(count: int, sides: int) -> str:
    """`2d20`; a single die is a `d20`."""
    return f"{count}d{sides}" if count > 1 else f"d{sides}"


def _why(wanted: Wanted) -> str:
    """Why one more die is wanted: a chain goes on after what fell last."""
    if not wanted.climbed:
        return ""
    chain, last = wanted.chain.capitalize(), wanted.climbed[-1]
    return f"{chain}: after {last} the roll goes on, one more die falls."


def keys(sides: int, art: tuple[str, ...] = ()) -> tuple[tuple[str, str], ...]:
    """The keys beside the fields: a face each, or digits for percentile dice."""
    if sides > KEYS:
        return tuple((digit, digit) for digit in "1234567890")
    return tuple(
        (str(face), (art[face - 1] or "blank") if art else str(face))
        for face in range(1, sides + 1)
    )


def lying(places: Places, thrown: Sequence[Thrown] = ()) -> tuple[Die, ...]:
    """The dice that a decision picks from, as they are drawn. thrown: all that fell so far."""
    if _are(places, thrown):
        return dice(thrown[-1])
    if places.faces:
        return tuple(Die(places.sides, face, str(face), "plain") for face in places.faces)
    numbers = range(1, places.count + 1)
    return tuple(Die(places.sides, place, f"#{place}", "plain") for place in numbers)


def _are(places: Places, thrown: Sequence[Thrown]) -> bool:
    """Are these the dice that fell last?"""
    return bool(thrown) and places.faces == thrown[-1].faces


def wanted_choice(
    choice: Choose, thrown: Sequence[Thrown] = (), picks: tuple[int, ...] | None = None
) -> WantedChoice:
    if isinstance(choice.options, Places):
        places = choice.options
        picked = tuple(choice.default) if picks is None else picks
        others = sum(1 for each in islice(places.kinds(), OTHERS + 1) if each)
        return WantedChoice(
            choice.name,
            choice.label,
            choice.help,
            (),
            lying(places, thrown),
            picked,
            places.at_most,
            min(others, OTHERS),
        )
    # What nobody has decided yet stands as taken for none of its answers.
    return WantedChoice(choice.name, choice.label, choice.help, options(choice))
