"""Write the example files of the current file version to tests/data/files.

    python -m tests.campaign.make_examples

There are short campaigns and an unfinished fight of each game. Beside each file lies the state
that it must be read as (`.state`). The examples of a released version are never rewritten.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.browser.storage.databases import Memory
from app.browser.storage.store import Store
from app.browser.storage.transfer import export_all, export_campaign, export_character
from app.campaign import facts as f
from app.campaign.files.formats import campaign_part, head
from app.campaign.files.migrations import VERSION
from app.campaign.journal.journal import Journal, append, append_entry, redo, undo
from app.campaign.state.document import EffectRecord
from app.sync.seats import Rules, Seat
from app.sync.views import View
from app.sync.visibility import redact_entry
from tests.campaign.happenings import GAMES, HOSTILE, Stamps, begun
from tests.fights import fights
from tests.fights.headless import Headless
from tests.fights.playing import play

FOLDER = Path(__file__).parent.parent / "data" / "files"

#: The fights to leave unfinished.
LEFT_OFF = ("aftermath", "airlock", "bridge", "bunker", "cellar")


async def play_campaign(store: Store, game: str) -> Journal:
    """Play a short campaign with one fact of each kind."""
    journal = store.begin(game, HOSTILE[0])
    sheet = GAMES[game].sheet
    for place, data in enumerate(sheet.samples if sheet else ({}, {})):
        journal = await store.append(journal, f.CharacterAdded(f"c{place}", HOSTILE[place], data))
    effect: EffectRecord = {"to": "", "who": "chase", "field": "gap", "op": "set", "value": 19}
    journal = await store.append(
        journal,
        f.Rolled(
            f"{game}.roll", {"a": 0.1}, [5, {"cost": "accept"}], grade="yes", words="Yes", total=8
        ),
        f.NoteWritten("note", HOSTILE[1], "c0"),
        f.CharacterDuplicated("c0", "c9", "Copy"),
        f.CharacterArchived("c9"),
        f.CharactersReordered(["c9", "c0", "c1"]),
        f.SceneSet({HOSTILE[6]: HOSTILE[7]}),
    )
    journal = await store.append(journal, f.Applied([effect], journal.entries[-6].id))
    journal = await store.undo(journal)
    journal = await store.redo(journal)
    journal = await store.undo(journal, journal.n - 3)
    if GAMES[game].encounter:
        journal = await store.step(journal, "begin", {})
    return await store.append(journal, f.TimePassed(26.25), f.CampaignRenamed("Later"))


def player_copy(game: str) -> tuple[str, Any]:
    """Return a campaign as a player's device stores it, with secrets redacted."""
    stamp = Stamps()
    journal = begun(game, stamp, HOSTILE[0])
    seat = Seat("seat-1", "Ann", "player", ("c0",))
    sheet = GAMES[game].sheet
    facts: list[f.Fact] = [
        f.CharacterAdded(f"c{place}", HOSTILE[place], data)
        for place, data in enumerate(sheet.samples if sheet else ())
    ]
    facts += [
        f.NoteWritten("note", HOSTILE[1], "c0"),
        f.Rolled(f"{game}.dice", {"notation": "1d6"}, [5], {"self": "c1"}, hidden=True),
        f.Edited("c0", {"name": "Ann"}),
        f.CharacterAdded("c2", HOSTILE[4], {}, "npc"),
    ]
    entries, view = [journal.last], View(seat, Rules(numbers=False), GAMES)
    for fact in facts:
        journal = append(journal, fact, stamp(), GAMES)
        entries.append(journal.last)
    for step in (undo, redo):
        place = journal.undoable if step is undo else journal.redoable
        journal = step(journal, journal.entry(place or 0), stamp())
        entries.append(journal.last)
    copy = Journal(journal.campaign)
    original, redacted = Journal(journal.campaign), []
    for entry in entries:
        after = append_entry(original, entry)
        redacted.append(
            redact_entry(entry, original.document, after.document, view, lambda id: None)
        )
        copy, original = append_entry(copy, redacted[-1]), after
    part = campaign_part(copy, [each.record() for each in redacted])
    file = {**head("campaign", "0.1.0", "2026-01-01T00:00:00.000Z"), "campaign": part}
    return json.dumps(file), [copy.document]


def unfinished_fights() -> Iterator[tuple[str, str, Any]]:
    """Yield each unfinished fight: its game, file and state after all acts but the last."""
    for fight in (fight.values[0] for fight in fights() if fight.values[0].name in LEFT_OFF):
        assert "end" in fight.acts[-1]
        player = Headless(replace(fight, acts=fight.acts[:-1]))
        play(player, player.fight)
        records = [player.log[n].record() for n in sorted(player.log)]
        part = campaign_part(player.journal, records)
        file = {**head("campaign", "0.1.0", "2026-01-01T00:00:00.000Z"), "campaign": part}
        yield fight.game, json.dumps(file), [player.journal.document]


def write_example(name: str, text: str, state: Any, game: str = "") -> None:
    """Write an example and its state into the game's folder."""
    path = FOLDER / game / f"version-{VERSION}-{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(json.loads(text), indent=1) + "\n", encoding="utf-8")
    path.with_suffix(".state").write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")


async def main() -> None:
    store = Store(Memory(), GAMES)
    store.by = "tablet"
    await store.start()
    await store.set("theme", "dark")
    for game in GAMES:
        journal = await play_campaign(store, game)
        character = journal.document["characters"]["c0"]
        file = await export_character(store, journal, "c0")
        write_example(f"{game}-character", file, character, game)
        campaign = await export_campaign(store, journal.campaign)
        write_example(f"{game}-campaign", campaign, [journal.document], game)
    for game, text, state in unfinished_fights():
        write_example(f"{game}-fight", text, state, game)
    write_example("wasteland-copy", *player_copy("wasteland"), "wasteland")
    lines = await store.campaigns()
    documents = [(await store.load(line.id)).document for line in lines]
    write_example("everything", await export_all(store), documents)


if __name__ == "__main__":
    asyncio.run(main())
