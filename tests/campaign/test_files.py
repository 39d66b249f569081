"""Files: a written file can be read, and any other text changes nothing."""

from __future__ import annotations

import asyncio
import base64
import copy
import json
import random
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.browser.storage.databases import Memory, Overtaken
from app.browser.storage.store import Store
from app.browser.storage.transfer import (
    TITLE,
    back_up,
    back_up_if_due,
    backup_text,
    backups,
    carry_out,
    export_all,
    export_campaign,
    export_character,
    export_rows,
    export_set_aside,
    plan_import,
    restore,
)
from app.campaign import facts as f
from app.campaign.facts.base import Fact
from app.campaign.files.backups import (
    IN_ALL,
    OF_TODAY,
    PIECE,
    Backup,
    find_outdated,
    iter_pack,
    unpack,
)
from app.campaign.files.files import Opened, open_file, opening
from app.campaign.files.formats import FILE_SHAPE, character_file, rows_file
from app.campaign.files.imports import plan_campaigns, plan_character
from app.campaign.files.links import from_link, qr_svg, to_link
from app.campaign.files.migrations import STEPS, VERSION, Migration, migrate
from app.campaign.files.rows import StoredRow, entry_row, with_checksum
from app.campaign.files.schema import NAME, schema, text
from app.campaign.files.shapes import Fault
from app.campaign.files.validation import BadFile, Whole
from app.campaign.journal.answers import replay_answers
from app.campaign.journal.descriptions import describe_changes
from app.campaign.journal.journal import Journal, append, append_changes
from app.campaign.journal.steps import record_step
from app.campaign.state.changes import DEEPEST, NOTHING, Change, differences
from app.campaign.state.document import CharacterRecord, Document
from app.campaign.state.values import NotPlain, depth, same, written
from app.core.errors import BadInput
from tests.campaign.happenings import EVERY_GAME, GAMES, HOSTILE, Stamps, begun, one_more
from tests.campaign.seeing import see
from tests.tries import tries

ROOT = Path(__file__).parent.parent.parent
STORED = sorted((ROOT / "tests" / "data" / "files").rglob("*.json"))
UNHURRIED = settings(
    deadline=None,
    max_examples=settings.default.max_examples // 10,  # type: ignore[union-attr]
    suppress_health_check=list(HealthCheck),
)


async def on(memory: Memory) -> Store:
    """Open a store on this memory."""
    store = Store(memory, GAMES)
    await store.start()
    return store


def draw_file(data: st.DataObject, game: str) -> tuple[dict[str, Any], Journal]:
    """Draw a random campaign and return it as a file."""
    stamp = Stamps()
    journal = begun(game, stamp, HOSTILE[0])
    for name in HOSTILE[:2]:
        journal = append(journal, f.CharacterAdded(stamp().id, name), stamp(), GAMES)
    for _ in range(data.draw(st.integers(0, 25))):
        journal = one_more(data.draw, journal, stamp)
    campaign = {
        "id": journal.campaign,
        "document": journal.document,
        "entries": [entry.record() for entry in journal.entries],
    }
    return {"tableside": VERSION, "kind": "campaign", "campaign": campaign}, journal


SCHEMA = jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("game", EVERY_GAME)
@UNHURRIED
@given(data=st.data())
def test_a_campaign_comes_back_as_it_was(game: str, data: st.DataObject) -> None:
    record, journal = draw_file(data, game)
    written = json.dumps(record)
    (whole,) = open_file(written, GAMES).journals
    assert whole.journal == journal
    assert whole.entries == journal.entries
    SCHEMA.validate(json.loads(written))


def test_a_long_file_is_checked_incrementally() -> None:
    stamp = Stamps()
    journal = begun("garden", stamp)
    entries: list[Any] = [journal.last.record()]
    for count in range(1000):
        journal = append(journal, f.SceneSet({"count": count}), stamp(), GAMES)
        entries.append(journal.last.record())
    campaign = {"id": journal.campaign, "document": journal.document, "entries": entries}
    written = json.dumps({"tableside": VERSION, "kind": "campaign", "campaign": campaign})
    breaths = len(list(opening(written, GAMES)))
    assert breaths > 2 * len(entries) / 30  # once for the shapes, once for the meaning
    entries[500]["at"] = 5
    entries[700]["fact"]["values"] = []
    with pytest.raises(BadFile) as refused:
        open_file(json.dumps({"tableside": 1, "kind": "campaign", "campaign": campaign}), GAMES)
    places = [fault.at for fault in refused.value.faults]
    assert places == ["/campaign/entries/500/at", "/campaign/entries/700/fact/values"]


@given(st.integers(0, 7), st.integers(0, 300_000), st.randoms())
@settings(max_examples=tries(20), deadline=None)
def test_a_copy_is_packed_piece_by_piece(few: int, many: int, dice: random.Random) -> None:
    text = "".join(dice.choices("abc{}:,", k=few)) * (many // 7) + "x" * few
    pieces = list(iter_pack(text))
    assert len(pieces) == -(-len(text) // PIECE) + 1
    assert unpack("".join(pieces)) == text


# --- hostile files ---


def samples(game: str) -> tuple[Mapping[str, Any], ...]:
    """Return the sample sheets of a game, or an empty sheet if it has none."""
    form = GAMES[game].sheet
    return form.samples if form else ({},)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value in a JSON value."""
    items: list[Any] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


ODD: list[Any] = [
    None, True, 0, -1, 10**30, 1.5, "", "x" * 300, "<script>alert(1)</script>", "__proto__",
    [], [[]], {}, {"a": {}}, [1] * 50, {"exact": "1/0"}, {"exact": "x"}, "\ud800", 1e308,
]  # fmt: skip


def mutate(record: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return a record with a few values changed, removed, added, duplicated or swapped."""
    record = copy.deepcopy(record)
    for _ in range(dice.randint(1, 4)):
        path = dice.choice(places(record)[1:])
        parent = record
        for key in path[:-1]:
            parent = parent[key]
        last = path[-1]
        way = dice.randrange(6)
        if way == 0:
            parent[last] = copy.deepcopy(dice.choice(ODD))
        elif way == 1:
            del parent[last]
        elif way == 2 and isinstance(parent, dict):
            parent[dice.choice(["extra", "", "~", "__proto__", "x" * 300])] = dice.choice(ODD)
        elif way == 3 and isinstance(parent, list):
            parent.insert(last, copy.deepcopy(parent[last]))
        elif way == 4 and isinstance(parent, list):
            dice.shuffle(parent)
        elif isinstance(parent[last], int):
            parent[last] += dice.choice([-1, 1, 1000])
        if not places(record)[1:]:
            break
    return record


async def refusal(store: Store, written: str, mode: Any) -> tuple[Fault, ...]:
    """Return the faults for which a file is refused, none if it could be imported."""
    try:
        opened = open_file(written, GAMES)
        game = opened.record.get("game", "")
        journal = await store.current(game) if game else None
        await plan_import(store, opened, mode, journal)
    except BadFile as refused:
        return refused.faults
    return ()


def test_a_thousand_mutated_files() -> None:
    """No file hangs or crashes the import, and a refused one changes nothing."""
    dice = random.Random(7)
    games = list(EVERY_GAME)

    async def scene() -> None:
        memory = Memory()
        store = await on(memory)
        for game in games:
            journal = store.begin(game, HOSTILE[0])
            for place, data in enumerate(samples(game)):
                fact = f.CharacterAdded(f"c{place}", HOSTILE[place], data)
                journal = await store.append(journal, fact)
            journal = await store.append(journal, f.SceneSet({"gap": 1}), f.NoteWritten("n", "x"))
            journal = await store.undo(journal)
            journal = await store.redo(journal)
            journal = await store.append(journal, f.TimePassed(2.5))
        lines = await store.campaigns()
        sources = [json.loads(await export_campaign(store, line.id)) for line in lines]
        sources.append(json.loads(await export_all(store)))
        for line in lines:
            journal = await store.load(line.id)
            sources += [json.loads(await export_character(store, journal, "c0"))] * 2
        before = {name: dict(rows) for name, rows in memory.stores.items()}
        refused = 0
        for round in range(1000):
            record = mutate(dice.choice(sources), dice)
            written = json.dumps(record)
            if round % 10 == 0:  # and some are no longer JSON
                cut = dice.randrange(len(written))
                written = (
                    written[:cut] + dice.choice(["", "\x00", "]", '"', "{" * 50]) + written[cut:]
                )
                written = written[: dice.randrange(1, len(written))]
            faults = await refusal(store, written, dice.choice(["add", "merge", "replace"]))
            refused += bool(faults)
            assert len(faults) <= 100
            assert all(fault.words and fault.at[:1] in ("", "/") for fault in faults)
            assert memory.stores == before
        assert refused > 600

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "Not a Tableside file"),
        ("[]", "Not a Tableside file"),
        ("{}", "Not a Tableside file"),
        ('{"tableside": true}', "not a version"),
        ('{"tableside": 0}', "not a version"),
        ('{"tableside": 99}', "Made with a newer version"),
        ('{"tableside": 1}', "/kind"),
        ('{"tableside": 1, "kind": "poem"}', "character, campaign or everything"),
        ("[" * 100_000, "Not a Tableside file"),
        ('{"tableside": 1, "kind": ' + "[" * 60 + "]" * 60 + "}", "nested deeper"),
        ('{"tableside": NaN}', "NaN is no JSON"),
        ('{"tableside": 1e999}', "too large"),
        ('{"tableside": 1, "kind": "campaign", "kind": "everything"}', "'kind' stands twice"),
        ('{"tableside":' + '{"a":' * 9_000 + "1" + "}" * 9_001, "nested deeper"),
        ("\ufeff" + "[" * 9_000 + "]" * 9_000, "nested deeper"),
        ('{"tableside": ' + "9" * 5000 + "}", "Not a Tableside file"),
        (b"\xff\xfe\x00", "Not a Tableside file"),
    ],
    ids=lambda value: str(value)[:20] if len(str(value)) < 40 else None,
)
def test_a_text_that_is_no_file_is_refused(written: str | bytes, words: str) -> None:
    with pytest.raises(BadFile, match=words):
        open_file(written, GAMES)


@pytest.mark.parametrize(
    "written",
    [
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xfe\x00",
        b"PK\x03\x04\x14",
        "",
        "{",
        "{]",
        '{"tableside": 1,',
        "<html>",
        "'",
    ],
)
def test_a_refused_file_is_told_in_plain_words(written: str | bytes) -> None:
    """Pictures, texts and cut-off downloads are refused without terms of Python."""
    with pytest.raises(BadFile) as refused:
        open_file(written, GAMES)
    words = str(refused.value)
    assert "Choose a .json file that Tableside saved." in words
    for own in ("codec", "decode", "byte", "Expecting", "column", "char ", "0x", "JSON ("):
        assert own not in words


def test_faults_are_named_by_place() -> None:
    game = EVERY_GAME[0]
    record = {
        "tableside": 1,
        "kind": "campaign",
        "campaign": {
            "id": "c 1",
            "document": {"game": game, "name": 5, "order": ["x", 3]},
            "entries": [],
            "extra": 1,
        },
    }
    with pytest.raises(BadFile) as caught:
        open_file(json.dumps(record), GAMES)
    words_by_place = {fault.at: fault.words for fault in caught.value.faults}
    assert "form" in words_by_place["/campaign/id"]
    assert words_by_place["/campaign/document/name"] == "5 is no text"
    assert words_by_place["/campaign/document/order/1"] == "3 is no text"
    assert words_by_place["/campaign"] == "'extra' is not known here"
    assert any(f.at == "/campaign/document" and "missing" in f.words for f in caught.value.faults)


def test_a_sheet_that_does_not_fit_its_form() -> None:
    game = next(id for id in EVERY_GAME if GAMES[id].sheet)
    character = {"name": "A", "kind": "pc", "archived": False, "data": {"no/such": 1}}
    record = {"tableside": 1, "kind": "character", "game": game, "character": character}
    with pytest.raises(BadFile) as caught:
        open_file(json.dumps(record), GAMES)
    assert [fault.at for fault in caught.value.faults] == ["/character/data/no~1such"]
    with pytest.raises(BadFile, match="no game"):
        open_file(json.dumps({**record, "game": "chess"}), GAMES)


def test_entries_must_come_to_the_state() -> None:
    stamp = Stamps()
    journal = append(begun("garden", stamp), f.SceneSet({"a": 1}), stamp(), GAMES)
    campaign = {
        "id": "c",
        "document": {**journal.document, "scene": {"a": 2}},
        "entries": [entry.record() for entry in journal.entries],
    }
    record = {"tableside": 1, "kind": "campaign", "campaign": campaign}
    with pytest.raises(BadFile, match="do not give this state"):
        open_file(json.dumps(record), GAMES)


def test_entries_that_nest_the_state_deeper_and_deeper_are_refused() -> None:
    """Each entry is shallow, but their state would be too deep to store or walk."""
    stamp = Stamps()
    journal = begun("garden", stamp)
    entries, place, last = [journal.last], "/scene/a", journal
    for _ in range(60):
        change = Change(place, NOTHING, {"a": {"a": {"a": {}}}})
        last = append_changes(last, f.SceneSet({}), stamp(), [change])
        entries.append(last.last)
        place += "/a/a/a/a"
    records = [entry.record() for entry in entries]
    campaign = {"id": "c", "document": journal.document, "entries": records}
    with pytest.raises(BadFile) as refused:
        open_file(json.dumps({"tableside": 1, "kind": "campaign", "campaign": campaign}), GAMES)
    (fault,) = refused.value.faults
    assert (fault.at, fault.words) == ("/campaign/entries/10/changes/0", "is nested too deep")
    # As rows they are damaged from there on; the entries before stay.
    rows = {"entries": [entry_row("c", entry) for entry in entries]}
    (whole,) = open_file(json.dumps(rows_file(rows, "", "")), GAMES).journals
    assert 30 < depth(whole.journal.document) <= DEEPEST


ROLLED = {"kind": "rolled", "procedure": "garden.skill_test", "inputs": {}}


@pytest.mark.parametrize(
    ("fact", "place"),
    [
        ({**ROLLED, "answers": [{}]}, "/answers/0"),
        ({**ROLLED, "answers": [5, {"a": 1, "b": 2}]}, "/answers/1"),
        ({**ROLLED, "answers": [True]}, "/answers/0"),
        ({**ROLLED, "answers": [], "total": "many"}, "/total"),
        ({**ROLLED, "answers": [], "total": {"exact": "1/0"}}, "/total"),
        ({"kind": "applied", "effects": [5]}, "/effects/0"),
        (
            {
                "kind": "applied",
                "effects": [{"to": "", "who": "", "field": "hp", "op": "add", "value": "more"}],
            },
            "/effects/0/value",
        ),
        (
            {
                "kind": "applied",
                "effects": [{"to": "", "who": "", "field": "hp", "op": "grow", "value": 1}],
            },
            "/effects/0/op",
        ),
    ],
)
def test_a_fact_that_no_journal_can_show(fact: dict[str, Any], place: str) -> None:
    stamp = Stamps()
    journal = append(begun("garden", stamp), f.SceneSet({"a": 1}), stamp(), GAMES)
    entries = [entry.record() for entry in journal.entries]
    entries[1]["fact"] = fact
    campaign = {"id": "c", "document": journal.document, "entries": entries}
    file = {"tableside": 1, "kind": "campaign", "campaign": campaign}
    assert not SCHEMA.is_valid(file)
    with pytest.raises(BadFile) as refused:
        open_file(json.dumps(file), GAMES)
    assert [fault.at for fault in refused.value.faults] == [f"/campaign/entries/1/fact{place}"]
    # As a row it is damaged, but the rest is read.
    rows = {"entries": [with_checksum(("c", entry["n"]), entry) for entry in entries]}
    (whole,) = open_file(json.dumps(rows_file(rows, "", "")), GAMES).journals
    assert (whole.entries, whole.journal.state.name) == ((), "Table")
    assert whole.journal.state.scene == {}


def test_an_input_with_the_name_of_an_exact_number_can_be_shown() -> None:
    """Stored numbers are `{"exact": "1/3"}`, but inputs and sheets never are one."""
    number, stamp = {"exact": "1/3"}, Stamps()
    roll = f.Rolled("garden.skill_test", number)
    journal = append(begun("garden", stamp), roll, stamp(), GAMES)
    see(journal)
    assert replay_answers(roll.procedure, roll.inputs, (), GAMES) is None
    with pytest.raises(BadInput, match="exact"):
        append(journal, f.CharacterAdded("c1", "Ada", number), stamp(), GAMES)


def test_a_fact_nested_too_deep_is_refused_with_its_place() -> None:
    stamp = Stamps()
    journal = append(begun("garden", stamp), f.SceneSet({"a": 1}), stamp(), GAMES)
    entries: list[Any] = [entry.record() for entry in journal.entries]
    for _ in range(35):
        entries[1]["fact"]["values"] = {"a": entries[1]["fact"]["values"]}
    campaign = {"id": "c", "document": journal.document, "entries": entries}
    with pytest.raises(BadFile) as refused:
        open_file(json.dumps({"tableside": 1, "kind": "campaign", "campaign": campaign}), GAMES)
    (fault,) = refused.value.faults
    assert (fault.at, fault.words) == ("/campaign/entries/1", "nested too deep")


def test_a_campaign_with_an_open_due_item_is_imported() -> None:
    due = {"id": "x", "who": "c", "label": "Rest", "procedure": "", "inputs": {}, "rules": []}
    document = {**begun("garden", Stamps()).document, "due": [{**due, "time": True}]}
    campaign = {"id": "c", "document": document, "entries": []}
    file = {"tableside": 1, "kind": "campaign", "campaign": campaign}
    SCHEMA.validate(file)
    (whole,) = open_file(json.dumps(file), GAMES).journals
    assert whole.journal.document["due"][0]["time"] is True


def test_a_campaign_with_names_as_ids_is_imported() -> None:
    """The step that adds a combatant chooses any id, and due items refer to it."""
    stamp, name = Stamps(), "Raider 1; the tall one"
    journal = begun("garden", stamp)
    for step, inputs in (
        ("begin", {}),
        ("add", {"id": name}),
        ("tried", {"npc": name, "speaker": name}),
    ):
        fact = record_step(journal.document, step, inputs, GAMES, stamp().id)
        journal = append(journal, fact, stamp(), GAMES)
    (due,) = journal.document["due"]
    assert (due["who"], due["others"]) == (name, {"target": name})
    entries = [entry.record() for entry in journal.entries]
    campaign = {"id": journal.campaign, "document": journal.document, "entries": entries}
    file = {"tableside": VERSION, "kind": "campaign", "campaign": campaign}
    SCHEMA.validate(file)
    (whole,) = open_file(json.dumps(file), GAMES).journals
    assert whole.journal == journal


# --- import ---


def with_game(count: int = 3) -> tuple[Memory, str]:
    """Return a memory with a campaign of the first game that has sheets, and the game."""
    memory = Memory()
    game = next(id for id in EVERY_GAME if GAMES[id].sheet)

    async def scene() -> None:
        store = await on(memory)
        journal = store.begin(game, "Harvest")
        for place in range(count):
            journal = await store.append(journal, f.CharacterAdded(f"c{place}", f"Name {place}"))

    asyncio.run(scene())
    return memory, game


def test_a_campaign_added_merged_and_replaced() -> None:
    memory, game = with_game()

    async def scene() -> None:
        store = await on(memory)
        journal = await store.current(game)
        exported = await export_campaign(store, journal.campaign)
        opened = open_file(exported, GAMES)
        # An identical campaign changes nothing.
        assert (await plan_import(store, opened, "merge")).lines == ()
        assert (await plan_import(store, opened, "replace")).lines == ()
        # The campaign here is newer: merging the older file removes nothing.
        later = await store.append(journal, f.CharacterRenamed("c0", "Other"))
        assert (await plan_import(store, opened, "merge")).lines == ()
        # Added, it is a second campaign.
        plan = await plan_import(store, opened, "add")
        assert plan.lines == ("Adds campaign “Harvest” (3 characters, 4 entries)",)
        await carry_out(store, plan)
        lines = await store.campaigns()
        assert len(lines) == 2
        (added,) = [line for line in lines if line.id != journal.campaign]
        assert (await store.load(added.id)).state == journal.state
        # Replaced, it equals the file.
        plan = await plan_import(store, opened, "replace")
        assert plan.lines[0].startswith("Replaces")
        await carry_out(store, plan)
        assert (await store.load(journal.campaign)).state == journal.state
        assert len(await backups(store)) == 2
        # A newer file adds its further entries.
        rest = {**json.loads(exported)}
        rest["campaign"] = {
            "id": journal.campaign,
            "document": later.document,
            "entries": [entry.record() for entry in later.entries],
        }
        plan = await plan_import(store, open_file(json.dumps(rest), GAMES), "merge")
        assert plan.lines[0] == "“Harvest”: 1 new entry"
        assert "“Name 0”, name: “Name 0” → “Other”" in plan.lines
        await carry_out(store, plan)
        assert (await store.load(journal.campaign)).state == later.state
        # Both have new entries: the file's characters win, in one entry that can be undone.
        mine = await store.append(
            await store.load(journal.campaign),
            f.CharacterRenamed("c1", "Mine"),
            f.SceneSet({"x": 1}),
        )
        theirs = append(later, f.CharacterRenamed("c1", "Theirs"), store.stamp(), GAMES)
        theirs = append(theirs, f.CharacterAdded("c9", "New"), store.stamp(), GAMES)
        rest["campaign"]["document"] = theirs.document
        rest["campaign"]["entries"] = [entry.record() for entry in theirs.entries]
        plan = await plan_import(store, open_file(json.dumps(rest), GAMES), "merge")
        assert "“Mine”, name: “Mine” → “Theirs”" in plan.lines
        assert "“New” added" in plan.lines
        await carry_out(store, plan)
        merged = await (await on(memory)).load(journal.campaign)
        assert [character.name for character in merged.state.characters] == [
            "Other",
            "Theirs",
            "Name 2",
            "New",
        ]
        assert merged.state.scene == {"x": 1}
        assert (await store.undo(merged)).state == mine.state

    asyncio.run(scene())


def test_settings_are_replaced_where_they_differ() -> None:
    memory, _ = with_game()

    async def scene() -> None:
        store = await on(memory)
        await store.set("open", {"garden": "c"})
        file = open_file(await export_all(store), GAMES)
        assert (await plan_import(store, file, "replace")).lines == ()
        await store.set("open", {"garden": "d"})
        plan = await plan_import(store, file, "replace")
        assert plan.lines == ("Replaces settings of this device",)
        assert (await plan_import(store, file, "merge")).lines == ()
        await carry_out(store, plan)
        assert store.settings == {"open": {"garden": "c"}}

    asyncio.run(scene())


def test_a_character_joins_or_takes_the_place_of_its_namesake() -> None:
    memory, game = with_game()

    async def scene() -> None:
        store = await on(memory)
        journal = await store.current(game)
        exported = await export_character(store, journal, "c1")
        opened = open_file(exported, GAMES)
        plan = await plan_import(store, opened, "merge", journal)
        assert plan.lines == ()
        plan = await plan_import(store, opened, "add", journal)
        await carry_out(store, plan)
        again = await store.load(journal.campaign)
        # The namesakes stay apart: the second one gets the next free number.
        names = [f"Name {number}" for number in range(len(again.state.characters))]
        assert [character.name for character in again.state.characters] == names
        assert (await store.undo(again)).state == journal.state
        for other in EVERY_GAME:
            if other != game:
                with pytest.raises(BadFile, match="can’t join"):
                    await plan_import(store, opened, "add", store.begin(other))

    asyncio.run(scene())


def test_a_nameless_character_takes_the_place_of_no_other() -> None:
    stamps = Stamps()
    journal = append(begun("garden", stamps), f.CharacterAdded("c0", ""), stamps(), GAMES)
    nameless: CharacterRecord = {"name": "", "kind": "pc", "archived": False, "data": {"body": 3}}
    opened = open_file(written(character_file("garden", nameless, "", "")), GAMES)
    (part,) = plan_character(opened, journal, "merge", stamps, GAMES).parts
    sheets = [character.data for character in part.journal.state.characters]
    assert sheets == [{}, {"body": 3}]


def test_an_import_with_a_name_twice_on_a_sheet_says_so_and_loses_nothing() -> None:
    skills = [{"name": "Insight", "ranks": 1}, {"name": "Tech"}, {"name": "insight", "ranks": 2}]
    techniques = [{"name": "Fists"}, {"name": ""}, {"name": ""}, {"name": "FISTS"}]
    data = {"skills": skills, "techniques": techniques, "weapons": [{"name": "net"}] * 2}
    record: CharacterRecord = {"name": "Kel", "kind": "pc", "archived": False, "data": data}
    opened = open_file(written(character_file("striker", record, "", "")), GAMES)
    stamps = Stamps()
    plan = plan_character(opened, begun("striker", stamps), "add", stamps, GAMES)
    repeated = (
        "“Kel”, Skills 3: another entry is named insight too; rename one",
        "“Kel”, Techniques 4: another entry is named FISTS too; rename one",
    )
    assert plan.lines == ("“Kel” added", *repeated)
    journal = plan.parts[0].journal
    assert journal.state.characters[0].data == data
    campaign = Opened("campaign", {}, (Whole(journal, journal.entries),))
    assert plan_campaigns(campaign, {}, "add", stamps, GAMES).lines[1:] == repeated
    known = {journal.campaign: Whole(journal, journal.entries)}
    assert plan_campaigns(campaign, known, "merge", stamps, GAMES).lines == ()


def test_an_import_beyond_the_limits_of_a_campaign_is_refused() -> None:
    """More than that no file could bring back."""
    stamps = Stamps()

    def full(most: int, mark: str) -> Whole:
        journal, records = begun("garden", stamps), dict[str, CharacterRecord]()
        for number in range(most):
            name = f"{mark}{number}"
            records[name] = {"name": name, "kind": "npc", "archived": False, "data": {}}
        after: Document = {**journal.document, "characters": records, "order": [*records]}
        changes = tuple(differences(journal.document, after))
        journal = append_changes(journal, f.Imported("file"), stamps(), changes)
        return Whole(journal, journal.entries)

    mine, theirs = full(1_000, "a"), full(1, "b")
    opened = Opened("campaign", {}, (theirs,))
    campaign = mine.journal.campaign
    with pytest.raises(BadFile, match=r"/characters: .* at most 1000"):
        plan_campaigns(opened, {campaign: mine}, "merge", stamps, GAMES)
    record = theirs.journal.document["characters"]["b0"]
    one = open_file(written(character_file("garden", record, "", "")), GAMES)
    with pytest.raises(BadFile, match=r"/characters: .* at most 1000"):
        plan_character(one, mine.journal, "add", stamps, GAMES)


def test_a_campaign_can_begin_with_a_character_that_joins_it() -> None:
    async def scene() -> None:
        elsewhere = await on(Memory())
        journal = await elsewhere.append(
            elsewhere.begin("garden"), f.CharacterAdded("c0", HOSTILE[0])
        )
        opened = open_file(await export_character(elsewhere, journal, "c0"), GAMES)
        memory = Memory()
        store = await on(memory)
        plan = await plan_import(store, opened, "add", store.begin("garden", "Harvest"))
        assert plan.lines == (f"“{HOSTILE[0]}” added",)
        await carry_out(store, plan)
        again = await (await on(memory)).current("garden")
        assert [entry.kind for entry in again.entries] == ["started", "imported"]
        assert (again.state.name, again.state.characters[0].name) == ("Harvest", HOSTILE[0])
        # It exports to a valid file; undo removes the character and keeps the campaign.
        open_file(await export_campaign(store, again.campaign), GAMES)
        back = await store.undo(await store.load(again.campaign))
        assert (back.state.name, back.state.characters) == ("Harvest", ())

    asyncio.run(scene())


#: The line of a merge for each kind of change, with the names known at the table.
CHANGE_LINES = [
    (f.CharacterAdded("c9", "New"), "“New” added"),
    (f.CharacterRemoved("c1"), "“Ben” removed"),
    (f.CharacterArchived("c0"), "“Ada”, archived: no → yes"),
    (f.Edited("c0", {"body": 3}), "“Ada”, Body: nothing → 3"),
    (f.Edited("c0", {"name": "Ann"}), "“Ada”, name: “Ada” → “Ann”"),
    (f.NoteWritten("n1", "The well\nis dry"), "Note “The well is dry” added"),
    (f.CharactersReordered(["c1", "c0"]), "Order of characters changes"),
    (f.HouseSet({"unskilled_criticals": True}), "House rule Criticals when unskilled: nothing → "),
    (f.SceneSet({"group_ap": 3}), "Scene, Group AP: nothing → 3"),
    (f.TimePassed(1.5), "Clock (hours): 0 → 1.5"),
    (f.CampaignRenamed("Later"), "Campaign name: “Harvest” → “Later”"),
]


@pytest.mark.parametrize(
    ("fact", "words"), CHANGE_LINES, ids=lambda each: getattr(each, "kind", "")
)
def test_each_change_is_described_by_names(fact: Fact, words: str) -> None:
    stamp = Stamps()
    journal = begun("garden", stamp, "Harvest")
    for id, name in (("c0", "Ada"), ("c1", "Ben")):
        journal = append(journal, f.CharacterAdded(id, name), stamp(), GAMES)
    after = append(journal, fact, stamp(), GAMES)
    changes = differences(journal.document, after.document)
    (line,) = describe_changes(GAMES["garden"], journal.document, after.document, changes)
    assert line.startswith(words)


def test_an_import_is_all_or_nothing() -> None:
    memory, game = with_game()

    async def scene() -> None:
        store = await on(memory)
        journal = await store.current(game)
        plan = await plan_import(
            store, open_file(await export_campaign(store, journal.campaign), GAMES), "add"
        )
        size = memory.size
        await back_up(store, "first")
        memory.room = 2 * memory.size - size + 100  # for another backup, and little more
        before = besides_copies(memory)
        with pytest.raises(Exception, match="Out of space"):
            await carry_out(store, plan)
        assert besides_copies(memory) == before
        # A plan is refused as a whole if the campaign changed after it was made.
        memory.room = None
        character = open_file(await export_character(store, journal, "c0"), GAMES)
        plan = await plan_import(store, character, "add", journal)
        whole = open_file(await export_campaign(store, journal.campaign), GAMES)
        journal = await store.append(journal, f.SceneSet({"x": 1}))
        with pytest.raises(Exception, match="Another tab changed this first"):
            await carry_out(store, plan)
        # So is a plan that would replace entries it does not know.
        plan = await plan_import(store, whole, "replace")
        journal = await store.append(journal, f.SceneSet({"x": 2}))
        before = besides_copies(memory)
        with pytest.raises(Overtaken):
            await carry_out(store, plan)
        assert besides_copies(memory) == before
        assert (await (await on(memory)).load(journal.campaign)).state.scene["x"] == 2

    asyncio.run(scene())


def besides_copies(memory: Memory) -> dict[str, dict[Any, Any]]:
    """Return all stored rows except the backups and their titles."""
    return {n: dict(rows) for n, rows in memory.stores.items() if n not in ("backups", "meta")}


# --- backups ---


@pytest.fixture
def live_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Yield a function that sets the time zone of this device."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


def test_which_backups_are_kept(live_in: Callable[[str], None]) -> None:
    live_in("UTC")
    days = [f"2026-01-{day:02}" for day in range(1, 29)]
    copies: list[Backup] = []
    for day in days:
        for hour in range(0, 24, 5):
            at = f"{day}T{hour:02}:00:00Z"
            copies.append(Backup(at, at, "by itself", 10))
            gone = set(find_outdated(copies, at))
            copies = [copy for copy in copies if copy not in gone]
            assert len(copies) <= IN_ALL
            assert len([copy for copy in copies if copy.at[:10] == day]) <= OF_TODAY
            for earlier in days[: days.index(day)]:
                assert len([copy for copy in copies if copy.at[:10] == earlier]) <= 1
    assert sorted({copy.at[:10] for copy in copies}) == days[-8:]
    assert [copy.at[11:13] for copy in copies if copy.at[:10] == days[-1]] == ["10", "15", "20"]


def test_an_evening_is_one_day_wherever_it_is(live_in: Callable[[str], None]) -> None:
    """In Los Angeles an evening runs past midnight in Greenwich."""
    live_in("America/Los_Angeles")
    times = [f"2026-01-{at}:00:00Z" for at in ("10T22", "10T23", "11T01", "11T02")]
    copies = [Backup(at, at, "by itself", 10) for at in times]
    assert [each.at for each in find_outdated(copies, times[-1])] == times[:1]
    assert [each.at for each in find_outdated(copies, "2026-01-11T08:00:00Z")] == times[2::-1]


def test_a_backup_is_kept_beside_those_from_when_the_clock_was_ahead() -> None:
    times = [f"2099-01-{day:02}T12:00:00Z" for day in range(1, IN_ALL + 1)]
    *ahead, now = (Backup(at, at, "by itself", 10) for at in (*times, "2026-01-11T08:00:00Z"))
    assert find_outdated([*ahead, now], now.at) == ahead[:1]


def test_a_backup_brings_everything_back() -> None:
    memory, game = with_game()

    async def scene() -> None:
        store = await on(memory)
        assert await back_up_if_due(store) is not None
        assert await back_up_if_due(store) is None
        await store.set("theme", "dark")
        journal = await store.current(game)
        backup = await back_up(store, "by hand")
        assert backup is not None
        await store.append(journal, f.CharacterRemoved("c0"))
        other = await store.append(store.begin(game, "Later"), f.SceneSet({"a": 1}))
        await store.set("theme", "light")
        await restore(store, backup.id)
        store = await on(memory)
        assert (await store.load(journal.campaign)).state == journal.state
        assert [line.id for line in await store.campaigns()] == [journal.campaign]
        assert store.settings == {"theme": "dark"}
        # The state before the restore can be restored, too.
        (last, *_) = await backups(store)
        assert last.why == "before a restore"
        await restore(store, last.id)
        assert (await (await on(memory)).load(other.campaign)).state == other.state
        # A damaged copy is reported and set aside, and changes nothing else.
        row = memory.stores["backups"][last.id]
        memory.stores["backups"][last.id] = type(row)(row.key, row.text[:-40], row.sum)
        with pytest.raises(NotPlain, match="damaged"):
            await restore(store, last.id)
        assert (await store.load(other.campaign)).state == other.state
        assert last.id not in [backup.id for backup in await backups(store)]
        assert [each["store"] for each in await store.set_aside()] == ["backups"]

    asyncio.run(scene())


def test_a_backup_from_when_the_clock_was_ahead_stops_no_later_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory, _ = with_game()

    async def scene() -> None:
        store = await on(memory)
        with monkeypatch.context() as ahead:
            ahead.setattr(store, "now", lambda: "2099-01-01T00:00:00.000Z")
            assert await back_up_if_due(store) is not None
        assert await back_up_if_due(store) is not None
        assert await back_up_if_due(store) is None

    asyncio.run(scene())


def test_nothing_that_happens_during_a_restore_is_lost() -> None:
    """An entry added after the first copy is in the second one."""

    memory, game = with_game()

    async def scene() -> None:
        store = await on(memory)
        backup = await back_up(store, "by hand")
        assert backup is not None
        journal = await store.current(game)
        write = store.write
        late: list[Journal] = []

        async def slow(steps: Any, strict: bool = True) -> None:
            await write(steps, strict)
            if not late and any(step.store == "backups" for step in steps):
                late.append(await store.append(journal, f.SceneSet({"late": 1})))
                late.append(await store.append(store.begin(game, "New"), f.SceneSet({"late": 2})))

        store.write = slow  # type: ignore[method-assign]
        await restore(store, backup.id)
        assert "late" not in (await store.load(journal.campaign)).state.scene
        (last, *_) = await backups(store)
        journals = open_file(await backup_text(store, last.id), GAMES).journals
        assert [whole.journal.state.scene["late"] for whole in journals] == [2, 1]

    asyncio.run(scene())


def test_the_list_of_copies_reads_none_of_them() -> None:
    memory, _ = with_game()

    async def scene() -> None:
        store = await on(memory)
        copies = [await back_up(store, why) for why in ("first", "second")]
        # Copies of an older version have no titles but are listed, too, as are those with damaged
        # titles.
        old, new = (str(copy.id) for copy in copies if copy)
        del memory.stores["meta"][TITLE + old]
        title = memory.stores["meta"][TITLE + new]
        requests: list[Any] = []
        get = memory.get

        async def get_recorded(store: str, key: Any) -> StoredRow | None:
            requests.append((store, key))
            return await get(store, key)

        memory.get = get_recorded  # type: ignore[method-assign]
        rows = memory.rows

        async def all_but_copies(store: str) -> list[StoredRow]:
            assert store != "backups"
            return await rows(store)

        memory.rows = all_but_copies  # type: ignore[method-assign]
        assert [backup.why for backup in await backups(store)] == ["second", "first"]
        assert requests == [("backups", old)]
        memory.stores["meta"][TITLE + new] = StoredRow(title.key, title.text + " ", title.sum)
        assert [backup.why for backup in await backups(store)] == ["second", "first"]
        # The next copy writes all missing titles; an older version may have dropped some.
        memory.rows = rows  # type: ignore[method-assign]
        await back_up(store, "third")
        del memory.stores["backups"][old]
        requests.clear()
        assert [backup.why for backup in await backups(store)] == ["third", "second"]
        assert requests == []
        await back_up(store, "fourth")
        titles = {key for key in memory.stores["meta"] if str(key).startswith(TITLE)}
        assert titles == {TITLE + each for each in map(str, memory.stores["backups"])}

    asyncio.run(scene())


def test_exported_rows_can_be_imported() -> None:
    memory, game = with_game()

    async def scene() -> None:
        store = await on(memory)
        journal = await store.current(game)
        rows = await export_rows(store)
        (whole,) = open_file(rows, GAMES).journals
        assert whole.journal == journal
        # With a damaged row the state is read without its history.
        record = json.loads(rows)
        record["stores"]["entries"][1][1] = "spoilt"
        (whole,) = open_file(json.dumps(record), GAMES).journals
        assert whole.entries == ()
        assert len(whole.journal.state.characters) in (2, 3)
        assert json.loads(await export_set_aside(store))["set_aside"] == []

    asyncio.run(scene())


# --- released versions stay readable ---


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_files_of_every_released_version(path: Path) -> None:
    opened = open_file(path.read_bytes(), GAMES)
    assert opened.record["tableside"] == VERSION
    state = json.loads(path.with_suffix(".state").read_text(encoding="utf-8"))
    if opened.kind == "character":
        assert same(opened.record["character"], state)
    else:
        assert same([whole.journal.document for whole in opened.journals], state)


def test_there_is_a_file_of_every_version() -> None:
    versions = {json.loads(path.read_text(encoding="utf-8"))["tableside"] for path in STORED}
    assert versions == set(range(1, VERSION + 1))
    assert [step.before for step in STEPS] == list(range(1, VERSION))


def test_migrations_go_step_by_step() -> None:
    steps = (
        Migration(1, "names are called titles", lambda old: {"title": old["name"]}),
        Migration(2, "titles are shouted", lambda old: {"title": str(old["title"]).upper()}),
    )
    assert migrate({"name": "a"}, 1, steps) == {"title": "A", "tableside": 3}
    assert migrate({"title": "a"}, 2, steps) == {"title": "A", "tableside": 3}
    assert migrate({"title": "a"}, 3, steps) == {"title": "a"}


# --- the schema ---


def test_the_published_schema_is_the_one_that_is_checked() -> None:
    published = (ROOT / "docs" / "schema" / NAME).read_text(encoding="utf-8")
    assert published == text(), "run: python -m app.campaign.files.schema docs/schema"
    jsonschema.Draft202012Validator.check_schema(json.loads(published))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_files_fit_the_schema(path: Path) -> None:
    SCHEMA.validate(json.loads(path.read_text(encoding="utf-8")))


def test_the_schema_agrees_with_the_shapes() -> None:
    """On random changes both agree, except for rules that a schema cannot express (surrogates)."""
    dice = random.Random(3)
    path = min((each for each in STORED if "campaign" in each.stem), key=lambda p: p.stat().st_size)
    record = json.loads(path.read_text(encoding="utf-8"))
    for _ in range(80):
        other = mutate(record, dice)
        faults = list(FILE_SHAPE.faults(other))
        messages = {fault.words for fault in faults}
        if any("is not before" in words for words in messages):
            continue
        assert SCHEMA.is_valid(other) == (not faults), faults


# --- links ---


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_character_travels_as_a_link(game: str) -> None:
    for place, data in enumerate(samples(game)):
        stamp = Stamps()
        fact = f.CharacterAdded("c", HOSTILE[place], data)
        journal = append(begun(game, stamp), fact, stamp(), GAMES)
        character = journal.document["characters"]["c"]
        link = to_link(game, character)
        assert link.startswith("#/import?c=")
        assert set(link[11:]) <= set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        )
        opened = from_link(link, GAMES)
        assert (opened.kind, opened.record["game"]) == ("character", game)
        assert same(opened.record["character"], character)
        svg = qr_svg("https://example.org/tableside/" + link)
        assert svg.startswith("<svg")
        assert "style" not in svg


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.hex()))
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(BadFile):
        from_link("#/import?c=" + link, GAMES)


def pack(text: str) -> str:
    """Encode a text as the code of a link."""
    packer = zlib.compressobj(9, wbits=-15)
    raw = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 9_000 + "]" * 9_000, "nested deeper"),
        ('[1,"garden","pc","A",' + '{"a":' * 9_000 + "1" + "}" * 9_000 + "]", "nested deeper"),
        ("[" * 900_000, "nested deeper"),
        ('[1,"garden","pc","A",{"karma":' + "9" * 5_000 + "}]", "5000 digits"),
        ('[1,"garden","pc","A",{"karma":1e999}]', "too large"),
        ('[1,"garden","pc","A",{"karma":NaN}]', "NaN"),
        ('[1,"garden","pc","A",{"karma":1,"karma":2}]', "stands twice"),
        ('{"a":1}', "damaged"),
        ("[1,2,3]", "damaged"),
        ('["1","garden","pc","A",{}]', "newer"),
        ('[1,["garden"],"pc","A",{}]', "no text"),
        ('[1,"garden","pc","A",[[]]]', "no record"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_invalid_link_names_its_fault(text: str, words: str) -> None:
    with pytest.raises(BadFile, match=words):
        from_link("#/import?c=" + pack(text), GAMES)


def test_a_link_is_no_bomb() -> None:
    data = {"a": "x" * 5_000_000}
    character = CharacterRecord(name="x", kind="pc", archived=False, data=data)
    with pytest.raises(BadFile, match="damaged"):
        from_link(to_link("garden", character), GAMES)
    with pytest.raises(BadFile, match="too long"):
        from_link("c=" + "A" * 200_000, GAMES)
    with pytest.raises(BadInput, match="too large for a QR code"):
        qr_svg("x" * 5_000)
