"""A guest acts while disconnected, and nothing is lost when the connection is back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.actions import Happening, append_actions
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal
from app.campaign.state.document import EffectRecord
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import scene_of
from app.campaign.state.values import written
from app.core.encounters.scenes import PASS
from app.core.errors import BadInput
from app.sync import action_queue, guest_update, host_update, moderation
from app.sync.guest import Guest, Pick, open_guest
from app.sync.host import Context
from app.sync.mutations import (
    Intents,
    MessageIntent,
    UndoIntent,
    by_word,
    intent_record,
    read_intent,
)
from app.sync.seats import Role, Rules, Seat
from app.update import open_campaign
from app.update.messages.campaign import CounterStepped, RecordRemoved, TrackStepped
from app.widgets.sync.connection import guest_view
from tests.campaign.happenings import GAMES, Stamps
from tests.sync.network import World
from tests.sync.test_many import NAMES, one_more, table, with_guests

MEANINGS = Intents(by_word([CounterStepped, TrackStepped, RecordRemoved]), open_campaign.facts)


def world(journal: Journal | None = None) -> World:
    """Return a world with two seated guests."""
    result = World(Context(GAMES, MEANINGS), journal or table())
    for name in NAMES[:2]:
        result.join(name, Seat(f"seat-{name}", name, "player", (f"of-{name}",)))
    return result


def master(at: World, *actions: Happening) -> None:
    """Apply actions of the game master at the host."""
    from app.sync import broadcast

    assert at.host is not None
    before = at.host.journal
    stamp = iter(range(100))
    after = append_actions(
        before, actions, lambda: Stamp(f"m{before.n}.{next(stamp)}", "", "tablet"), GAMES
    )
    new = [entry for entry in after.entries if entry.n > before.n]
    at.home.entries += [written(each.record()) for each in new]
    at._at_host(lambda host: broadcast.send_new_entries(host, after))


def count(at: World, name: str) -> int:
    """Return the radiation loss of a guest's character at the host."""
    assert at.host is not None
    data: Mapping[str, Any] = at.host.journal.document["characters"][f"of-{name}"]["data"]
    return int(data.get("rad_loss", 0))


def test_actions_taken_while_disconnected_are_sent_later() -> None:
    at = world()
    at.cut("ann")
    for _ in range(3):
        assert at.act("ann", one_more("ann"))
    guest = at.guests["ann"]
    assert len(guest.pending) == 3
    shown = guest.shown.document["characters"]["of-ann"]["data"]
    assert shown["rad_loss"] == 3  # shown at once, though the host does not have it yet
    assert "rad_loss" not in guest.journal.document["characters"]["of-ann"]["data"]
    master(at, one_more("ann"))
    at.end_guest("ann")  # the page is closed and opened again meanwhile
    at.rest()
    at.agree()
    assert count(at, "ann") == 4
    assert not at.guests["ann"].refused


def test_refused_actions_are_listed_with_their_reason() -> None:
    at = world()
    at.cut("ann")
    at.act("ann", f.Edited("of-ann", {"hp": 3}))
    at.act("ann", one_more("ann"))
    master(at, f.CharacterRemoved("of-ann"))
    at.rest()
    guest = at.guests["ann"]
    assert [each.act.number for each in guest.refused] == [1, 2]
    assert "of-ann" in guest.refused[0].words
    at.end_guest("ann")
    at.rest()
    assert len(at.guests["ann"].refused) == 2  # it stays until the guest drops it
    id = guest.refused[0].act.id
    at._at_guest("ann", lambda guest: guest_update.drop(guest, id))
    assert len(at.guests["ann"].refused) == 1
    master(at, f.CharacterAdded("of-ann", "Ann", {"name": "Ann"}))
    again = at.guests["ann"].refused[0].act.id
    at._at_guest("ann", lambda guest: guest_update.send_again(guest, again, at.now))
    at.rest()
    assert not at.guests["ann"].refused
    assert count(at, "ann") == 1


def test_an_intent_is_applied_to_the_newest_state() -> None:
    at = world()
    for name in ("ann", "bea"):  # both tap + in the same moment, seeing the same number
        at.act(name, MessageIntent(CounterStepped("group_ap", 1)))
    at.rest()
    at.agree()
    assert at.host is not None
    assert at.host.journal.state.scene["group_ap"] == 2


def fighting() -> World:
    """Return a world with two characters in a fight at the first turn."""
    journal = table("striker")
    stamp = Stamps()
    actions: list[Happening] = [EncounterStep("begin", {})]
    actions += [EncounterStep("add", {"id": f"of-{name}", "name": name}) for name in NAMES[:2]]
    actions.append(EncounterStep("next", {}))
    return world(append_actions(journal, actions, stamp, GAMES))


def turn(at: World) -> str:
    """Return the id of the current combatant."""
    assert at.host is not None
    scene = scene_of(at.host.journal.document, GAMES["striker"])
    assert scene is not None
    return str(scene.current)


def test_a_turn_is_passed_once() -> None:
    at = fighting()
    mine, other = turn(at).removeprefix("of-"), {"of-ann": "bea", "of-bea": "ann"}[turn(at)]
    with pytest.raises(BadInput, match="no longer your turn"):
        guest_update.perform(at.guests[other], [EncounterStep(PASS, {})], "", at.now)
    at.act(mine, EncounterStep(PASS, {}))
    with pytest.raises(BadInput, match="no longer your turn"):  # twice, by mistake
        guest_update.perform(at.guests[mine], [EncounterStep("next", {})], "", at.now)
    at.rest()
    assert turn(at) == f"of-{other}"
    at.agree()
    # A guest and a game master at another device end the same turn at once: one loses.
    at.join("gm", Seat("seat-gm", "Second", "master"))
    for name in ("gm", other):
        at.act(name, EncounterStep(PASS, {}))
    at.rest()
    assert turn(at) == f"of-{mine}"
    (loser,) = [guest for guest in at.guests.values() if guest.refused]
    assert "turn" in loser.refused[0].words
    shown = guest_view(loser, "here", "", None, False, frozenset())
    assert [each.words for each in shown.refused] == ["Next turn"]


def test_a_guest_undoes_only_its_own_entries() -> None:
    at = world()
    at.act("ann", one_more("ann"))
    at.rest()
    mine = at.guests["ann"].journal.last.id
    with pytest.raises(BadInput, match="Only they or the GM can undo"):
        guest_update.perform(at.guests["bea"], [UndoIntent(mine)], "", at.now)
    at.act("ann", UndoIntent(mine))
    at.rest()
    assert count(at, "ann") == 0
    at.agree()
    at.act("bea", one_more("bea"))
    at.rest()
    at.join("gm", Seat("seat-gm", "Second", "master"))
    at.act("gm", UndoIntent(at.guests["gm"].journal.last.id))
    at.rest()
    assert count(at, "bea") == 0


def test_the_same_effect_lands_once() -> None:
    at = world()
    effect: EffectRecord = {**one_more("ann").effects[0], "value": 2}
    at.act("ann", f.Applied([effect], of="roll-1"))
    at.rest()
    at.act("ann", f.Applied([effect], of="roll-1"))
    at.rest()
    assert count(at, "ann") == 2
    assert "already" in at.guests["ann"].refused[0].words


def test_a_silent_table_is_said_to_be_gone() -> None:
    at = world()
    guest = replace(at.guests["ann"], heard_at=100.0)
    assert guest_update.tick(guest, 106.0).sends[-1]["kind"] == "ping"
    result = guest_update.tick(guest, 113.0)
    assert result.close
    assert not result.guest.linked
    assert "Keep playing" in result.guest.reason


def test_a_silent_guest_still_says_that_it_is_there() -> None:
    at = world()
    guest = replace(at.guests["ann"], heard_at=106.0, asked_at=100.0)
    result = guest_update.tick(guest, 106.0)
    assert result.sends[-1]["kind"] == "ping"
    assert not guest_update.tick(result.guest, 107.0).sends


@pytest.mark.parametrize("fails", ["host", "ann"])
@pytest.mark.parametrize("returns", [False, True])
def test_entries_that_a_device_could_not_store_or_read_are_requested_again(
    fails: str, returns: bool
) -> None:
    """The connection lasts, and no later entry shows that some are missing."""
    at = world()
    if returns:
        at.cut("ann")
        master(at, one_more("ann"))
    at.fails = fails
    if returns:
        at.link("ann")
    else:
        master(at, one_more("ann"))
    at.run(1)
    at.fails = ""
    for _ in range(12):
        at._at_guest("ann", lambda guest: guest_update.tick(guest, at.now))
        at.run(1)
    at.agree()
    assert at.guests["ann"].ready
    assert at.cuts == returns


def test_queued_texts_are_handled_in_one_batch() -> None:
    at = world()
    before, known = at.guests["ann"], len(at.heard["ann"])
    for _ in range(3):
        master(at, one_more("ann"))
    at.rest()
    texts = [(text, at.now) for text in at.heard["ann"][known:]]
    result, taken = guest_update.handle_messages(before, texts)
    assert taken == len(texts)
    assert len(result.entries) == 3
    assert result.guest.journal == at.guests["ann"].journal


def test_a_campaign_that_comes_whole_is_stored_before_anything_else_is_heard() -> None:
    at = world()
    fresh = replace(at.guests["ann"], journal=Journal(""), view=0, ready=False)
    texts = [(text, at.now) for text in at.heard["ann"]]
    result, taken = guest_update.handle_messages(fresh, texts)
    assert result.adopt is not None
    assert 0 < taken < len(texts)
    rest, left = guest_update.handle_messages(result.guest, texts[taken:])
    assert (rest.adopt, taken + left) == (None, len(texts))
    assert rest.guest.journal.document == at.guests["ann"].journal.document


def test_a_new_character_is_played_by_its_creator() -> None:
    at = world()
    at.join("new", Seat("seat-new", "New", "player"))
    at.act("new", f.CharacterAdded("fresh-1", "Fresh", {"name": "Fresh"}))
    at.rest()
    assert at.host is not None
    assert at.host.seats["seat-new"].characters == ("fresh-1",)
    at.act("new", f.Edited("fresh-1", {"hp": 4}))
    at.rest()
    at.agree()
    assert not at.guests["new"].refused


def test_an_onlooker_has_chosen_to_watch() -> None:
    at = world()
    at.join("new", Seat("seat-new", "New"))
    assert guest_view(at.guests["new"], "here", "", None, False, frozenset()).joining
    at._at_guest("new", lambda guest: guest_update.pick_seat(guest, Pick("onlooker"), at.now))
    at.rest()
    assert not guest_view(at.guests["new"], "here", "", None, False, frozenset()).joining
    at.agree()


@pytest.mark.parametrize("lost", [World.cut, World.end_guest, lambda at, _: at.end_host()])
@pytest.mark.parametrize("pick", [Pick("player", "of-cem"), Pick("player", "", "Fresh")])
def test_a_choice_that_is_lost_on_the_way_is_sent_again(
    lost: Callable[[World, str], None], pick: Pick
) -> None:
    at = world()
    at.join("new", Seat("seat-new", "New"))
    at._at_guest("new", lambda guest: guest_update.pick_seat(guest, pick, at.now))
    lost(at, "new")
    at.rest()
    assert at.host is not None
    seat = at.host.seats["seat-new"]
    assert (seat.role, seat.characters) == ("player", (pick.character,) if pick.character else ())
    # A new character is still to be created.
    assert at.guests["new"].pick == (replace(pick, sent=True) if pick.is_new else None)
    at.agree()


def test_a_choice_that_the_host_refuses_is_told_and_another_is_free() -> None:
    at = world()
    at.join("new", Seat("seat-new", "New"))
    for pick, reason in ((Pick("player", "of-ann"), "already plays"), (Pick("onlooker"), "")):
        at._at_guest("new", lambda guest, pick=pick: guest_update.pick_seat(guest, pick, at.now))  # type: ignore[misc]
        at.rest()
        guest = at.guests["new"]
        assert guest.pick is None
        shown = guest_view(guest, "here", "", None, False, frozenset())
        assert reason in shown.why if reason else not shown.why
        assert shown.joining is bool(reason)


def test_a_request_that_ended_meanwhile_is_gone_when_the_guest_is_back() -> None:
    at = world()
    request = "wasteland.dice", {"notation": "1d20"}, ["seat-ann"], "Notice the trap"
    for id in ("over", "open"):
        at._at_host(lambda host, id=id: moderation.request_roll(host, id, *request))  # type: ignore[misc]
    at.rest()
    at.cut("ann")
    at._at_host(lambda host: moderation.ask_over(host, "over"))
    at.rest()
    assert [ask["id"] for ask in at.guests["ann"].asks] == ["open"]


def test_a_guest_admitted_by_hand_needs_no_invitation() -> None:
    at = world()
    assert at.host is not None
    seats = len(at.host.seats)

    def hello(link: str, name: str, *, admitted: bool = False) -> None:
        """Send a guest's hello over this link."""
        guest = Guest(
            at.context, "the-same-token", f"key-of-{name}", f"line{name}", name, Journal("")
        )
        (record,) = guest_update.open_link(guest, 0).sends
        assert at.host is not None
        if admitted:
            at.host = host_update.open_link(at.host, link, 0, admitted=True).host
        at.host = host_update.handle_message(at.host, link, written(record), 0).host

    for name in ("first", "second"):  # both have read the same code
        hello(name, name, admitted=True)
    assert len(at.host.seats) == seats + 2
    hello("first", "third")  # by a link that has admitted another guest
    at.host = host_update.open_link(at.host, "fourth", 0).host
    hello("fourth", "fourth")
    assert len(at.host.seats) == seats + 2
    assert "fourth" not in at.host.links


def test_a_returning_guest_knows_its_seat_before_the_host_answers() -> None:
    at = world()
    at.act("ann", one_more("ann"))
    at.rest()
    home = at.homes["ann"]
    guest = open_guest(at.context, home.record, home.journal(home.record["table"]))
    shown = guest_view(guest, "coming", "", None, False, frozenset())
    assert not shown.joining
    assert shown.plays == ("of-ann",)


def test_asked_of_all() -> None:
    at = world()
    seats = ["seat-ann", "seat-bea"]
    request = "ask-1", "wasteland.dice", {"notation": "1d20"}, seats, "Notice the trap"
    at._at_host(lambda host: moderation.request_roll(host, *request))
    at.end_guest("bea")
    at.rest()
    for name in ("ann", "bea"):  # a guest that comes later is asked then
        (ask,) = at.guests[name].asks
        assert ask["words"] == "Notice the trap"
        fact = f.Edited(f"of-{name}", {"hp": 4})
        at._at_guest(name, partial(guest_update.perform, of=[fact], at="", now=at.now, ask="ask-1"))
        assert not at.guests[name].asks
    at.rest()
    assert at.host is not None
    (ask_now,) = at.host.table.asks
    assert dict(ask_now.done) == {"seat-ann": "lineann0.1", "seat-bea": "linebea0.1"}
    at._at_host(lambda host: moderation.ask_over(host, "ask-1"))
    at.rest()
    assert not at.host.table.asks


def test_equal_requests_to_single_players_become_one() -> None:
    at = world()
    question = "wasteland.dice", {"notation": "1d20"}
    at._at_host(lambda host: moderation.request_roll(host, "ask-1", *question, ["seat-ann"]))
    at.rest()
    assert [len(at.guests[name].asks) for name in ("ann", "bea")] == [1, 0]
    at._at_host(lambda host: moderation.request_roll(host, "ask-2", *question, ["seat-bea"]))
    at.rest()
    assert [ask["id"] for name in ("ann", "bea") for ask in at.guests[name].asks] == ["ask-1"] * 2
    at._at_host(lambda host: moderation.request_roll(host, "ask-3", *question, ["seat-bea"]))
    assert at.host is not None
    assert [ask.seats for ask in at.host.table.asks] == [("seat-ann", "seat-bea"), ("seat-bea",)]


def test_a_request_stays_open_until_its_answer_counts() -> None:
    at = world()
    at._at_host(lambda host: moderation.set_rules(host, Rules(confirm=True)))
    at._at_host(
        lambda host: moderation.request_roll(host, "ask-1", "wasteland.dice", {}, ["seat-ann"])
    )
    at.run(1)
    action = partial(guest_update.perform, of=[one_more("ann")], at="", now=0, ask="ask-1")
    at._at_guest("ann", action)
    at.run(1)
    assert not at.guests["ann"].asks
    at.cut("ann")
    at.link("ann")
    at.run(1)
    assert not at.guests["ann"].asks  # its answer waits for the game master
    assert at.host is not None
    at._at_host(lambda host: action_queue.decline(host, host.table.proposals[0].act.id))
    at.run(1)
    assert [ask["id"] for ask in at.guests["ann"].asks] == ["ask-1"]
    refused = at.guests["ann"].refused[0].act.id
    at._at_guest("ann", lambda guest: guest_update.send_again(guest, refused, at.now))
    at.run(1)
    assert not at.guests["ann"].asks
    at._at_host(lambda host: action_queue.accept(host, host.table.proposals[0].act.id))
    at.run(1)
    assert not at.guests["ann"].asks
    assert [*at.host.table.asks[0].done] == ["seat-ann"]
    assert count(at, "ann") == 1


def test_a_removed_guest_keeps_its_own_copy() -> None:
    at = world()
    at.cut("ann")
    at.act("ann", one_more("ann"))
    at._at_host(lambda host: moderation.remove_seat(host, "seat-ann"))
    at.run(1)
    at.link("ann")
    at.run(3)
    guest = at.guests["ann"]
    assert not guest.linked
    assert "used or was cancelled" in guest.reason
    assert guest.pending  # their own copy stays with them
    assert guest.shown.document["characters"]["of-ann"]


@pytest.mark.parametrize("role", ["player", "master"])
def test_a_removed_guest_returns_with_a_new_invitation(role: Role) -> None:
    at = world()
    at.join("cem", Seat("seat-cem", "cem", role, ("of-cem",)))
    at.act("cem", one_more("cem"))
    at.rest()
    at._at_host(lambda host: moderation.remove_seat(host, "seat-cem"))
    at.run(1)
    at.act("cem", one_more("cem"))
    at._at_host(lambda host: moderation.create_invitation(host, "token-again"))
    at.guests["cem"] = replace(at.guests["cem"], token="token-again")
    at.link("cem")
    at.rest()
    guest = at.guests["cem"]
    assert guest.linked
    assert guest.seat is not None
    assert guest.seat.role == "onlooker"
    assert len(guest.refused) == 1  # an onlooker may do nothing
    at.agree()
    at._at_guest(
        "cem", lambda guest: guest_update.pick_seat(guest, Pick("player", "of-cem"), at.now)
    )
    at.rest()
    id = guest.refused[0].act.id
    at._at_guest("cem", lambda guest: guest_update.send_again(guest, id, at.now))
    at.rest()
    at.agree()
    assert count(at, "cem") == 2


def test_dice_are_seen_as_they_fall() -> None:
    at = world()
    typed = {"notation": "2d6"}
    at._at_guest("ann", lambda guest: guest_update.send_typing(guest, "wasteland.dice", typed, [3]))
    at.run(1)
    assert at.host is not None
    assert at.host.typing["seat-ann"]["answers"] == [3]
    assert at.master_messages[-1][0] == "seat-ann"
    at._at_guest("ann", lambda guest: guest_update.send_typing(guest, "wasteland.dice", {}, []))
    at.run(1)
    assert not at.host.typing  # they were dropped
    at._at_guest("ann", lambda guest: guest_update.send_typing(guest, "wasteland.dice", typed, [3]))
    at.run(1)
    at.act("ann", one_more("ann"))
    at.rest()
    assert not at.host.typing


INTENTS: list[Happening | MessageIntent] = [
    MessageIntent(CounterStepped("group_ap", -1)),
    MessageIntent(TrackStepped("of-ann", "hp", 2)),
    MessageIntent(RecordRemoved("of-ann", "weapons", 1, {"name": "Axe", "n": 1})),
    EncounterStep("next", {"a": 1}),
    f.Edited("of-ann", {"hp": 1}),
]


@pytest.mark.parametrize("intent", INTENTS, ids=lambda each: type(each).__name__)
def test_an_intent_comes_back_from_its_record(intent: Happening | MessageIntent) -> None:
    assert read_intent(intent_record(intent, MEANINGS), MEANINGS) == intent


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"id": "group_ap"}, "by"),
        ({"id": 5, "by": 1}, "id"),
        ({"id": "group_ap", "by": "1"}, "by"),
        ({"id": "group_ap", "by": True}, "by"),
        ({"id": "group_ap", "by": 1, "more": 1}, "more"),
    ],
)
def test_a_message_is_read_strictly(fields: dict[str, object], field: str) -> None:
    record = {"kind": "message", "message": "counter-stepped", "fields": fields}
    with pytest.raises(BadInput) as fault:
        read_intent(record, MEANINGS)
    assert fault.value.field == field
    with pytest.raises(BadInput):
        read_intent({**record, "message": "fire-missiles"}, MEANINGS)


def test_the_table_is_full() -> None:
    at = with_guests(0)
    assert at.host is not None
    host = at.host
    for number in range(200):
        host = host_update.open_link(host, f"x{number}", 0).host
    assert len(host.links) <= 100


def test_a_guest_without_a_seat_cannot_act() -> None:
    guest = Guest(Context(GAMES), "token-ann", "key-of-ann", "lineann00", "Ann", Journal(""))
    result = guest_update.perform(guest, [one_more("ann")], "", 0)
    assert result.guest.pending
    assert not result.sends
