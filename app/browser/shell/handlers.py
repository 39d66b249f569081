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
from app.update.messages.effects import EffectFailed, TapEnded

if TYPE_CHECKING:
    from app.browser.shell.running_app import RunningApp
    from app.browser.storage.store import Store
    from app.update.messages import Message

#: Seconds until a notice is drawn.
DRAWN_S = 0.05

#: The handler of each side effect.
HANDLERS: Mapping[type[SideEffect], Callable[..., Awaitable[Sequence[Message]]]] = {
    **opening.HANDLERS,
    **campaign_handlers.HANDLERS,
    **file_handlers.HANDLERS,
    **auto_save.HANDLERS,
}


async def run(runtime: RunningApp, effect: SideEffect) -> Sequence[Message]:
    """Run a side effect and return its messages; background effects answer through the queue."""
    match effect:
        case EndTap(what):
            return (TapEnded(what, monotonic()),)
        case Queue():
            runtime.send(effect.message)
            return ()
        case Wait():
            later(effect.seconds, partial(runtime.send, effect.message))
            return ()
        case ShowShared(game, character):
            show_shared(game, character)
            return ()
        case Background():
            soon(_beside(runtime, effect))
            return ()
    return await _done(await runtime.store(), effect)


async def _beside(runtime: RunningApp, effect: SideEffect) -> None:
    for message in await _done(await runtime.store(), effect):
        runtime.send(message)


async def _done(store: Store, effect: SideEffect) -> Sequence[Message]:
    """Return the answer of a side effect, or the message of its failure."""
    if isinstance(effect, WithProgress):
        notify(effect.words)
        await asyncio.sleep(DRAWN_S)  # let the notice be drawn first
    try:
        return await HANDLERS[type(effect)](store, effect)
    except BadInput as fault:
        return (EffectFailed(fault.message),)
    except (StorageError, NotPlain, BadFile) as fault:
        return (EffectFailed(str(fault)),)
    except Exception as fault:
        soon(_raised(fault))  # reported as an internal fault; the rest of the turn goes on
        return ()
    finally:
        if isinstance(effect, WithProgress):
            notify("")


async def _raised(fault: Exception) -> None:
    raise fault
