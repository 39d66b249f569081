"""The host's queue of mutations: each is applied to the log in turn, and answered.

The caller, while `host.queue` is not empty:

    tried = action_queue.try_first(host, journal, at)     in the log's turn, on its newest state
    … store the new entries of tried.journal, if any …
    result = action_queue.answer_stored(host, tried)

or as many as fit into one transaction, by `try_several` and `answer_several`.

A mutation is applied once: its number tells whether it was. Mutations of one device are applied in
their order; a proposal is applied when the game master accepts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.campaign import facts as f
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync import broadcast
from app.sync.apply import apply_mutation
from app.sync.host import Host, HostResult, Link, Send, Take
from app.sync.mutations import Mutation
from app.sync.rights import Waits
from app.sync.seats import Seat
from app.sync.table import Proposal

#: The largest number of a seat's mutations in the queue, and of its proposals.
MOST_QUEUED = 200
MOST_WAITING = 100

#: The largest number of mutations in one transaction, and of entries after which it ends.
MOST_TOGETHER, ENTRIES_TOGETHER = 8, 16

#: The reason for refusing a mutation older than others of its client.
OVERTAKEN = "Didn’t go through in time. Send again?"
GONE = "The GM removed you from the table."


@dataclass(frozen=True)
class Tried:
    """The outcome of a mutation, before it is stored."""

    take: Take
    #: The journal after it.
    journal: Journal
    #: The reason why it is not possible.
    fault: BadInput | None = None
    #: The reason why the game master must accept it.
    waits: str = ""


def queue_mutation(host: Host, link: Link, seat: Seat, act: Mutation) -> HostResult:
    """Queue a guest's mutation, or answer it if it is a repeat."""
    line = host.table.lines.get(act.line)
    if line is None or line.seat != seat.id:
        return refusal(host, link.id, act.id, BadInput("act", "This is another device’s act."))
    if any(each.act.id == act.id for each in host.queue):
        return HostResult(host)
    if any(proposal.act.id == act.id for proposal in host.table.proposals):
        return HostResult(host, (Send(link.id, {"kind": "waits", "act": act.id}),))
    if act.number <= line.last:
        if act.number not in line.open:
            return HostResult(host, (Send(link.id, {"kind": "took", "act": act.id, "n": 0}),))
        return _refuse(host, seat, act, "act", line.words.get(str(act.number), OVERTAKEN))
    queued = [each.act.number for each in host.queue if each.act.line == act.line]
    if act.after > max([line.last, *queued]):
        # One before it got lost on the way; the guest sends both again.
        return HostResult(host, (Send(link.id, {"kind": "slow", "seconds": 1}),))
    if act.number < max(queued, default=0):
        fault = BadInput("act", OVERTAKEN)
        return refusal(host, link.id, act.id, fault)
    if sum(each.seat == seat.id for each in host.queue) >= MOST_QUEUED:
        return HostResult(host, (Send(link.id, {"kind": "slow", "seconds": 2}),))
    typing = {id: each for id, each in host.typing.items() if id != seat.id}
    return HostResult(replace(host, queue=(*host.queue, Take(seat.id, act)), typing=typing))


def refusal(host: Host, link: str, act: str, fault: BadInput) -> HostResult:
    """Refuse a mutation at once: answer its sender and note it for the game master."""
    known = host.links.get(link)
    noted = host.note(known.seat if known else "", fault.field, fault.message)
    record = {"kind": "refused", "act": act[:64], "field": fault.field[:200]}
    return HostResult(noted, (Send(link, {**record, "words": fault.message[:2_000]}),))


def _answer(host: Host, seat: Seat, record: JsonRecord) -> HostResult:
    """Answer a mutation on all connections of its seat."""
    links = [link.id for link in host.links.values() if link.seat == seat.id]
    return HostResult(host, tuple(Send(link, record) for link in links))


def _refuse(host: Host, seat: Seat, act: Mutation, field: str, words: str) -> HostResult:
    """Tell a seat of a refusal, and send the request again that it was to answer."""
    record = {"kind": "refused", "act": act.id, "field": field[:200], "words": words[:2_000]}
    result = _answer(host, seat, record)
    for ask in host.table.asks:
        if ask.id == act.ask and seat.id in ask.seats and seat.id not in ask.done:
            again = _answer(host, seat, {"kind": "ask", **ask.record()})
            result = replace(result, sends=(*result.sends, *again.sends))
    return result


# --- applying ---


def try_first(host: Host, journal: Journal, at: str) -> Tried:
    """Apply the first mutation of the queue to the newest state, at the host's time."""
    take = host.queue[0]
    seat = host.seats.get(take.seat)
    if seat is None:
        return Tried(take, journal, BadInput("rights", GONE))
    context, rules = host.context, host.table.rules
    try:
        after = apply_mutation(
            journal, take.act, seat, rules, at, context.games, context.meanings, take.accepted
        )
    except Waits as waits:
        return Tried(take, journal, waits=waits.why)
    except BadInput as fault:
        return Tried(take, journal, fault)
    except Exception as fault:  # no guest's message may stop the table
        words = f"This can’t be done here ({type(fault).__name__})."
        return Tried(take, journal, BadInput("act", words))
    return Tried(take, after)


def try_several(host: Host, journal: Journal, at: str) -> tuple[Tried, ...]:
    """Apply the first mutations of the queue, each on the state after the previous one."""
    results: list[Tried] = []
    start = journal.n
    for index in range(min(len(host.queue), MOST_TOGETHER)):
        results.append(try_first(replace(host, queue=host.queue[index:]), journal, at))
        journal = results[-1].journal
        if journal.n - start >= ENTRIES_TOGETHER:
            break
    return tuple(results)


def answer_several(
    host: Host, tried: Sequence[Tried], journal: Journal, entries: Sequence[Entry] = ()
) -> HostResult:
    """Answer stored mutations in their order, given the journal after them."""
    result = broadcast.send_new_entries(host, journal, entries)
    for each in tried:
        stored = replace(each, journal=journal)
        result = result.then(lambda now, stored=stored: answer_stored(now, stored))  # type: ignore[misc]
    return result


def answer_stored(host: Host, tried: Tried) -> HostResult:
    """Answer a stored mutation, and send its entries to all guests as each sees them."""
    take = tried.take
    host = replace(host, queue=tuple(each for each in host.queue if each is not take))
    result = broadcast.send_new_entries(host, tried.journal)
    seat = host.seats.get(take.seat)
    if seat is None:
        return result
    if tried.waits:
        return result.then(lambda now: _propose(now, seat, take, tried.waits))
    host = result.host
    table = host.table
    remaining = tuple(proposal for proposal in table.proposals if proposal.act.id != take.act.id)
    line = table.lines[take.act.line]
    if tried.fault is not None:
        fault = tried.fault
        line = line.answer(take.act.number, fault.message)
        table = replace(table.with_line(take.act.line, line), proposals=remaining)
        host = host.with_table(table)
        if fault.field == "rights":
            host = host.note(seat.id, fault.field, fault.message)
        return replace(result, host=host, keep=True).then(
            lambda now: _refuse(now, seat, take.act, fault.field, fault.message)
        )
    first = tried.journal.find(take.act.id)
    n = first.n if first is not None else 0
    line = line.take(take.act.number)  # also without an entry, which is an answer too
    host = host.with_table(replace(table.with_line(take.act.line, line), proposals=remaining))
    answer = {"kind": "took", "act": take.act.id, "n": n}
    result = replace(result, host=host, keep=result.keep or not n or bool(take.act.ask))
    result = result.then(lambda now: _answer(now, seat, answer))
    if first is not None:
        result = result.then(lambda now: _assign_character(now, seat, tried.journal, take.act.id))
        if take.act.ask:
            result = result.then(lambda now: _record_answer(now, seat, take.act))
    return result


def _propose(host: Host, seat: Seat, take: Take, why: str) -> HostResult:
    table, act = host.table, take.act
    if sum(proposal.seat == seat.id for proposal in table.proposals) >= MOST_WAITING:
        words = "Too many actions wait for the GM. Wait for an answer first."
        table = table.with_line(act.line, table.lines[act.line].answer(act.number, words))
        result = _refuse(host.with_table(table), seat, act, "act", words)
    else:
        line = table.lines[act.line].answer(act.number)
        proposals = (*table.proposals, Proposal(seat.id, act, why))
        table = replace(table.with_line(act.line, line), proposals=proposals)
        result = _answer(host.with_table(table), seat, {"kind": "waits", "act": act.id})
    return replace(result, keep=True)


# --- answers of the game master ---


def accept(host: Host, act: str) -> HostResult:
    """Queue an accepted proposal, to be applied to the state at that time."""
    proposal = next((proposal for proposal in host.table.proposals if proposal.act.id == act), None)
    if proposal is None or any(each.act.id == act for each in host.queue):
        return HostResult(host)
    return HostResult(replace(host, queue=(*host.queue, Take(proposal.seat, proposal.act, True))))


def decline(host: Host, act: str, words: str = "") -> HostResult:
    """Decline a proposal and tell its sender."""
    proposal = next((proposal for proposal in host.table.proposals if proposal.act.id == act), None)
    if proposal is None:
        return HostResult(host)
    words = words or "The GM declined."
    table = host.table
    line = table.lines[proposal.act.line].answer(proposal.act.number, words)
    remaining = tuple(each for each in table.proposals if each is not proposal)
    table = replace(table.with_line(proposal.act.line, line), proposals=remaining)
    # It may be accepted already, and wait for the store.
    queue = tuple(each for each in host.queue if each.act.id != act)
    host, seat = replace(host, table=table, queue=queue), host.seats.get(proposal.seat)
    refused = _refuse(host, seat, proposal.act, "proposal", words) if seat else HostResult(host)
    return replace(refused, keep=True)


# --- consequences of a mutation ---


def _assign_character(host: Host, seat: Seat, journal: Journal, act: str) -> HostResult:
    """Give the seat the character that it has just created."""
    created = [
        entry.fact.character
        for entry in journal.entries
        if isinstance(entry.fact, f.CharacterAdded)
        and (entry.id == act or entry.id.startswith(f"{act}-"))
        and entry.fact.of_kind == "pc"
    ]
    if not created or seat.role != "player":
        return HostResult(host)
    now = host.seats[seat.id]
    played = tuple(dict.fromkeys((*now.characters, *created)))
    host = host.with_table(host.table.with_seat(replace(now, characters=played)))
    return broadcast.send_campaign_again(host, [seat.id])


def _record_answer(host: Host, seat: Seat, act: Mutation) -> HostResult:
    ask = next((ask for ask in host.table.asks if ask.id == act.ask), None)
    if ask is None or seat.id not in ask.seats:
        return HostResult(host)  # the request is closed; the roll counts as any other
    answered_ask = replace(ask, done={**ask.done, seat.id: act.id})
    asks = tuple(answered_ask if each is ask else each for each in host.table.asks)
    host = host.with_table(replace(host.table, asks=asks))
    return replace(send_answers(host, act.ask), keep=True)


def send_answers(host: Host, id: str) -> HostResult:
    """Send the list of answers to all who were asked; a missing request is over."""
    ask = next((ask for ask in host.table.asks if ask.id == id), None)
    record = {"kind": "asked", "id": id, "done": [*ask.done] if ask else [], "over": ask is None}
    links = [
        link.id
        for link in host.links.values()
        if link.seat and (ask is None or link.seat in ask.seats)
    ]
    return HostResult(host, tuple(Send(link, record) for link in links))
