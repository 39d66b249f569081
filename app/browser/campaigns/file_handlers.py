"""Side effects on files and links: export, check, plan and import."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from pyodide.ffi import JsException

from app.browser.journal import journals
from app.browser.platform.dates import clock, day, local
from app.browser.platform.downloads import download
from app.browser.storage import health, transfer
from app.browser.storage.databases import Overtaken
from app.browser.storage.store import Store
from app.campaign.files.files import Opened
from app.campaign.files.imports import Mode
from app.campaign.files.rows import CampaignLine, line_of
from app.campaign.files.shapes import Fault
from app.campaign.files.validation import BadFile
from app.campaign.journal.journal import Journal
from app.systems import games
from app.update.campaigns.effects import (
    AddArrived,
    CarryOut,
    CheckFile,
    PlanImport,
    ReadTargets,
    SaveCharacter,
    SaveFile,
    SaveJournal,
)
from app.update.campaigns.imports import offer, targets
from app.update.messages.effects import (
    CharacterArrived,
    DocumentGiven,
    FileGiven,
    FileOpened,
    FileRefused,
    ImportDone,
    ImportOvertaken,
    ImportPlanned,
    TargetsRead,
)
from app.widgets.campaigns.campaigns import display_name, faults
from app.widgets.journal.chronicle import as_csv, as_markdown

if TYPE_CHECKING:
    from app.update.commands import SideEffect
    from app.update.messages import Message


#: Shown if the browser cannot read a chosen file.
UNREADABLE = "can’t be read. It may be a folder, or have been moved. Choose it again."


# --- export ---


async def _save(store: Store, effect: SaveFile) -> Sequence[Message]:
    text, lines = "", list[CampaignLine]()
    name: str = effect.what
    match effect.what:
        case "campaign":
            journal = await store.load(effect.id)
            name, text = (
                display_name(journal.state.name),
                await transfer.export_campaign(store, effect.id),
            )
            lines = [line_of(journal)]
        case "everything":
            lines = [*await store.campaigns()]
            text = await transfer.export_all(store)
        case "set aside":
            text = await transfer.export_set_aside(store)
        case "backup":
            text = await transfer.backup_text(store, effect.id)
    words = download(name, store.now(), text)
    if lines:
        await health.remember_saved(store, lines)
    return (FileGiven(effect.what, effect.id, words),)


async def _save_character(store: Store, effect: SaveCharacter) -> Sequence[Message]:
    journal, id = effect.journal, effect.character
    text = await transfer.export_character(store, journal, id)
    name = f"{journal.state.character(id).name} {games()[journal.state.game].title}"
    return (FileGiven("character", id, download(name, store.now(), text)),)


async def _save_journal(store: Store, effect: SaveJournal) -> Sequence[Message]:
    journal = await store.load(effect.campaign)
    book = await journals.chronicle_of(store, journal, effect.hidden)
    # The byte order mark tells spreadsheets that the text is UTF-8.
    text = "\ufeff" + as_csv(book, local) if effect.form == "csv" else as_markdown(book, day, clock)
    words = download(f"{book.campaign} journal", store.now(), text, effect.form)
    return (DocumentGiven(words),)


# --- import ---


async def _check(store: Store, effect: CheckFile) -> Sequence[Message]:
    try:
        buffer = await effect.handle.arrayBuffer()
        return (FileOpened(await transfer.open_slowly(buffer.to_bytes(), store)),)
    except JsException:  # a folder, or a file that has gone meanwhile
        return (FileRefused(faults([Fault("", UNREADABLE)])),)
    except BadFile as fault:
        return (FileRefused(faults(fault.faults)),)


async def _plan(store: Store, effect: PlanImport) -> Sequence[Message]:
    lines, opened, journal = await store.campaigns(), effect.opened, None
    offered = offer(effect, lines, store.settings.get("open"), games())
    if opened.kind == "character":
        journal = await _joined(store, opened, offered.target)
    try:
        plan = await transfer.plan_import(store, opened, cast(Mode, offered.mode), journal)
    except BadFile as fault:
        return (FileRefused(faults(fault.faults)),)
    return (ImportPlanned(offered, plan, effect.agreed),)


async def _carry_out(store: Store, effect: CarryOut) -> Sequence[Message]:
    try:
        await transfer.carry_out(store, effect.plan)
    except Overtaken:
        return (ImportOvertaken(),)
    return (ImportDone(effect.plan),)


async def _read_targets(store: Store, effect: ReadTargets) -> Sequence[Message]:
    lines = await store.campaigns()
    return (TargetsRead(targets(lines, store.settings.get("open"), effect.game)),)


async def _add(store: Store, effect: AddArrived) -> Sequence[Message]:
    journal = await _joined(store, effect.opened, effect.target)
    plan = await transfer.plan_import(store, effect.opened, "add", journal)
    await transfer.carry_out(store, plan)
    after = plan.parts[0].journal if plan.parts else journal
    new = [id for id in after.document["order"] if id not in journal.document["order"]]
    return (CharacterArrived(after.campaign, new[0] if new else ""),)


async def _joined(store: Store, opened: Opened, target: str) -> Journal:
    """Return the campaign that a character joins; a new one is not stored yet."""
    return await store.load(target) if target else store.begin(opened.record["game"])


#: The handler of each side effect.
HANDLERS: Mapping[type[SideEffect], Callable[..., Awaitable[Sequence[Message]]]] = {
    SaveFile: _save,
    SaveJournal: _save_journal,
    SaveCharacter: _save_character,
    CheckFile: _check,
    PlanImport: _plan,
    CarryOut: _carry_out,
    ReadTargets: _read_targets,
    AddArrived: _add,
}
