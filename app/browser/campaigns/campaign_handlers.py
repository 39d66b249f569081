"""Side effects on campaigns and backups, and their answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from app.browser.storage import health, transfer
from app.browser.storage.databases import StorageError, StorageFull
from app.browser.storage.store import Store
from app.campaign.facts import CampaignRenamed
from app.campaign.files.health import count_unsaved
from app.update.campaigns.effects import (
    AskToStay,
    BackUp,
    BackUpIfDue,
    BeginCampaign,
    CheckAll,
    CountUnsaved,
    DeleteCampaign,
    DropBackup,
    DuplicateCampaign,
    ReadCampaigns,
    RenameCampaign,
    RestoreBackup,
)
from app.update.campaigns.state import Listing
from app.update.messages.effects import (
    AllChecked,
    BackupDropped,
    BackupFailed,
    BackupMade,
    BackupRefused,
    BackupRestored,
    CampaignCopied,
    CampaignDeleted,
    CampaignMade,
    CampaignsRead,
    CampaignsUnread,
    ListAged,
    NameStored,
    UnsavedCounted,
)
from app.widgets.campaigns.campaigns import display_name, fresh_name, open_ids

if TYPE_CHECKING:
    from app.update.commands import SideEffect
    from app.update.messages import Message


async def _read(store: Store, effect: ReadCampaigns) -> Sequence[Message]:
    try:
        lines, copies = await store.campaigns(), await transfer.backups(store)
        aside, saved = len(await store.set_aside()), await health.read_saved_outside(store)
    except StorageError as fault:
        return (CampaignsUnread(str(fault)),)
    listing = Listing(
        lines=tuple(lines),
        open=open_ids(lines, store.settings.get("open")),
        copies=tuple(copies),
        aside=aside,
        saved=saved,
        newer=str(store.newer or ""),
        lasts=store.lasts,
        why=store.why,
        stays=await transfer.stays(store),
        room=await transfer.room(store),
    )
    return (CampaignsRead(listing),)


# --- campaigns ---


async def _begin(store: Store, effect: BeginCampaign) -> Sequence[Message]:
    name = effect.name or fresh_name(await store.campaigns())
    journal = await store.append(store.begin(effect.game, name))
    return (CampaignMade(journal.campaign, name),)


async def _rename(store: Store, effect: RenameCampaign) -> Sequence[Message]:
    journal = await store.load(effect.campaign)
    changed = effect.name != journal.state.name
    if changed:
        await store.append(journal, CampaignRenamed(effect.name))
    return (NameStored(effect.campaign, changed),)


async def _duplicate(store: Store, effect: DuplicateCampaign) -> Sequence[Message]:
    text = await transfer.export_campaign(store, effect.campaign)
    copy = await transfer.open_slowly(text, store, sheets=False)
    plan = await transfer.plan_import(store, copy, "add")
    await transfer.carry_out(store, plan, "before a duplicate")
    journal = await store.load(plan.parts[0].journal.campaign)
    name = f"{display_name(journal.state.name)[:190]} (copy)"
    await store.append(journal, CampaignRenamed(name))
    return (CampaignCopied(name),)


async def _delete(store: Store, effect: DeleteCampaign) -> Sequence[Message]:
    is_backed = True
    try:
        await transfer.back_up(store, "before a campaign was deleted")
    except StorageFull:
        if not effect.unbacked:
            return (BackupRefused(effect.campaign),)
        is_backed = False
    await store.remove(effect.campaign)
    return (CampaignDeleted(effect.campaign, is_backed),)


# --- backups ---


async def _back_up(store: Store, effect: BackUp) -> Sequence[Message]:
    return (BackupMade(await transfer.back_up(store, "by hand") is not None),)


async def _back_up_if_due(store: Store, effect: BackUpIfDue) -> Sequence[Message]:
    try:
        backup = await transfer.back_up_if_due(store)
    except StorageError as fault:
        return (BackupFailed(str(fault)),)
    return (ListAged(),) if backup is not None else ()


async def _restore(store: Store, effect: RestoreBackup) -> Sequence[Message]:
    await transfer.restore(store, effect.backup)
    return (BackupRestored(),)


async def _drop(store: Store, effect: DropBackup) -> Sequence[Message]:
    await transfer.drop_backup(store, effect.backup)
    return (BackupDropped(),)


# --- health ---


async def _check(store: Store, effect: CheckAll) -> Sequence[Message]:
    return (AllChecked(await health.check(store)),)


async def _ask_to_stay(store: Store, effect: AskToStay) -> Sequence[Message]:
    await transfer.stay(store)
    return (ListAged(),)


async def _count_unsaved(store: Store, effect: CountUnsaved) -> Sequence[Message]:
    try:
        saved = await health.read_saved_outside(store)
        return (UnsavedCounted(count_unsaved(await store.campaigns(), saved)),)
    except StorageError:
        return (UnsavedCounted(0),)


#: The handler of each side effect.
HANDLERS: Mapping[type[SideEffect], Callable[..., Awaitable[Sequence[Message]]]] = {
    ReadCampaigns: _read,
    BeginCampaign: _begin,
    RenameCampaign: _rename,
    DuplicateCampaign: _duplicate,
    DeleteCampaign: _delete,
    BackUp: _back_up,
    BackUpIfDue: _back_up_if_due,
    RestoreBackup: _restore,
    DropBackup: _drop,
    CheckAll: _check,
    AskToStay: _ask_to_stay,
    CountUnsaved: _count_unsaved,
}
