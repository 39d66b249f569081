"""Reading a line: one method for each rule of the grammar (S23), quoted in its docstring.

The reader keeps the list of kinds it looked for at the present token. So at a fault it knows the
expected kinds, and S31's precedence reads off that list in one place (`_fault`). The same list
gives the completions at a cursor.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal

from app.core.errors import join_words
from app.core.support.characters import BLANKS
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.tokens import Token, plainly_dashed, token_at
from app.systems.striker.notation.tree import (
    Action,
    Amount,
    Challenge,
    Check,
    Effect,
    EffectDice,
    Lookup,
    NotationLine,
    Ref,
    Save,
    Sub,
    Term,
    Time,
    Value,
)
from app.systems.striker.rules.inputs import DIE_SIZES, LONGEST, MOST_DICE
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.notation import THE_NINE

NUMBER_MOST = 999
PARTS = ("sub", "chk", "sv", "eff")
#: Names in messages for expected kinds that are neither a word nor a mark.
CALLED = {
    "action": "an action",
    "name": "a name",
    "technique": "a technique",
    "skill": "a skill",
    "duration": "a duration",
    "number": "a number",
    "dice": "dice",
    ",": "a comma",
    "end": "the end",
    "m": "M",
    "r": "R",
    "c": "C",
    "tc": "TC",
    "cost": "a cost",
    "condition": "a condition",
    "challenge": "the name of a challenge",
    "share": "a fraction",
    "words": "words",
    "fp": "fp",
}
_NAMES = ("action", "name", "technique", "skill")
_DURATIONS = frozenset(row.duration for row in DURATIONS)


# A sheet holds 400 lines at most, and shows each in several places.
@lru_cache(maxsize=512)
def parse(text: str) -> NotationLine:
    """Read the whole line; Malformed names the first fault (S31)."""
    # S31: the length is looked at first, then emptiness.
    if len(text) > LONGEST:
        raise Malformed("E13", LONGEST + 1)
    if not text.strip(BLANKS):
        raise Malformed("E01", 1)
    reader = Reader(text)
    reader.read()
    return reader.line


class Reader:
    """A line being read; `line` holds the parts read so far, `wanted` the kinds expected next."""

    #: Whether it reads the tokens of the reference.
    reference = False
    #: The words that begin a part of a line.
    parts: tuple[str, ...] = PARTS

    def __init__(self, text: str) -> None:
        self.text = plainly_dashed(text)
        self.line = NotationLine()
        self.wanted: dict[str, None] = {}
        self.read_to = 0  # characters of the tokens taken
        self._after = ""  # the kind that the token before this one was read as
        self._token: Token | None = None
        self._in_sum = False  # of a check or save, outside its brackets: E10 is for dice there

    # --- tokens ---

    @property
    def token(self) -> Token:
        """Return the present token, read on demand: text after the first fault is ignored (S31)."""
        if self._token is None:
            try:
                self._token = token_at(self.text, self.read_to, self.reference)
            except Malformed as fault:
                at = fault.at or 1
                character = self.text[at - 1]
                raise Malformed(fault.code, at, self._advice(at, character), X=character) from None
        return self._token

    def _advice(self, at: int, found: str, sort: str = "") -> str:
        """Return S30's advice on the text at this position."""
        from app.systems.striker.notation.advice import advice  # most lines have no fault

        return advice(self.text, at, found, sort, self._after, self.wanted)

    def accept(self, want: str) -> Token | None:
        """Take the present token if it is of this kind; else note that it was expected."""
        token = self.token
        self.wanted[want] = None
        if not self._fits(token, want):
            return None
        if want == "end":
            return token
        self.read_to = token.at - 1 + len(token.text)
        self._after = want
        self._token = None
        self.wanted = {}
        return token

    def expect(self, want: str) -> Token:
        """Take and return the present token; raise a fault if it is of another kind."""
        return self.accept(want) or self._fault()

    def _fits(self, token: Token, want: str) -> bool:
        if want in _NAMES:
            return token.is_name
        if want == "duration":
            return token.low in _DURATIONS
        if want == "number":
            if token.sort == "number" and int(token.text) > NUMBER_MOST:
                raise Malformed("E12", token.at, X=token.text)
            return token.sort == "number"
        if want == "d20":
            return token.sort == "dice" and token.dice == (1, 20)
        if want == "dice":
            if token.sort == "dice" and not _possible(*token.dice):
                raise Malformed("E11", token.at)
            return token.sort == "dice"
        if want == "end":
            return token.sort == "end"
        return token.low == want  # a reserved word or a mark

    def _fault(self) -> Token:
        """Raise S31's fault for the present token, given the expected kinds."""
        token, wanted = self.token, self.wanted
        advised = self._advice(token.at, token.low, token.sort)
        if list(wanted) == [")"]:
            raise Malformed("E05", token.at, advised)
        if "duration" in wanted and token.sort == "word":
            raise Malformed("E04", token.at, advised, X=token.text, nine=THE_NINE)
        if token.sort == "end" and "chk" in wanted:
            raise Malformed("E06", token.at)
        # A part is complete where another part, or the end, may follow.
        complete = "end" in wanted or any(part in wanted for part in self.parts)
        if token.low in self.parts and complete:
            raise Malformed("E07", token.at, advised, X=token.text)
        if token.sort == "dice" and self._in_sum:
            raise Malformed("E10", token.at)
        words = join_words([CALLED.get(want, want) for want in wanted])
        raise Malformed("E03", token.at, advised, W=words, X=token.shown)

    # --- the grammar ---

    def read(self) -> None:
        """Read a line.

        line = [ action ] , [ sub ] , ( roll , [ [ "," ] , effect ] | effect ) ;
        """
        if name := self.accept("action"):
            self._action(name)
        if self.accept("sub"):
            self._sub()
        if self.accept("chk"):
            self._check()
        elif self.accept("sv"):
            self._save()
        if self.line.roll is None or self.accept(","):
            self._in_sum = False
            self.expect("eff")
            self._effect()
        elif self.accept("eff"):
            self._effect()
        self.expect("end")

    def _action(self, name: Token) -> None:
        """Read an action.

        action = name , [ "(" , duration , ")" ] ;
        """
        action = Action(name.text)
        self.line = replace(self.line, action=action)
        if self.accept("("):
            times = (Time(self.expect("duration").low),)
            self.line = replace(self.line, action=replace(action, times=times))
            self.expect(")")

    def _sub(self) -> None:
        """Read a substitution.

        sub = "sub" , "(" , ref , "for" , name , ")" ;
        """
        self.expect("(")
        technique = self._ref("technique")
        self.expect("for")
        skill = self.expect("skill")
        self.line = replace(self.line, sub=Sub(technique, Ref(skill.text, skill.at)))
        self.expect(")")

    def _check(self) -> None:
        """Read a check.

        check = "chk" , "(" , challenge , ")" , "=" , sum , [ "to" , "hit" ] ;
        """
        self.expect("(")
        check = Check(self._challenge())
        self.line = replace(self.line, roll=check)
        self.expect(")")
        self.expect("=")
        check = replace(check, terms=self._sum(check))
        if self.accept("to"):
            self._in_sum = False
            self.expect("hit")
            check = replace(check, to_hit=True)
        self.line = replace(self.line, roll=check)

    def _save(self) -> None:
        """Read a save.

        save = "sv" , "(" , ref , "," , challenge , ")" , [ "=" , sum ] ;
        """
        self.expect("(")
        ref = self._ref("name")
        self.expect(",")
        # S26: without a sum it is d20 + M of its first argument.
        save = Save(ref, self._challenge(), (Lookup("M", ref),))
        self.line = replace(self.line, roll=save)
        self.expect(")")
        if self.accept("="):
            self._sum(replace(save, terms=()))

    def _effect(self) -> None:
        """Read an effect.

        effect = "eff" , "=" , esum ;
        esum = ( [ "+" ] , dice | [ sign ] , term ) , { sign , term | "+" , dice } ;
        """
        self._in_sum = False
        self.expect("=")
        terms: tuple[Term | EffectDice, ...] = ()
        sign = self.accept("+") or self.accept("-")
        while True:
            minus = sign is not None and sign.text == "-"
            dice = None if minus else self.accept("dice")
            terms = (*terms, EffectDice(*dice.dice) if dice else self._term(minus))
            self.line = replace(self.line, effects=(Effect((Value(terms),)),))
            sign = self.accept("+") or self.accept("-")
            if sign is None:
                return

    def _challenge(self) -> Challenge:
        """Return a challenge.

        challenge = "C" | "TC" | [ "-" ] , number ;
        """
        if self.accept("c"):
            return "C"
        if self.accept("tc"):
            return "TC"
        minus = self.accept("-")
        number = int(self.expect("number").text)
        return -number if minus else number

    def _sum(self, roll: Check | Save) -> tuple[Term, ...]:
        """Return the terms of a sum.

        sum = ( [ "+" ] , "d20" | [ sign ] , term ) , { sign , term } ;
        """
        self._in_sum = True
        terms: tuple[Term, ...] = ()
        sign = self.accept("+") or self.accept("-")
        minus = sign is not None and sign.text == "-"
        if minus or not self.accept("d20"):
            terms = (self._term(minus),)
        while True:
            self.line = replace(self.line, roll=replace(roll, terms=terms))
            sign = self.accept("+") or self.accept("-")
            if sign is None:
                return terms
            terms = (*terms, self._term(sign.text == "-"))

    def _term(self, minus: bool) -> Term:
        """Return a term.

        term = ( "M" | "R" ) , "(" , ref , ")" | number ;
        """
        letter = self.accept("m") or self.accept("r")
        if letter is None:
            return Amount(int(self.expect("number").text), minus)
        self.expect("(")
        in_sum, self._in_sum = self._in_sum, False
        ref = self._ref("name")
        self.expect(")")
        self._in_sum = in_sum
        which: Literal["M", "R"] = "M" if letter.low == "m" else "R"
        return Lookup(which, ref, minus)

    def _ref(self, sort: str) -> Ref:
        """Return a reference.

        ref = "this" | name ;
        """
        if this := self.accept("this"):
            return Ref("this", this.at)
        name = self.expect(sort)
        return Ref(name.text, name.at)


def _possible(count: int, sides: int) -> bool:
    """Tell whether effect dice are 1 to 20 dice of 4, 6, 8, 10, 12 or 20 sides (S24)."""
    return 1 <= count <= MOST_DICE and sides in DIE_SIZES
