"""Translation of taps on the host's page into changes of the shared table."""

from __future__ import annotations

import secrets
from dataclasses import replace

from app.sync import action_queue, moderation
from app.sync.host import Host, HostResult
from app.update.messages.sync import (
    AskClosed,
    ProposalAnswered,
    RuleSwitched,
    SeatCast,
    SeatMuted,
    SeatRemoved,
    TableAsked,
    TogetherTapped,
)


def apply_tap(host: Host, message: TogetherTapped) -> HostResult:
    """Apply a tap at the table; taps that concern only connections change nothing."""
    match message:
        case SeatMuted(id):
            seat = host.seats.get(id)
            return moderation.mute(host, id, seat is None or not seat.muted)
        case SeatRemoved(id):
            return moderation.remove_seat(host, id)
        case SeatCast(id, character):
            return _cast(host, id, character)
        case RuleSwitched(rule):
            rules = host.table.rules
            return moderation.set_rules(host, replace(rules, **{rule: not getattr(rules, rule)}))
        case ProposalAnswered(act, yes):
            return action_queue.accept(host, act) if yes else action_queue.decline(host, act)
        case TableAsked(procedure, typed, seats):
            players = tuple(
                id for id, seat in host.seats.items() if seat.role == "player" and not seat.left
            )
            id = secrets.token_hex(8)
            return moderation.request_roll(host, id, procedure, typed, seats or players)
        case AskClosed(ask):
            return moderation.ask_over(host, ask)
    return HostResult(host)


def _cast(host: Host, id: str, character: str) -> HostResult:
    """Add a character to a seat, or remove it."""
    seat = host.seats.get(id)
    if seat is None:
        return HostResult(host)
    others = tuple(other for other in seat.characters if other != character)
    cast = others if character in seat.characters else (*others, character)
    return moderation.change_seat(host, replace(seat, characters=cast))
