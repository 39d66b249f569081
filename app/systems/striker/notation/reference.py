"""Reading a line as the reference writes it (S32-S43): the core's reader with wider rules.

    line    = trait | remark | [ head ] , steps ;
    steps   = [ sub ] , [ roll | set ] , [ imp ] , { effect } ;   joined by nothing, `,` or `->`
    head    = name , [ "(" , times , { "," , ( cost | "R" | condition ) } , ")" ] , [ ":" ] ;
    times   = time , { "&" , time } | time , { "|" , time } ;
    time    = duration , [ "+" ] ;
    cost    = number , ( "fp" | "ep" | "hp" ) ;
    check   = "chk" , [ "|" , "sv" ] , [ "(" , challenge , ")" ] , [ "=" ] , sum ,
              [ "to" , "hit" ] ;
    save    = "sv" , ( "(" , ref , "," , challenge , ")" , [ [ "=" ] , sum ] | [ "=" ] , sum ) ;
    imp     = "imp" , "(" , "sv" , "," , ref , ( "," , plain , ")" | ")" , [ "=" ] , plain ) ;
    set     = "set" , "(" , name , ")" , [ "=" ] , plain ;
    effect  = ( "with" | "eff" , [ "=" ] | "" ) , item , { [ "," | "&" ] , item } ;
    item    = value , [ "(" , tags , ")" ] | words | "eff" | "as weapon" ;
    trait   = name , [ ( "," | "/" ) , name ] , "=" , item , { [ "," | "&" ] , item } ;
    term    = factor , { "•" , factor } ;
    factor  = number , [ "/" , number ] | share | lookup | name | "(" , plain , ")" ;
    lookup  = ( "M" | "R" ) , [ star ] , [ "(" , ref , ")" ] ;
    star    = "*" , [ "[" , number , [ "•" , number ] , "]" ] ;

A line of the core is read as the core reads it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Literal
from unicodedata import numeric

from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import NUMBER_MOST, Reader
from app.systems.striker.notation.tokens import Token, token_at
from app.systems.striker.notation.tree import (
    POOLS,
    Action,
    Against,
    Amount,
    Bracket,
    Challenge,
    Check,
    Cost,
    Effect,
    EffectDice,
    Imposed,
    Item,
    Lookup,
    Mark,
    Named,
    Own,
    Product,
    Ref,
    Save,
    SetChallenge,
    Share,
    Star,
    Term,
    Time,
    Trait,
    Value,
    Words,
)
from app.systems.striker.tables.notation import DURATION_WORDS

#: Words that begin a part of a line.
KEYS = ("sub", "chk", "sv", "imp", "set", "eff")
#: Words that in brackets behind M or R of an effect are a measure, and no name (S42).
MEASURES = frozenset(
    (
        *(*POOLS, "tc", "range", "area", "radius", "distance", "speed", "wt", "weight", "time"),
        *("m", "km", "kg", "metres", "meters", "rounds", "targets"),
    )
)
#: Brackets within brackets of a sum.
DEEPEST = 8
_COST = re.compile(f"(?P<amount>[0-9]+)(?P<pool>{'|'.join(POOLS)})", re.IGNORECASE)
_RUN_ON = re.compile("([MRmr])-[0-9]")
_ATTACK = re.compile(".+-att(ack)?", re.IGNORECASE)
_JOINTS: tuple[Literal["&"], Literal["|"]] = ("&", "|")


class ReferenceReader(Reader):
    """A line of the reference being read."""

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
            return token.sort == "scrap" and _COST.fullmatch(token.text) is not None
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

    # --- lines ---

    def read(self) -> None:
        """Read a line: a trait, a remark, or the steps of an action."""
        if self._is_trait():
            self._trait()
        elif self._is_remark():
            self._remark()
        else:
            self._steps()
        self.expect("end")

    def _is_trait(self) -> bool:
        first, ahead = self.token, self._ahead(3)
        if first.sort != "word" or first.low in KEYS:
            return False
        parts_name = ahead[0] in (",", "/") and ahead[1] not in KEYS
        return ahead[0] == "=" or (parts_name and ahead[2] == "=")

    def _is_remark(self) -> bool:
        """Tell whether the line is words alone: several, or an advantage (S42)."""
        first, (second,) = self.token, self._ahead()
        if first.sort != "word" or not first.is_name:
            return False
        if first.low in ("adv", "dadv") and second == "(":
            return True
        if not re.match("[0-9a-z.;'\u2019%]", second) or second in KEYS:
            return False
        return not self._has_part(first.ends)

    def _has_part(self, at: int) -> bool:
        """Tell whether a part of a line begins outside brackets behind this position."""
        deep = 0
        while True:
            try:
                token = token_at(self.text, at, reference=True)
            except Malformed:
                return True
            if token.sort == "end":
                return False
            deep += {"(": 1, ")": -1}.get(token.low, 0)
            if deep <= 0 and token.low in ("chk", "sv", "eff", "->", "="):
                return True
            at = token.ends

    def _remark(self) -> None:
        self.line = replace(self.line, remark=(self._words(),))

    def _trait(self) -> None:
        name = self.expect("challenge").text
        for mark in (",", "/"):
            if self.accept(mark):
                name += mark + self.expect("challenge").text
        self.expect("=")
        self.line = replace(self.line, trait=Trait(name))
        items = self._items(named=True)
        self.line = replace(self.line, trait=Trait(name, items))

    def _steps(self) -> None:
        bare = follows = False
        if name := None if self._begins_with_key() else self.accept("action"):
            bracketed = self._head(name)
            follows = self._next_step() or bool(self.accept(":"))
            bare = bracketed or follows
            if bracketed and not follows and self.accept("end"):
                # Any of the steps may follow as well.
                self.wanted |= dict.fromkeys(("sub", "chk", "sv", "imp", "set", "eff"))
                return
        if self.accept("sub"):
            self._sub()
            follows = bare = self._next_step()
        if self._roll():
            follows = bare = self._next_step()
        if self.accept("imp"):
            self._imposed()
            follows = bare = self._next_step()
        begun = bool(self.line.roll or self.line.imposed or self.line.sets)
        if not begun and not name and not self.line.sub:
            bare = self._value_begins(first=True)
        while follows or bare or not begun or self.token.low in ("eff", "with"):
            self._one_effect(bare)
            begun = True
            follows = bare = self._next_step()

    def _begins_with_key(self) -> bool:
        """Tell whether `imp(` or `set(` begins a step, and is no action of that name."""
        if self.token.low not in ("imp", "set"):
            return False
        bracket, inside = self._ahead(2)
        return bracket == "(" and inside not in DURATION_WORDS

    def _next_step(self) -> bool:
        """Take the arrow or comma between two steps (S40)."""
        return bool(self.accept("->") or self.accept(","))

    # --- the head ---

    def _head(self, name: Token) -> bool:
        """Read the brackets of an action; return whether there are any."""
        action = Action(name.text)
        attack = _ATTACK.fullmatch(name.text) is not None
        self.line = replace(self.line, action=action, named_attack=attack)
        if not self.accept("("):
            return False
        action = replace(action, times=(self._time(),))
        self.line = replace(self.line, action=action)
        for joint in _JOINTS:
            while not action.joint or action.joint == joint:
                if not self.accept(joint):
                    break
                action = replace(action, joint=joint, times=(*action.times, self._time()))
                self.line = replace(self.line, action=action)
        while self.accept(","):
            action = self._condition(action)
            self.line = replace(self.line, action=action)
        self.expect(")")
        return True

    def _time(self) -> Time:
        if self.token.low == "w" and self._ahead(2) == ("/", "act"):
            self.read_to = self.text.lower().index("act", self.read_to) + 3
            self._token, self._after, self.wanted = None, "duration", {}
            duration = "w/act"
        else:
            duration = DURATION_WORDS[self.expect("duration").low]
        return Time(duration, at_least=self.accept("+") is not None)

    def _condition(self, action: Action) -> Action:
        """Read a cost, `R`, or a condition in a word, behind the duration."""
        if cost := self.accept("cost"):
            match = _COST.fullmatch(cost.text)
            assert match is not None
            return self._costing(action, int(match["amount"]), match["pool"], cost.at)
        if number := self.accept("number"):
            pool = next((each for each in POOLS if self.accept(each)), "") or self._fault().low
            return self._costing(action, int(number.text), pool, number.at)
        if ranked := self.accept("r"):
            return replace(action, ranked=True, ranked_at=ranked.at)
        word = self.expect("condition").text
        return replace(action, conditions=(*action.conditions, word))

    def _costing(self, action: Action, amount: int, pool: str, at: int) -> Action:
        if amount > NUMBER_MOST:
            raise Malformed("E12", at, X=str(amount))
        return replace(action, costs=(*action.costs, Cost(amount, pool.lower(), at)))

    # --- rolls ---

    def _roll(self) -> bool:
        if self.accept("chk"):
            self._check()
        elif self.accept("sv"):
            self._save()
        elif self.accept("set"):
            self._set()
        else:
            return False
        return True

    def _check(self) -> None:
        check = Check("C")
        if self.accept("|"):
            self.expect("sv")
            check = replace(check, either=True)
        if self.accept("("):
            check = replace(check, challenge=self._challenge())
            self.line = replace(self.line, roll=check)
            self.expect(")")
        self.line = replace(self.line, roll=check)
        self.accept("=")
        check = replace(check, terms=self._sum(check))
        if self.accept("to"):
            self._in_sum = False
            self.expect("hit")
            check = replace(check, to_hit=True)
        self._in_sum = False
        self.line = replace(self.line, roll=check)

    def _save(self) -> None:
        if not self.accept("("):
            save = Save(None, "C")
            self.line = replace(self.line, roll=save)
            self.accept("=")
            self._sum(save)
            self._in_sum = False
            return
        ref = self._ref("name")
        self.expect(",")
        save = Save(ref, self._challenge(), (Lookup("M", ref),))
        self.line = replace(self.line, roll=save)
        self.expect(")")
        if self.accept("=") or self.token.low in ("+", "-"):
            self._sum(replace(save, terms=()))
            self._in_sum = False

    def _challenge(self) -> Challenge:
        name = "C" if self.accept("c") else "TC" if self.accept("tc") else ""
        if not name and (word := self.accept("challenge")):
            name = word.text
        if name:
            if self.accept(","):
                return Against(name, self._plain())
            return name if name in ("C", "TC") else Against(name)  # type: ignore[return-value]
        minus = self.accept("-")
        number = int(self.expect("number").text)
        sign = self.accept("+") or self.accept("-")
        if sign is None:
            return -number if minus else number
        return Against("", (Amount(number, bool(minus)), *self._plain_from(sign)))

    def _imposed(self) -> None:
        self.expect("(")
        self.expect("sv")
        self.expect(",")
        imposed = Imposed(self._ref("name"))
        self.line = replace(self.line, imposed=imposed)
        if inside := self.accept(","):
            imposed = replace(imposed, terms=self._plain())
        self.line = replace(self.line, imposed=imposed)
        self.expect(")")
        if not inside:
            self.accept("=")
            self.line = replace(self.line, imposed=replace(imposed, terms=self._plain()))

    def _set(self) -> None:
        self.expect("(")
        name = self.expect("challenge").text
        self.line = replace(self.line, sets=SetChallenge(name))
        self.expect(")")
        self.accept("=")
        self.line = replace(self.line, sets=SetChallenge(name, self._plain()))

    # --- effects ---

    def _one_effect(self, bare: bool) -> None:
        """Read one effect; bare: the word `eff` may be missing."""
        given = False
        if (self.line.roll or self.line.imposed) and not self.line.effects:
            given = self.accept("with") is not None
        if not given:
            if bare and not self._unless_own(self.token):
                self.wanted["eff"] = None
            else:
                self.expect("eff")
                self.accept("=")
        before = self.line.effects
        self.line = replace(self.line, effects=(*before, Effect((), given)))
        items = self._items(given=given)
        self.line = replace(self.line, effects=(*before, Effect(items, given)))

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
            elif token.low == "eff" and not given and not self._unless_own(token):
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
        (then,) = self._ahead()
        if token.low in ("m", "r"):
            return token.text in ("M", "R") or then in ("(", "*")
        if token.low in KEYS:
            return False
        return then == "\u2022" or named

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
            factors.append(self._factor())
        return Product(tuple(factors), minus) if len(factors) > 1 else replace(factor, minus=minus)

    def _factor(self) -> Term:
        if match := _RUN_ON.match(self.token.text) if self.token.sort == "word" else None:
            # `M-2` is M less 2, and no name.
            self._token = Token("word", match[1], self.token.at)
        if letter := self.accept("m") or self.accept("r"):
            return self._lookup(letter)
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

    def _lookup(self, letter: Token) -> Lookup:
        which: Literal["M", "R"] = "M" if letter.low == "m" else "R"
        star = self._star() if self.accept("*") else None
        if self._names_ref() and self.accept("("):
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

    def _names_ref(self) -> bool:
        """Tell whether the bracket behind M or R names a skill, and is no measure (S42)."""
        if not self._in_effect or self.token.low != "(":
            return True
        word, then, last = self._ahead(3)
        if word in MEASURES:
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


_MARKS: dict[str, Literal[",", "&"]] = {",": ",", "&": "&"}
