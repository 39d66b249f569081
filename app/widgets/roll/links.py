"""Addresses of forms and rolls: `link` writes them, `read` reads them.

`#/game/name?skill_level=3&target_number=6` opens the form filled in. With `~dice=5.5.2` and
`~choice=answer` for each decision it shows that roll, and `~entry=` names its entry in the journal.
Each `~pin=` adds a pin: a name and, after a `?`, its texts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, unquote

from app.core.play.play import Answer, Chosen
from app.core.procedures.inputs import Values
from app.core.support.untrusted_json import Unreadable, decode

#: Short addresses of forms.
ALSO = {"dice": "dice/roll"}

#: Prefix of a roll's names, which no input can have.
OF_ROLL = "~"

#: An address longer than this is not read.
LONGEST = 20_000

#: Most unknown inputs quoted, and most characters of each.
MOST_ANSWERS = 5
LONGEST_ANSWER = 60

#: The answers of an unreadable roll.
NO_ROLL: tuple[Answer, ...] = (0,)

#: Depth of a decision's JSON: a name with its answer, or with a list of indexes.
DEEPEST = 2


#: A pin of a form: its name, and its texts by input.
Pinned = tuple[str, Mapping[str, str]]


@dataclass(frozen=True)
class Address:
    """The target of a link: the path, the form's texts, the answers of a roll, the pins.

    entry: the id of the roll's entry in the journal, empty for none.
    """

    path: str
    typed: dict[str, str] = field(default_factory=dict)
    answers: tuple[Answer, ...] | None = None
    pins: tuple[Pinned, ...] = ()
    entry: str = ""


def path_of(procedure: str) -> str:
    """Return the path of a procedure's form, by the procedure's id."""
    return procedure.replace(".", "/", 1)


def link(
    path: str,
    typed: Mapping[str, str],
    answers: Sequence[Answer] | None = None,
    pins: Sequence[Pinned] = (),
    entry: str = "",
) -> str:
    """Return the address of a form with these texts, or of a roll with these answers."""
    pairs = [(name, text) for name, text in typed.items()]
    if answers is not None:
        pairs.append((OF_ROLL + "dice", ".".join(_answer(answer) for answer in answers)))
    if entry:
        pairs.append((OF_ROLL + "entry", entry))
    for name, texts in pins:
        encoded = "&".join(f"{_quoted(key, '')}={_quoted(text, '')}" for key, text in texts.items())
        pairs.append((OF_ROLL + "pin", f"{_quoted(name, '')}?{encoded}"))
    query = "&".join(f"{_quoted(name, '~')}={_quoted(text, '.,')}" for name, text in pairs)
    return f"#/{_quoted(path, '/')}" + (f"?{query}" if query else "")


def _quoted(text: str, safe: str) -> str:
    """Encode a text for an address; a lone surrogate becomes `?`."""
    return quote(text, safe=safe, errors="replace")


def _answer(answer: Answer) -> str:
    if isinstance(answer, Chosen):
        # A decision is JSON between the dice; its points are escaped, as points separate them.
        encoded = json.dumps({answer.name: answer.value}, separators=(",", ":"))
        return encoded.replace("%", "%25").replace(".", "%2E")
    return str(answer)


def read(hash: str) -> Address:
    """Parse a location's hash; unreadable parts are left out.

    Of an overlong one only the path counts, with an invalid roll, so that the page reports it.
    """
    bare = hash[: LONGEST + 1].removeprefix("#").removeprefix("/")
    path, _, query = bare.partition("?")
    path = ALSO.get(path.strip("/"), path)
    if len(hash) > LONGEST:  # a cut address would be another form or roll
        return Address(unquote(path).strip("/"), {}, NO_ROLL)
    typed: dict[str, str] = {}
    answers: tuple[Answer, ...] | None = None
    pins: list[Pinned] = []
    entry = ""
    for name, text in parse_qsl(query, keep_blank_values=True):
        if name == OF_ROLL + "dice":
            answers = _answers(text)
        elif name == OF_ROLL + "entry":
            entry = text
        elif name == OF_ROLL + "pin":
            name_part, _, encoded = text.partition("?")
            pins.append((unquote(name_part), dict(parse_qsl(encoded, keep_blank_values=True))))
        elif not name.startswith(OF_ROLL):
            typed[name] = text
    return Address(unquote(path).strip("/"), typed, answers, tuple(pins), entry)


def split_known(typed: Mapping[str, str], inputs: Values) -> tuple[dict[str, str], dict[str, str]]:
    """Split a link's texts into those of the form's inputs, and unknown ones."""
    known = {name: text for name, text in typed.items() if name in inputs}
    return known, {name: text for name, text in typed.items() if name not in inputs}


def unknown_words(unknown: Mapping[str, str]) -> str:
    """Name a link's unknown inputs in its own words; empty without any."""
    if not unknown:
        return ""
    pairs = [f"{name}={text}" for name, text in unknown.items()]
    short = [pair if len(pair) <= LONGEST_ANSWER else f"{pair[:LONGEST_ANSWER]}…" for pair in pairs]
    more = len(short) - MOST_ANSWERS
    quoted = ", ".join(f"“{each}”" for each in short[:MOST_ANSWERS])
    rest = f" and {more} more" if more > 0 else ""
    return f"Some of the link couldn’t be read ({quoted}{rest})"


def _answers(text: str) -> tuple[Answer, ...]:
    """Parse the answers of a roll; an invalid one becomes 0, a face no die has."""
    answers: list[Answer] = []
    for part in text.split("."):
        if part.isascii() and part.isdigit() and len(part) < 6:
            answers.append(int(part))
        elif part:
            answers.append(_decision(part.replace("%2E", ".").replace("%25", "%")))
    return tuple(answers)


def _decision(text: str) -> Answer:
    try:
        decided = decode(text, LONGEST, DEEPEST)
    except Unreadable:
        return 0
    if not isinstance(decided, dict) or len(decided) != 1:
        return 0
    ((name, value),) = decided.items()
    # Answers hold picked dice as a tuple.
    return Chosen(name, tuple(value) if isinstance(value, list) else value)
