"""Random sequences of all campaign actions, for every game."""

from __future__ import annotations

import random
from itertools import count
from typing import Protocol, TypeVar

from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.campaign.journal.entries import Stamp, new_id
from app.campaign.journal.journal import Journal, append, redo, undo
from app.campaign.journal.rolls import record_changed_roll, record_roll
from app.campaign.journal.steps import record_step
from app.campaign.state.effects import effect_record
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import by_chance
from app.core.procedures.kinds import Text
from app.core.sheets import Field
from app.systems import games
from tests.strategies import inputs, values

GAMES = games()
EVERY_GAME = list(GAMES)

#: Names and notes as hostile as a person or a file can make them.
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }} {% raw %}",
    "Ada & Ben's café — 龍 🐉",
    "line\nbreak\ttab\u2028\u202e",
    "__proto__",
    "../../etc",
    "~1/~0",
)

words = st.sampled_from(HOSTILE) | st.text(st.characters(codec="utf-8"), max_size=20)
names = st.sampled_from(["gap", "group_ap", "a/b", "x~y", "__proto__"])
small = st.integers(-3, 9)


class Stamps:
    """A test clock: each stamp is a second later, and no two clocks give equal ids."""

    _clocks = count()

    def __init__(self) -> None:
        self.count = 0
        self._dice = random.Random(next(self._clocks))

    def __call__(self) -> Stamp:
        self.count += 1
        at = f"2026-01-01T{self.count // 3600:02}:{self.count // 60 % 60:02}:{self.count % 60:02}Z"
        return Stamp(new_id(self.count * 1000, self._dice.getrandbits(80)), at, "test")


def begun(game: str, stamp: Stamps, name: str = "Table") -> Journal:
    """Return the journal of a new campaign."""
    return append(Journal("campaign-1"), f.Started(game, name), stamp(), GAMES)


Drawn = TypeVar("Drawn")


class Draw(Protocol):
    """The `draw` function of a strategy."""

    def __call__(self, strategy: st.SearchStrategy[Drawn], /) -> Drawn: ...


def draw_fact(draw: Draw, journal: Journal, stamp: Stamps) -> Fact:
    """Draw a fact that could happen now; raise BadInput if it turns out impossible."""
    game = GAMES[journal.state.game]
    makers = [_added, _edited, _rolled, _applied, _time, _scene, _note, _house, _named]
    makers += [_put_away, _reordered, _duplicated, _changed, _removed, *[_encounter] * 6]
    return draw(st.sampled_from(makers))(draw, journal, game, stamp)


def _someone(draw: Draw, journal: Journal) -> str:
    """Draw a character's id."""
    if not journal.state.characters:
        raise BadInput("character", "nobody is here")
    return draw(st.sampled_from([character.id for character in journal.state.characters]))


def _added(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    samples = [{}, *(game.sheet.samples if game.sheet else ())]
    data = draw(st.sampled_from(samples))
    return f.CharacterAdded(stamp().id, draw(words), data, draw(st.sampled_from(f.KINDS)))


def _edited(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    character_id = _someone(draw, journal)
    if game.sheet is None:
        return f.Edited(character_id, {draw(names): draw(small)})
    declared: Field = draw(st.sampled_from(game.sheet.fields))
    cleared = [declared.id] if draw(st.booleans()) else []
    return f.Edited(character_id, {declared.id: draw(values(declared.kind))}, cleared)


def _rolled(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    procedure = draw(st.sampled_from(list(game)))
    given = draw(inputs(procedure))
    bound = procedure.bind(given)
    play = by_chance(bound, random.Random(draw(st.integers(0, 99))))
    cast = {"self": _someone(draw, journal)} if journal.state.characters else {}
    return record_roll(bound, play, given, who=cast, hidden=draw(st.booleans()), note=draw(words))


def _applied(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    procedure = draw(st.sampled_from(list(game)))
    bound = procedure.bind(draw(inputs(procedure)))
    play = by_chance(bound, random.Random(draw(st.integers(0, 99))))
    someone = _someone(draw, journal) if journal.state.characters else f.SCENE
    effects = [
        effect_record(someone if effect.who in ("self", "target") else f.SCENE, effect)
        for effect in play.outcome.effects
    ]
    return f.Applied(effects, journal.last.id)


def _changed(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    for entry in reversed(journal.entries):
        if isinstance(entry.fact, f.Rolled) and journal.page.holds(entry.n):
            bound = game.procedures[entry.fact.procedure].bind({})
            play = by_chance(bound, random.Random(1))
            return record_changed_roll(entry.id, bound, play, {}, note="a plot point")
    raise BadInput("of", "nothing was rolled")


def _time(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    return f.TimePassed(draw(st.sampled_from([1, 24, 0.1, 2.25, -3])))


def _scene(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    return f.SceneSet({draw(names): draw(st.none() | small | words)})


def _note(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    return f.NoteWritten(draw(st.sampled_from(["n1", "n2", "n3"])), draw(words))


def _house(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    if not game.house:
        raise BadInput("house", "no house rules")
    rule = draw(st.sampled_from(list(game.house.values())))
    return f.HouseSet({rule.name: draw(st.none() | values(rule.kind))})


def _named(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    if draw(st.booleans()):
        return f.CampaignRenamed(draw(words))
    return f.CharacterRenamed(_someone(draw, journal), draw(words), "npc")


def _put_away(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    kind = draw(st.sampled_from([f.CharacterArchived, f.CharacterRestored]))
    return kind(_someone(draw, journal))


def _removed(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    return f.CharacterRemoved(_someone(draw, journal))


def _reordered(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    return f.CharactersReordered(draw(st.permutations(journal.document["order"])))


def _duplicated(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    return f.CharacterDuplicated(_someone(draw, journal), stamp().id, draw(words))


def _encounter(draw: Draw, journal: Journal, game: Game, stamp: Stamps) -> Fact:
    document = journal.document
    if game.encounter is None or document["encounter"] is None:
        return record_step(document, "begin", {}, GAMES, stamp().id)
    joining = game.encounter.by_id["add"]
    step = draw(st.sampled_from([joining] * 6 + [*game.encounter.transitions] * 2 + [None]))
    if step is None:
        return record_step(document, "end", {}, GAMES, stamp().id)
    people = [*document["characters"], *document["encounter"]["combatants"]]
    given = {}
    for name, each in step.inputs.items():
        by_default = not each.required and draw(st.booleans())
        if isinstance(each.kind, Text) and people:
            given[name] = draw(st.sampled_from(people))
        elif not by_default:
            given[name] = draw(values(each.kind))
    return record_step(document, step.id, plain(given), GAMES, stamp().id)


def one_more(draw: Draw, journal: Journal, stamp: Stamps) -> Journal:
    """Return the journal after a random fact, undo or redo, or itself if that was impossible."""
    turn = draw(st.sampled_from(["fact"] * 6 + ["undo", "undo", "redo", "undo that one"]))
    try:
        if turn == "fact":
            return append(journal, draw_fact(draw, journal, stamp), stamp(), GAMES)
        if turn == "redo":
            return redo(journal, journal.entry(journal.redoable or 0), stamp())
        if turn == "undo":
            return undo(journal, journal.entry(journal.undoable or 0), stamp())
        entry = draw(st.sampled_from(journal.entries))
        return undo(journal, entry, stamp(), journal.entries)
    except BadInput:
        return journal
