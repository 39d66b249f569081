"""The summary of a finished fight: a card for the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from app.campaign.facts import Changed, EncounterStepped, Rolled
from app.campaign.journal.changes_by_entry import Shift
from app.campaign.journal.descriptions import count_of
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import find_superseded, original_rolls
from app.campaign.state.state import SCENE
from app.campaign.state.values import exact
from app.core.games import Game
from app.core.procedures.labels import of_count
from app.widgets.journal.summary import Telling
from app.widgets.roll.result.words import number


@dataclass(frozen=True)
class Peak:
    """The best or worst roll of a fight."""

    #: The result in words.
    words: str
    tone: str
    title: str
    #: The actor's name.
    who: str
    entry: str

    @property
    def about(self) -> str:
        """Return the actor and the roll: `Mara, Attack`."""
        return ", ".join(each for each in (self.who, self.title) if each)


@dataclass(frozen=True)
class FightSum:
    """A finished fight."""

    #: The id of the entry of its end.
    entry: str
    rounds: int
    #: The phases that passed, in an encounter that counts these instead of rounds.
    phases: int
    rolls: int
    #: Names of the fallen.
    defeated: tuple[str, ...]
    #: Harm by the players' characters to others: `14 HP`.
    dealt: tuple[str, ...]
    #: Harm by others to the players' characters.
    taken: tuple[str, ...]
    #: None where no two rolls differ.
    best: Peak | None
    #: None where no two rolls differ.
    worst: Peak | None
    #: Points spent: `Group AP 3`, `Mara: Luck 1`.
    spent: tuple[str, ...]

    @property
    def length(self) -> str:
        """Return its length: `3 rounds · 21 rolls`."""
        phases = count_of(self.phases, "phase") if self.phases else ""
        return f"{phases or count_of(self.rounds, 'round')} · {count_of(self.rolls, 'roll')}"


def fight_sums(
    page: Page, telling: Telling, game: Game, names: Mapping[str, str], players: Set[str]
) -> dict[str, FightSum]:
    """Sum up every complete fight of these entries, by the id of the entry of its end.

    names: of all combatants, by id. players: the ids of the players' characters.
    """
    sums = (_sum(run, page, telling, game, names, players) for run in _fights(page))
    return {each.entry: each for each in sums if each.rolls or each.dealt or each.taken}


def unbegun(page: Page) -> bool:
    """Tell whether the last entry ends a fight that began before these entries."""
    if not page.entries or not _is_step(page.entries[-1], "end"):
        return False
    return not any(run[-1] is page.entries[-1] for run in _fights(page))


def _fights(page: Page) -> list[tuple[Entry, ...]]:
    """Return the valid entries of each fight, from its beginning to its end."""
    fights: list[tuple[Entry, ...]] = []
    running: list[Entry] = []
    for entry in page.entries:
        if not page.holds(entry.n):
            continue
        if _is_step(entry, "begin"):
            running = [entry]
        elif running:
            running.append(entry)
            if _is_step(entry, "end"):
                fights.append(tuple(running))
                running = []
    return fights


def _is_step(entry: Entry, step: str) -> bool:
    return isinstance(entry.fact, EncounterStepped) and entry.fact.step == step


def _sum(
    run: Sequence[Entry],
    page: Page,
    telling: Telling,
    game: Game,
    names: Mapping[str, str],
    players: Set[str],
) -> FightSum:
    shifts = [shift for entry in run for shift in telling.of(entry.id).shifts]
    rounds = {telling.of(entry.id).round for entry in run}
    phases = pairwise(telling.of(entry.id).phase for entry in run)
    out = telling.of(run[-1].id).out
    superseded, originals = find_superseded(page), original_rolls(page)
    rolls = [
        entry
        for entry in run
        if entry.id in originals and entry.id not in superseded and not originals[entry.id].hidden
    ]
    actors = {
        id: names.get(roll.who.get(_roller(roll.procedure, game), ""), "")
        for id, roll in originals.items()
    }
    best, worst = _peaks(rolls, game, actors)
    return FightSum(
        run[-1].id,
        len([each for each in rounds if each]),
        sum(max(0, after - before) for before, after in phases),  # a reset takes none back
        len(rolls),
        tuple(names.get(each, each) for each in dict.fromkeys((*_fallen(shifts), *out))),
        _harm(shift for shift in shifts if shift.who not in players),
        _harm(shift for shift in shifts if shift.who in players),
        best,
        worst,
        _spent(shifts, names, players),
    )


def _fallen(shifts: Iterable[Shift]) -> list[str]:
    """Return the ids of combatants still down at the end, in order of falling."""
    fallen: dict[str, None] = {}
    for shift in shifts:
        if shift.first and shift.is_at_worst and shift.worse > 0:
            fallen[shift.who] = None
        elif shift.first and shift.worse < 0:
            fallen.pop(shift.who, None)
    return [*fallen]


def _harm(shifts: Iterable[Shift]) -> tuple[str, ...]:
    """Return the harm by meter: hit points, boxes of wounds."""
    sums: Counter[str] = Counter()
    for shift in shifts:
        is_harm = shift.first or (shift.full == "bad" and shift.most is not None)
        if shift.who != SCENE and is_harm and shift.worse > 0:
            sums[shift.label] += shift.worse
    return tuple(f"{number(amount)} {of_count(amount, label)}" for label, amount in sums.items())


def _spent(shifts: Iterable[Shift], names: Mapping[str, str], players: Set[str]) -> tuple[str, ...]:
    """Return the points spent by the scene and by the players' characters."""
    sums: Counter[tuple[str, str]] = Counter()
    for shift in shifts:
        own = shift.who in players and not shift.first and shift.full == "good"
        if (shift.who == SCENE or own) and shift.now < shift.was:
            sums[shift.who, shift.label] += shift.was - shift.now
    return tuple(
        f"{names.get(owner_id, owner_id)}: {label} {number(amount)}"
        if owner_id
        else f"{label} {number(amount)}"
        for (owner_id, label), amount in sums.items()
    )


def _peaks(
    rolls: Sequence[Entry], game: Game, actors: Mapping[str, str]
) -> tuple[Peak | None, Peak | None]:
    """Return the best and worst roll by grade; among equals the higher and lower number.

    actors: names by the id of the entry.
    """
    judged = [roll for roll in rolls if _rank(roll) is not None and _has_dice(roll)]
    if not judged:
        return None, None
    best = max(judged, key=lambda each: (-(_rank(each) or 0), _total(each)))
    worst = max(judged, key=lambda each: (_rank(each) or 0, -_total(each)))
    if _rank(best) == _rank(worst):
        return None, None
    return _peak(best, game, actors), _peak(worst, game, actors)


def _has_dice(entry: Entry) -> bool:
    """Tell whether a die was thrown here or in the replaced roll: spent points are no rolls."""
    answers, replaced = getattr(entry.fact, "answers", ()), getattr(entry.fact, "of", "")
    return bool(replaced) or any(isinstance(answer, int) for answer in answers)


def _rank(entry: Entry) -> int | None:
    """Return the rank of a grade, 0 for the best; None without success or failure."""
    tone = getattr(entry.fact, "tone", "plain")
    return RANKS.index(tone) if tone in RANKS else None


#: The tones of grades, best first.
RANKS = ("best", "good", "mixed", "poor", "bad", "worst")


def _total(entry: Entry) -> float:
    total = exact(getattr(entry.fact, "total", None))
    return float(total) if isinstance(total, (int, float, Fraction)) else 0.0


def _roller(procedure_id: str, game: Game) -> str:
    """Return the role that a roll's result is of."""
    procedure = game.procedures.get(procedure_id)
    return procedure.roller if procedure else "self"


def _peak(entry: Entry, game: Game, actors: Mapping[str, str]) -> Peak:
    fact = entry.fact
    assert isinstance(fact, Rolled | Changed)
    procedure = game.procedures.get(fact.procedure)
    title = procedure.title_of(fact.inputs) if procedure else fact.procedure
    return Peak(fact.words, fact.tone, title, actors[entry.id], entry.id)
