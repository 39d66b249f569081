"""Views: a guest's copy is exactly the view of its seat.

The copy is a campaign like any other: it can be saved, read back and continued.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.files.files import open_file
from app.campaign.files.formats import campaign_part, head
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append, redo, undo
from app.campaign.journal.rolls import record_roll
from app.campaign.journal.steps import record_step
from app.campaign.state.changes import apply_changes, differences
from app.campaign.state.document import EffectRecord
from app.campaign.state.scenes import scene_of
from app.core.encounters.rolls import DueRecord
from app.core.play.play import by_chance
from app.sync import broadcast, moderation
from app.sync.seats import Rules, Seat
from app.sync.views import View, find_visibility, redact, redact_due_items
from app.sync.visibility import redact_entry, redact_fact
from tests.campaign.happenings import EVERY_GAME, GAMES, Stamps, begun, one_more
from tests.sync.listening import Listening
from tests.tries import tries

FEW = settings(
    deadline=None,
    max_examples=tries(6),
    suppress_health_check=list(HealthCheck),
)
ROLES = ("who", "target", "at", "by")
PLAYER = Seat("mara", "Mara", "player", ("mara-1",))


def at_a_table(game: str, stamp: Stamps) -> Journal:
    """Return a campaign with two players' characters and one non-player character."""
    journal = begun(game, stamp)
    sheet = GAMES[game].sheet
    data = sheet.samples[0] if sheet is not None else {}
    for id, kind in (("mara-1", "pc"), ("tom-1", "pc"), ("duke-1", "npc")):
        journal = append(journal, f.CharacterAdded(id, id, data, kind), stamp(), GAMES)
    return journal


@pytest.mark.parametrize("game", EVERY_GAME)
@FEW
@given(data=st.data())
def test_a_guests_copy_is_exactly_its_view(game: str, data: st.DataObject) -> None:
    stamp = Stamps()
    journal = at_a_table(game, stamp)
    numbers = data.draw(st.booleans())
    table = Listening(journal, Rules(numbers=numbers), PLAYER, Seat("eve", "Eve"))
    table.come(Seat("gm", "Second", "master"))
    for _ in range(data.draw(st.integers(0, 20))):
        after = one_more(data.draw, journal, stamp)
        if after is not journal:
            table.follow(after.last)
            table.agree()
        journal = after
    table.come(Seat("late", "Late", "player", ("tom-1",)))
    table.agree()
    assert table.guests["gm"].journal.document == journal.document
    for guest in table.guests.values():
        entries = [json.loads(text) for text in table.stored[guest.name]]
        assert [entry["id"] for entry in entries] == [each.id for each in table.log]
        assert (guest.journal.top, guest.journal.redo) == (journal.top, journal.redo)
        written = json.dumps(
            {**head("campaign", "0", "0"), "campaign": campaign_part(guest.journal, entries)}
        )
        (whole,) = open_file(written, GAMES).journals
        assert whole.journal.document == guest.journal.document
        undo_and_redo_all(whole.journal, {entry.n: entry for entry in whole.entries}, stamp)


def undo_and_redo_all(journal: Journal, log: dict[int, Entry], stamp: Stamps) -> None:
    """Undo all entries of a copy, then redo them."""
    while journal.undoable is not None:
        later = [log[n] for n in range(journal.undoable + 1, journal.n + 1)]
        journal = undo(journal, log[journal.undoable], stamp(), later)
        log[journal.n] = journal.last
    while journal.redoable is not None:
        journal = redo(journal, log[journal.redoable], stamp())
        log[journal.n] = journal.last


@pytest.mark.parametrize("game", EVERY_GAME)
@FEW
@given(data=st.data())
def test_a_view_commutes_with_the_fold(game: str, data: st.DataObject) -> None:
    stamp = Stamps()
    journal = at_a_table(game, stamp)
    view, rules = View(PLAYER, Rules(numbers=False), GAMES), Rules(numbers=False)
    for _ in range(data.draw(st.integers(1, 12))):
        after = one_more(data.draw, journal, stamp)
        if after is not journal:
            entry = redact_entry(
                after.last, journal.document, after.document, view, lambda id: None
            )
            before = redact(journal.document, PLAYER, rules, GAMES)
            expected = redact(after.document, PLAYER, rules, GAMES)
            assert apply_changes(before, entry.changes) == expected
            assert not list(differences(apply_changes(before, entry.changes), expected))
        journal = after


@pytest.mark.parametrize("game", EVERY_GAME)
@FEW
@given(data=st.data())
def test_a_hidden_combatant_stays_hidden(game: str, data: st.DataObject) -> None:
    stamp = Stamps()
    journal = at_a_table(game, stamp)
    for step, inputs in (
        ("begin", {}),
        ("add", {"id": "mara-1"}),
        ("add", {"id": "zanzibar-1", "name": "Zanzibar", "hidden": True}),
    ):
        fact = record_step(journal.document, step, inputs, GAMES, stamp().id)
        journal = append(journal, fact, stamp(), GAMES)
    table = Listening(journal, Rules(), PLAYER)
    shown = False
    for _ in range(data.draw(st.integers(1, 15))):
        after = one_more(data.draw, journal, stamp)
        inputs = getattr(after.last.fact, "inputs", {})
        if any("zanzibar" in json.dumps(inputs[name]) for name in inputs if name not in ROLES):
            continue  # a text of the game master may name the hidden combatant
        if after is not journal:
            scene = scene_of(after.document, GAMES[game])
            combatant = scene.combatants.get("zanzibar-1") if scene is not None else None
            shown = shown or (combatant is not None and not combatant.turn.hidden)
            # A player may read their own sheet; the game master may write on it.
            players = [after.document["characters"].get(id) for id in ("mara-1", "tom-1")]
            shown = shown or "zanzibar" in json.dumps(players).lower()
            table.follow(after.last)
        journal = after
        if not shown:
            everything = "".join(table.heard["mara"])
            assert "zanzibar" not in everything.lower(), everything[-2_000:]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_hidden_combatant_hides_no_other_of_a_longer_name(game: str) -> None:
    stamp = Stamps()
    journal = append(
        at_a_table(game, stamp), f.CharacterAdded("r-9", "Raider", {}, "npc"), stamp(), GAMES
    )
    for step, inputs in (
        ("begin", {}),
        ("add", {"id": "mara-1"}),
        ("add", {"id": "raider", "name": "Raider 1", "hidden": True}),
        ("add", {"id": "raider-2", "name": "Raider 2"}),
        ("add", {"id": "round", "name": "Round", "hidden": True}),
    ):
        fact = record_step(journal.document, step, inputs, GAMES, stamp().id)
        journal = append(journal, fact, stamp(), GAMES)
    seen = redact(journal.document, PLAYER, Rules(), GAMES)
    whole, scene = scene_of(journal.document, GAMES[game]), scene_of(seen, GAMES[game])
    assert whole is not None
    assert scene is not None
    hidden = {"raider", "round"}
    assert scene.now.order == tuple(id for id in whole.now.order if id not in hidden)
    assert seen["encounter"] is not None
    assert "round" in seen["encounter"]
    assert not hidden & {*seen["encounter"]["combatants"]}


def test_a_step_tells_no_secret_pool() -> None:
    stamp = Stamps()
    journal = at_a_table("wasteland", stamp)
    view = View(PLAYER, Rules(), GAMES)
    for step, inputs in (("begin", {}), ("set_pools", {"group_ap": 2, "gm_ap": 77})):
        before = journal.document
        fact = record_step(before, step, inputs, GAMES, stamp().id)
        journal = append(journal, fact, stamp(), GAMES)
    entry = redact_entry(journal.last, before, journal.document, view, lambda id: None)
    assert entry.fact == f.EncounterStepped("set_pools", {"group_ap": 2})


@pytest.mark.parametrize(
    ("actor", "target", "field", "is_shown"),
    [
        ("mara-1", "raider", "hp", True),
        ("mara-1", "ambush", "hp", False),
        ("raider", "guard", "hp", False),
        ("mara-1", "", "gm_ap", False),
    ],
)
def test_effects_of_a_visible_roll_show_as_applied(
    actor: str, target: str, field: str, is_shown: bool
) -> None:
    """Otherwise the player’s page goes on offering to apply them."""
    stamp = Stamps()
    journal = at_a_table("wasteland", stamp)
    for step, inputs in (
        ("begin", {}),
        ("add", {"id": "mara-1"}),
        ("add", {"id": "raider", "name": "Raider"}),
        ("add", {"id": "guard", "name": "Guard"}),
        ("add", {"id": "ambush", "name": "Ambush", "hidden": True}),
    ):
        fact = record_step(journal.document, step, inputs, GAMES, stamp().id)
        journal = append(journal, fact, stamp(), GAMES)
    bound = GAMES["wasteland"].tray.bind({"notation": "2d6"})
    play = by_chance(bound, random.Random(1))
    who = {"self": actor, "target": target}
    roll = record_roll(bound, play, {"notation": "2d6"}, who=who)
    effect: EffectRecord = {"to": target, "who": "target", "field": field, "op": "add", "value": -2}
    applied = f.Applied([effect], of="roll")
    visible = find_visibility(journal.document, PLAYER, Rules(), GAMES)
    shown = redact_fact(applied, visible, visible, {"roll": roll}.get)
    assert shown == (applied if is_shown else f.Veiled())
    assert redact_fact(applied, visible, visible, lambda id: None) == f.Veiled()


@pytest.mark.parametrize("name", ["Dice", "Self", "Notation", "Inputs"])
def test_a_name_that_is_a_word_of_the_page_hides_no_roll(name: str) -> None:
    stamp = Stamps()
    journal = append(
        at_a_table("wasteland", stamp), f.CharacterAdded("n", name, {}, "npc"), stamp(), GAMES
    )
    bound = GAMES["wasteland"].tray.bind({"notation": "2d6"})
    play = by_chance(bound, random.Random(1))
    roll = record_roll(bound, play, {"notation": "2d6"}, who={"self": "mara-1"})
    visible = find_visibility(journal.document, PLAYER, Rules(), GAMES)
    shown = redact_fact(roll, visible, visible, lambda id: None)
    assert shown == roll
    due: DueRecord = {
        "id": "due.1",
        "who": "mara-1",
        "label": f"{name} asks",
        "procedure": "wasteland.dice",
        "inputs": {"notation": "2d6"},
        "rules": [],
        "others": {"self": "mara-1", "by": "n"},
    }
    assert visible is not None
    (item,) = redact_due_items(visible, [due])
    assert item == {**due, "label": "The GM asks for this", "others": {"self": "mara-1"}}


def test_each_role_has_its_view() -> None:
    stamp = Stamps()
    journal = at_a_table("wasteland", stamp)
    facts: list[f.Fact] = [
        f.NoteWritten("n1", "The duke lies"),
        f.SceneSet({"group_ap": 3, "gm_ap": 5}),
        f.SceneSet({"table.tells_all": True, "table.pin x": {"name": "mine"}}),
    ]
    for fact in facts:
        journal = append(journal, fact, stamp(), GAMES)
    rules, document = Rules(), journal.document
    player = redact(document, PLAYER, rules, GAMES)
    assert player["order"] == ["mara-1", "tom-1"]
    assert player["characters"]["tom-1"] == document["characters"]["tom-1"]
    assert player["notes"] == {}
    assert player["scene"] == {"group_ap": 3, "table.tells_all": True}
    restricted = redact(document, PLAYER, Rules(numbers=False), GAMES)
    assert restricted["characters"]["mara-1"] == document["characters"]["mara-1"]
    assert set(restricted["characters"]["tom-1"]["data"]) == {"name"}
    onlooker = redact(document, Seat("eve", "Eve"), rules, GAMES)
    assert not onlooker["characters"]
    assert not onlooker["scene"]
    assert redact(document, Seat("gm", "", "master"), rules, GAMES) is document


def test_a_newcomer_to_a_long_campaign_gets_its_current_state() -> None:
    stamp = Stamps()
    journal = at_a_table("wasteland", stamp)
    log = list(journal.entries)
    for count in range(500):
        journal = append(journal, f.SceneSet({"group_ap": count % 6}), stamp(), GAMES)
        log.append(journal.last)
        if count % 50 == 9:
            journal = undo(journal, journal.last, stamp())
            log.append(journal.last)
    table = Listening(replace(journal, entries=tuple(log)), Rules(), PLAYER)
    table.agree()
    guest = table.guests["mara"]
    assert guest.journal.top == journal.top
    assert len(table.stored["mara"]) == len(log)
    kinds = [json.loads(text)["fact"]["kind"] for text in table.stored["mara"]]
    assert kinds[10] == "veiled"
    assert kinds[-2] == "scene-set"
    entries = [json.loads(text) for text in table.stored["mara"]]
    part = campaign_part(guest.journal, entries)
    (read,) = open_file(
        json.dumps({**head("campaign", "0", "0"), "campaign": part}), GAMES
    ).journals
    assert read.journal.document == guest.journal.document


def test_a_changed_view_is_sent_anew() -> None:
    stamp = Stamps()
    table = Listening(at_a_table("garden", stamp), Rules(), PLAYER)
    table.do(moderation.set_rules(table.host, Rules(numbers=False)))
    table.agree()
    assert set(table.guests["mara"].journal.document["characters"]["tom-1"]["data"]) == {"name"}
    seat = replace(PLAYER, characters=("tom-1",))
    table.do(moderation.change_seat(table.host, seat))
    table.agree()
    assert len(table.guests["mara"].journal.document["characters"]["tom-1"]["data"]) > 1
    table.do(broadcast.send_seats(table.host))
