"""Opening of the store and the current campaign, also when other tabs change them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pyscript import window

from app.browser.platform.dom import data, notify, one, root, soon
from app.browser.storage.checksummed_rows import Heard
from app.browser.storage.databases import NotWriter, StorageError
from app.browser.storage.store import Store, open_store
from app.campaign.journal.journal import Journal
from app.systems import games
from app.update.campaigns.effects import (
    FollowCampaign,
    OpenAnew,
    OpenCampaign,
    ResumePlay,
    TakeOver,
)
from app.update.commands import OpenGame, SideEffect
from app.update.messages.answers import JournalMoved, JournalOpened, PlayLeft
from app.update.messages.effects import ChangedElsewhere, DamageFound, ListAged, StoreOpened
from app.widgets.campaigns.campaigns import lacking, open_ids, restored_notice

if TYPE_CHECKING:
    from app.browser.shell.running_app import RunningApp
    from app.update.messages import Message


async def open_for(runtime: RunningApp) -> None:
    """Open the store and resume the open game's campaign and its unfinished play."""

    def changed(campaign: str) -> None:
        runtime.send(ChangedElsewhere(campaign))

    def turned(is_writer: bool) -> None:
        show_role(is_writer)
        if runtime.is_open:
            soon(runtime.sit_down())  # the tab that writes joins the shared table

    def again() -> None:
        _show_state(store)
        if store.brought_back:
            notify(restored_notice(), lasting=True)
        runtime.send(ListAged())

    store = await open_store(games(), heard=Heard(notify, turned, changed, again))
    runtime.hand_over(store)
    show_role(store.is_writer)
    _show_state(store)
    runtime.send(StoreOpened())


def _show_state(store: Store) -> None:
    """Show missing storage features of the browser and data of a newer version."""
    text = lacking(store.lasts, store.why, store.alone)
    one("[data-lacks-said]").textContent = text
    one("[data-lacks]").hidden = not text
    root.setAttribute("data-storage", "lasts" if store.lasts else "memory")
    if store.newer is not None:
        notify(str(store.newer), lasting=True)


def show_role(is_writer: bool) -> None:
    """Show whether another tab writes."""
    one("[data-other-tab]").hidden = is_writer
    if is_writer and data(one("[data-notice]"), "cause") == NotWriter.why:
        notify("")


async def _resume(store: Store, effect: ResumePlay) -> Sequence[Message]:
    play, layers = await store.play(), _layers_left()
    answers: list[PlayLeft | DamageFound] = [PlayLeft(play, layers)] if play or layers else []
    if store.report or store.brought_back:
        answers.append(DamageFound(len(store.report), store.brought_back > 0))
    return answers


def _layers_left() -> tuple[str, ...]:
    """Return the layers over the fight before a reload, as in the history (static/js/layers.js)."""
    names = getattr(window.history.state, "layers", None) or ()
    return tuple(name for name in map(str, names) if not name.startswith("#"))


# --- the campaign ---


async def _open_game(store: Store, effect: OpenGame) -> Sequence[Message]:
    """Open the campaign of a game, or of the game that was played last."""
    journal = await _current(store, effect.game)
    return (opened(store, journal),) if journal is not None else ()


def opened(store: Store, journal: Journal | None, left: bool = False) -> JournalOpened:
    """Return the message of an open campaign, on a guest's device with the table's last view.

    Numbers that the table has hidden stay unknown after it was left, and in a tab that reads.
    """
    record = store.table(journal.campaign) if journal is not None else {}
    if journal is not None and "guest" in record:
        from app.browser.sync.last_view import last_view  # only shared tables need it

        table = last_view(record, journal)
        if table is None or store.is_writer:
            return JournalOpened(journal, left, table)
        return JournalOpened(journal, left, unseen=table.closed)
    of_left = record.get("left")
    closed = of_left.get("closed", ()) if isinstance(of_left, dict) else ()
    return JournalOpened(journal, left, unseen=frozenset(map(str, closed)))


async def _open_campaign(store: Store, effect: OpenCampaign) -> Sequence[Message]:
    journal = await store.load(effect.campaign)
    if journal.state.game not in games():
        raise StorageError("The rules of this campaign’s game couldn’t be loaded.")
    await remember(store, journal)
    answer = opened(store, journal, left=True)
    return (answer, effect.then) if effect.then is not None else (answer,)


async def _open_anew(store: Store, effect: OpenAnew | FollowCampaign) -> Sequence[Message]:
    return (opened(store, await _current(store, effect.game), left=True),)


async def _follow(store: Store, effect: FollowCampaign) -> Sequence[Message]:
    try:
        return (JournalMoved(await store.load(effect.campaign)),)
    except StorageError:  # it was deleted there
        return await _open_anew(store, effect)


async def _take_over(store: Store, effect: TakeOver) -> Sequence[Message]:
    await store.take_over()
    changed = ChangedElsewhere(effect.campaign)  # changes of the other tab come first
    return (changed, effect.then) if effect.then is not None else (changed,)


async def _current(store: Store, game: str) -> Journal | None:
    """Return this game's campaign: the one opened last, the one used last, or a new one.

    game: if empty, the game that was played last; None if there is none.
    """
    game = game or await _last_game(store)
    if game not in games():
        return None
    opened = open_ids(await store.campaigns(), store.settings.get("open")).get(game)
    return await store.load(opened) if opened else store.begin(game)


async def _last_game(store: Store) -> str:
    """Return the known game that was played last."""
    played = (campaign.game for campaign in await store.campaigns())
    return next((game for game in played if game in games()), "")


async def remember(store: Store, journal: Journal) -> None:
    """Reopen this campaign at the next start."""
    known = store.settings.get("open")
    chosen = {
        **(known if isinstance(known, dict) else {}),
        journal.state.game: journal.campaign,
    }
    if store.is_writer and store.newer is None and chosen != known:
        await store.set("open", chosen)


#: The handler of each side effect.
HANDLERS: Mapping[type[SideEffect], Callable[..., Awaitable[Sequence[Message]]]] = {
    ResumePlay: _resume,
    OpenGame: _open_game,
    OpenCampaign: _open_campaign,
    OpenAnew: _open_anew,
    FollowCampaign: _follow,
    TakeOver: _take_over,
}
