"""The reader of a line of dice: text -> tree, or the first fault with its place.

    line    = sum [("vs" | compare) sum]
    sum     = ["-"] product {("+" | "-") product}
    product = factor {"*" factor | "/" number}
    factor  = (dice | number | "(" sum ")") ["[" label "]"]
    dice    = [number] "d" (number | "%" | "F") {change}
    change  = ("kh" | "kl" | "dh" | "dl") number       keep or drop the highest or lowest
            | "!" [compare number] ["x" number]        explode, so often at the most
            | ("r" | "ro") [compare] number            throw again until it stands, or once
            | ("min" | "max") number                   a face counts as that at least, at most
            | compare number                           count those that show this
    compare = ">=" | "<=" | ">" | "<" | "="

Capitals and blanks do not matter, but that `x` right after what explodes is not `*`, which it is
everywhere else, as `×` is; `÷` is `/`, `≥` is `>=`, `k` is `kh`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from app.core.dice.faults import Malformed
from app.core.dice.tokens import Token, tokens
from app.core.dice.tree import Dice, Explode, Line, Node, Number, Product, Reroll, Sum, Test

#: A line may have so many characters, numbers, dice and brackets within each other.
LONGEST = 200
HIGHEST = 9_999
MOST_DICE = 99
MOST_BURSTS = 20
DEEPEST = 8

#: A die has so many sides.
SIDES = (2, 100)

#: A die that is thrown again until it stands keeps at least one face in so many.
STANDS = 10


@lru_cache(maxsize=128)
def parse(text: str) -> Line:
    """What the line says; Malformed with the place of its first fault."""
    if len(text) > LONGEST:
        raise Malformed(f"the line is too long; {LONGEST} characters at most", LONGEST, len(text))
    return _Reader(text).line()


class _Reader:
    """Reads a line from left to right, one word ahead."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._at = 0
        self._deep = 0
        self._dice = 0

    # --- words ---

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at += token.kind != "end"
        return token

    def _takes(self, *texts: str) -> Token | None:
        """The next word, if it is one of these."""
        return self._take() if self._next.text in texts else None

    def _so_far(self, start: int) -> str:
        """What was read from there on, for a message."""
        return self._text[start : self._tokens[max(self._at - 1, 0)].end].strip()

    def _number(self, wanted: str, low: int, high: int) -> int:
        """A number in its range. wanted: what is said where none stands."""
        token = self._next
        if token.kind != "number":
            raise self._fault(wanted)
        if len(token.text) > 9 or not low <= int(token.text) <= high:
            said = token.text if len(token.text) <= 9 else "a huge number"
            raise self._fault(f"{said} is out of range; write {low} to {high}")
        return int(self._take().text)

    def _fault(self, says: str, token: Token | None = None) -> Malformed:
        token = token or self._next
        return Malformed(says, token.start, token.end)

    # --- the line ---

    def line(self) -> Line:
        if self._next.kind == "end":
            raise self._fault("write dice, such as 2d6+3")
        left = self._sum()
        against = self._takes("vs", ">=", "<=", ">", "<", "=")
        right: Node | None = None
        if against is not None:
            right = self._sum()
        if self._next.kind != "end":
            raise self._fault(self._unexpected())
        sign = against.text if against and against.text != "vs" else ">="
        line = Line(left, right, sign)
        if not line.dice:
            raise Malformed("no dice in it; write some, such as d20", 0, len(self._text))
        return line

    def _unexpected(self) -> str:
        token = self._next
        if token.text == ")":
            return "this bracket closes nothing"
        if token.text in ("vs", ">=", "<=", ">", "<", "="):
            return "the line is held against something already"
        if token.kind == "number" or token.text in ("d", "df", "("):
            return f"write + or − before {token.text}"
        shown = self._text[token.start : token.end]
        return f"“{shown}” is no dice notation; after dice come kh, kl, !, r, >= or + and −"

    def _sum(self) -> Node:
        first = "-" if self._takes("-") else "+"
        terms = [(first, self._product())]
        while sign := self._takes("+", "-"):
            terms.append((sign.text, self._product()))
        return terms[0][1] if terms == [("+", terms[0][1])] else Sum(tuple(terms))

    def _product(self) -> Node:
        factors = [("*", self._factor())]
        while sign := self._takes("*", "x", "/"):
            if sign.text == "/":
                by = self._number("write a number after ÷, such as 2", 1, HIGHEST)
                factors.append(("/", Number(by, self._label())))
            else:
                factors.append(("*", self._factor()))
        return factors[0][1] if len(factors) == 1 else Product(tuple(factors))

    def _factor(self) -> Node:
        token = self._next
        made: Node
        if token.text == "(":
            made = self._bracket()
        elif token.kind == "number" and self._tokens[self._at + 1].text not in ("d", "df"):
            made = Number(self._number("", 0, HIGHEST))
        elif token.kind == "number" or token.text in ("d", "df"):
            made = self._pool()
        else:
            after = self._so_far(self._tokens[self._at - 1].start) if self._at else ""
            says = f"after {after} " if after else ""
            raise self._fault(f"{says}write dice or a number, such as d6 or 3")
        label = self._label()
        return replace(made, label=label) if label else made

    def _bracket(self) -> Node:
        opened = self._take()
        self._deep += 1
        if self._deep > DEEPEST:
            raise self._fault(f"brackets within brackets, {DEEPEST} deep at most", opened)
        made = self._sum()
        self._deep -= 1
        if not self._takes(")"):
            raise self._fault("close the bracket with )")
        # A product or sum in brackets stays one part, and may have a label of its own.
        return made

    def _label(self) -> str:
        token = self._next
        if token.kind != "label":
            return ""
        if not token.text.endswith("]"):
            raise self._fault("close the label with ]")
        bare = " ".join(token.text[1:-1].split())
        if not bare:
            raise self._fault("write what it is for between [ and ]")
        if not bare.isprintable():
            raise self._fault("this label has a character that nobody can read")
        self._take()
        return bare

    # --- dice ---

    def _pool(self) -> Dice:
        start = self._next
        count = 1
        if start.kind == "number":
            count = self._number("", 1, MOST_DICE)
        self._dice += count
        if self._dice > MOST_DICE:
            raise Malformed(
                f"that makes {self._dice} dice; {MOST_DICE} at most", start.start, start.end
            )
        if self._take().text == "df":
            made = Dice(count, 3, fate=True)
        elif self._takes("%"):
            made = Dice(count, 100)
        else:
            after = self._so_far(start.start)
            made = Dice(count, self._number(f"`{after}` wants a number after d, such as 6", *SIDES))
        while change := self._change(made, start):
            made = change
        return made

    def _change(self, dice: Dice, start: Token) -> Dice | None:
        """The pool with one more thing done to its dice; None where nothing more is written."""
        token = self._next
        change = _CHANGES.get(token.text)
        if change is None:
            return None
        self._take()
        return change(self, dice, token, start)

    def _twice(self, token: Token) -> Malformed:
        return self._fault(f"{token.text} stands here twice", token)

    def _keep(self, dice: Dice, token: Token, start: Token) -> Dice:
        if dice.counts is not None:
            raise self._fault("dice are either kept or counted, not both", token)
        wanted = f"`{self._so_far(start.start)}` wants a number after {token.text}"
        number = self._number(wanted, 1, dice.count)
        if token.text == "dh" and not dice.drop_highest:
            after = replace(dice, drop_highest=number)
        elif token.text == "dl" and not dice.drop_lowest:
            after = replace(dice, drop_lowest=number)
        elif dice.kept < dice.count:
            raise self._twice(token)
        elif token.text == "kh":
            after = replace(dice, drop_lowest=dice.count - number)
        else:
            after = replace(dice, drop_highest=dice.count - number)
        if after.kept < 1:
            raise self._fault("no die is left; keep at least one", token)
        return after

    def _explode(self, dice: Dice, token: Token, start: Token) -> Dice:
        if dice.explode is not None:
            raise self._twice(token)
        test = self._test() if self._next.text in (">=", "<=", ">", "<", "=") else None
        if test is None:
            test = Test("=", dice.shows(dice.sides))
        made = replace(dice, explode=Explode(test))
        # With a blank before it, it would be a factor: `d6! x 2`.
        if self._next.start == self._tokens[self._at - 1].end and self._takes("x"):
            wanted = f"`{self._so_far(start.start)}` wants a number after x"
            most = self._number(wanted, 1, MOST_BURSTS)
            made = replace(dice, explode=Explode(test, most))
        self._some(made, token, made.bursts, "explodes")
        return made

    def _reroll(self, dice: Dice, token: Token, start: Token) -> Dice:
        if dice.reroll is not None:
            raise self._twice(token)
        once = token.text == "ro"
        test = self._test(f"`{self._so_far(start.start)}` wants a number, such as {token.text}1")
        made = replace(dice, reroll=Reroll(test, once))
        again = self._some(made, token, made.again, "is thrown again")
        if not once and (dice.sides - again) * STANDS < dice.sides:
            raise self._fault(
                f"it would be thrown for ever; at least 1 face in {STANDS} must stand", token
            )
        return made

    def _end(self, dice: Dice, token: Token, start: Token) -> Dice:
        is_least = token.text == "min"
        if (dice.least if is_least else dice.most) is not None:
            raise self._twice(token)
        wanted = f"`{self._so_far(start.start)}` wants a number after {token.text}"
        number = self._number(wanted, max(dice.shows(1), 0), dice.shows(dice.sides))
        made = replace(dice, least=number) if is_least else replace(dice, most=number)
        if made.least is not None and made.most is not None and made.least > made.most:
            raise self._fault(f"min {made.least} is above max {made.most}", token)
        return made

    def _count(self, dice: Dice, token: Token, start: Token) -> Dice | None:
        self._at -= 1
        if dice.counts is not None or dice.kept < dice.count:
            # `4d6kh3 >= 12`: of kept dice, as of counted ones, only the sum can be meant.
            return None
        test = self._test()
        made = replace(dice, counts=test)
        met = sum(made.worth(face) for face in range(1, dice.sides + 1))
        if not met:
            total = f"{self._text[start.start : token.start].strip()} vs {test.number}"
            raise self._fault(f"no such die shows this; for their sum write {total}", token)
        return made

    def _test(self, wanted: str = "") -> Test:
        """A sign and a number; without a sign it is `=`."""
        sign = self._takes(">=", "<=", ">", "<", "=")
        text = sign.text if sign else "="
        if not wanted:
            wanted = f"write a number after {text}"
        negative = self._next.text == "-" and bool(self._take())
        number = self._number(wanted, 0, HIGHEST)
        return Test(text, -number if negative else number)

    def _some(self, dice: Dice, token: Token, holds: Callable[[int], bool], does: str) -> int:
        """So many faces of such a die for which it holds: some, but not all of them."""
        met = sum(map(holds, range(1, dice.sides + 1)))
        if met in (0, dice.sides):
            each = "every" if met else "no"
            raise self._fault(f"{each} face of such a die {does} by this", token)
        return met


#: What may be done to dice, by the word that says it.
_CHANGES: Mapping[str, Callable[[_Reader, Dice, Token, Token], Dice | None]] = {
    **dict.fromkeys(("kh", "kl", "dh", "dl"), _Reader._keep),
    **dict.fromkeys(("r", "ro"), _Reader._reroll),
    **dict.fromkeys(("min", "max"), _Reader._end),
    **dict.fromkeys((">=", "<=", ">", "<", "="), _Reader._count),
    "!": _Reader._explode,
}
