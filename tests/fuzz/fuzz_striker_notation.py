"""Striker's notation against made-up lines, right and wrong, and against a second reader.

    python -m tests.fuzz.fuzz_striker_notation [lines] [seed]

The second reader is lark: it is given the grammar of S23 over sorts of tokens, and the faults are
derived from the tokens that lark would accept next, by the sentences of S31.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from functools import lru_cache

from lark import Lark, Token
from lark.lexer import Lexer, LexerState

from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import parse
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.notation import ADVICE
from tests.fuzz.striker_lines import DASHES, change_line, hold_canonical, read_or_fault, run

NINE = [row.duration for row in DURATIONS]

# --- making lines ---

NAMES = (
    *("X", "Insight", "Cbt-Melee", "Wpn-Blades-Short", "a1-b2", "round", "day", "x5d6", "toy"),
    *("adv", "hp", "metres"),
)
BLANKS = ("", "", "", " ", " ", "  ", "\t", "\u00a0", "\u2009", "\n")


def made_line(dice: random.Random) -> str:
    """Return a random line of the grammar, with varied blanks, capitals and dashes."""
    tokens = _line(dice)
    text = tokens[0]
    for token in tokens[1:]:
        blank = dice.choice(BLANKS)
        if not blank and text[-1].isalnum() and token[0].isalnum():
            blank = " "  # two words, or a word and a number, need something between
        if not blank and token == "-" and text[-1].isalpha():
            blank = " "  # else the dash might be read as part of the word
        text += blank + token
    return text.replace("-", dice.choice("--\u2212\u2013"))


def _cased(dice: random.Random, word: str) -> str:
    return dice.choice((word, word, word.upper(), word.capitalize()))


def _line(dice: random.Random) -> list[str]:
    tokens: list[str] = []
    if dice.random() < 0.5:
        tokens.append(dice.choice(NAMES))
        if dice.random() < 0.5:
            tokens += ["(", _cased(dice, dice.choice(NINE)), ")"]
    if dice.random() < 0.4:
        tokens += [_cased(dice, "sub"), "(", _ref(dice), "for", dice.choice(NAMES), ")"]
    roll = dice.choice(("chk", "sv", ""))
    if roll == "chk":
        tokens += [_cased(dice, "chk"), "(", *_challenge(dice), ")", "=", *_sum(dice)]
        if dice.random() < 0.4:
            tokens += [_cased(dice, "to"), "hit"]
    elif roll == "sv":
        tokens += ["sv", "(", _ref(dice), ",", *_challenge(dice), ")"]
        if dice.random() < 0.6:
            tokens += ["=", *_sum(dice)]
    if not roll or dice.random() < 0.5:
        if roll and dice.random() < 0.5:
            tokens.append(",")
        tokens += [_cased(dice, "eff"), "=", *_effect(dice)]
    return tokens


def _ref(dice: random.Random) -> str:
    return _cased(dice, "this") if dice.random() < 0.3 else dice.choice(NAMES)


def _challenge(dice: random.Random) -> list[str]:
    if dice.random() < 0.5:
        return [_cased(dice, dice.choice(("C", "TC")))]
    return [*dice.choice(([], ["-"])), _number(dice)]


def _number(dice: random.Random) -> str:
    return "0" * dice.choice((0, 0, 0, 2)) + str(dice.choice((0, 1, 5, 15, 999)))


def _term(dice: random.Random) -> list[str]:
    if dice.random() < 0.3:
        return [_number(dice)]
    return [dice.choice("MRmr"), "(", _ref(dice), ")"]


def _sum(dice: random.Random) -> list[str]:
    first = dice.choice((["d20"], ["1D20"], ["+", "01d20"], _term(dice), ["-", *_term(dice)]))
    more = ([dice.choice("+-"), *_term(dice)] for _ in range(dice.randint(0, 3)))
    return [*first, *(token for term in more for token in term)]


def _effect(dice: random.Random) -> list[str]:
    def some() -> str:
        count = dice.choice(("", "1", "02", "20"))
        return f"{count}{dice.choice('dD')}{dice.choice((4, 6, 8, 10, 12, 20))}"

    first = dice.choice(([some()], ["+", some()], _term(dice), ["-", *_term(dice)]))
    tokens = list(first)
    for _ in range(dice.randint(0, 3)):
        tokens += dice.choice((["+", some()], [dice.choice("+-"), *_term(dice)]))
    return tokens


SCRAPS = (
    "(", ")", "=", ",", "+", "-", "?", "5x", "d20", "2d7", "1000", "chk", "sv", "eff", "sub",
    "for", "this", "to", "hit", "M", "R", "C", "TC", "X", "main-action", " ", "\u00a0", "\u0663",
    "\u2212", "0d6", "3d6", "\x1c", "&", "|", "*", "[", "->", "\u2212>", "\u2192", "SC", "main-act",
    "day+", "to hit 2d6",
)  # fmt: skip


def mutated(dice: random.Random, line: str) -> str:
    return change_line(dice, line, SCRAPS)


# --- the second reader ---

GRAMMAR = """
start: [action] [sub] (roll [[COMMA] effect] | effect)
action: NAME ["(" DURATION ")"]
sub: SUB "(" ref FOR NAME ")"
roll: check | save
check: CHK "(" challenge ")" EQ sum [TO HIT]
save: SV "(" ref COMMA challenge ")" [EQ sum]
effect: EFF EQ esum
challenge: C | TC | [MINUS] NUMBER
sum: ([PLUS] D20 | [sign] term) (sign term)*
esum: ([PLUS] DICE | [sign] term) (sign term | PLUS DICE)*
term: (M | R) "(" ref ")" | NUMBER
ref: THIS | NAME
sign: PLUS | MINUS
%declare NAME DURATION SUB FOR CHK SV EFF TO HIT C TC M R THIS NUMBER D20 DICE EQ PLUS MINUS COMMA
%declare LPAR RPAR
"""
MARKS = {"(": "LPAR", ")": "RPAR", "=": "EQ", ",": "COMMA", "+": "PLUS", "-": "MINUS"}
WORDS = ["CHK", "SV", "EFF", "SUB", "FOR", "THIS", "TO", "HIT", "M", "R", "C", "TC"]
PARTS = {"SUB", "CHK", "SV", "EFF"}
SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    chr(c) for c in range(0x2000, 0x200B)
)


class _Unused(Lexer):
    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        return iter(())


@lru_cache(maxsize=1)
def lark() -> Lark:
    # Brackets have no names of their own in EBNF; lark calls them LPAR and RPAR.
    grammar = GRAMMAR.replace('"("', "LPAR").replace('")"', "RPAR")
    return Lark(grammar, parser="lalr", lexer=_Unused, maybe_placeholders=False)


def split_tokens(text: str) -> list[tuple[str, str, int]]:
    """Return sort, text and position of each token, with `?` where none begins (S24)."""
    tokens: list[tuple[str, str, int]] = []
    index = 0
    while index < len(text):
        if text[index] in SPACE:
            index += 1
            continue
        rest = text[index:]
        run = re.split("[^0-9A-Za-z]", rest)[0]  # letters must not follow dice and numbers
        word = re.match("[A-Za-z][0-9A-Za-z]*(-[0-9A-Za-z]+)*", rest)
        if re.fullmatch("[0-9]*[dD][0-9]+", run):
            token = ("dice", run)
        elif re.fullmatch("[0-9]+", run):
            token = ("number", run)
        elif word:
            token = ("word", word[0])
        elif rest[0] in MARKS:
            token = ("mark", rest[0])
        else:
            return [*tokens, ("?", rest[0], index + 1)]
        tokens.append((*token, index + 1))
        index += len(token[1])
    return [*tokens, ("end", "", len(text.rstrip(SPACE)) + 1)]


def verdict(text: str) -> tuple[str, int] | None:
    """Return code and position of the first fault (S31) by lark, or None."""
    if len(text) > 300:
        return "E13", 301
    if not text.strip(SPACE):
        return "E01", 1
    reader = lark().parse_interactive()
    previous, summing, depth = "", False, 0
    for sort, word, at in split_tokens(text.translate(DASHES)):
        may = reader.accepts()  # type: ignore[no-untyped-call]
        if sort == "?":
            return "E02", at
        terminal = _terminal(sort, word, may)
        if sort == "number" and "NUMBER" in may and int(word) > 999:
            return "E12", at
        if sort == "dice" and terminal == "DICE" and "DICE" in may:
            count, sides = word.lower().split("d")
            if not 1 <= int(count or 1) <= 20 or int(sides) not in (4, 6, 8, 10, 12, 20):
                return "E11", at
        if terminal not in may:
            return _code(sort, terminal, may, summing and depth == 0), at
        if terminal == "$END":
            return None
        reader.feed_token(Token(terminal, word))
        depth += {"LPAR": 1, "RPAR": -1}.get(terminal, 0)
        if terminal == "EQ":
            summing = previous != "EFF"
        elif terminal in {"TO", "COMMA", "EFF"} and depth == 0:
            summing = False
        previous = terminal
    raise AssertionError("a line has an end")


def _terminal(sort: str, word: str, may: set[str]) -> str:
    if sort == "end":
        return "$END"
    if sort == "mark":
        return MARKS[word]
    if sort == "number":
        return "NUMBER"
    if sort == "dice":
        count, sides = word.lower().split("d")
        is_d20 = (int(count or 1), int(sides)) == (1, 20)
        return "D20" if is_d20 and "DICE" not in may else "DICE"
    if word.upper() in WORDS:
        return word.upper()
    return "DURATION" if "DURATION" in may and word.lower() in NINE else "NAME"


def _code(sort: str, terminal: str, may: set[str], summing: bool) -> str:
    if may == {"RPAR"}:
        return "E05"
    if "DURATION" in may and sort == "word":
        return "E04"
    if sort == "end" and "CHK" in may:
        return "E06"
    if terminal in PARTS and may & {*PARTS, "$END"}:
        return "E07"
    return "E10" if sort == "dice" and summing else "E03"


def expected_advice(text: str, at: int) -> str:
    """Return the advice of S30 at a position, by the tokens before it, or ""."""
    plain = text.translate(DASHES)
    tokens = split_tokens(plain)
    index = next(n for n, token in enumerate(tokens) if token[2] == at)
    sort, word, _ = tokens[index]
    words = [token[1].lower() for token in tokens[:index]]
    # Durations stand in the first bracket, behind the name of the action.
    bracket = words[1:2] == ["("] and tokens[0][0] == "word" and words[0].upper() not in WORDS
    bracket = bracket and words[0] not in ("chk", "sv", "sub")
    if bracket and index == 3 and (word == "," or sort == "number"):
        return "Costs are not read: leave only the duration in the brackets."
    if bracket and index == 3 and word in ("&", "+"):
        return "Two-part durations are not read: give one."
    meant = [each for each in NINE if each.startswith(word.lower())]
    if bracket and index == 2 and sort == "word" and len(meant) == 1:
        return f"Did you mean {meant[0]}?"
    pair = plain[at - 2 : at] if word == ">" else plain[at - 1 : at + 1] if word == "-" else ""
    if pair == "->" or (word and "\u2190" <= word <= "\u21ff"):
        return "Arrows are not read: the parts follow one another, with at most a comma before eff."
    if words[-1:] in (["m"], ["r"]) and word in ("*", "["):
        return "Marked modifiers are not read: write M(name)."
    challenge = words[-2:] == ["chk", "("] or (words[-4:-2] == ["sv", "("] and words[-1] == ",")
    if challenge and sort == "word":
        return "Only C, TC or a number is read as a challenge."
    return "Alternatives are not read: write a line for each." if word == "|" else ""


# --- rules for every line ---

#: The faults that reading a line can have; the others need a sheet or a roll.
CODES = {"E01", "E02", "E03", "E04", "E05", "E06", "E07", "E10", "E11", "E12", "E13"}


def hold(text: str) -> str:
    """Assert that both readers agree on a line; return the code of its fault, or ""."""
    line = read_or_fault(parse, text)
    if isinstance(line, Malformed):
        assert verdict(text) == (line.code, line.at), (text, line.message, verdict(text))
        assert line.code in CODES, text
        if line.code not in ("E01", "E13"):
            sentence = expected_advice(text, line.at or 0)
            advice = [row.advice for row in ADVICE if line.message.endswith(f" {row.advice}")]
            advice += [f"Did you mean {each}?" for each in NINE if f"mean {each}?" in line.message]
            assert advice == [sentence] * bool(sentence), (text, line.message, sentence)
        return line.code
    assert verdict(text) is None, (text, verdict(text))
    hold_canonical(parse, line, text)
    return ""


def make_and_hold(dice: random.Random, number: int) -> str:
    line = made_line(dice)
    assert hold(line) in ("", "E13"), line
    return line


def main(lines: int = 100_000, seed: int = 0) -> None:
    run(lines, seed, make_and_hold, mutated, hold)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
