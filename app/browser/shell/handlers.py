"""Execution of side effects on the store and files, and their answers.

A failure is an answer too, and changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from app.browser.campaigns import auto_save, campaign_handlers, file_handlers
from app.browser.campaigns.share_view import show_shared
from app.browser.platform.dom import later, notify, soon
from app.browser.shell import opening
from app.browser.storage.databases import StorageError
from app.campaign.files.validation import BadFile
from app.campaign.state.values import NotPlain
from app.core.errors import BadInput
from app.update.campaigns.effects import EndTap, Queue, ShowShared, Wait
from app.update.commands import Background, SideEffect, WithProgress
from app.update.messages.effects import ErrandFailed, TapEnded

if TYPE_CHECKING:
    from app.browser.shell.running_app import RunningApp
    from app.browser.storage.store import Store
    from app.update.messages import Message

#: Seconds until a notice is drawn.
DRAWN_S = 0.05

#: The handler of each side effect.
HANDLERS: Mapping[type[SideEffect], Callable[..., Awaitable[Sequence[Message]]]] = {
    **opening.DOINGS,
    **campaign_handlers.HANDLERS,
    **file_handlers.HANDLERS,
    **auto_save.DOINGS,
}


async def run(runtime: RunningApp, errand: SideEffect) -> Sequence[Message]:
    """Run a side effect and return its messages; background effects answer through the queue."""
    match errand:
        case EndTap(what):
            return (TapEnded(what, monotonic()),)
        case Queue():
            runtime.send(errand.message)
            return ()
        case Wait():
            later(errand.seconds, partial(runtime.send, errand.message))
            return ()
        case ShowShared(game, character):
            show_shared(game, character)
            return ()
        case Background():
            soon(_beside(runtime, errand))
            return ()
    return await _done(await runtime.store(), errand)


async def _beside(runtime: RunningApp, errand: SideEffect) -> None:
    for message in await _done(await runtime.store(), errand):
        runtime.send(message)


async def _done(store: Store, errand: SideEffect) -> Sequence[Message]:
    """Return the answer of a side effect, or the message of its failure."""
    if isinstance(errand, WithProgress):
        notify(errand.words)
        await asyncio.sleep(DRAWN_S)  # let the notice be drawn first
    try:
        return await HANDLERS[type(errand)](store, errand)
    except BadInput as fault:
        return (ErrandFailed(fault.message),)
    except (StorageError, NotPlain, BadFile) as fault:
        return (ErrandFailed(str(fault)),)
    except Exception as fault:
        soon(_raised(fault))  # reported as an internal fault; the rest of the turn goes on
        return ()
    finally:
        if isinstance(errand, WithProgress):
            notify("")


async def _raised(fault: Exception) -> None:
    raise fault
