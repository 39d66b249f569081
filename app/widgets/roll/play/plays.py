"""A play in progress on screen: rolled dice, then the dice or decision wanted next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from app.core.play.asks import AnyChoose, Places
from app.core.play.play import Asking, Chosen, Thrown, Wanted
from app.widgets.dice import typing
from app.widgets.roll.result.results import Die, Option, Roll, dice, options, owner_of, rolls, tint
from app.widgets.roll.result.words import chosen_words

#: Most alternative picks of dice shown.
OTHERS = 3

#: Most faces with a key each; other dice get digit keys.
KEYS = 20

#: The key beside the digits that ends a face, as Enter does.
ENTER = "enter"


@dataclass(frozen=True)
class WantedDice:
    """The pool of dice to type in."""

    label: str
    sides: int
    count: int
    #: The text of each field.
    texts: tuple[str, ...]
    #: Index of the next field.
    at: int
    #: The keys of the pad: (value, label).
    pad: tuple[tuple[str, str], ...]
    #: Why this die is needed, where that is not obvious.
    why: str = ""
    #: The table's name of such dice.
    called: str = ""
    #: The faces of the pad as dice.
    drawn: tuple[Die, ...] = ()
    #: Its faces in words.
    range: str = ""
    #: Whether its faces are signs.
    signed: bool = False
    #: The tint of a die that has fallen, as the result draws it.
    tint: str = "ivory"

    @property
    def words(self) -> str:
        """Return `2d20`, `d100`, `4 CD`."""
        return f"{self.count} {self.called}" if self.called else pool_words(self.count, self.sides)


@dataclass(frozen=True)
class WantedChoice:
    """The open decision."""

    name: str
    label: str
    help: str
    options: tuple[Option, ...]
    #: To pick from, by index.
    dice: tuple[Die, ...] = ()
    #: Indexes of the picked dice, from 1.
    picked: tuple[int, ...] = ()
    at_most: int = 0
    #: Number of alternative picks shown.
    others: int = 0


@dataclass(frozen=True)
class Progress:
    """The card of a play in progress."""

    rolls: tuple[Roll, ...]
    decided: tuple[str, ...]
    wanted: WantedDice | None
    choice: WantedChoice | None


def progress(
    asking: Asking,
    picks: tuple[int, ...] | None = None,
    names: Mapping[str, str] | None = None,
) -> Progress:
    """Return the card of a waiting play.

    picks: the picked dice, None as suggested. names: the combatant of each role.
    """
    thrown = [entry for entry in asking.log if isinstance(entry, Thrown)]
    decided = [entry for entry in asking.log if isinstance(entry, Chosen)]
    options_open = asking.choice.options if asking.choice else None
    # Dice to pick from are drawn with the decision.
    above = (
        thrown[:-1] if isinstance(options_open, Places) and _are(options_open, thrown) else thrown
    )
    return Progress(
        rolls(above, names),
        tuple(chosen_words(each) for each in decided),
        wanted_dice(asking.wanted, names) if asking.wanted else None,
        wanted_choice(asking.choice, thrown, picks) if asking.choice else None,
    )


def wanted_dice(wanted: Wanted, names: Mapping[str, str] | None = None) -> WantedDice:
    """Return the pool that a play waits for. names: the combatant of each role."""
    typed = typing.Die(wanted.sides, wanted.art)
    fallen = tuple(typed.text(face) for face in wanted.faces)
    owner = owner_of(wanted.label, wanted.who, names or {})
    return WantedDice(
        Roll(wanted.label, owner).words,
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
    """Return the faces of a die as dice; none where digits are typed."""
    if wanted.sides > KEYS:
        return ()
    faces = tuple(range(1, wanted.sides + 1))
    marks = ("plain",) * wanted.sides
    drawn = (wanted.art, wanted.pictures, wanted.theirs)
    return dice(Thrown("", wanted.who, wanted.sides, faces, marks, *drawn))


def pool_words(count: int, sides: int) -> str:
    """Return `2d20`, or `d20` for a single die."""
    return f"{count}d{sides}" if count > 1 else f"d{sides}"


def _why(wanted: Wanted) -> str:
    """Explain why one more die is needed: a chain continues."""
    if not wanted.climbed:
        return ""
    chain, last = wanted.chain.capitalize(), wanted.climbed[-1]
    return f"{chain}: after {last}, roll one more die."


def keys(sides: int, art: tuple[str, ...] = ()) -> tuple[tuple[str, str], ...]:
    """Return the keys of the pad: a face each, or digits for percentile dice."""
    if sides > KEYS:
        return tuple((digit, digit) for digit in "1234567890")
    return tuple(
        (str(face), (art[face - 1] or "blank") if art else str(face))
        for face in range(1, sides + 1)
    )


def lying(places: Places, thrown: Sequence[Thrown] = ()) -> tuple[Die, ...]:
    """Return the dice that a decision picks from. thrown: all rolls so far."""
    if _are(places, thrown):
        return dice(thrown[-1])
    if places.faces:
        return tuple(Die(places.sides, face, str(face), "plain") for face in places.faces)
    numbers = range(1, places.count + 1)
    return tuple(Die(places.sides, index, f"#{index}", "plain") for index in numbers)


def _are(places: Places, thrown: Sequence[Thrown]) -> bool:
    """Tell whether these are the dice of the last roll."""
    return bool(thrown) and places.faces == thrown[-1].faces


def wanted_choice(
    choice: AnyChoose, thrown: Sequence[Thrown], picks: tuple[int, ...] | None
) -> WantedChoice:
    """Return the decision that a play waits for."""
    if isinstance(choice.options, Places):
        places = choice.options
        picked = tuple(choice.default) if picks is None else picks
        others = sum(1 for kind in islice(places.kinds(), OTHERS + 1) if kind)
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
    # An undecided choice has no taken option.
    return WantedChoice(choice.name, choice.label, choice.help, options(choice))
