"""A hostile guest is refused, the game master is notified, and the table goes on."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.campaign.journal.actions import TimeStep
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal, append
from app.campaign.journal.rolls import record_roll
from app.campaign.journal.steps import record_step
from app.campaign.state.document import EffectRecord
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.values import written
from app.core.encounters.scenes import PASS
from app.core.play.play import Finished, by_chance, by_hand
from app.sync import action_queue, guest_update, host_update, moderation, protocol
from app.sync.apply import turn
from app.sync.guest import Guest
from app.sync.host import Context
from app.sync.mutations import NO_MEANINGS, Intent, UndoIntent, intent_record
from app.sync.protocol import VERSION
from app.sync.seats import Rules, Seat
from app.sync.wire import LONGEST
from tests.campaign.happenings import GAMES, HOSTILE
from tests.campaign.test_files import ODD, places
from tests.sync.listening import Listening
from tests.sync.test_many import one_more, table
from tests.tries import tries

ANN = Seat("ann", "Ann", "player", ("of-ann",))
BEA = Seat("bea", "Bea", "player", ("of-bea",))
EVE = Seat("eve", "Eve", "onlooker")


def at_table(rules: Rules | None = None) -> Listening:
    return Listening(table(), rules or Rules(), ANN, BEA, EVE)


def act(name: str, number: int, *intents: Intent, line: str = "", **more: object) -> dict[str, Any]:
    """Build a mutation message as a hostile page would, without checks."""
    of = [intent_record(intent, NO_MEANINGS) for intent in intents]
    mutation = {
        "id": f"{line or f'line{name}0'.ljust(8, '0')}.{number}",
        "of": of,
        "after": 0,
        "ask": "",
    }
    return {"kind": "act", "act": {**mutation, **more}}


def sent(at: Listening, name: str, record: object, now: float = 0) -> list[str]:
    """Send a record as a guest; return the refusals and goodbyes that it receives."""
    before = len(at.heard.get(name, []))
    text = record if isinstance(record, str) else written(record)
    at.do(host_update.handle_message(at.host, name, text, now))
    at.make()
    return [
        text for text in at.heard.get(name, [])[before:] if '"refused"' in text or '"bye"' in text
    ]


def roll(character: str, **more: Any) -> f.Rolled:
    """Return a roll of 2d6 for this character."""
    inputs = {"notation": "2d6"}
    bound = GAMES["wasteland"].tray.bind(inputs)
    play = by_chance(bound, random.Random(1))
    return record_roll(bound, play, inputs, who={"self": character}, **more)


THEIRS: EffectRecord = {"to": "of-bea", "who": "self", "field": "hp", "op": "set", "value": 0}
REFUSED: list[tuple[str, Intent]] = [
    ("another's sheet", f.Edited("of-bea", {"hp": 0})),
    ("effects on another", f.Applied([THEIRS])),
    ("out of sight", f.Applied([{**THEIRS, "to": "of-ann", "field": "hidden", "value": True}])),
    ("another's roll", roll("of-bea")),
    ("a hidden roll", roll("of-ann", hidden=True)),
    ("another's character gone", f.CharacterRemoved("of-bea")),
    ("a game master's man", f.CharacterAdded("x1", "Boss", {}, "npc")),
    ("a note", f.NoteWritten("n", "mine")),
    ("house rules", f.HouseSet({})),
    ("the campaign's name", f.CampaignRenamed("mine")),
    ("a secret pool", f.SceneSet({"gm_ap": 0})),
    ("the page's own", f.SceneSet({"table.tells_all": True})),
    ("a forged undo", f.Undone("x", 2, 1)),
    ("a forged turn", f.UndoneVeiled("x", 2, 1)),
    ("a veil", f.Veiled("<script>")),
    ("an import", f.Imported("x.json")),
    ("a new beginning", f.Started("garden")),
    ("a step as a fact", f.EncounterStepped("begin")),
    ("the encounter", EncounterStep("begin", {})),
    ("time", TimeStep(1)),  # type: ignore[arg-type]
    ("time as a fact", f.TimePassed(5)),
    ("what another did", UndoIntent("by-master")),
]


@pytest.mark.parametrize(("case", "intent"), REFUSED, ids=[case for case, _ in REFUSED])
def test_a_forbidden_action_is_refused(case: str, intent: Intent) -> None:
    at = at_table()
    before = at.host.journal
    if isinstance(intent, UndoIntent):
        intent = UndoIntent(before.entries[-1].id)
    (answer,) = sent(at, "ann", act("ann", 1, intent))
    assert '"refused"' in answer
    assert at.host.journal is before
    assert at.host.refusals
    assert at.host.refusals[-1].seat == "ann"
    # An allowed intent in the same mutation is not applied, either.
    assert sent(at, "ann", act("ann", 2, one_more("ann"), intent))
    assert at.host.journal is before
    # An onlooker may do nothing at all, a muted player neither.
    assert sent(at, "eve", act("eve", 1, one_more("ann")))
    at.do(moderation.mute(at.host, "bea", True))
    assert "muted" in sent(at, "bea", act("bea", 1, one_more("bea")))[0]
    at.do(moderation.mute(at.host, "bea", False))
    assert not sent(at, "bea", act("bea", 2, one_more("bea")))
    assert at.host.journal.n == before.n + 1


ALLOWED: list[tuple[str, Intent]] = [
    ("own sheet", f.Edited("of-ann", {"hp": 3})),
    ("own name", f.CharacterRenamed("of-ann", "Ann the Great")),
    ("own roll", roll("of-ann")),
    ("bare dice", roll("")),
    ("effects on oneself", one_more("ann")),
    ("what the group has", f.SceneSet({"group_ap": 2})),
]


@pytest.mark.parametrize(("case", "intent"), ALLOWED, ids=[case for case, _ in ALLOWED])
def test_an_allowed_action_is_applied(case: str, intent: Intent) -> None:
    if isinstance(intent, f.Rolled) and not intent.who["self"]:
        intent = replace(intent, who={})
    at = at_table()
    assert not sent(at, "ann", act("ann", 1, intent))
    assert at.host.journal.last.by == "ann"
    assert at.host.journal.last.id == "lineann0.1"
    at.agree()
    assert not sent(at, "ann", act("ann", 2, UndoIntent("lineann0.1")))
    assert at.host.journal.state.document == table().document
    # If the game master confirms actions, it waits for them.
    at = at_table(Rules(confirm=True))
    n = at.host.journal.n
    assert not sent(at, "ann", act("ann", 1, intent))
    assert at.host.journal.n == n
    assert '"waits"' in at.heard["ann"][-1]
    at.do(action_queue.accept(at.host, "lineann0.1"))
    at.make()
    assert at.host.journal.n == n + 1
    assert not at.host.table.proposals
    # If they decline, the player is notified.
    sent(at, "ann", act("ann", 2, one_more("ann")))
    at.do(action_queue.decline(at.host, "lineann0.2", "Not now."))
    assert "Not now." in at.heard["ann"][-1]
    assert at.host.journal.n == n + 1
    # An accepted one that the store does not take yet can still be declined.
    sent(at, "ann", act("ann", 3, one_more("ann")))
    at.do(action_queue.accept(at.host, "lineann0.3"))
    at.do(action_queue.decline(at.host, "lineann0.3"))
    at.make()
    assert at.host.journal.n == n + 1


def in_a_fight() -> Listening:
    """Return a table with a fight of two players' characters and a hidden combatant."""
    journal = table("striker")
    steps: list[tuple[str, dict[str, object]]] = [
        ("begin", {}),
        ("add", {"id": "of-ann"}),
        ("add", {"id": "of-bea"}),
        ("add", {"id": "boss", "name": "Boss", "hidden": True}),
        (PASS, {}),
    ]
    for at, (step, inputs) in enumerate(steps):
        fact = record_step(journal.document, step, inputs, GAMES, f"due-{at}")
        journal = append(journal, fact, Stamp(f"step-{at}", "", ""), GAMES)
    return Listening(journal, Rules(), ANN, BEA, Seat("eve", "Eve", "player"))


def test_a_player_chooses_a_target_after_the_own_roll_once() -> None:
    at = at_table()
    damage = GAMES["wasteland"].procedures["wasteland.damage"]
    inputs = {"weapon_class": "small-guns", "damage_rating": 2}
    play = by_hand(damage.bind(inputs), [2, 2])  # four damage
    assert isinstance(play, Finished)
    cast = {"self": "of-ann"}
    assert not sent(
        at, "ann", act("ann", 1, record_roll(damage.bind(inputs), play, inputs, who=cast))
    )
    hit: EffectRecord = {**THEIRS, "who": "target", "op": "add", "value": -4}

    def apply(number: int, *effects: EffectRecord) -> list[str]:
        return sent(at, "ann", act("ann", number, f.Applied(effects, of="lineann0.1")))

    assert "Not an effect of your roll" in apply(2, {**hit, "value": -5})[0]
    assert "Not an effect of your roll" in apply(3, {**hit, "to": "nobody"})[0]
    assert "Not an effect of your roll" in apply(4, {**hit, "who": "another"})[0]
    assert not apply(5, hit)
    assert "already applied" in apply(6, {**hit, "to": "of-cem"})[0]
    assert not sent(at, "ann", act("ann", 7, UndoIntent("lineann0.5")))
    assert not apply(8, {**hit, "to": "of-cem"})


def test_a_player_passes_no_turn_of_another() -> None:
    at = in_a_fight()
    whose = turn(at.host.journal.document, GAMES["striker"])
    name, other = ("ann", "bea") if whose == "of-ann" else ("bea", "ann")
    step = EncounterStep(PASS, {"who": f"of-{other}"})
    assert "no longer your turn" in sent(at, other, act(other, 1, step))[0]
    assert turn(at.host.journal.document, GAMES["striker"]) == whose
    assert not sent(at, name, act(name, 1, EncounterStep(PASS, {})))


def test_a_new_character_takes_over_no_combatant() -> None:
    at = in_a_fight()
    before = at.host.journal
    assert sent(at, "eve", act("eve", 1, f.CharacterAdded("boss", "Mine")))
    assert at.host.journal is before
    assert not at.host.seats["eve"].characters
    assert "Boss" not in "".join(at.heard["eve"])


def test_a_player_creates_one_character_without_the_game_master() -> None:
    at = in_a_fight()
    before = at.host.journal
    several = [f.CharacterAdded(f"new-{each}", "New") for each in range(3)]
    sent(at, "eve", act("eve", 1, *several))
    assert at.host.journal is before
    for number, each in enumerate(several, 2):  # at once: applied together
        at.do(host_update.handle_message(at.host, "eve", written(act("eve", number, each)), 0))
    tried = action_queue.try_several(at.host, before, "")
    assert [bool(each.waits) for each in tried] == [False, True, True]


def test_a_replaced_roll_of_another_waits_for_the_game_master_also_when_it_is_old() -> None:
    at = at_table()
    sent(at, "bea", act("bea", 1, roll("of-bea")))
    sent(at, "ann", act("ann", 1, roll("of-ann")))
    for number in range(2, 120):
        sent(at, "bea", act("bea", number, one_more("bea")), now=number)
    before = at.host.journal
    assert before.entries[0].n > 10
    sent(at, "ann", act("ann", 2, roll("of-ann", of="linebea0.1", cancels=True)))
    assert at.host.journal is before
    assert [proposal.why for proposal in at.host.table.proposals] == [
        "It replaces a roll of long ago."
    ]


def test_pools_are_the_game_masters_to_open() -> None:
    at = at_table(Rules(pools=False))
    assert (
        "Only the GM can spend group points"
        in sent(at, "ann", act("ann", 1, f.SceneSet({"group_ap": 2})))[0]
    )


def test_a_roll_is_recomputed_from_its_dice() -> None:
    at = at_table()
    honest = roll("of-ann")
    forged = replace(honest, grade="best", words="I win", success=True, total=999)
    assert not sent(at, "ann", act("ann", 1, forged))
    assert at.host.journal.last.fact == honest
    half = replace(honest, answers=honest.answers[:-1])
    assert "unfinished roll" in sent(at, "ann", act("ann", 2, half))[0]
    odd = replace(honest, answers=[99, *honest.answers[1:]])
    assert sent(at, "ann", act("ann", 3, odd))


def test_forged_names_and_numbers() -> None:
    at = at_table()
    n = at.host.journal.n
    assert "another device" in sent(at, "ann", act("ann", 1, one_more("ann"), line="linebea0"))[0]
    assert "another device" in sent(at, "ann", act("ann", 1, one_more("ann"), line="nobodys00"))[0]
    assert at.host.journal.n == n
    sent(at, "ann", act("ann", 5, one_more("ann")))
    assert sent(at, "ann", act("ann", 4, one_more("ann")))  # a lower number than the last one
    sent(at, "ann", act("ann", 5, one_more("ann")))  # again
    assert at.host.journal.n == n + 1
    hello = guest_update.open_link(replace(at.guests["bea"], line="lineann0"), 0).sends[0]
    assert "another device" in sent(at, "bea", hello)[0]
    assert sent(at, "eve", {**hello, "key": "no-key-of-anybody", "token": "token-ann"})


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text(name: str) -> None:
    at = at_table()
    pick = {"kind": "pick", "role": "player", "character": "of-cem", "name": name}
    sent(at, "eve", pick)
    assert at.host.seats["eve"].name == name
    assert at.host.seats["eve"].characters == ("of-cem",)
    assert "plays this character" in sent(at, "ann", {**pick, "character": "of-bea"})[0]
    assert at.host.seats["ann"] == ANN


@pytest.mark.parametrize(
    ("version", "build", "words"),
    [
        (VERSION - 1, "", "Your version is older. Reload, then rejoin."),
        (VERSION + 1, "", "The GM’s version is older"),
        (VERSION, "0.0.1", "Reload both"),
    ],
)
def test_pages_of_other_versions(version: int, build: str, words: str) -> None:
    at = at_table()
    hello = guest_update.open_link(at.guests["ann"], 0).sends[0]
    (answer,) = sent(at, "ann", {**hello, "version": version, "build": build})
    assert words in json.loads(answer)["why"]
    assert "rejoin." in answer
    assert "ann" not in at.host.links


def test_too_long_and_too_many() -> None:
    at = at_table()
    assert "longer than" in sent(at, "ann", "x" * (LONGEST + 1))[0]
    long = act("ann", 1, f.Edited("of-ann", {"notes": "x" * 70_000}))
    assert "longer than" in sent(at, "ann", long)[0]
    n, answers = at.host.journal.n, []
    for index in range(10_000):
        answers += sent(at, "ann", act("ann", index + 1, one_more("ann")), now=index / 10_000)
    assert "bye" in answers[-1]
    assert len(answers) < 20
    assert "ann" not in at.host.links
    assert at.host.journal.n - n < 300
    # The others go on.
    assert not sent(at, "bea", act("bea", 1, one_more("bea")), now=1)
    assert at.host.journal.last.by == "bea"
    assert any("Too much at once" in refusal.words for refusal in at.host.refusals)


def test_a_guest_that_asks_for_everything_too_often_is_disconnected() -> None:
    at = at_table()
    pick = {"kind": "pick", "role": "player", "character": "of-ann", "name": ""}
    answers = []
    for index in range(60):
        character = ("of-ann", "of-cem")[index % 2]
        answers += sent(at, "ann", {**pick, "character": character}, now=float(index))
    assert "bye" in answers[-1]
    assert "ann" not in at.host.links


def test_an_unknown_kind_is_of_a_newer_page() -> None:
    at = at_table()
    before = len(at.heard["ann"])
    assert not sent(at, "ann", {"kind": "dance", "with": "me"})
    for kind in ("state", "entries", "welcome", "yours"):
        assert not sent(at, "ann", {"kind": kind})
    assert len(at.heard["ann"]) == before


# --- random input ---

FEW = settings(
    deadline=None,
    max_examples=tries(60),
    suppress_health_check=list(HealthCheck),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@FEW
@given(st.text(max_size=200) | st.binary(max_size=20) | json_values)
def test_any_text_is_no_more_than_refused(text: object) -> None:
    at = at_table()
    after = host_update.handle_message(at.host, "ann", text, 0)
    assert after.host.journal is at.host.journal
    guest = guest_update.handle_message(at.guests["ann"], text, 0)
    assert guest.guest.journal is at.guests["ann"].journal


def spoilt(draw: Any, record: dict[str, Any]) -> object:
    """Return a copy of a valid message with an odd value in one place."""
    result = copy.deepcopy(record)
    path = draw(st.sampled_from(places(result)))
    odd = draw(st.sampled_from(ODD))
    if not path:
        return odd
    part: Any = result
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = odd
    return result


@pytest.mark.parametrize("number", [1e100, -1e308, 10**100])
def test_an_unreadable_number_is_refused(number: float) -> None:
    at = at_table()
    before = at.host.journal
    record = act("ann", 1, f.SceneSet({"group_ap": 2}))
    text = written(record).replace('"group_ap":2', f'"group_ap":{number}')
    assert text != written(record)
    at.do(host_update.handle_message(at.host, "ann", text, 0))
    at.make()
    at.agree()
    assert at.host.journal is before


SOUND: list[Fact] = [intent for _, intent in [*REFUSED, *ALLOWED] if isinstance(intent, Fact)]


@FEW
@given(data=st.data())
def test_any_spoilt_act_is_no_more_than_refused(data: st.DataObject) -> None:
    at = at_table()
    record = act("ann", 1, data.draw(st.sampled_from(SOUND)))
    text = written(spoilt(data.draw, record))
    others = [at.host.journal.document["characters"][id] for id in ("of-bea", "of-cem")]
    at.do(host_update.handle_message(at.host, "ann", text, 0))
    if at.host.queue:
        attempt = action_queue.try_first(at.host, at.host.journal, "")
        assert attempt.fault is None or "(" not in attempt.fault.message[-20:], attempt.fault
    at.make()
    at.agree()
    after = at.host.journal.document["characters"]
    assert [after[id] for id in ("of-bea", "of-cem")] == others


@FEW
@given(data=st.data())
def test_a_guest_takes_no_harm_of_a_spoilt_host(data: st.DataObject) -> None:
    at = Listening(table(), Rules(), ANN)
    texts = at.heard["ann"]
    guest = Guest(Context(GAMES), "token-ann", "key-of-ann", "lineann00", "Ann", Journal(""))
    for text in texts:
        record = protocol.read(text, protocol.FROM_HOST)
        assert record is not None
        if data.draw(st.booleans()):
            text = written(spoilt(data.draw, record))
        guest = guest_update.handle_message(guest, text, 0).guest
