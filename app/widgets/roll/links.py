"""A form, or a roll, as an address, and back: the printer and the reader side by side.

`#/game/name?skill_level=3&target_number=6` opens the form so filled in. With `~dice=5.5.2` and
`~choice=answer` for each decision it shows that very roll. Each `~pin=` beside it brings a pin: a
name and, after a `?`, what it types into the form.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, unquote

from app.core.play.play import Answer, Chosen
from app.core.support.untrusted_json import Unreadable, decode

#: Where a form has a shorter address as well.
ALSO = {"dice": "dice/roll"}

#: Before the names of what belongs to a roll, so that no input can have such a name.
OF_ROLL = "~"

#: An address longer than this is not read.
LONGEST = 20_000

#: So much is repeated of what a form does not know: words, and characters of each.
MOST_SAID = 5
LONGEST_SAID = 60

#: The answers where there should be some and none can be read.
NO_ROLL: tuple[Answer, ...] = (0,)

#: A decision is a name with its answer, or with a list of places.
DEEPEST = 2


#: A pin of a form: its name, and what it types.
Pinned = tuple[str, Mapping[str, str]]


@dataclass(frozen=True)
class Address:
    """Where a link leads: the path, what is typed into the form, the answers of a roll, the pins.

    pins: each as its name and what it types.
    """

    path: str
    typed: dict[str, str] = field(default_factory=dict)
    answers: tuple[Answer, ...] | None = None
    pins: tuple[Pinned, ...] = ()


def link(
    path: str,
    typed: Mapping[str, str],
    answers: Sequence[Answer] | None = None,
    pins: Sequence[Pinned] = (),
) -> str:
    """The address of a form with this typed into it, or of a roll with these answers."""
    pairs = [(name, text) for name, text in typed.items()]
    if answers is not None:
        pairs.append((OF_ROLL + "dice", ".".join(_answer(each) for each in answers)))
    for name, pinned in pins:
        said = "&".join(f"{_quoted(key, '')}={_quoted(text, '')}" for key, text in pinned.items())
        pairs.append((OF_ROLL + "pin", f"{_quoted(name, '')}?{said}"))
    query = "&".join(f"{_quoted(name, '~')}={_quoted(text, '.,')}" for name, text in pairs)
    return f"#/{_quoted(path, '/')}" + (f"?{query}" if query else "")


def _quoted(text: str, safe: str) -> str:
    """Text as it may stand in an address; half a character, which no address can hold, is a `?`."""
    return quote(text, safe=safe, errors="replace")


def _answer(answer: Answer) -> str:
    if isinstance(answer, Chosen):
        # A decision stands between the dice in its place, as JSON without its own points.
        said = json.dumps({answer.name: answer.value}, separators=(",", ":"))
        return said.replace("%", "%25").replace(".", "%2E")
    return str(answer)


def read(hash: str) -> Address:
    """The address in a location's hash. What cannot be read is left out, never an error.

    Of one that is too long only the path counts, with a roll that no form can show: so it is said.
    """
    bare = hash[: LONGEST + 1].removeprefix("#").removeprefix("/")
    path, _, query = bare.partition("?")
    path = ALSO.get(path.strip("/"), path)
    if len(hash) > LONGEST:  # half of it would be another form, or another roll
        return Address(unquote(path).strip("/"), {}, NO_ROLL)
    typed: dict[str, str] = {}
    answers: tuple[Answer, ...] | None = None
    pins: list[Pinned] = []
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name == OF_ROLL + "dice":
            answers = _answers(text)
        elif name == OF_ROLL + "pin":
            called, _, said = text.partition("?")
            pins.append((unquote(called), dict(parse_qsl(said, keep_blank_values=True))))
        elif not name.startswith(OF_ROLL):
            typed[name] = text
    return Address(unquote(path).strip("/"), typed, answers, tuple(pins))


def known_and_not(
    typed: Mapping[str, str], inputs: Mapping[str, object]
) -> tuple[dict[str, str], dict[str, str]]:
    """What a link types into a form: what the form has an input for, and what it has none for."""
    known = {name: text for name, text in typed.items() if name in inputs}
    return known, {name: text for name, text in typed.items() if name not in inputs}


def unknown_words(unknown: Mapping[str, str]) -> str:
    """That a link says what the form has no input for, in its own words; empty if it does not."""
    if not unknown:
        return ""
    pairs = [f"{name}={text}" for name, text in unknown.items()]
    short = [each if len(each) <= LONGEST_SAID else f"{each[:LONGEST_SAID]}…" for each in pairs]
    more = len(short) - MOST_SAID
    said = ", ".join(f"“{each}”" for each in short[:MOST_SAID])
    rest = f" and {more} more" if more > 0 else ""
    return f"This form does not know what the link says with {said}{rest}; the rest is filled in"


def _answers(text: str) -> tuple[Answer, ...]:
    """The answers of a roll; what is no answer stays a face that no die has, and is reported."""
    found: list[Answer] = []
    for part in text.split("."):
        if part.isascii() and part.isdigit() and len(part) < 6:
            found.append(int(part))
        elif part:
            found.append(_decision(part.replace("%2E", ".").replace("%25", "%")))
    return tuple(found)


def _decision(text: str) -> Answer:
    try:
        decided = decode(text, LONGEST, DEEPEST)
    except Unreadable:
        return 0
    if not isinstance(decided, dict) or len(decided) != 1:
        return 0
    ((name, value),) = decided.items()
    # Dice picked by their places are a tuple wherever they are kept.
    return Chosen(name, tuple(value) if isinstance(value, list) else value)
