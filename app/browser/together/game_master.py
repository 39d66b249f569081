"""What the game master taps on the host's page, as the table understands it."""

from __future__ import annotations

import secrets
from dataclasses import replace

from app.table.messages.together import (
    AskClosed,
    ProposalAnswered,
    RuleSwitched,
    SeatCast,
    SeatMuted,
    SeatRemoved,
    TableAsked,
    TogetherTapped,
)
from app.together import acting, mastering
from app.together.host import Came, Host


def said(host: Host, message: TogetherTapped) -> Came:
    """What comes of it at the table; nothing of what is tapped for the connections alone."""
    match message:
        case SeatMuted(id):
            seat = host.seats.get(id)
            return mastering.muted(host, id, seat is None or not seat.muted)
        case SeatRemoved(id):
            return mastering.removed(host, id)
        case SeatCast(id, character):
            return _cast(host, id, character)
        case RuleSwitched(rule):
            rules = host.table.rules
            return mastering.ruled(host, replace(rules, **{rule: not getattr(rules, rule)}))
        case ProposalAnswered(act, yes):
            return acting.accepted(host, act) if yes else acting.declined(host, act)
        case TableAsked(procedure, typed, seats):
            players = tuple(id for id, each in host.seats.items() if each.role == "player")
            id = secrets.token_hex(8)
            return mastering.asked(host, id, procedure, typed, seats or players)
        case AskClosed(ask):
            return mastering.ask_over(host, ask)
    return Came(host)


def _cast(host: Host, id: str, character: str) -> Came:
    """A character is played from this seat, or not any more."""
    seat = host.seats.get(id)
    if seat is None:
        return Came(host)
    left = tuple(each for each in seat.characters if each != character)
    cast = left if character in seat.characters else (*left, character)
    return mastering.seated(host, replace(seat, characters=cast))
