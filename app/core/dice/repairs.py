"""Right lines for words that stand in a line of dice and are none of its notation."""

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

#: How the line differs in which words are a label.
LABELLED = "with a label"


def readings(text: str, start: int, end: int) -> tuple[Reading, ...]:
    """Return the lines that may be meant by text[start:end], which no rule of the notation reads.

    None of them is read here: a line that is wrong elsewhere stays wrong.
    """
    words = " ".join(text[start:end].split())
    before, after = text[:start].rstrip(), text[end:].lstrip()
    if found := _ADVANTAGE.fullmatch(words):
        return tuple(_thrown_twice(f"{before} {after}", found["which"].lower()))
    if found := _SORTED.fullmatch(words):
        does, which = found["does"].lower()[0], found["which"].lower() in ("highest", "best")
        change = f"{does}{'h' if which else 'l'}{found['number'] or 1}"
        return (Reading(f"{before}{change} {after}", words.lower()),)
    label = words.strip("#:;,.").strip()
    if before:
        return (Reading(f"{before} [{label}] {after}".strip(), LABELLED),)
    return (Reading(f"{_whole(after.lstrip('#:;,. '))} [{label}]", LABELLED),)


def _thrown_twice(line: str, which: str) -> Iterator[Reading]:
    """Yield the line whose only single die is thrown twice."""
    found = tokens(line)
    ends = [
        found[at + 1].end
        for at, token in enumerate(found)
        if token.text == "d"
        and found[at + 1].kind == "number"
        and (not at or found[at - 1].kind != "number" or found[at - 1].text == "1")
    ]
    if len(ends) == 1:
        better = "better" if which == "adv" else "worse"
        yield Reading(f"{line[: ends[0]]} {which}{line[ends[0] :]}", f"the {better} of two")


def _whole(line: str) -> str:
    """The line as one part, which may have a label."""
    return f"({line})" if re.search("[-+*/]", line) else line
