"""Rolling the combat dice of an attack, with luck (W1.15), and those of cover (W7.9, W10.5)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import comb

from app.core.play.asks import Asked, Choose, Places, Pool, Rule, choose, foresee, roll
from app.core.play.asks import OneOf as Options
from app.core.play.readings import sorted_faces
from app.core.procedures.inputs import Values
from app.systems.wasteland.rules.readings import COMBAT, Strike, cover, soaked
from app.systems.wasteland.rules.readings import strike as strike_reading
from app.systems.wasteland.rules.rerolls import REROLL
from app.systems.wasteland.tables.rolls import COMBAT_DIE

#: The combat dice that one luck point rolls again (W1.10).
DICE_A_POINT = 3

BLANKS = tuple(row.face for row in COMBAT_DIE if not row.damage)

#: The first face that shows the same on a combat die: a blank and an Effect stand on two.
_FIRST = {
    row.face: next(each.face for each in COMBAT_DIE if each[1:] == row[1:]) for row in COMBAT_DIE
}

#: An attack's dice as they lie in the end, and the luck points they took.
Struck = tuple[Strike, int]


def strike(
    dice: int, rerolls: int, merge_key: Callable[[Strike], Hashable] | None = None
) -> Rule[Struck]:
    """Roll the combat dice of an attack; a luck point re-rolls up to three of them (W1.15).

    rerolls: luck points that may be spent. merge_key: as in a pool.
    """
    foreseen = yield from foresee(
        lambda request: _foreseen(dice, rerolls, request),
        None if merge_key is None else lambda struck: merge_key(struck[0]),
    )
    if foreseen is not None:
        return foreseen  # type: ignore[no-any-return]
    pool = Pool("Damage", dice, 6, sorted_faces(_FIRST.__getitem__), **COMBAT)
    faces = yield from roll(pool)
    again: tuple[int, ...] = ()
    if rerolls and dice:
        again = yield from choose(_again(faces, rerolls))
    remaining = tuple(face for index, face in enumerate(faces, 1) if index not in again)
    new = yield from roll(
        Pool("Damage again", len(again), 6, sorted_faces(_FIRST.__getitem__), **COMBAT)
    )
    return strike_reading.read(remaining + new), luck_for(len(again))


def luck_for(dice: int) -> int:
    """Return the luck points for so many combat dice rolled again (W1.10)."""
    return -(-dice // DICE_A_POINT)


def _offer(dice: int, rerolls: int, faces: tuple[int, ...] = ()) -> Places:
    most = min(dice, DICE_A_POINT * rerolls)
    blanks = [index for index, face in enumerate(faces, 1) if face in BLANKS]
    return Places(dice, most, faces, 6, {"blanks": tuple(blanks[:most]), "none": ()})


def _again(faces: tuple[int, ...], rerolls: int) -> Choose[tuple[int, ...]]:
    """Return the offer to roll combat dice again, before cover is rolled (W1.15)."""
    offer = _offer(len(faces), rerolls, faces)
    return Choose(
        REROLL,
        offer,
        default=offer.policies["blanks"],
        label="Roll combat dice again?",
        help=f"At most {offer.at_most}, a luck point for every three; the new faces stand.",
        price=lambda places: luck_for(len(places)),
        unit="luck",
    )


# --- odds ---


def _foreseen(dice: int, rerolls: int, request: Asked) -> Mapping[Struck, int]:
    """Count the ways for each result of the dice, with luck as the request asks."""
    answer = request.choices.get(REROLL, "blanks") if rerolls and dice else ()
    if answer == "blanks":
        result = count_ways(dice, min(dice, DICE_A_POINT * rerolls))
    else:
        picked = _offer(dice, rerolls).check(REROLL, answer) if rerolls and dice else ()
        # Dice picked by their places, whatever they show, fall as if for the first time.
        spent = luck_for(len(picked))
        result = {(strike, spent): ways for (strike, _), ways in count_ways(dice, 0).items()}
    if "luck_spent" in request.values:
        return result
    merged: dict[Struck, int] = {}
    for (strike, _), ways in result.items():
        merged[strike, 0] = merged.get((strike, 0), 0) + ways
    return merged


@lru_cache(maxsize=64)
def count_ways(dice: int, again: int) -> dict[Struck, int]:
    """Count the ways for combat dice to end if up to `again` blanks are rolled once more.

    A die that is no blank is a 1, a 2 or, twice as likely as either, an Effect, on either roll: so
    all depends on the final number of blanks.
    """
    result: dict[Struck, int] = {}
    for (spent, struck), ways in _struck(dice, again).items():
        # The ways of one assignment of blanks; of the four faces of each other die:
        ways *= 4 ** (dice - struck)
        for effects in range(struck + 1):
            with_effects = ways * comb(struck, effects) * 2**effects
            for twos in range(struck - effects + 1):
                strike = Strike(struck + twos, effects)
                more = with_effects * comb(struck - effects, twos)
                result[strike, spent] = result.get((strike, spent), 0) + more
    return result


def _struck(dice: int, again: int) -> dict[tuple[int, int], int]:
    """Count the ways to end with so many dice that are no blank, and so many luck points spent."""
    result: dict[tuple[int, int], int] = {}
    for blanks in range(dice + 1):
        rolled = min(blanks, again)
        ways = comb(dice, blanks) * 2**blanks * 4 ** (dice - blanks) * 6 ** (again - rolled)
        for turned in range(rolled + 1):
            more = ways * comb(rolled, turned) * 4**turned * 2 ** (rolled - turned)
            ended = luck_for(rolled), dice - blanks + turned
            result[ended] = result.get(ended, 0) + more
    return result


# --- cover ---

#: The name of the choice to roll cover dice again.
COVER_REROLL = "cover_reroll"

COVER_AGAIN = Choose(
    COVER_REROLL,
    Options(
        {
            "none": "Keep them",
            "blanks": "Roll the blanks again",
            "all": "Roll all of them again",
        }
    ),
    default="blanks",
    label="Roll cover dice again?",
    help="Who lies prone may roll any cover dice again, each once; the new faces stand.",
    who="target",
)


def roll_cover(dice: int, prone: bool, through: int, who: str = "target") -> Rule[int]:
    """Roll cover dice, again for prone targets; return the damage they stop (W7.9, W10.5).

    through: the damage they have to stop; no grade depends on more. who: the role with the cover.
    """
    foreseen = yield from foresee(
        lambda request: soaks(dice, again_by(request.choices) if prone and dice else "none"),
        lambda stopped: min(stopped, through),
    )
    if foreseen is not None:
        return int(foreseen)
    first = yield from roll(Pool("Cover", dice, 6, cover, who, **COMBAT))
    if not prone or not dice:
        return first.total
    picked = yield from choose(replace(COVER_AGAIN, who=who))
    again = {"none": 0, "blanks": first.blanks, "all": dice}[picked]
    first_total: int = 0 if picked == "all" else first.total
    return first_total + (yield from roll(Pool("Cover again", again, 6, soaked, who, **COMBAT)))


def again_by(choices: Values) -> str:
    """Return the cover dice to roll again by these answers to choices."""
    answer = choices.get(COVER_REROLL, COVER_AGAIN.default)
    return str(COVER_AGAIN.options.check(COVER_REROLL, answer))


@lru_cache(maxsize=64)
def soaks(dice: int, again: str) -> dict[int, int]:
    """Count the ways for cover dice to stop so much; again: the dice rolled once more."""
    result: dict[int, int] = {}
    for (strike, _), ways in count_ways(dice, dice if again == "blanks" else 0).items():
        result[strike.total] = result.get(strike.total, 0) + ways
    return result
