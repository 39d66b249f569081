"""The stored fights of all games from a player's seat: hidden data never leaves the host."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.campaign.journal.actions import Happening
from app.campaign.journal.entries import Entry, Stamp
from app.campaign.journal.journal import Journal, append, append_entry
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import UNSEEN, scene_of
from app.campaign.state.validate import sanitize_document
from app.campaign.state.values import written
from app.core.encounters.scenes import PASS
from app.core.errors import BadInput
from app.sync.apply import apply_mutation
from app.sync.guest import Guest, apply_tentatively
from app.sync.host import Host
from app.sync.mutations import NO_MEANINGS, Mutation, intent_record
from app.sync.rights import Waits, gm_steps
from app.sync.seats import Rules, Seat
from app.sync.views import redact
from app.update.messages.forms import RollableTaken
from app.update.messages.plays import RollTapped
from app.update.messages.tracker import (
    CharactersJoined,
    LineJoined,
    OverClosed,
    RolledOver,
    StepTaken,
    TurnPassed,
)
from app.widgets.fight.board.board import BoardView, board_view, people
from app.widgets.fight.journal.fights import fight_sums
from app.widgets.fight.screen.player_view import PlayerView, redact_board
from app.widgets.fight.screen.screen import screen, turn_words
from app.widgets.journal.story import players
from app.widgets.journal.summary import Telling
from tests.campaign.happenings import GAMES
from tests.fights import Fight, fights
from tests.fights.headless import Headless
from tests.sync.listening import Listening
from tests.sync.playing import Watch, play_fight

#: Part of every text that only the game master may see.
CANARY = "Zanzibar"


def secrets() -> list[Fact]:
    """Return secrets of the game master: one fact of each kind."""
    return [
        f.NoteWritten(f"note-{CANARY}", f"The butler is {CANARY}", ""),
        f.CharacterAdded(f"npc-{CANARY}", f"{CANARY} the Grey", {}, "npc"),
        f.SceneSet({f"{CANARY}.gap": f"{CANARY}"}),
        f.SceneSet({f"table.pin {CANARY}": {"name": CANARY}}),
        f.CharacterRenamed(f"npc-{CANARY}", f"{CANARY} the White", "npc"),
        f.Imported(f"{CANARY}.json", CANARY),
        f.CharactersReordered([f"npc-{CANARY}", "sample-0", "sample-1"]),
    ]


def with_secrets(entries: list[Entry], game: str) -> list[Entry]:
    """Insert the secrets before the fight and a hidden roll after it."""
    journal = Journal("fight")
    at = iter(range(1, 99))

    def stamp() -> Stamp:
        return Stamp(f"secret.{next(at)}", "2026-01-01T00:00:00Z", "tablet")

    start = next(index for index, each in enumerate(entries) if each.kind == "encounter-stepped")
    for entry in entries[:start]:
        journal = append_entry(journal, entry)
    for fact in secrets():
        journal = append(journal, fact, stamp(), GAMES)
    result = list(journal.entries)
    for entry in entries[start:]:
        moved = replace(entry, n=journal.n + 1, below=journal.top)
        journal = append_entry(journal, moved)
        result.append(moved)
    procedure = next(iter(GAMES[game])).id
    roll = f.Rolled(procedure, {}, [1], {"self": "sample-0"}, True, CANARY, words=CANARY)
    journal = append(journal, roll, stamp(), GAMES)
    return [*result, journal.last]


@pytest.mark.parametrize("fight", fights())
def test_nothing_hidden_leaves_the_host(fight: Fight) -> None:
    entries = with_secrets(play_fight(fight, hides=True), fight.game)
    journal = Journal("fight")
    for entry in entries[:3]:
        journal = append_entry(journal, entry)
    rules = Rules(numbers=len(fight.name) % 2 == 0)
    player = Seat("mara", "Mara", "player", ("sample-0",))
    table = Listening(journal, rules, player, Seat("watching", "Eve", "onlooker"))
    half, watch = len(entries) // 2, Watch()
    for entry in entries[3:]:
        if entry.n == half:
            table.come(Seat("late", "Late", "player", ("sample-1",)))
        table.follow(entry)
        table.agree()
        assert_view_works(table.host, table.guests["mara"])
        unseen = watch.look(table.host.journal)
        new = "\n".join(text for texts in table.heard.values() for text in texts)
        table.heard.clear()
        assert not [word for word in unseen if word in new], entry
        for secret in (CANARY, CANARY.lower(), "key-of", "token-"):
            assert secret not in new, entry
    assert watch.hidden


def assert_view_works(host: Host, guest: Guest) -> None:
    """Assert that the guest's page works with the guest's view."""
    document = guest.journal.document
    assert sanitize_document(document, GAMES) is document
    game = GAMES[document["game"]]
    scene = scene_of(document, game)
    assert (scene is None) == (host.journal.document["encounter"] is None)
    if scene is not None:
        assert scene.board is not None
        for actor in scene.combatants:
            scene.encounter.actions(scene, actor)
            scene.encounter.targets(scene, actor)
        assert_turns_agree(host, guest)


def assert_turns_agree(host: Host, guest: Guest) -> None:
    """Assert that the guest's page shows the host's turns, or only that somebody acts."""
    game, state = GAMES[guest.journal.document["game"]], guest.journal.state
    theirs, own = board_view(game, host.journal.state), board_view(game, state)
    current = theirs.current.id if theirs.current is not None else ""
    if current and current not in {person.id for person in own.people}:
        assert own.acts == UNSEEN
        assert turn_words(own) == f"{own.heading}: {UNSEEN}"
        assert (own.current, own.upcoming, own.then, own.waits_for) == (None, None, None, "")
        assert not any(person.upcoming for person in own.people)
    else:
        assert own.acts == ""
        assert (own.current.id if own.current is not None else "") == current
        assert_order_agrees(host, own)
        if guest.seat is not None and current in guest.seat.characters:
            assert own.waits_for == theirs.waits_for
            assert (own.then is None) == (theirs.then is None)


def assert_order_agrees(host: Host, own: BoardView) -> None:
    """Assert that the guest's page shows the order and the next turn of the players' screen."""
    state = host.journal.state
    seen = screen(GAMES[state.game], state, tells_all=False).shown
    shown = redact_board(
        own, PlayerView(frozenset(), frozenset(), {each.id: each for each in seen})
    )
    assert [person.id for person in shown.people] == [each.id for each in seen]
    marked = [each.id for each in seen if each.person.upcoming]
    theirs = board_view(GAMES[state.game], state).people
    assert [person.id for person in theirs if person.upcoming and not person.hidden] == marked
    assert [person.id for person in shown.people if person.upcoming] == marked
    assert ([shown.upcoming.id] if shown.upcoming is not None else []) == marked


def own(entry: Entry, journal: Journal, game: str) -> tuple[str, Happening] | None:
    """Return the actor of an entry and their intent, or None without a single actor."""
    fact, facts = entry.fact, {entry.id: entry.fact for entry in journal.entries}
    match fact:
        case f.Rolled():
            return fact.who.get("self", ""), fact
        case f.Edited():
            return fact.character, fact
        case f.Applied():
            roll = facts.get(fact.of)
            while isinstance(roll, f.Changed):
                roll = facts.get(roll.of)
            return (roll.who.get("self", ""), fact) if isinstance(roll, f.Rolled) else None
        case f.EncounterStepped():
            scene = scene_of(journal.document, GAMES[game])
            actor = fact.inputs.get("who")
            if scene is None or fact.step in gm_steps(GAMES[game]):
                return None
            if actor is None and fact.step in (PASS, *scene.encounter.advance):
                actor = scene.current
            return (
                (actor, EncounterStep(fact.step, fact.inputs)) if isinstance(actor, str) else None
            )
    return None


def text_without_id(document: Mapping[str, Any], entry: str) -> str:
    """Return a document's text, with the id of an entry replaced by a constant."""
    return written(document).replace(entry, "ENTRY")


@pytest.mark.parametrize("fight", fights())
def test_players_play_the_fights_from_their_own_devices(fight: Fight) -> None:
    entries = play_fight(fight, hides=False)
    journal = Journal("fight")
    for entry in entries[:3]:
        journal = append_entry(journal, entry)
    seats = {f"sample-{n}": Seat(f"s{n}", f"s{n}", "player", (f"sample-{n}",)) for n in (0, 1)}
    table = Listening(journal, Rules(), *seats.values())
    done, folded = 0, 0
    for entry in entries[3:]:
        intent = own(entry, journal, fight.game)
        after = append_entry(journal, entry)
        if intent is not None and intent[0] in seats:
            seat = seats[intent[0]]
            act = Mutation("lineline0.1", (intent_record(intent[1], NO_MEANINGS),))
            try:
                result = apply_mutation(journal, act, seat, Rules(), entry.at, GAMES, NO_MEANINGS)
                assert text_without_id(result.document, act.id) == text_without_id(
                    after.document, entry.id
                )
                assert result.last.by == seat.id
                done += 1
            except Waits:
                pass
            guest = table.guests[seat.id]
            with suppress(BadInput, Waits):  # its own page may refuse, or leave it to the host
                ahead = apply_tentatively(guest, guest.journal, act, entry.at).document
                assert ahead == redact(ahead, seat, Rules(), GAMES), "a number is guessed"
                folded += 1
        table.follow(entry)
        journal = after
    assert done > 3
    assert folded > done // 2


def test_a_late_guest_sums_up_the_whole_fight() -> None:
    """The running fight is sent in full, however many entries it has."""
    game, table = GAMES["garden"], Headless(Fight("garden", "long", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    for _ in range(80):
        table.send(TurnPassed())
        if table.journal.n in (20, 70):
            table.send(RolledOver(RollableTaken("garden.skill_test", "", None, "sample-0")))
            table.send(RollTapped())
            table.send(OverClosed())
    joins_at = table.journal.n
    table.send(StepTaken("end"))
    entries = [table.log[n] for n in sorted(table.log)]
    journal = Journal("fight")
    for entry in entries[:3]:
        journal = append_entry(journal, entry)
    listening = Listening(journal, Rules(), Seat("mara", "Mara", "player", ("sample-0",)))
    for entry in entries[3:]:
        listening.follow(entry)
        if entry.n == joins_at:
            listening.come(Seat("late", "Late", "player", ("sample-1",)))

    def sums(guest: Guest) -> list[str]:
        telling, state, page = Telling(), guest.journal.state, guest.journal.page
        telling.read(guest.journal, page, game)
        fights = fight_sums(page, telling, game, people(state), players(state))
        return [fight.length for fight in fights.values()]

    early, late = (sums(listening.guests[name]) for name in ("mara", "late"))
    assert early == late == ["20 rounds · 2 rolls"]
