"""What a fight came to, summed up at its end: a card for the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from app.campaign.facts import Changed, EncounterStepped, Rolled
from app.campaign.journal.changes_by_entry import Shift
from app.campaign.journal.descriptions import counted
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import replaced
from app.campaign.state.state import SCENE
from app.campaign.state.values import exact
from app.core.games import Game
from app.core.procedures.kinds import of_count
from app.widgets.journal.summary import Telling
from app.widgets.roll.results import number


@dataclass(frozen=True)
class Peak:
    """The best roll of a fight, or the worst: what it came to, what of, and whose it was."""

    words: str
    tone: str
    title: str
    who: str
    entry: str

    @property
    def about(self) -> str:
        """Whose, and what of: `Mara, Attack`."""
        return ", ".join(each for each in (self.who, self.title) if each)


@dataclass(frozen=True)
class FightSum:
    """A fight that is over.

    entry: of its end. rounds, rolls: how many. fell: names. dealt, taken: `14 HP`, by the players'
    characters to others and by others to them. best, worst: None where no two rolls differ.
    spent: `Group AP 3`, `Mara: Luck 1`.
    """

    entry: str
    rounds: int
    rolls: int
    fell: tuple[str, ...]
    dealt: tuple[str, ...]
    taken: tuple[str, ...]
    best: Peak | None
    worst: Peak | None
    spent: tuple[str, ...]

    @property
    def length(self) -> str:
        """`3 rounds · 21 rolls`."""
        return f"{counted(self.rounds, 'round')} · {counted(self.rolls, 'roll')}"


def fight_sums(
    page: Page, telling: Telling, game: Game, names: Mapping[str, str], players: Set[str]
) -> dict[str, FightSum]:
    """Every fight that these entries hold as a whole, by the id of the entry of its end.

    names: of everybody, by id. players: the ids of the players' characters.
    """
    sums = (_sum(run, page, telling, game, names, players) for run in _fights(page))
    return {each.entry: each for each in sums if each.rolls or each.dealt or each.taken}


def unbegun(page: Page) -> bool:
    """Is the last thing of all the end of a fight, whose beginning is not among these entries?"""
    if not page.entries or not _is_step(page.entries[-1], "end"):
        return False
    return not any(run[-1] is page.entries[-1] for run in _fights(page))


def _fights(page: Page) -> list[tuple[Entry, ...]]:
    """The entries that hold, from each beginning to its end."""
    found: list[tuple[Entry, ...]] = []
    running: list[Entry] = []
    for entry in page.entries:
        if not page.holds(entry.n):
            continue
        if _is_step(entry, "begin"):
            running = [entry]
        elif running:
            running.append(entry)
            if _is_step(entry, "end"):
                found.append(tuple(running))
                running = []
    return found


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
    moved = [each for entry in run for each in telling.of(entry.id).shifts]
    rounds = {telling.of(entry.id).round for entry in run}
    gone = replaced(page)
    rolls = [
        entry
        for entry in run
        if isinstance(entry.fact, Rolled | Changed)
        and entry.id not in gone
        and not getattr(entry.fact, "hidden", False)
    ]
    best, worst = _peaks(rolls, game, names)
    return FightSum(
        run[-1].id,
        len([each for each in rounds if each]),
        len(rolls),
        tuple(names.get(each, each) for each in _fallen(moved)),
        _harm(each for each in moved if each.who not in players),
        _harm(each for each in moved if each.who in players),
        best,
        worst,
        _spent(moved, names, players),
    )


def _fallen(moved: Iterable[Shift]) -> list[str]:
    """Whoever was brought to the worst and is still there at the end, in this order."""
    fallen: dict[str, None] = {}
    for each in moved:
        if each.first and each.is_at_worst and each.worse > 0:
            fallen[each.who] = None
        elif each.first and each.worse < 0:
            fallen.pop(each.who, None)
    return [*fallen]


def _harm(moved: Iterable[Shift]) -> tuple[str, ...]:
    """How much worse they fare by each of what tells it: hit points, boxes of wounds."""
    sums: Counter[str] = Counter()
    for each in moved:
        is_harm = each.first or (each.full == "bad" and each.most is not None)
        if each.who != SCENE and is_harm and each.worse > 0:
            sums[each.label] += each.worse
    return tuple(f"{number(amount)} {of_count(amount, label)}" for label, amount in sums.items())


def _spent(moved: Iterable[Shift], names: Mapping[str, str], players: Set[str]) -> tuple[str, ...]:
    """The points that went: the scene's, and those of the players' characters."""
    sums: Counter[tuple[str, str]] = Counter()
    for each in moved:
        own = each.who in players and not each.first and each.full == "good"
        if (each.who == SCENE or own) and each.now < each.was:
            sums[each.who, each.label] += each.was - each.now
    return tuple(
        f"{names.get(who, who)}: {label} {number(amount)}" if who else f"{label} {number(amount)}"
        for (who, label), amount in sums.items()
    )


def _peaks(
    rolls: Sequence[Entry], game: Game, names: Mapping[str, str]
) -> tuple[Peak | None, Peak | None]:
    """The best and the worst by their grades; among equals the higher and the lower number."""
    judged = [each for each in rolls if _rank(each) is not None]
    if not judged:
        return None, None
    best = max(judged, key=lambda each: (-(_rank(each) or 0), _total(each)))
    worst = max(judged, key=lambda each: (_rank(each) or 0, -_total(each)))
    if _rank(best) == _rank(worst):
        return None, None
    return _peak(best, game, names), _peak(worst, game, names)


def _rank(entry: Entry) -> int | None:
    """From 0 for the best; None for what is no success and no failure."""
    tone = getattr(entry.fact, "tone", "plain")
    return RANKS.index(tone) if tone in RANKS else None


#: The tones of grades, best first.
RANKS = ("best", "good", "mixed", "poor", "bad", "worst")


def _total(entry: Entry) -> float:
    total = exact(getattr(entry.fact, "total", None))
    return float(total) if isinstance(total, (int, float, Fraction)) else 0.0


def _peak(entry: Entry, game: Game, names: Mapping[str, str]) -> Peak:
    fact = entry.fact
    assert isinstance(fact, Rolled | Changed)
    procedure = game.procedures.get(fact.procedure)
    who = names.get(getattr(fact, "who", {}).get("self", ""), "")
    title = procedure.title_of(fact.inputs) if procedure else fact.procedure
    return Peak(fact.words, fact.tone, title, who, entry.id)
