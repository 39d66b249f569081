"""Random lines, rolled for random characters: only the faults of S30 occur, in their order.

The values of M and R are computed a second time here, sentence by sentence from S27.
"""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.headless import answer
from app.systems import games
from app.systems.striker.notation.grammar import parse
from app.systems.striker.notation.tree import Amount, EffectDice, Lookup, NotationLine, Ref, Save
from tests.fuzz.fuzz_striker_notation import NAMES, made_line, mutated
from tests.tries import tries

GIVEN: dict[str, list[Any]] = {
    "challenge": [*[12] * 5, -50, 100],
    "stance": ["normal"] * 6 + ["cautious", "reckless"],
    "rsr": [0, 1, 2, 10],
    "steps": ["full", "no-partial", "simple"],
    "bonus": [-20, 0, 20],
    "take": [0] * 6 + [8, 10, 20],
    "weapon_dice": [0, 2, 20],
    "critical_effect": ["double-total", "double-dice"],
}
#: The inputs at fault for the codes of a line that can be read.
FIELDS = {"E08": "text", "E09": "subject", "E14": "stance", "E15": "challenge", "E16": "take"}


class Fault(Exception):
    """A name that is not found: the code, and the position if it has one."""

    def __str__(self) -> str:
        code, at = self.args
        return f"{code}:" if at is None else f"{code} at {at}:"


class Character:
    """A second implementation of S27.

    Names in lower case: skills (M, R), techniques (R, base).
    """

    def __init__(self, sheet: dict[str, Any], line: NotationLine) -> None:
        self.skills: dict[str, tuple[int, int]] = {
            name.lower(): (m, r) for name, m, r in sheet["skills"]
        }
        self.techniques: dict[str, tuple[int, str]] = {
            name.lower(): (r, base.lower()) for name, r, base in sheet["techniques"]
        }
        self.subject = sheet["subject"].strip()
        self.lenient = sheet["unknown_skill"] == "untrained"
        self.replaced: dict[str, tuple[int, int]] = {}
        if line.sub:
            ranks = self._technique(line.sub.technique)
            m = ranks + self._skill(self.name(line.sub.skill), line.sub.skill)
            both = (line.sub.technique, line.sub.skill)
            self.replaced = {self.name(ref): (m, ranks) for ref in both}

    def name(self, ref: Ref) -> str:
        if ref.word == "this" and not self.subject:
            raise Fault("E09", None)
        return (self.subject if ref.word == "this" else ref.word).lower()

    def _technique(self, ref: Ref) -> int:
        name = self.name(ref)
        if name in self.techniques:
            return self.techniques[name][0]
        return self._unknown(ref, 0, name in self.skills)

    def _skill(self, name: str, ref: Ref) -> int:
        if name in self.skills:
            return self.skills[name][0]
        return self._unknown(ref, -3, name in self.techniques)

    def _unknown(self, ref: Ref, counts: int, wrong_kind: bool) -> int:
        if self.lenient and not wrong_kind:
            return counts
        raise Fault("E08", ref.at)

    def m(self, ref: Ref) -> int:
        name = self.name(ref)
        if name in self.replaced:
            return self.replaced[name][0]
        if name in self.techniques:
            ranks, base = self.techniques[name]
            return ranks + self._skill(base, ref)
        return self._skill(name, ref)

    def r(self, ref: Ref) -> int:
        name = self.name(ref)
        if name in self.replaced:
            return self.replaced[name][1]
        if name in self.techniques:
            return self.techniques[name][0]
        return self.skills[name][1] if name in self.skills else self._unknown(ref, 0, False)

    def sum(self, terms: tuple[Any, ...]) -> int:
        values = [(term, self._value(term)) for term in terms if not isinstance(term, EffectDice)]
        return sum(-value if each.minus else value for each, value in values)

    def _value(self, term: Amount | Lookup) -> int:
        if isinstance(term, Amount):
            return term.number
        return self.m(term.ref) if term.letter == "M" else self.r(term.ref)


def numbers(
    line: NotationLine, sheet: dict[str, Any]
) -> tuple[int | None, int | None, int] | Fault:
    """Return roll modifier, effect modifier and the ranks for taking; or the first fault."""
    try:
        return _numbers(line, sheet)
    except Fault as fault:
        return fault


def _numbers(line: NotationLine, sheet: dict[str, Any]) -> tuple[int | None, int | None, int]:
    character = Character(sheet, line)
    rolls = effects = None
    ranks = 0
    if line.roll:
        if isinstance(line.roll, Save) and line.roll.ref:
            character.r(line.roll.ref)
        rolls = character.sum(line.roll.terms)
        lookups = (t.ref for t in line.roll.terms if isinstance(t, Lookup) and t.letter == "M")
        ranks = next((character.r(ref) for ref in lookups), 0)
    if line.effects:
        ((value,),) = (effect.values for effect in line.effects)
        effects = character.sum(value.terms)
    return rolls, effects, ranks


def hindered(line: NotationLine, ranks: int, inputs: dict[str, Any]) -> str:
    """Return the first of E14, E15 and E16 in the order of S30; "" if the line can be rolled."""
    take = inputs["take"]
    if line.kind == "save" and inputs["stance"] != "normal":
        return "E14"
    if line.kind != "check" and take:
        return "E16"
    if line.roll and line.challenge is None and "challenge" not in inputs:
        return "E15"
    if not take:
        return ""
    last = {8: "hour", 10: "scene", 20: "minute"}[take]  # S22
    rows = ("free-action", "bonus-action", "re-action", "main-action", "round", "minute", "scene",
            "hour", "day")  # fmt: skip
    fits = line.duration is not None and rows.index(line.duration) <= rows.index(last)
    return "" if ranks >= 1 and fits else "E16"


def ask(procedure: str, inputs: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    request = {"procedure": f"striker.{procedure}", "inputs": inputs}
    return answer(games(), json.dumps({**request, "seed": seed}))


def without_advice(reply: dict[str, Any]) -> dict[str, Any]:
    """Return a reply without the form that only the reference advises for a missing name (S42)."""
    if "error" not in reply:
        return reply
    message = reply["error"]["message"].partition(" Try: M(this)")[0]
    return {**reply, "error": {**reply["error"], "message": message}}


def made_sheet(dice: random.Random) -> dict[str, Any]:
    skills = [name for name in NAMES if dice.random() < 0.85]
    techniques = [name for name in NAMES if dice.random() < 0.4]
    return {
        "subject": dice.choice((*NAMES, *NAMES, "", " ", "Nobody")),
        "skills": [[name, dice.randint(-20, 40), dice.randint(0, 20)] for name in skills],
        "techniques": [[n.upper(), dice.randint(0, 20), dice.choice(NAMES)] for n in techniques],
        "unknown_skill": dice.choice(("error", "untrained")),
    }


@settings(deadline=None, max_examples=tries(250))
@given(dice=st.randoms(use_true_random=False))
def test_a_made_up_line_for_a_made_up_character(dice: random.Random) -> None:
    text = made_line(dice) if dice.random() < 0.8 else mutated(dice, made_line(dice))
    sheet = made_sheet(dice)
    inputs = {name: dice.choice(values) for name, values in GIVEN.items() if dice.random() < 0.9}
    inputs.setdefault("take", 0)
    inputs.setdefault("stance", "normal")
    core = {"text": text, "dialect": "core"}
    seed = dice.randint(0, 999)
    read = ask("parse_line", core)
    reckoned = ask("evaluate_line", {**core, **sheet})
    reply = ask("line_action", {**core, **sheet, **inputs}, seed=seed)
    if "error" in read:
        assert read == reckoned == reply
        assert read["error"]["field"] == "text"
        return
    # S32: the reference reads lines of the core dialect in the same way.
    assert ask("parse_line", {"text": text}) == read
    assert without_advice(ask("evaluate_line", {"text": text, **sheet})) == reckoned
    by_reference = ask("line_action", {"text": text, **sheet, **inputs}, seed=seed)
    assert without_advice(by_reference) == reply
    canonical = read["values"]["canonical"]
    assert len(canonical) > 300 or ask("parse_line", {"text": canonical}) == read
    line = parse(text)
    expected = numbers(line, sheet)
    if isinstance(expected, Fault):
        assert reckoned == reply
        assert reply["error"]["field"] == FIELDS[expected.args[0]]
        assert reply["error"]["message"].startswith(str(expected))
        return
    rolls, effects, ranks = expected
    values = reckoned["values"]
    assert (values.get("roll_modifier"), values.get("effect_modifier")) == (rolls, effects)
    if code := hindered(line, ranks, inputs):
        assert reply["error"]["field"] == FIELDS[code]
        assert reply["error"]["message"].startswith(f"{code}: ")
        return
    values = reply["values"]
    assert (values.get("roll_modifier"), values.get("effect_modifier")) == (rolls, effects)
    if rolls is not None:
        assert values["total"] == values["roll"] + rolls + inputs.get("bonus", 0)
    # An attack proposes its effect, other lines nothing (S14).
    harm = values.get("effect", 0) if line.is_attack else 0
    assert [effect["value"] for effect in reply["effects"]] == [-harm] * (harm >= 1)
