"""Right lines for words in a line of dice that are not part of its notation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.core.dice.faults import Reading
from app.core.dice.tokens import tokens

_ADVANTAGE = re.compile(r"(?:with )?(?P<which>adv|dis)(?:antage|adv|advantage)?", re.IGNORECASE)
_SORTED = re.compile(
    r"(?P<does>keep|drop)(?: the)? (?P<which>highest|best|lowest|worst)(?: (?P<number>[0-9]+))?",
    re.IGNORECASE,
)

#: The description of a line in which the words are a label.
LABELLED = "with a label"


def readings(text: str, start: int, end: int) -> tuple[Reading, ...]:
    """Return the lines that may be meant by the unknown words text[start:end].

    The lines are not parsed here: a line that is wrong elsewhere stays wrong.
    """
    words = " ".join(text[start:end].split())
    before, after = text[:start].rstrip(), text[end:].lstrip()
    if match := _ADVANTAGE.fullmatch(words):
        return tuple(_thrown_twice(f"{before} {after}", match["which"].lower()))
    if match := _SORTED.fullmatch(words):
        does, which = match["does"].lower()[0], match["which"].lower() in ("highest", "best")
        change = f"{does}{'h' if which else 'l'}{match['number'] or 1}"
        return (Reading(f"{before}{change} {after}", words.lower()),)
    label = words.strip("#:;,.").strip()
    if before:
        return (Reading(f"{before} [{label}] {after}".strip(), LABELLED),)
    return (Reading(f"{_bracketed(after.lstrip('#:;,. '))} [{label}]", LABELLED),)


def _thrown_twice(line: str, which: str) -> Iterator[Reading]:
    """Yield the line in which the only single die is thrown twice."""
    all_tokens = tokens(line)
    ends = [
        all_tokens[index + 1].end
        for index, token in enumerate(all_tokens)
        if token.text == "d"
        and all_tokens[index + 1].kind == "number"
        and (
            not index or all_tokens[index - 1].kind != "number" or all_tokens[index - 1].text == "1"
        )
    ]
    if len(ends) == 1:
        better = "better" if which == "adv" else "worse"
        yield Reading(f"{line[: ends[0]]} {which}{line[ends[0] :]}", f"the {better} of two")


def _bracketed(line: str) -> str:
    """Bracket a line, so that it may have a label."""
    return f"({line})" if re.search("[-+*/]", line) else line
