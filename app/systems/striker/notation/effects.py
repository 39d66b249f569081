"""Reading the sums and effects of the reference (S36, S37, S42): the core's with wider rules.

    items   = item , { [ "," | "&" ] , item } ;
    item    = value , [ "(" , tags , ")" ] | words | "eff" | "as weapon" ;
    value   = [ sign ] , term , { sign , term } ;   dice may stand for a term
    term    = factor , { "•" , factor } ;
    factor  = number , [ "/" , number ] | share | lookup | name | "(" , plain , ")" ;
    lookup  = ( "M" | "R" ) , [ star ] , [ "(" , ref , ")" ] ;
    star    = "*" , [ "[" , number , [ "•" , number ] , "]" ] ;

The lines that have them are read in `reference`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Literal
from unicodedata import numeric

from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import Reader
from app.systems.striker.notation.tokens import Token, token_at
from app.systems.striker.notation.tree import (
    POOLS,
    Amount,
    Bracket,
    EffectDice,
    Item,
    Lookup,
    Mark,
    Named,
    Own,
    Product,
    Ref,
    Share,
    Star,
    Term,
    Value,
    Words,
)
from app.systems.striker.tables.notation import DURATION_WORDS

#: Words that begin a part of a line.
KEYS = ("sub", "chk", "sv", "imp", "set", "eff")
#: Words that in brackets behind M or R of an effect are a measure, and no name (S42). Only behind
#: a star or in a product, of which the core has none: elsewhere a skill may have that name (S23).
MEASURES = frozenset(
    (
        *(*POOLS, "tc", "range", "area", "radius", "distance", "speed", "wt", "weight", "time"),
        *("m", "km", "kg", "metres", "meters", "rounds", "targets"),
    )
)
#: Brackets within brackets of a sum.
DEEPEST = 8
#: A cost in one token: `2fp`.
COST = re.compile(f"(?P<amount>[0-9]+)(?P<pool>{'|'.join(POOLS)})", re.IGNORECASE)
#: The beginning of a term behind a sign, in lower case.
_TERM = re.compile("[0-9a-z(\u00bc-\u00be\u2150-\u215e]")
_RUN_ON = re.compile("([MRmr])-[0-9]")
_MARKS: dict[str, Literal[",", "&"]] = {",": ",", "&": "&"}


class EffectReader(Reader):
    """A reader of a line's sums and effects."""

    reference = True
    parts = KEYS

    # --- tokens ahead ---

    def _ahead(self, count: int = 1) -> tuple[str, ...]:
        """Return the next tokens after the present one in lower case; "?" where none begins."""
        low: list[str] = []
        at = self.token.ends
        for _ in range(count):
            try:
                token = token_at(self.text, at, reference=True)
            except Malformed:
                return (*low, *["?"] * (count - len(low)))
            low.append(token.low)
            at = token.ends if token.sort != "end" else at
        return tuple(low)

    def _fits(self, token: Token, want: str) -> bool:
        if want == "duration":
            return token.low in DURATION_WORDS
        if want == "cost":
            return token.sort == "scrap" and COST.fullmatch(token.text) is not None
        if want == "share":
            return token.sort == "share"
        if want in ("condition", "challenge"):
            return token.sort == "word"
        if want == "words":
            return token.sort in ("word", "scrap", "loose")
        return super()._fits(token, want)

    def _fault(self) -> Token:
        if self.token.sort == "end" and ")" in self.wanted:
            self.wanted = {")": None}  # E05, though a comma might follow as well
        return super()._fault()

    def _advice(self, at: int, found: str, sort: str = "") -> str:
        """Give no advice here: it is a whole line, made when the fault is known (`mending`)."""
        return ""

    def _unless_own(self, token: Token) -> bool:
        """Tell whether `eff` begins an effect, and is not the weapon's own at the end of one."""
        return token.low == "eff" and self._ahead()[0] not in ("", ",", "&", "->", ")")

    def _is_own(self, token: Token, apart: bool) -> bool:
        """Tell whether `eff` is the weapon's own effect. apart: it is first, or behind a mark."""
        if token.low != "eff":
            return False
        ahead = self._ahead(2)
        before_another = apart and (ahead[0] == "eff" or ahead == ("as", "weapon"))
        return before_another or not self._unless_own(token)

    # --- effects ---

    def _items(self, named: bool = False, given: bool = False) -> tuple[Item, ...]:
        """Read the parts of an effect or trait. named: it may begin with a name that is a number.

        given: of `with`, which `eff` ends.
        """
        items: list[Item] = []
        while True:
            token, last = self.token, items[-1] if items else None
            apart = last is None or isinstance(last, Mark)
            if not apart and (token.sort == "end" or token.low == "->"):
                self.wanted |= dict.fromkeys(("+", "-", ",", "&", "->", "end"))
                return tuple(items)
            if not apart and self._ends_items(token):
                return tuple(items)
            if not apart and token.low in _MARKS:
                self.expect(token.low)
                items.append(Mark(_MARKS[token.low]))
            elif not given and self._is_own(token, apart):
                self.expect("eff")
                items.append(Own())
            elif token.low == "as" and self._ahead() == ("weapon",):
                self.expect("as")
                self.expect("weapon")
                items.append(Own())
            elif token.low in KEYS and self._ahead()[0] in ("(", "=", "|", "->"):
                self.wanted |= dict.fromkeys(("end",) if not apart else ("words",))
                self._fault()
            elif self._value_begins(apart, named and not items):
                if isinstance(last, Value | Own):
                    self.wanted |= dict.fromkeys(("+", "-", ",", "&", "->", "end"))
                    self._fault()
                items.append(self._value())
            elif self._fits(token, "words") or (token.low == "(" and not apart):
                items.append(self._words(upto_part=True))
            else:
                self.wanted |= dict.fromkeys(("+", "-", "dice", "m", "r", "number", "words"))
                if apart is False:
                    self.wanted |= dict.fromkeys((",", "&", "->", "end"))
                self._fault()

    def _ends_items(self, token: Token) -> bool:
        """Tell whether another effect begins here, perhaps behind a comma."""
        if token.low == ",":
            low = self._ahead(2)
            return low[0] == "eff" and low[1] not in ("", ",", "&", "->", ")")
        return self._unless_own(token)

    def _value_begins(self, first: bool, named: bool = False) -> bool:
        """Tell whether a sum begins here, rather than words."""
        token = self.token
        if token.sort in ("number", "dice", "share") or token.low in ("+", "-"):
            return True
        if token.low == "(":
            return first
        if token.sort != "word":
            return False
        then, behind = self._ahead(2)
        if token.low in ("m", "r"):
            return token.text in ("M", "R") or then in ("(", "*")
        if token.low in KEYS:
            return False
        # S42: `Size +1d6`; without a capital it is a word, `slowed +1`.
        is_number = first and token.is_name and token.text[0].isupper()
        begins_sum = is_number and then in ("+", "-")
        return then == "\u2022" or named or (begins_sum and _TERM.match(behind) is not None)

    def _value(self) -> Value:
        """Read a sum with dice, and the words in brackets behind it."""
        plus = self.token.low == "+"
        sign = self.accept("+") or self.accept("-")
        terms: tuple[Term | EffectDice, ...] = ()
        while True:
            minus = sign is not None and sign.text == "-"
            dice = None if minus else self.accept("dice")
            self._in_effect = True
            terms = (*terms, EffectDice(*dice.dice) if dice else self._term(minus))
            self._in_effect = False
            sign = self.accept("+") or self.accept("-")
            if sign is None:
                break
        return Value(terms, self._tags() if self.token.low == "(" else (), plus)

    def _tags(self) -> tuple[str, ...]:
        inside = self._bracket()[1:-1]
        return tuple(" ".join(tag.split()) for tag in inside.split(","))

    def _bracket(self) -> str:
        """Take everything up to the bracket that closes this one."""
        start = self.token.at - 1
        deep = 0
        while True:
            token = self.token
            if token.sort == "end":
                self.wanted = {")": None}
                self._fault()
            deep += {"(": 1, ")": -1}.get(token.low, 0)
            self._take(token)
            if not deep:
                return self.text[start : self.read_to]

    def _take(self, token: Token) -> None:
        """Take the present token, of any kind."""
        self.read_to, self._after, self._token, self.wanted = token.ends, "words", None, {}

    def _words(self, upto_part: bool = False) -> Words:
        """Read words and brackets up to a mark, a number or another part; else to the end."""
        start = self.token.at - 1
        while self.token.sort != "end":
            if self.token.low == "(":
                self._bracket()
                continue
            if upto_part and not self._fits(self.token, "words"):
                break
            if upto_part and self.read_to > start and self._stops_words():
                break
            self._take(self.token)
        return Words(" ".join(self.text[start : self.read_to].split()))

    def _stops_words(self) -> bool:
        token = self.token
        if token.low == "eff" or (token.low == "as" and self._ahead() == ("weapon",)):
            return True
        is_key = token.low in KEYS and self._ahead()[0] in ("(", "=", "|", "->")
        return is_key or self._value_begins(first=False)

    # --- sums ---

    #: Whether the sum belongs to an effect, where a measure may stand in brackets (S42).
    _in_effect = False
    #: Brackets around the present term.
    _deep = 0

    def _plain(self) -> tuple[Term, ...]:
        """Read a sum without dice."""
        return self._plain_from(self.accept("+") or self.accept("-"))

    def _plain_from(self, sign: Token | None) -> tuple[Term, ...]:
        terms: tuple[Term, ...] = ()
        while True:
            terms = (*terms, self._term(sign is not None and sign.text == "-"))
            sign = self.accept("+") or self.accept("-")
            if sign is None:
                return terms

    def _term(self, minus: bool) -> Term:
        factor = self._factor()
        factors = [factor]
        while self.accept("\u2022"):
            factors.append(self._factor(multiplied=True))
        return Product(tuple(factors), minus) if len(factors) > 1 else replace(factor, minus=minus)

    def _factor(self, multiplied: bool = False) -> Term:
        if match := _RUN_ON.match(self.token.text) if self.token.sort == "word" else None:
            # `M-2` is M less 2, and no name.
            self._token = Token("word", match[1], self.token.at)
        if letter := self.accept("m") or self.accept("r"):
            return self._lookup(letter, multiplied)
        if number := self.accept("number"):
            over = self.token.low == "/" and self._ahead()[0].isdecimal()
            if over and self.accept("/"):
                under = self.expect("number")
                if not int(under.text):
                    raise Malformed("E03", under.at, W="a number above 0", X=under.text)
                return Share(Fraction(int(number.text), int(under.text)))
            return Amount(int(number.text))
        if share := self.accept("share"):
            return Share(Fraction(numeric(share.text)).limit_denominator(10))
        if self._deep < DEEPEST and self.accept("("):
            in_sum, self._in_sum = self._in_sum, False
            self._deep += 1
            terms = self._plain()
            self.expect(")")
            self._deep -= 1
            self._in_sum = in_sum
            return Bracket(terms)
        name = self.expect("name")
        return Named(name.text, name.at)

    def _lookup(self, letter: Token, multiplied: bool) -> Lookup:
        which: Literal["M", "R"] = "M" if letter.low == "m" else "R"
        star = self._star() if self.accept("*") else None
        measured = multiplied or star is not None
        if self._names_ref(measured) and self.accept("("):
            in_sum, self._in_sum = self._in_sum, False
            ref = self._ref("name")
            if self.accept(","):
                self.expect("any")
                ref = replace(ref, any=True)
            self.expect(")")
            self._in_sum = in_sum
            return Lookup(which, ref, star=star)
        # S36: a bare letter is that of this, or of the technique that stands in.
        ref = self.line.sub.technique if self.line.sub else Ref("this", letter.at)
        return Lookup(which, ref, star=star)

    def _names_ref(self, measured: bool) -> bool:
        """Tell whether the bracket behind M or R names a skill, and is no measure (S42).

        measured: whether M or R has a star or is multiplied.
        """
        if not self._in_effect or self.token.low != "(":
            return True
        word, then, last = self._ahead(3)
        if measured and word in MEASURES:
            return False
        return then != "," or last == "any"

    def _star(self) -> Star:
        if not self.accept("["):
            return Star()
        number = int(self.expect("number").text)
        times = 1
        if self.accept("\u2022"):
            times, number = number, int(self.expect("number").text)
        self.expect("]")
        return Star(number, times)
