"""The reader of a line of dice: text -> tree, or the first fault with its position.

    line    = [number "#"] sum [("vs" | compare) sum]  so many rolls, each by itself
    sum     = ["-"] product {("+" | "-") product}
    product = factor {"*" factor | "/" number}
    factor  = (dice | number | "(" sum ")") ["[" label "]"]
    dice    = [number] "d" (number | "%" | "F") {change}
            | "d66" | "d666"                           d6 for each place of the number
    change  = ("kh" | "kl" | "dh" | "dl") [number]     keep or drop the highest or lowest
            | "adv" | "dis"                            one die thrown twice: the better, the worse
            | "!" [compare number] ["x" number]        explode, at most so often
            | ("r" | "ro") [compare] number            reroll until it stands, or once
            | ("min" | "max") number                   a face counts as that at least, at most
            | ["cs"] compare number                    count those that show this
    compare = ">=" | "<=" | ">" | "<" | "=" | "<>"

After one die the only comparison of a line is the line's: `d20>=15` asks the same as `d20+0>=15`.
After several it counts dice, unless the count is always the same: then the reader asks for the
meaning. `cs` always counts. Without a number `dh` and `dl` drop one, `kh` and `kl` keep one of two.

Capitals and blanks do not matter, with two exceptions: `x` right after an explosion is not `*`,
which it is everywhere else, as `×` is; and `!=` explodes right after dice, and is `<>` elsewhere.
`÷` is `/`, `≥` is `>=`, `≠` is `<>`, `k` is `kh`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from app.core.dice import repairs
from app.core.dice.faults import Malformed, Reading
from app.core.dice.saying import to_notation
from app.core.dice.tokens import Token, tokens
from app.core.dice.tree import (
    COMPARE,
    PLACES,
    Dice,
    DiceLine,
    Explode,
    Node,
    Number,
    Product,
    Reroll,
    Sum,
    Test,
)

#: Limits of a line: characters, numbers, dice, explosions, rolls and nested brackets.
LONGEST = 200
HIGHEST = 9_999
MOST_DICE = 100
MOST_BURSTS = 20
MOST_ROLLS = 20
DEEPEST = 8

#: The fewest and the most sides of a die.
SIDES = (2, 1_000)

#: The signs of comparisons; `!=` right after dice is none.
SIGNS = (*COMPARE, "!=")

#: A die that is rerolled until it stands keeps at least one face in so many.
STANDS = 10


@lru_cache(maxsize=128)
def parse(text: str) -> DiceLine:
    """Parse a line; Malformed with the position of its first fault."""
    if len(text) > LONGEST:
        raise Malformed(f"the line is too long; {LONGEST} characters at most", LONGEST, len(text))
    return _Reader(text).line()


class _Reader:
    """A recursive-descent parser that looks one token ahead."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._at = 0
        self._deep = 0
        self._dice = 0
        self._rolls = 1
        #: Whether there is exactly one comparison, which may be the line's.
        self._compares_once = sum(map(_compares, self._tokens, self._tokens[1:])) == 1

    # --- words ---

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at += token.kind != "end"
        return token

    def _takes(self, *texts: str) -> Token | None:
        """Take the next token if it is one of these."""
        return self._take() if self._next.text in texts else None

    def _so_far(self, start: int) -> str:
        """Return the text read since `start`, for a message."""
        return self._text[start : self._tokens[max(self._at - 1, 0)].end].strip()

    def _number(self, wanted: str, low: int, high: int, hint: str = "") -> int:
        """Read a number in its range. wanted: the message if there is none; hint: for the page."""
        token = self._next
        if token.kind != "number":
            raise self._fault(wanted, hint=hint)
        if len(token.text) > 9 or not low <= int(token.text) <= high:
            shown = token.text if len(token.text) <= 9 else "a huge number"
            raise self._fault(f"{shown} is out of range; write {low} to {high}")
        return int(self._take().text)

    def _fault(
        self,
        says: str,
        token: Token | None = None,
        readings: tuple[Reading, ...] = (),
        hint: str = "",
    ) -> Malformed:
        token = token or self._next
        return Malformed(says, token.start, token.end, readings, hint=hint)

    # --- the line ---

    def line(self) -> DiceLine:
        if self._next.kind == "end":
            raise self._fault("write dice, such as 2d6+3")
        self._rolls = self._read_repeats()
        left = self._sum()
        against = self._takes("vs", *SIGNS)
        right: Node | None = None
        if against is not None:
            right = self._sum()
        if self._next.kind != "end":
            raise self._unexpected()
        sign = against.text if against and against.text != "vs" else ">="
        line = DiceLine(left, right, "<>" if sign == "!=" else sign, self._rolls)
        if not line.dice:
            says = "no dice in it; write some, such as d20"
            raise Malformed(says, 0, len(self._text), unfinished=True)
        return line

    def _read_repeats(self) -> int:
        """Read how often the line is rolled: `6#4d6kh3`."""
        if self._next.kind != "number" or self._tokens[self._at + 1].text != "#":
            return 1
        count = self._number("", 1, MOST_ROLLS)
        self._take()
        return count

    def _unexpected(self) -> Malformed:
        token = self._next
        if token.text == ")":
            return self._fault("this bracket closes nothing")
        if token.text in ("vs", *SIGNS):
            return self._fault("the line is held against something already")
        if token.kind == "number" or token.text in ("d", "df", "("):
            return self._fault(f"write + or − before {token.text}")
        if (token.kind == "other" and token.text.isalpha()) or token.text in ("adv", "dis", "#"):
            return self._unknown_words()
        shown = self._text[token.start : token.end]
        says = f"“{shown}” is no dice notation; after dice come kh, kl, !, r, >= or + and −"
        return self._fault(says)

    def _unknown_words(self) -> Malformed:
        """Blame the words that begin here, and offer the line in which they are a label."""
        start = end = self._at
        while self._goes_on(end):
            end += 1
        first, last = self._tokens[start], self._tokens[max(end - 1, start)]
        words = self._text[first.start : last.end][:40]
        readings = repairs.readings(self._text, first.start, last.end)
        says = f"“{words}” is not dice notation; put a label in [ ]"
        if readings and readings[0].words != repairs.LABELLED:
            says = f"for “{words}” write {' '.join(readings[0].line.split())}"
        return Malformed(says, first.start, last.end, readings)

    def _goes_on(self, at: int) -> bool:
        """Tell whether a token belongs to unknown words rather than dice."""
        token = self._tokens[at]
        if token.kind == "number":
            return self._tokens[at + 1].text not in ("d", "df")
        if token.text in ("d", "df"):
            return self._tokens[at + 1].kind != "number"
        return (token.kind in ("word", "other") and token.text != "vs") or token.text == "#"

    def _sum(self) -> Node:
        first = "-" if self._takes("-") else "+"
        terms = [(first, self._product())]
        while sign := self._takes("+", "-"):
            terms.append((sign.text, self._product()))
        return terms[0][1] if terms == [("+", terms[0][1])] else Sum(tuple(terms))

    def _product(self) -> Node:
        factors = [("*", self._factor())]
        while sign := self._takes("*", "x", "/"):
            if sign.text == "x" and self._at == 2 and self._starts_pool():
                raise self._many_rolls(sign)
            if sign.text == "/":
                by = self._number("write a number after ÷, such as 2", 1, HIGHEST)
                factors.append(("/", Number(by, self._label())))
            else:
                factors.append(("*", self._factor()))
        return factors[0][1] if len(factors) == 1 else Product(tuple(factors))

    def _starts_pool(self) -> bool:
        token = self._next
        counted = token.kind == "number" and self._tokens[self._at + 1].text in ("d", "df")
        return counted or token.text in ("d", "df")

    def _many_rolls(self, sign: Token) -> Malformed:
        """Ask whether `6x4d6` means six rolls, or one roll times six."""
        count, rest = self._tokens[0].text, self._text[sign.end :].strip()
        rolls = Reading(f"{count}#{rest}", f"{count} rolls, each by itself")
        times = Reading(f"{count} * {rest}", f"one roll, times {count}")
        says = f"write {rolls.line} for {count} rolls, {times.line} for one roll times {count}"
        return Malformed(says, sign.start, sign.end, (rolls, times))

    def _factor(self) -> Node:
        token = self._next
        node: Node
        if token.text == "(":
            node = self._bracket()
        elif token.kind == "number" and self._tokens[self._at + 1].text not in ("d", "df"):
            node = Number(self._number("", 0, HIGHEST))
        elif token.kind == "number" or token.text in ("d", "df"):
            node = self._pool()
        elif token.kind == "other" and token.text.isalpha() and not self._at:
            raise self._unknown_words()
        else:
            after = self._so_far(self._tokens[self._at - 1].start) if self._at else ""
            says = f"after {after} " if after else ""
            raise self._fault(f"{says}write dice or a number, such as d6 or 3")
        label = self._label()
        return replace(node, label=label) if label else node

    def _bracket(self) -> Node:
        opened = self._take()
        self._deep += 1
        if self._deep > DEEPEST:
            raise self._fault(f"brackets within brackets, {DEEPEST} deep at most", opened)
        node = self._sum()
        self._deep -= 1
        if not self._takes(")"):
            raise self._fault("close the bracket with )")
        # A product or sum in brackets remains one part, and may have a label of its own.
        return node

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

    def _pool(self) -> Node:
        start = self._next
        count = 1
        if start.kind == "number":
            count = self._number("", 1, MOST_DICE)
        self._add_dice(count, start)
        if self._take().text == "df":
            dice = Dice(count, 3, fate=True)
        elif self._takes("%"):
            dice = Dice(count, 100)
        elif f"d{self._next.text}" in PLACES:
            return self._read_places(count, start)
        else:
            after = self._so_far(start.start)
            wanted = f"`{after}` wants a number after d, such as 6"
            dice = Dice(count, self._number(wanted, *SIDES, _hint("d", f"{after}6")))
        while change := self._change(dice, start):
            dice = change
        return dice

    def _add_dice(self, count: int, token: Token) -> None:
        self._dice += count
        if self._dice * self._rolls > MOST_DICE:
            raise self._fault(
                f"that makes {self._dice * self._rolls} dice; {MOST_DICE} at most", token
            )

    def _read_places(self, count: int, start: Token) -> Node:
        """Read `d66`: the first d6 has the tens, the second the ones."""
        token = self._take()
        name = f"d{token.text}"
        if count > 1:
            line = self._text[: start.start] + " + ".join([name] * count) + self._text[token.end :]
            says = f"{name} is {len(token.text)} dice already; write {name} + {name}"
            raise Malformed(says, start.start, token.end, (Reading(line, f"{name}, added up"),))
        self._add_dice(len(token.text) - 1, token)
        return PLACES[name]

    def _change(self, dice: Dice, start: Token) -> Dice | None:
        """Return the pool with the next change applied; None if there is no further change."""
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
        number = self._keep_count(dice, token, start)
        if token.text == "dh" and not dice.drop_highest:
            after = replace(dice, drop_highest=number)
        elif token.text == "dl" and not dice.drop_lowest:
            after = replace(dice, drop_lowest=number)
        elif dice.keep_count < dice.count:
            raise self._already_sorted(dice, token, start)
        elif token.text == "kh":
            after = replace(dice, drop_lowest=dice.count - number)
        else:
            after = replace(dice, drop_highest=dice.count - number)
        if after.keep_count < 1:
            raise self._fault("no die is left; keep at least one", token)
        return after

    def _keep_count(self, dice: Dice, token: Token, start: Token) -> int:
        """Read the number of dice kept or dropped; one where the meaning is clear."""
        drops = token.text in ("dh", "dl")
        if self._next.kind != "number" and dice.count > 1 and (drops or dice.count == 2):
            return 1
        so_far = self._so_far(start.start)
        wanted = f"`{so_far}` wants a number after {token.text}"
        if self._next.kind != "number" and not drops:
            hint = _hint(token.text, f"{so_far}{max(1, dice.count - 1)}")
            readings = tuple(self._keep_readings(dice, token, start))
            raise self._fault(wanted, readings=readings, hint=hint)
        return self._number(wanted, 1, dice.count)

    def _keep_readings(self, dice: Dice, token: Token, start: Token) -> Iterator[Reading]:
        """Yield the lines with a number after `kh` or `kl`; one die is thrown twice."""
        text, which = self._text, "better" if token.text == "kh" else "worse"
        before, after = text[: token.end], text[token.end :]
        if dice.count == 1:
            die = text[start.start : token.start].strip().removeprefix("1")
            line = f"{text[: start.start]}2{die}{token.text}1{after}"
            yield Reading(line, f"the {which} of two")
            return
        for number in sorted((dice.count - 1, 1), reverse=token.text == "kh"):
            yield Reading(f"{before}{number}{after}", f"keep {number}")

    def _already_sorted(self, dice: Dice, token: Token, start: Token) -> Malformed:
        """Return the fault of dice that a word keeps or drops already, with that word."""
        before = [other.text for other in self._tokens[: self._at] if other.start >= start.start]
        words = [text for text in before if text in ("kh", "kl", "dh", "dl", "adv", "dis")]
        if words.count(token.text) > 1:
            return self._twice(token)
        says = f"{words[0]} says already which dice are kept; leave {token.text} out"
        return self._fault(says, token)

    def _advantage(self, dice: Dice, token: Token, start: Token) -> Dice:
        """Throw one die twice, and keep the better or the worse; of two dice keep one."""
        if dice.counts is not None:
            raise self._fault("dice are either kept or counted, not both", token)
        if dice.keep_count < dice.count:
            raise self._already_sorted(dice, token, start)
        if dice.count > 2:
            raise self._fault(f"{token.text} is of one die, such as d20 {token.text}", token)
        if dice.count == 1:
            self._add_dice(1, token)
        lowest = int(token.text == "adv")
        return replace(dice, count=2, drop_lowest=lowest, drop_highest=1 - lowest)

    def _explode(self, dice: Dice, token: Token, start: Token) -> Dice:
        if dice.explode is not None:
            raise self._twice(token)
        test = self._test() if self._next.text in COMPARE else None
        if test is None:
            test = Test("=", dice.shows(dice.sides))
        pool = replace(dice, explode=Explode(test))
        # With a blank before it, it would be a factor: `d6! x 2`.
        if self._next.start == self._tokens[self._at - 1].end and self._takes("x"):
            so_far = self._so_far(start.start)
            wanted = f"`{so_far}` wants a number after x"
            most = self._number(wanted, 1, MOST_BURSTS, _hint("x", f"{so_far}1"))
            pool = replace(dice, explode=Explode(test, most))
        self._some(pool, token, pool.bursts, "explodes")
        return pool

    def _reroll(self, dice: Dice, token: Token, start: Token) -> Dice:
        if dice.reroll is not None:
            raise self._twice(token)
        once = token.text == "ro"
        so_far = self._so_far(start.start)
        wanted = f"`{so_far}` wants a number, such as {token.text}1"
        test = self._test(wanted, _hint(token.text, f"{so_far}1"))
        pool = replace(dice, reroll=Reroll(test, once))
        again = self._some(pool, token, pool.again, "is thrown again")
        if not once and (dice.sides - again) * STANDS < dice.sides:
            raise self._fault(
                f"it would be thrown for ever; at least 1 face in {STANDS} must stand", token
            )
        return pool

    def _end(self, dice: Dice, token: Token, start: Token) -> Dice:
        is_least = token.text == "min"
        if (dice.least if is_least else dice.most) is not None:
            raise self._twice(token)
        so_far, highest = self._so_far(start.start), dice.shows(dice.sides)
        wanted = f"`{so_far}` wants a number after {token.text}"
        hint = _hint(token.text, f"{so_far}{min(2, highest)}")
        number = self._number(wanted, max(dice.shows(1), 0), highest, hint)
        pool = replace(dice, least=number) if is_least else replace(dice, most=number)
        if pool.least is not None and pool.most is not None and pool.least > pool.most:
            raise self._fault(f"min {pool.least} is above max {pool.most}", token)
        return pool

    def _unequal(self, dice: Dice, token: Token, start: Token) -> Dice | None:
        """Read `!=`: explode right after dice; after a blank ask for the meaning."""
        if token.start == self._tokens[self._at - 2].end:
            self._at -= 1
            self._tokens[self._at] = token._replace(text="=")
            return self._explode(dice, token, start)
        if dice.counts is not None or dice.keep_count < dice.count:
            self._at -= 1
            return None
        before, after = self._text[: token.start].rstrip(), self._text[token.end :].strip()
        readings = list(self._sum_readings(token, "<>"))
        if dice.count > 1 or not readings:
            counted = f"{before}cs<>{after}" if dice.count == 1 else f"{before}<>{after}"
            readings.append(Reading(counted, "dice that show anything else"))
        readings.append(Reading(f"{before}!={after}", f"explode on {after}"))
        says = f"write <> for anything but {after}, or != without a blank to explode"
        raise self._fault(says, token, tuple(readings))

    def _count(self, dice: Dice, token: Token, start: Token) -> Dice | None:
        self._at -= 1
        if dice.counts is not None or dice.keep_count < dice.count:
            # `4d6kh3 >= 12`: with kept dice, as with counted ones, only the sum can be meant.
            return None
        if dice.count == 1 and self._is_test():
            return None
        test = self._test()
        pool = replace(dice, counts=test)
        if pool.is_constant:
            raise self._ask_meaning(pool, test, token)
        return pool

    def _is_test(self) -> bool:
        """Tell whether the comparison after one die is the line's: no changes come after it."""
        if self._deep or not self._compares_once:
            return False
        at = self._at + 1
        at += self._tokens[at].text == "-"
        after = self._tokens[min(at + 1, len(self._tokens) - 1)].text
        return not self._tokens[at].text.isdigit() or after not in _CHANGES

    def _ask_meaning(self, dice: Dice, test: Test, token: Token) -> Malformed:
        """Ask whether to count dice of which all count alike, or to compare their sum."""
        counts = dice.worth(1)
        shows = "every die shows this" if counts else "no such die shows this"
        readings = list(self._sum_readings(token, test.sign))
        text = self._text
        always = dice.count if counts else 0
        counted = f"{text[: token.start]}cs{text[token.start :]}"
        if readings:
            try:
                shows += f"; for their sum write {to_notation(parse(readings[0].line))}"
            except Malformed:
                readings = []
        readings.append(Reading(counted, f"dice counted: always {always}"))
        # One more digit may make it a number that some dice show, and others do not.
        number = self._tokens[self._at - 1]
        grows = number.end == len(text) and 10 * test.number <= dice.sides
        return Malformed(shows, token.start, token.end, tuple(readings), unfinished=grows)

    def _sum_readings(self, token: Token, sign: str) -> Iterator[Reading]:
        """Yield the line that compares all before the comparison with the rest."""
        if self._deep or not self._compares_once:
            return
        start = self._tokens[2].start if self._tokens[1].text == "#" else self._tokens[0].start
        before, left = self._text[:start], self._text[start : token.start].strip()
        right = self._text[token.end :].strip()
        line = f"{left} vs {right}" if sign == ">=" else f"({left}) {sign} {right}"
        yield Reading(before + line, "the sum, made or missed")

    def _read_count(self, dice: Dice, token: Token, start: Token) -> Dice:
        """Read `cs`: count dice by their faces."""
        if dice.counts is not None:
            raise self._twice(token)
        if dice.keep_count < dice.count:
            raise self._fault("dice are either kept or counted, not both", token)
        if self._next.text not in SIGNS:
            raise self._fault(f"`{self._so_far(start.start)}` wants a comparison, such as cs>=5")
        return replace(dice, counts=self._test())

    def _test(self, wanted: str = "", hint: str = "") -> Test:
        """Read a sign and a number; without a sign it is `=`."""
        sign = self._takes(*SIGNS)
        text = sign.text if sign else "="
        if not wanted:
            wanted = f"write a number after {text}"
            hint = f"Add a number after “{text}”"
        negative = self._next.text == "-" and bool(self._take())
        number = self._number(wanted, 0, HIGHEST, hint)
        return Test("<>" if text == "!=" else text, -number if negative else number)

    def _some(self, dice: Dice, token: Token, holds: Callable[[int], bool], does: str) -> int:
        """Count the faces for which `holds` is true: some of them, but not all."""
        count = sum(map(holds, range(1, dice.sides + 1)))
        if count in (0, dice.sides):
            which = "every" if count else "no"
            raise self._fault(f"{which} face of such a die {does} by this", token)
        return count


def _hint(after: str, example: str) -> str:
    """Return the page's words for a missing number."""
    return f"Add a number after “{after}”, e.g. {example}"


def _compares(before: Token, token: Token) -> bool:
    """Tell whether this token is a comparison that does not belong to `!` or `r`."""
    if token.text == "!=":
        return before.end < token.start
    return token.text in ("vs", *COMPARE) and before.text not in ("!", "r", "ro")


#: The changes to dice, by their word.
_CHANGES: Mapping[str, Callable[[_Reader, Dice, Token, Token], Dice | None]] = {
    **dict.fromkeys(("kh", "kl", "dh", "dl"), _Reader._keep),
    **dict.fromkeys(("r", "ro"), _Reader._reroll),
    **dict.fromkeys(("min", "max"), _Reader._end),
    **dict.fromkeys(("adv", "dis"), _Reader._advantage),
    **dict.fromkeys(COMPARE, _Reader._count),
    "cs": _Reader._read_count,
    "!": _Reader._explode,
    "!=": _Reader._unequal,
}
