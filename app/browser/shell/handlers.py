"""Errands are run: what is to be done by the store and with files, and what it answers.

What goes wrong is an answer as well, and then nothing is another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from app.browser.campaigns import auto_save, campaign_handlers, file_handlers
from app.browser.campaigns.share_view import show_shared
from app.browser.platform.dom import later, soon, tell
from app.browser.shell import opening
from app.browser.storage.databases import StorageError
from app.campaign.files.validation import BadFile
from app.campaign.state.values import NotPlain
from app.core.errors import BadInput
from app.update.campaigns.effects import EndTap, Queue, ShowShared, Wait
from app.update.commands import Background, SideEffect, WithProgress
from app.update.messages.effects import ErrandFailed, TapEnded

if TYPE_CHECKING:
    from app.browser.shell.runtime import Runtime
    from app.browser.storage.store import Store
    from app.update.messages import Message

#: Seconds until what the page says has surely been drawn.
DRAWN_S = 0.05

#: What each errand with the store comes to.
HANDLERS: Mapping[type[SideEffect], Callable[..., Awaitable[Sequence[Message]]]] = {
    **opening.DOINGS,
    **campaign_handlers.HANDLERS,
    **file_handlers.HANDLERS,
    **auto_save.DOINGS,
}


async def run(runtime: Runtime, errand: SideEffect) -> Sequence[Message]:
    """Do it, and answer. What is done beside answers later, in the queue."""
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


async def _beside(runtime: Runtime, errand: SideEffect) -> None:
    for message in await _done(await runtime.store(), errand):
        runtime.send(message)


async def _done(store: Store, errand: SideEffect) -> Sequence[Message]:
    """What it answers, or what went wrong."""
    if isinstance(errand, WithProgress):
        tell(errand.words)
        await asyncio.sleep(DRAWN_S)  # it can be read before that begins
    try:
        return await HANDLERS[type(errand)](store, errand)
    except BadInput as fault:
        return (ErrandFailed(fault.message),)
    except (StorageError, NotPlain, BadFile) as fault:
        return (ErrandFailed(str(fault)),)
    except Exception as fault:
        soon(_raised(fault))  # it is told of as any fault of ours; the rest of the turn goes on
        return ()
    finally:
        if isinstance(errand, WithProgress):
            tell("")


async def _raised(fault: Exception) -> None:
    raise fault
