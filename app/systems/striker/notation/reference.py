"""Reading a line as the reference writes it (S32-S43): its head, its rolls and their order.

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
    effect  = ( "with" | "eff" , [ "=" ] | "" ) , items ;
    trait   = name , [ ( "," | "/" ) , name ] , "=" , items ;

Sums and items are read in `effects`. A line of the core is read as the core reads it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from app.systems.striker.notation.effects import COST, KEYS, EffectReader
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import NUMBER_MOST
from app.systems.striker.notation.tokens import Token, token_at
from app.systems.striker.notation.tree import (
    POOLS,
    Action,
    Against,
    Amount,
    Challenge,
    Check,
    Cost,
    Effect,
    Imposed,
    Lookup,
    Save,
    SetChallenge,
    Time,
    Trait,
)
from app.systems.striker.tables.notation import DURATION_WORDS

_ATTACK = re.compile(".+-att(ack)?", re.IGNORECASE)
_JOINTS: tuple[Literal["&"], Literal["|"]] = ("&", "|")


class ReferenceReader(EffectReader):
    """A line of the reference being read."""

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
        is_advantage = first.low in ("adv", "dadv") and second == "("
        if not is_advantage and (not re.match("[0-9a-z.;'\u2019%]", second) or second in KEYS):
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
            self._read_imposed()
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
            match = COST.fullmatch(cost.text)
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

    def _read_imposed(self) -> None:
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
