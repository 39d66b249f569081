"""Invitations over the net, as written in a link."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.sync.net_links import NetInvitation, is_net

KEY, HALF = "k" * 43, "B" * 87


@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_an_invitation_is_read_as_it_was_written(user: str, password: str) -> None:
    invitation = NetInvitation("table-1", "to_ken", KEY, HALF, (user, password))
    assert is_net(invitation.text)
    assert NetInvitation.read(f"https://page.example/#/join/{invitation.text}") == invitation


def test_without_a_login_it_names_none() -> None:
    invitation = NetInvitation("table-1", "to_ken", KEY, HALF)
    assert invitation.text.count(".") == 4
    assert NetInvitation.read(invitation.text) == invitation


@pytest.mark.parametrize(
    "text",
    ["net.", "net.a.b", f"net.a.b.{KEY}", f"net.a.b.{KEY}.{HALF}.x", f"net.a.b.{KEY[1:]}.{HALF}",
     f"net.a..{KEY}.{HALF}", f"net.a b.c.{KEY}.{HALF}", f"net.a.b.{KEY}.{HALF}._w.x"],
)  # fmt: skip
def test_an_incomplete_invitation_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="Incomplete invite"):
        NetInvitation.read(text)


def test_a_code_of_the_room_is_no_net_invitation() -> None:
    assert not is_net("ABC123")
    assert not is_net("https://page.example/net.html#/join/ABC")
