"""How the host's page shows a shared table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.browser.sync.game_master import apply_tap
from app.campaign import facts as f
from app.campaign.state.document import EffectRecord
from app.campaign.state.values import read, written
from app.sync import (
    action_queue,
    broadcast,
    guest_update,
    host_migration,
    host_update,
    moderation,
)
from app.sync.guest import open_guest
from app.sync.host import Host
from app.sync.seats import Rules, Seat
from app.sync.table import Table
from app.update.messages.sync import TableAsked
from app.widgets.sync.connection import guest_view, host_view
from app.widgets.sync.sync import (
    Code,
    OnNet,
    SeatLine,
    Together,
    describe_taken,
    seat_lines,
)
from tests.sync.test_host_migration import MEANS, Two
from tests.sync.test_hostile import act, at_table, sent
from tests.widgets.markup import Markup
from tests.widgets.templates import rendered


def line_of_ann(host: Host) -> SeatLine:
    lines = seat_lines(host_view(host, None, False, 0, OnNet()), {})
    return next(line for line in lines if line.id == "ann")


def test_a_seat_that_is_about_to_become_host_says_so_until_it_is_cancelled() -> None:
    two = Two()
    assert not line_of_ann(two.host).is_next_host
    two.lost = 1
    two.do(host_migration.start_migration(two.host, "ann", "key-of-host", "linehost0"))
    assert line_of_ann(two.host).is_next_host
    assert line_of_ann(two.host).state.startswith("becoming host")
    two.do(host_migration.cancel_migration(two.host))
    assert not line_of_ann(two.host).is_next_host


def test_the_hosts_own_seat_counts_as_here_for_all_guests() -> None:
    two = Two()
    two.host = two.host.with_table(two.host.table.with_seat(Seat("bo", "Bo", "player")))
    assert two.guest.there == ("ann",)  # from the moment of joining
    two.host = replace(two.host, me="bo")
    two.do(broadcast.send_seats(two.host))
    assert two.guest.there == ("bo", "ann")
    two.do(moderation.remove_seat(two.host, "bo"))
    assert two.guest.there == ("ann",)


def test_the_game_master_reads_that_a_device_with_a_used_invitation_could_not_join() -> None:
    two = Two()
    guest = replace(two.guest, key="another-key-of-this-device", token="used-up-token")
    (hello,) = guest_update.open_link(guest, 0).sends
    host = host_update.open_link(two.host, "late", 0).host
    result = host_update.handle_message(host, "late", written(dict(hello)), 0)
    (words,) = host_view(result.host, None, False, 0, OnNet()).refusals
    assert words == f"A device couldn’t join. It says: {host_update.USED_UP}"
    host = host_migration.yield_to(two.host, "late").host
    assert host_view(host, None, False, 0, OnNet()).refusals == (host_migration.OLD,)


def leave(two: Two) -> None:
    """Let the guest leave, and its page close the connection."""
    two.do(host_update.handle_message(two.host, "ann", written({"kind": "leave"}), 0))
    two.guest = guest_update.close_link(replace(two.guest, view=0)).guest


def test_a_player_that_left_is_reported_and_comes_back_to_the_same_seat() -> None:
    two = Two()
    two.host = two.host.with_table(two.host.table.with_seat(Seat("bo", "Bo", "player")))
    leave(two)
    assert host_view(two.host, None, False, 0, OnNet()).refusals == ("Ann left the table.",)
    assert line_of_ann(two.host).state == "left"
    assert "of-ann" in two.host.free
    assert apply_tap(two.host, TableAsked("wasteland.dice")).host.table.asks[0].seats == ("bo",)
    stored = Table.read(read(written(two.host.table.record())))
    two.host = two.host.with_table(stored)
    assert line_of_ann(two.host).state == "left"
    two.link()
    assert line_of_ann(two.host).state == "here"
    assert two.guest.seat == Seat("ann", "Ann", "player", ("of-ann",))
    assert two.guest.ready


def test_a_player_that_left_chooses_again_if_another_plays_the_character_by_now() -> None:
    two = Two()
    leave(two)
    other = Seat("bo", "Bo", "player", ("of-ann",))
    two.host = two.host.with_table(two.host.table.with_seat(other))
    two.link()
    assert two.host.seats["ann"].characters == ()
    assert not two.guest.is_seated
    assert "of-ann" not in (two.guest.free or {})


def test_a_table_that_moves_to_a_leaving_player_stays() -> None:
    two = Two()
    two.lost = 1
    two.do(host_migration.start_migration(two.host, "ann", "key-of-host", "linehost0"))
    two.is_linked, two.lost = True, -1
    leave(two)
    assert not two.host.table.handing
    assert two.host.seats["ann"].left


def test_a_table_stored_by_an_earlier_version_has_no_seat_that_was_left() -> None:
    record = Two().host.table.record()
    for seat in record["seats"]:  # type: ignore[attr-defined]
        del seat["left"]
    assert not any(seat.left for seat in Table.read(record).seats.values())


def test_a_guest_chooses_a_character_when_the_host_has_sent_them() -> None:
    two = Two()
    assert guest_view(two.guest, "here", "", None, False, frozenset()).free is not None
    guest = guest_update.open_link(two.guest, 0).guest
    assert guest_view(guest, "here", "", None, False, frozenset()).free is None


def test_a_guest_without_a_seat_is_not_asked_to_roll_and_knows_so_after_a_reload() -> None:
    two = Two()
    ask = "ask", "wasteland.dice", {"notation": "2d6"}, ["ann"]
    two.do(moderation.request_roll(two.host, *ask))
    assert two.guest.asks
    two.do(moderation.remove_seat(two.host, "ann"))
    guest = open_guest(MEANS, two.guest.record(), two.guest.journal)
    for each in (two.guest, guest):
        assert each.over == f"{action_queue.GONE} You keep your own copy."
        assert not each.asks
    assert not guest_update.open_link(guest, 0).guest.over


def render_host(together: Together, asking: str = "") -> Markup:
    """Render the host's page. asking: the key of the button with the open question."""
    lines = seat_lines(together, {})
    return rendered(
        "together.html", part="host", together=together, lines=lines, wishes=(), asking=asking
    )


def test_a_guest_without_a_seat_reads_which_characters_others_play() -> None:
    two = Two()
    own = two.host.seats["ann"]
    mine = two.host.journal.state.character(own.characters[0]).name
    view = guest_view(two.guest, "here", "", None, False, frozenset())
    assert describe_taken(view.taken) == ""
    other = next(iter(two.host.free))
    bo = Seat("bo", "Bo", "player", (other,))
    two.host = two.host.with_table(two.host.table.with_seat(bo))
    two.do(broadcast.send_seats(two.host))
    view = guest_view(two.guest, "here", "", None, False, frozenset())
    assert view.taken == (two.host.taken[other],)
    assert mine not in view.taken
    assert f"{view.taken[0]} is played on another device. " in describe_taken(view.taken)
    assert "A and B are played on other devices. " in describe_taken(("A", "B"))
    two.host = two.host.with_table(two.host.table.with_seat(replace(bo, left=True)))
    two.do(broadcast.send_seats(two.host))
    assert not guest_view(two.guest, "here", "", None, False, frozenset()).taken


@pytest.mark.parametrize("is_online", [True, False])
def test_a_table_is_handed_over_only_where_that_works(is_online: bool) -> None:
    together = host_view(Two().host, None, False, 0, OnNet(knows=True, lies=is_online))
    page = render_host(together)
    assert ("seat-hand" in page.all("data-do")) is not is_online
    assert not page.wrong


@pytest.mark.parametrize(
    ("key", "does"),
    [("leave", "table-leave"), ("remove-ann", "seat-remove"), ("net-drop", "net-drop")],
)
def test_an_ending_at_the_table_asks_first(key: str, does: str) -> None:
    together = host_view(Two().host, None, False, 0, OnNet(knows=True, lies=True))
    assert does not in render_host(together).all("data-do")
    asks = render_host(together, key)
    assert asks.all("data-do").count(does) == 1
    assert "alertdialog" in asks.all("role")
    assert not asks.wrong


@pytest.mark.parametrize(
    ("link", "is_local"),
    [
        ("http://localhost:8000/#/join/A", True),
        ("http://127.0.0.1/#/join/A", True),
        ("http://[::1]:8000/#/join/A", True),
        ("http://192.168.0.7:8000/#/join/A", False),
        ("https://localhost.example.org/#/join/A", False),
        ("A", False),
    ],
)
def test_a_link_that_leads_every_device_to_itself_is_known(link: str, is_local: bool) -> None:
    assert Code("A", link, "").is_local is is_local


def test_a_proposal_that_no_page_sends_is_shown_and_refused() -> None:
    at = at_table(Rules(confirm=True))
    effect: EffectRecord = {
        "to": "of-ann",
        "who": "self",
        "field": "injuries",
        "op": "append",
        "value": "odd",
    }
    sent(at, "ann", act("ann", 1, f.Applied([effect])))
    (proposal,) = host_view(at.host, None, False, 0, OnNet()).proposals
    assert proposal.words == "something"
    at.do(action_queue.accept(at.host, proposal.act))
    before = at.host.journal
    at.make()
    assert at.host.journal is before
    assert not at.host.table.proposals
