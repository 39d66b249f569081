"""The headless interface: one JSON request in, one JSON answer out.

No input ends the process.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput, join_words, short_text
from app.core.games import Game, find
from app.core.odds.conditional_odds import chances_from, evaluate_options, find_position
from app.core.odds.helping import help_record, helps
from app.core.odds.odds import odds
from app.core.odds.policies import by_policy, check_policy
from app.core.odds.scans import cell_record, scan
from app.core.play.asks import AnyChoose
from app.core.play.play import Chosen, Finished, Hand, by_chance, by_hand
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect, round_number, to_report
from app.core.procedures.procedure import Bound
from app.core.support.untrusted_json import Unreadable, decode

#: The keys of a request.
KEYS = ("procedure", "inputs", "dice", "choices", "odds", "policy", "scan", "helps", "seed")

#: A request longer than this, or nested deeper, is refused unread.
LONGEST = 1_000_000
DEEPEST = 500

#: Whole numbers of more digits than this are beyond every range.
LONGEST_NUMBER = 1_000


def answer(games: Mapping[str, Game], line: str | bytes) -> dict[str, Any]:
    """Answer one line; a fault becomes an `error` with its field."""
    try:
        return respond(games, _request(line))
    except BadInput as fault:
        return {"error": {"field": fault.field, "message": fault.message}}
    except Exception as fault:  # last resort: our own bugs must not end the process
        message = f"this request met a fault of ours: {type(fault).__name__}: {fault}"
        return {"error": {"field": "request", "message": message[:300]}}


def _request(line: str | bytes) -> dict[str, object]:
    """Decode a line as a JSON object with exact numbers; BadInput on `request` otherwise."""
    if len(line) > LONGEST:
        raise BadInput("request", "the line is too long")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        request = decode(text, LONGEST, DEEPEST, parse_float=Decimal, parse_int=_whole)
    except (Unreadable, UnicodeDecodeError) as fault:
        detail = f": {fault}" if isinstance(fault, Unreadable) else ""
        raise BadInput("request", f"the line is no JSON object{detail}") from None
    if not isinstance(request, dict):
        raise BadInput("request", "the line is no JSON object")
    return request


def _whole(digits: str) -> int | Decimal:
    """Parse a whole number; one with thousands of digits stays a decimal, which checks refuse."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else Decimal(digits)


def respond(games: Mapping[str, Game], request: Mapping[str, object]) -> dict[str, Any]:
    """Play a request, or compute its odds; BadInput names the wrong field."""
    procedure = find(games, request.get("procedure"))
    for key in request:
        if key not in KEYS:
            raise BadInput(key, f"a request has {join_words(KEYS, 'and')}, no {short_text(key)}")
    inputs = _record(request, "inputs")
    choices = _record(request, "choices")
    procedure.check_choices(choices)
    if "scan" in request:
        if "dice" in request:
            raise BadInput("dice", "a scan is of all dice; leave dice out")
        if "policy" in request:
            raise BadInput("policy", "a scan is by the defaults; leave policy out")
        cells = scan(procedure, inputs, request["scan"], choices)
        return {"scan": [cell_record(cell) for cell in cells]}
    bound = procedure.bind(inputs)
    policy = check_policy(request["policy"]) if "policy" in request else ""
    if policy and not _asked(request, "odds"):
        raise BadInput("policy", "a policy is for odds: give odds true, or leave policy out")
    if _asked(request, "helps"):
        if "dice" in request:
            raise BadInput("dice", "what helps is of all dice; leave dice out")
        return {"helps": [help_record(each) for each in helps(bound, choices)]}
    if _asked(request, "odds"):
        if "dice" in request:
            return _from_there(bound, _faces(request["dice"]), choices, policy)
        if policy:
            return {"odds": _fractions(by_policy(bound, policy, choices).chances.grades)}
        return {"odds": _fractions(odds(bound, choices))}
    if "dice" in request:
        return play_record(by_hand(bound, _faces(request["dice"]), choices))
    return play_record(by_chance(bound, seeded_dice(request), choices))


class _SoFar(Hand):
    """The given faces and decisions; the next decision stays open."""

    def __init__(self, faces: list[object], choices: Mapping[str, object]) -> None:
        super().__init__(faces, choices)
        self._given = choices

    def decide(self, choice: AnyChoose) -> Chosen | None:
        """Return a given decision, None for the open one."""
        is_open = self.left == 0 and choice.name not in self._given
        return None if is_open else super().decide(choice)


def _from_there(
    bound: Bound, faces: list[object], choices: Mapping[str, object], policy: str
) -> dict[str, object]:
    """Return the odds from a position, and of each option of its open decision."""
    so_far = _SoFar(faces, choices)
    position = find_position(bound, so_far, choices, policy)
    if so_far.left:
        message = f"too many faces: {len(faces)} given, {so_far.left} left over"
        raise BadInput("dice", message)
    for name in choices:
        if name not in position.names:
            raise BadInput(name, f"{name} does not come up with these dice")
    record: dict[str, object] = {"odds": _fractions(chances_from(bound, position).grades)}
    if position.decision is not None:
        options = [
            {"value": option.value, "odds": _fractions(option.chances.grades)}
            for option in evaluate_options(bound, position)
        ]
        record["decision"] = {"name": position.decision.name, "options": options}
    return record


def _fractions(grades: Mapping[str, Fraction]) -> dict[str, str]:
    return {grade: str(chance) for grade, chance in grades.items()}


def _record(request: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = request.get(key, {})
    if not isinstance(value, dict):
        raise BadInput(key, f"{key} is {short_text(value)}; give names with their values")
    return value


def _asked(request: Mapping[str, object], key: str) -> bool:
    """Return a flag of a request; BadInput on its key if it is neither true nor false."""
    wanted = request.get(key, False)
    if not isinstance(wanted, bool):
        raise BadInput(key, f"{key} is {short_text(wanted)}; give true or false")
    return wanted


def _faces(dice: object) -> list[object]:
    if not isinstance(dice, list):
        raise BadInput("dice", f"dice is {short_text(dice)}; give a list of faces")
    return dice


def seeded_dice(request: Mapping[str, object]) -> random.Random | None:
    """Return the dice that a request's seed repeats; None without a seed."""
    if "seed" not in request:
        return None
    seed = request["seed"]
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise BadInput("seed", f"seed is {short_text(seed)}; give a whole number or text")
    if isinstance(seed, str):
        # Seeding with bytes gives the dice of the text, even for lone surrogates.
        seed = seed.encode("utf-8", "surrogatepass")
    return random.Random(seed)


def play_record(play: Finished) -> dict[str, object]:
    """Return a finished play as an answer."""
    outcome = play.outcome
    return {
        "grade": outcome.grade,
        "success": outcome.success,
        "values": {name: to_report(value) for name, value in outcome.values.items()},
        "effects": [effect_record(effect) for effect in outcome.effects],
        "notes": list(outcome.notes),
        "rules": list(outcome.rules),
        "rolls": [
            {"label": thrown.label, "dice": thrown.dice, "faces": list(thrown.faces)}
            for thrown in play.rolls
        ],
    }


def effect_record(effect: Effect) -> dict[str, object]:
    """Return an effect as an answer, with numbers to six decimals."""
    return {
        "who": effect.who,
        "field": effect.field,
        "op": effect.op,
        "value": round_number(effect.value, 6),
    }


def catalogue(games: Mapping[str, Game]) -> dict[str, Any]:
    """Return all games with procedures, inputs, tables and rule ids, and bare dice.

    Each game rolls bare dice as well: `dice.roll` by itself, `<game>.dice` within a game.
    """
    listed = {"games": [game.schema() for game in games.values()]}
    dice = games.get("dice")
    return listed if dice is None else {**listed, "dice": dice.tray.schema()}


def to_line(record: Values) -> str:
    """Encode a record as one line of JSON."""
    return json.dumps(record, default=_exact)


def _exact(value: object) -> object:
    if isinstance(value, (Fraction, Decimal)):
        return float(value)
    raise TypeError(f"{value!r} has no JSON form")
