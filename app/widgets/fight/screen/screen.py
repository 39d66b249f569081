"""The players' screen: in full, as a preview, and in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.answers import replay_answers
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import find_superseded, original_rolls
from app.campaign.state.characters import short_names
from app.campaign.state.scenes import UNSEEN, scene_of
from app.campaign.state.state import CampaignState, Games
from app.campaign.state.values import exact_values
from app.core.encounters import records
from app.core.encounters.scenes import AnyScene
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.procedures.procedure import Procedure
from app.core.sheets import Meter
from app.widgets.fight.board.board import BoardView, Person, board_view
from app.widgets.fight.board.board import people as names
from app.widgets.fight.gauges.avatars import Avatar, avatar, health_left, tone
from app.widgets.journal.story import dice_of
from app.widgets.roll.result.results import Roll, verdict


@dataclass(frozen=True)
class Health:
    """A combatant's health as the players see it: a bar, or words alone."""

    #: `6 of 10 HP` of players' characters, `badly hurt` in words mode, else empty.
    words: str = ""
    tone: str = ""
    #: Percent of the bar; None for words.
    share: int | None = None


@dataclass(frozen=True)
class OnScreen:
    """A combatant as the players see it. health: None without a meter."""

    person: Person = field(default_factory=Person)
    avatar: Avatar = field(default_factory=Avatar)
    health: Health | None = None

    @property
    def id(self) -> str:
        """Return the combatant's id."""
        return self.person.id


@dataclass(frozen=True)
class LastRoll:
    """The last roll that is not hidden."""

    #: Its id in the journal.
    entry: str = ""
    words: str = ""
    tone: str = ""
    #: The result; empty if its grade says all.
    verdict: str = ""
    title: str = ""
    who: str = ""
    dice: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class Screen:
    """The encounter for the players: without hidden combatants and secret counters.

    told: the public sentences.
    """

    heading: str = ""
    current: str = ""
    upcoming: str = ""
    people: tuple[Person, ...] = ()
    pools: tuple[tuple[str, str], ...] = ()
    told: tuple[str, ...] = ()
    shown: tuple[OnScreen, ...] = ()


@dataclass(frozen=True)
class Show:
    """The players' screen: the encounter (None while none is on) and the last roll."""

    screen: Screen | None = None
    last: LastRoll | None = None


#: Scene values of the players' screen: all badges shown, and health in words
#: instead of bars.
TELLS_ALL, IN_WORDS = "table.tells_all", "table.in_words"

#: Health in words: (least percent remaining, words), best first.
STATES = ((100, "unhurt"), (51, "hurt"), (26, "badly hurt"), (1, "barely standing"), (0, "down"))


def show(games: Games, state: CampaignState, page: Page | None) -> Show:
    """Return the players' screen of a campaign."""
    game = games[state.game]
    tells_all, in_words = (bool(state.scene.get(name)) for name in (TELLS_ALL, IN_WORDS))
    players_screen = (
        screen(game, state, tells_all, in_words) if state.encounter is not None else None
    )
    last = last_roll(page, games, state, short_names(names(state))) if page is not None else None
    return Show(players_screen, last)


def encode(shown: Show) -> dict[str, object]:
    """Encode the players' screen for another device, with only the drawn values."""
    players_screen = shown.screen
    if players_screen is not None:
        people = tuple(replace(item, person=_drawn(item.person)) for item in players_screen.shown)
        players_screen = replace(players_screen, people=(), shown=people)
    return records.data(replace(shown, screen=players_screen))


def decode(record: Values) -> Show:
    """Decode an encoded players' screen; the inverse of `encode`. Raises BadInput."""
    return records.read(Show, record)


def _drawn(person: Person) -> Person:
    """Return a combatant without the values the screen does not draw: meters, sheet."""
    return replace(person, meters=(), href="", picture=Avatar(), number=None)


def screen(game: Game, state: CampaignState, tells_all: bool, in_words: bool = False) -> Screen:
    """Return the encounter for the players.

    tells_all: whether they see all badges. in_words: whether health is words instead of bars.
    """
    view = board_view(game, state)
    scene = scene_of(state.document, game)
    assert scene is not None
    names = short_names({person.id: person.name for person in view.people})
    people = tuple(
        _for_players(person, state, tells_all) for person in view.people if not person.hidden
    )
    shown = (
        _on_screen(replace(person, name=names[person.id]), scene, state, in_words)
        for person in people
    )
    return replace(glance(game, state), people=people, shown=tuple(shown))


def glance(game: Game, state: CampaignState) -> Screen:
    """Return turns and counters for the players, without anyone's health."""
    view = board_view(game, state)
    scene = scene_of(state.document, game)
    assert scene is not None
    names = short_names({person.id: person.name for person in view.people})
    upcoming = next((person for person in view.people if person.upcoming), None)
    return Screen(
        view.heading,
        _visible_name(view.current, UNSEEN, names),
        _visible_name(upcoming, "", names),
        (),
        tuple((name, value) for name, value in view.pools if name not in scene.board.secret),
        view.announcements,
    )


def _for_players(person: Person, state: CampaignState, tells_all: bool) -> Person:
    if _is_ours(person.id, state) or tells_all:
        return person
    return replace(person, badges=tuple(badge for badge in person.badges if badge.is_public))


def _is_ours(id: str, state: CampaignState) -> bool:
    return state.has_character(id) and state.character(id).kind == "pc"


def _on_screen(person: Person, scene: AnyScene, state: CampaignState, in_words: bool) -> OnScreen:
    meters, ours = scene.encounter.meters(scene, person.id), _is_ours(person.id, state)
    index = state.places.get(person.id, 0)
    drawn = avatar(person.name, "ours" if ours else "theirs", meters, index)
    if in_words:
        drawn = replace(drawn, share=None)  # the ring would show it
    health = _health(meters[0], ours, in_words) if meters else None
    if health is not None:  # the health shows this badge already
        badges = tuple(
            badge for badge in person.badges if not badge.words.startswith(meters[0].label)
        )
        person = replace(person, badges=badges)
    return OnScreen(person, drawn, health)


def _health(meter: Meter, ours: bool, in_words: bool) -> Health | None:
    percent = health_left(meter)
    if percent is None:
        return None
    if in_words:
        return Health(next(words for least, words in STATES if percent >= least), tone(meter))
    words = f"{meter.now} of {meter.most} {meter.label}" if ours else ""
    return Health(words, tone(meter), percent)


def _visible_name(person: Person | None, unseen: str, names: Mapping[str, str]) -> str:
    if person is None:
        return ""
    return unseen if person.hidden else names.get(person.id, person.name)


def last_roll(
    page: Page, games: Games, state: CampaignState, names: Mapping[str, str]
) -> LastRoll | None:
    """Return the newest valid roll that is not hidden; unseen combatants stay unnamed.

    names: of all combatants, by id.
    """
    game, superseded, rolls = games[state.game], find_superseded(page), original_rolls(page)
    for entry in reversed(page.entries):
        fact = entry.fact
        if (
            not isinstance(fact, Rolled | Changed)
            or not page.holds(entry.n)
            or entry.id in superseded
        ):
            continue
        roll = rolls.get(entry.id)
        if roll is None or roll.hidden:
            continue
        shown_names = {**names, **dict.fromkeys(_unseen(game, state), UNSEEN)}
        actor, target = (shown_names.get(roll.who.get(role, ""), "") for role in ("self", "target"))
        procedure = game.procedures.get(fact.procedure)
        return LastRoll(
            entry.id,
            fact.words,
            fact.tone,
            _verdict(procedure, fact, games) if procedure else "",
            procedure.title_of(fact.inputs) if procedure else fact.procedure,
            f"{actor} \u2192 {target}" if target else actor,
            dice_of(entry, games),
        )
    return None


def _verdict(procedure: Procedure, fact: Rolled | Changed, games: Games) -> str:
    play = replay_answers(fact.procedure, fact.inputs, fact.answers, games)
    if play is None:
        return ""
    return verdict(procedure, procedure.bind(exact_values(fact.inputs)).values, play.outcome)


def _unseen(game: Game, state: CampaignState) -> list[str]:
    """Return the ids of combatants hidden from the players."""
    scene = scene_of(state.document, game)
    if scene is None:
        return []
    return [each.id for each in scene.board.places if each.hidden]


def turn_words(view: BoardView | None) -> str:
    """Return the turn in one line: `Round 2: Mara, then Raider 1`; empty without an encounter."""
    if view is None:
        return ""
    if view.current is None:
        return f"{view.heading}: {view.acts}" if view.acts else view.heading
    then = f", then {view.upcoming.short}" if view.upcoming is not None else ""
    return f"{view.heading}: {view.current.short}{then}"
