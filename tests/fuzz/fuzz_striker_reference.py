"""Striker's reference notation against made-up lines and a second reader.

    python -m tests.fuzz.fuzz_striker_reference [lines] [seed]

The second reader is lark with the Earley parser, on plain characters: the grammar below follows
the sentences of S32 to S43. Its result is compared with the app's tree in one plain form
(`outline`).
"""

from __future__ import annotations

import json
import random
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError

from app.systems.striker.notation.dialects import CORE, read_line
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.mending import mend
from app.systems.striker.notation.tree import (
    Against,
    Amount,
    Bracket,
    Check,
    EffectDice,
    Lookup,
    Mark,
    Named,
    NotationLine,
    Own,
    Product,
    Save,
    Share,
    Value,
)
from app.systems.striker.rules.inputs import LONGEST
from tests.fuzz.striker_lines import DASHES, change_line, hold_canonical, read_or_fault, run

#: Malformed lines found by earlier runs; tests read each of them again.
KNOWN = Path(__file__).parents[1] / "data" / "striker" / "reference_malformed.json"

# --- the second reader ---

GRAMMAR = r"""
start: line
line: head? sub? steps

head: NAME ("(" times ("," extra)* ")")?
times: time ("&" time)* | time ("|" time)+
time: DURATION PLUS?
extra: COST | RANKED | CONDITION
sub: SUB "(" ref "for" NAME ")"

steps: step? (roll (step? imposed)? | imposed)? effects?
step: "->" | ","
roll: check | save | set
check: CHK EITHER? ("(" challenge ")")? "="? sum HIT?
save: SV "(" ref "," challenge ")" ("=" sum)?
set: "set" "(" NAME ")" "="? plain
imposed: "imp" "(" "sv" "," ref "," plain ")"
       | "imp" "(" "sv" "," ref ")" "="? plain
challenge: CHALLENGE | SIGNED_NUMBER | CHALLENGE "," plain | NUMBER SIGN plain_rest
plain_rest: term (SIGN term)*

sum: PLUS? D20 (SIGN term)* | SIGN? term (SIGN term)*
plain: SIGN? term (SIGN term)*
term: factor ("\u2022" factor)*
factor: NUMBER | SHARE | lookup | TRAIT | "(" plain ")"
lookup: LETTER star? ("(" ref ")")?
star: "*" ("[" NUMBER ("\u2022" NUMBER)? "]")?
ref: NAME | THIS

effects: (step? effect)+
effect: "eff" "=" item (MARK item)*
item: value TAGS? OWN? | OWN
value: DICE (SIGN term | PLUS DICE)* | SIGN? term (SIGN term | PLUS DICE)*

CHK: /chk/i
SV: /sv/i
SUB: /sub/i
EITHER: "|" WS? "sv"
HIT: /to\s+hit/
D20: /1?d20/i
PLUS: "+"
SIGN: "+" | "-"
MARK: "&" | ","
LETTER: /[MR](?![A-Za-z0-9-])/
THIS: "this"
OWN: /as weapon|eff(?=\s*($|,|&|->))/
TAGS: /\([a-z]+(,[a-z]+)*\)/
NAME: /(?!(C|TC|M|R)(?![A-Za-z0-9-]))[A-Z][A-Za-z]*(-[A-Za-z]+)*|blink|shove/
TRAIT: /(Vcl-Hawk|Size|HX)(?![A-Za-z0-9-])/
CHALLENGE: /(C-A|TC-A|TC|SC|C|CRAFTC)(?![A-Za-z0-9-])/
DURATION: /main-action|(main|bonus|re|free|mv|m)-act|act|rnd|round|min|hr|days|w\/act/
COST: /[0-9]+(fp|ep)/
RANKED: /R(?![A-Za-z0-9-])/
CONDITION: /Tech(?![A-Za-z0-9-])/
DICE: /[1-9]d(4|6|8|10|12|20)/
NUMBER: /[0-9]+(?![0-9A-Za-z])/
SIGNED_NUMBER: /-?[0-9]+(?![0-9A-Za-z])/
SHARE: /[\u00bd\u00bc\u2155]/
WS: /[ \t]+/
%ignore WS
"""
READS = {
    "main-action": "main-action", "main-act": "main-action", "m-act": "main-action",
    "act": "main-action", "bonus-act": "bonus-action", "re-act": "re-action",
    "free-act": "free-action", "mv-act": "move-action", "rnd": "round", "round": "round",
    "min": "minute", "hr": "hour", "days": "day", "w/act": "w/act",
}  # fmt: skip
BARE = "(bare)"
SHARES = {"\u00bd": "1/2", "\u00bc": "1/4", "\u2155": "1/5"}


@lru_cache(maxsize=1)
def lark() -> Lark:
    return Lark(
        GRAMMAR, parser="earley", lexer="dynamic", ambiguity="resolve", keep_all_tokens=True
    )


class _Outline(Transformer[Token, Any]):
    """The plain form of a line, made from lark's tree."""

    def line(self, parts: list[Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in parts:
            found |= part if isinstance(part, dict) else {}
        return found

    def head(self, parts: list[Any]) -> dict[str, Any]:
        name, *others = _without_marks(parts)
        times = [part for part in others if isinstance(part, tuple) and part[0] == "times"]
        extras = [str(part) for part in others if isinstance(part, Token)]
        return {
            "action": str(name),
            "times": list(times[0][1]) if times else [],
            "costs": [extra for extra in extras if extra[0].isdigit()],
            "conditions": sorted(extra for extra in extras if not extra[0].isdigit()),
        }

    def times(self, parts: list[Any]) -> tuple[str, tuple[str, ...]]:
        joint = next((f" {part} " for part in parts if part in ("&", "|")), "")
        return "times", (*(p for p in parts if p not in ("&", "|")), joint)

    def time(self, parts: list[Any]) -> str:
        return READS[str(parts[0])] + "+" * (len(parts) - 1)

    def extra(self, parts: list[Any]) -> Token:
        return parts[0]  # type: ignore[no-any-return]

    def sub(self, parts: list[Any]) -> dict[str, Any]:
        (skill,) = (str(p) for p in parts if isinstance(p, Token) and p.type == "NAME")
        return {"sub": [_only(parts, "ref"), skill]}

    def steps(self, parts: list[Any]) -> dict[str, Any]:
        return self.line(parts)

    def step(self, parts: list[Any]) -> None:
        return None

    def roll(self, parts: list[Any]) -> dict[str, Any]:
        return parts[0]  # type: ignore[no-any-return]

    def check(self, parts: list[Any]) -> dict[str, Any]:
        challenge = next((p[1] for p in parts if isinstance(p, tuple) and p[0] == "against"), "C")
        terms = next(p[1] for p in parts if isinstance(p, tuple) and p[0] == "sum")
        tokens = [p.type for p in parts if isinstance(p, Token)]
        return {"roll": ["chk", challenge, terms, "EITHER" in tokens, "HIT" in tokens]}

    def save(self, parts: list[Any]) -> dict[str, Any]:
        ref = next(p[1] for p in parts if isinstance(p, tuple) and p[0] == "ref")
        challenge = next(p[1] for p in parts if isinstance(p, tuple) and p[0] == "against")
        own = f"+M({ref})"
        terms = next((p[1] for p in parts if isinstance(p, tuple) and p[0] == "sum"), [own])
        return {"roll": ["sv", ref, challenge, terms]}

    def set(self, parts: list[Any]) -> dict[str, Any]:
        (name,) = (str(p) for p in parts if isinstance(p, Token) and p.type == "NAME")
        return {"set": [name, _only(parts, "sum")]}

    def imposed(self, parts: list[Any]) -> dict[str, Any]:
        return {"imposed": [_only(parts, "ref"), _only(parts, "sum")]}

    def challenge(self, parts: list[Any]) -> tuple[str, str]:
        parts = [p for p in parts if p != ","]
        first, *others = parts
        if not others:
            return "against", str(first)
        if isinstance(others[0], Token):  # a number, a sign, the rest
            return "against", " ".join(
                [f"+{first}", str(others[0]) + others[1][0][1:], *others[1][1:]]
            )
        return "against", ",".join([str(first), " ".join(others[0][1])])

    def plain_rest(self, parts: list[Any]) -> list[str]:
        return _signed(parts)

    def sum(self, parts: list[Any]) -> tuple[str, list[str]]:
        if any(isinstance(p, Token) and p.type == "D20" for p in parts):
            place = next(n for n, p in enumerate(parts) if getattr(p, "type", "") == "D20")
            return "sum", _signed(parts[place + 1 :])
        return "sum", _signed(parts)

    def plain(self, parts: list[Any]) -> tuple[str, list[str]]:
        return "sum", _signed(parts)

    def term(self, parts: list[Any]) -> tuple[str, str]:
        return "term", "\u2022".join(p[1] for p in parts if isinstance(p, tuple))

    def factor(self, parts: list[Any]) -> tuple[str, str]:
        if len(parts) == 3:  # a sum in brackets
            return "factor", f"({' '.join(parts[1][1])})"
        (only,) = parts
        if isinstance(only, tuple):
            return "factor", only[1]
        return "factor", str(int(only)) if only.isdigit() else SHARES.get(only, str(only))

    def lookup(self, parts: list[Any]) -> tuple[str, str]:
        star = "".join(p[1] for p in parts if isinstance(p, tuple) and p[0] == "star")
        ref = next((p[1] for p in parts if isinstance(p, tuple) and p[0] == "ref"), BARE)
        return "factor", f"{parts[0]}{star}({ref})"

    def star(self, parts: list[Any]) -> tuple[str, str]:
        numbers = [str(int(p)) for p in parts if p.isdigit()]
        return "star", f"*[{'•'.join(numbers) if numbers else 1}]".replace("[1•", "[")

    def ref(self, parts: list[Any]) -> tuple[str, str]:
        return "ref", str(parts[0])

    def effects(self, parts: list[Any]) -> dict[str, Any]:
        return {"effects": [p for p in parts if p is not None]}

    def effect(self, parts: list[Any]) -> list[Any]:
        return [
            part for each in parts[2:] for part in (each if isinstance(each, list) else [str(each)])
        ]

    def item(self, parts: list[Any]) -> list[Any]:
        own = ["own" for p in parts if isinstance(p, Token) and p.type == "OWN"]
        tags = [p for p in parts if isinstance(p, Token) and p.type == "TAGS"]
        values = [[*p[1], str(tags[0])] if tags else p[1] for p in parts if isinstance(p, tuple)]
        return [*values, *own]

    def value(self, parts: list[Any]) -> tuple[str, list[str]]:
        return "value", _signed(parts)


def _without_marks(parts: list[Any]) -> list[Any]:
    return [p for p in parts if p not in ("(", ")", ",")]


def _only(parts: list[Any], sort: str) -> Any:
    (found,) = (p[1] for p in parts if isinstance(p, tuple) and p[0] == sort)
    return found


def _signed(parts: list[Any]) -> list[str]:
    """Return the terms, dice included, each with its sign."""
    terms, sign = [], "+"
    for part in parts:
        if isinstance(part, Token) and str(part) in "+-":
            sign = str(part)
        else:
            terms.append(sign + (part[1] if isinstance(part, tuple) else str(part)))
            sign = "+"
    return terms


def second(text: str) -> dict[str, Any] | None:
    """Return the outline of a line as lark reads it, or None if it does not."""
    try:
        tree = lark().parse(text.translate(DASHES | {0x2192: "->"}))
    except LarkError:
        return None
    (found,) = _Outline().transform(tree).children
    # S36: a bare letter is that of this, or of A behind sub(A for S).
    ref = found["sub"][0] if "sub" in found else "this"
    return json.loads(json.dumps(found).replace(BARE, ref))  # type: ignore[no-any-return]


# --- the app's tree in the same plain form ---


def outline(line: NotationLine) -> dict[str, Any]:
    found: dict[str, Any] = {}
    action = line.action
    if action:
        times = [f"{time.duration}{'+' * time.at_least}" for time in action.times]
        found |= {
            "action": action.name,
            "times": [*times, f" {action.joint} " if action.joint else ""] if times else [],
            "costs": [f"{cost.amount}{cost.pool}" for cost in action.costs],
            "conditions": sorted([*action.conditions, *["R"] * action.ranked]),
        }
    if line.sub:
        found["sub"] = [line.sub.technique.word, line.sub.skill.word]
    roll = line.roll
    if isinstance(roll, Check):
        terms = [_term(term) for term in roll.terms]
        found["roll"] = ["chk", _against(roll.challenge), terms, roll.either, roll.to_hit]
    if isinstance(roll, Save) and roll.ref:
        terms = [_term(term) for term in roll.terms]
        found["roll"] = ["sv", roll.ref.word, _against(roll.challenge), terms]
    if line.sets:
        found["set"] = [line.sets.name, [_term(term) for term in line.sets.terms]]
    if line.imposed:
        found["imposed"] = [line.imposed.ref.word, [_term(term) for term in line.imposed.terms]]
    if line.effects:
        found["effects"] = [[_item(item) for item in effect.items] for effect in line.effects]
    return found


def _against(challenge: Any) -> str:
    if not isinstance(challenge, Against):
        return str(challenge)
    terms = " ".join(_term(term) for term in challenge.terms)
    return ",".join(part for part in (challenge.name, terms) if part)


def _term(term: Any) -> str:
    return f"{'-' if getattr(term, 'minus', False) else '+'}{_bare(term)}"


def _bare(term: Any) -> str:
    if isinstance(term, Amount):
        return str(term.number)
    if isinstance(term, Share):
        return f"{term.of.numerator}/{term.of.denominator}"
    if isinstance(term, Named):
        return term.name
    if isinstance(term, EffectDice):
        return f"{term.count}d{term.sides}"
    if isinstance(term, Product):
        return "\u2022".join(_bare(factor) for factor in term.factors)
    if isinstance(term, Bracket):
        return f"({' '.join(_term(term) for term in term.terms)})"
    assert isinstance(term, Lookup)
    return f"{term.letter}{term.star.written if term.star else ''}({term.ref.word})"


def _item(item: Any) -> Any:
    if isinstance(item, Value):
        tags = [f"({','.join(item.tags)})"] if item.tags else []
        return [*(_term(term) for term in item.terms), *tags]
    if isinstance(item, Own):
        return "own"
    return item.sign if isinstance(item, Mark) else f"words {item.text}"


# --- making lines ---

NAMES = ("Insight", "Cbt-Melee", "Wpn-Clubs", "Strength")
BLANKS = ("", " ", " ", "  ")


def made_line(dice: random.Random) -> str:
    """Return a random line of the grammar above, in varied spelling."""
    parts: list[str] = []
    if dice.random() < 0.8:
        parts.append(_head(dice))
    if dice.random() < 0.2:
        parts.append(f"sub({_ref(dice)} for {dice.choice(NAMES)})")
    arrow = dice.choice((" -> ", " \u2192 ", ", "))
    steps = []
    roll = dice.choice(("chk", "chk", "sv", "set", ""))
    if roll == "chk":
        steps.append(_check(dice))
    elif roll == "sv":
        equal = f" = {_sum(dice)}" if dice.random() < 0.5 else ""
        steps.append(f"sv({_ref(dice)}, {_challenge(dice)}){equal}")
    elif roll == "set":
        steps.append(f"set(SC) {dice.choice(('', '= '))}{_plain(dice)}")
    if roll != "set" and dice.random() < 0.3:
        inside = f"imp(sv, {dice.choice(NAMES)}, {_plain(dice)})"
        behind = f"imp(sv,{dice.choice(NAMES)}) {dice.choice(('', '= '))}{_plain(dice)}"
        steps.append(dice.choice((inside, behind)))
    if not steps or dice.random() < 0.6:
        steps += [f"eff= {_effect(dice)}" for _ in range(dice.choice((1, 1, 2)))]
    joint = arrow if len(steps) > 1 else " "
    if parts and dice.random() < 0.5:
        parts.append(arrow.strip())
    return " ".join([*parts, joint.join(steps)])


def _head(dice: random.Random) -> str:
    name = dice.choice(("blink", "shove", *NAMES))
    if dice.random() < 0.2:
        return name
    joint = dice.choice(("", "", "&", "|"))
    times = [dice.choice([*READS]) + dice.choice(("", "", "+")) for _ in range(1 + bool(joint))]
    extras = dice.sample(("1fp", "12ep", "R", "Tech"), dice.randint(0, 3))
    return f"{name}({', '.join([f' {joint} '.join(times), *extras])})"


def _ref(dice: random.Random) -> str:
    return dice.choice((*NAMES, "this"))


def _challenge(dice: random.Random) -> str:
    plain = ("C", "TC", "SC", "C-A", "TC-A", "CRAFTC", "15", "-3")
    return dice.choice((*plain, *plain, "C, 25", "C,10+Size", "10+Size", "8 - Vcl-Hawk + 2"))


def _check(dice: random.Random) -> str:
    either = dice.choice(("", "", "|sv"))
    challenge = dice.choice(("", f"({_challenge(dice)})", f"({_challenge(dice)})"))
    hit = dice.choice(("", "", " to hit"))
    return f"chk{either}{challenge}{dice.choice(('=', ' = ', ' '))}{_sum(dice)}{hit}"


def _sum(dice: random.Random) -> str:
    first = dice.choice(("d20", "+d20", "1d20", f"+{_term_text(dice)}", f"-{_term_text(dice)}"))
    return first + "".join(_more(dice) for _ in range(dice.randint(0, 2)))


def _plain(dice: random.Random, deep: int = 0) -> str:
    first = dice.choice(("", "+", "-")) + _term_text(dice, deep)
    return first + "".join(_more(dice, deep) for _ in range(dice.randint(0, 2)))


def _more(dice: random.Random, deep: int = 0) -> str:
    return f"{dice.choice((' ', ''))}{dice.choice(('+', ' -', ' + '))}{_term_text(dice, deep)}"


def _term_text(dice: random.Random, deep: int = 0) -> str:
    factors = [_factor(dice, deep) for _ in range(dice.choice((1, 1, 1, 2)))]
    return dice.choice(("\u2022", " \u2022 ")).join(factors)


def _factor(dice: random.Random, deep: int) -> str:
    if deep < 3 and dice.random() < 0.15:
        return f"({_plain(dice, deep + 1)})"
    star = dice.choice(("", "", "*", "*[2]", "*[2\u20223]"))
    lookup = f"{dice.choice('MR')}{star}{dice.choice(('', f'({_ref(dice)})'))}"
    return dice.choice(("8", "12", "\u00bd", "Vcl-Hawk", "Size", lookup, lookup, lookup))


def _effect(dice: random.Random) -> str:
    items = [_item_text(dice) for _ in range(dice.choice((1, 1, 2)))]
    return dice.choice((", ", " & ")).join(items)


def _item_text(dice: random.Random) -> str:
    if dice.random() < 0.1:
        return "as weapon"
    first = dice.choice(("2d6", "1d4", "8", f"+{_lookup(dice)}", f"2\u2022{_lookup(dice)}"))
    more = dice.choice(("", f" +{_lookup(dice)}", " - 2", " + 1d6"))
    return first + more + dice.choice(("", "(hp,prc)", " (ep)", "(pen)", " eff"))


def _lookup(dice: random.Random) -> str:
    star = dice.choice(("", "*", "*[2]"))
    return f"{dice.choice('MR')}{star}({dice.choice(NAMES)})"


SCRAPS = (
    "(", ")", "=", ",", "+", "-", "->", "&", "|", "*", "[", "]", "?", "5x", "d20", "2d7", "1000",
    "chk", "sv", "eff", "imp", "set", "sub", "with", "this", "M", "R", "C", "TC-A", "words here",
    "1fp", "act", "\u2022", "\u00bd", "(hp,prc)", "adv(", ":", "/",
)  # fmt: skip


def mutated(dice: random.Random, line: str) -> str:
    return change_line(dice, line, SCRAPS)


# --- rules for every line ---


def agree(text: str) -> None:
    """Assert that both readers read a made-up line in the same way."""
    found = second(text)
    assert found is not None, text
    own = json.loads(json.dumps(outline(read_line(text))))
    assert own == found, (text, own, found)


def hold(text: str) -> str:
    """Read a line and check its rules; return the code of its fault, or ""."""
    line = read_or_fault(read_line, text)
    if isinstance(line, Malformed):
        follow(text, line)
        return line.code
    hold_canonical(read_line, line, text)
    try:
        core = read_line(text, CORE)
    except Malformed:
        return ""
    assert core == line, text  # S32: the reference reads a line of the core alike
    return ""


def follow(text: str, fault: Malformed) -> None:
    """Assert that following the advice of a fault leads to a valid line."""
    advice = mend(text, fault)
    assert advice is not None, text
    assert fault.message.endswith(f" {advice.advice}"), (text, fault.message)
    assert len(advice.text) <= LONGEST, text
    read_line(advice.text)


def kept() -> list[dict[str, Any]]:
    return list(json.loads(KNOWN.read_text(encoding="utf-8")))


def make_and_hold(dice: random.Random, number: int) -> str:
    line = made_line(dice)
    if number % 4 == 0 and len(line) <= LONGEST:
        agree(line)
    hold(line)
    return line


def main(lines: int = 20_000, seed: int = 0) -> None:
    run(lines, seed, make_and_hold, mutated, hold)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
