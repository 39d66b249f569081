"""Giving something to somebody else: by the system's own share where there is one, else copied."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from pyodide.ffi import to_js
from pyscript import document, window
from pyscript.ffi import create_proxy

from app.browser.platform.dom import Js, data, later, tell
from app.browser.platform.downloads import TYPES, give
from app.core.errors import BadInput
from app.core.odds.odds import chances
from app.core.play.play import Finished
from app.update.model import Model
from app.widgets.campaigns.campaigns import file_name
from app.widgets.odds.odds import rows
from app.widgets.roll.picture import Face, picture, spoken
from app.widgets.roll.results import card


def _object(values: Mapping[str, Any]) -> Js:
    return window.Object.fromEntries(to_js([[name, value] for name, value in values.items()]))


# --- the system's share ---


async def shared(given: Mapping[str, Any]) -> bool:
    """Offer it to the system's share; False where there is none for such a thing.

    Somebody who closes it without choosing has been served.
    """
    navigator, what = window.navigator, _object(given)
    if getattr(navigator, "canShare", None) is None or not navigator.canShare(what):
        return False
    try:
        await navigator.share(what)
    except Exception as fault:
        return str(getattr(fault, "name", "")) == "AbortError" or "AbortError" in str(fault)
    return True


async def share_link(href: str, title: str) -> bool:
    """A link by the system's share; False where it is to be copied instead.

    Where a mouse points, the clipboard is nearer than any dialog.
    """
    if not window.matchMedia("(pointer: coarse)").matches:
        return False
    return await shared({"url": href, "title": title})


# --- a result as a picture ---


async def share_picture(model: Model, button: Js) -> None:
    """The open form's result as a picture: shared, else into the clipboard, else as a file."""
    made = await _made(model)
    if made is None:
        return
    blob, name, words = made
    options = _object({"type": TYPES["png"]})
    file = window.File.new(to_js([blob]), name, options)
    if await shared({"files": [file], "title": words}):
        return
    try:
        item = window.ClipboardItem.new(_object({TYPES["png"]: blob}))
        await window.navigator.clipboard.write(to_js([item]))
    except Exception:  # no clipboard for pictures here, or no permission: a file it is
        tell(give(blob, name))
        return
    _says(button, "Copied")


async def save_picture(model: Model) -> None:
    """The same as a file."""
    made = await _made(model)
    if made is not None:
        blob, name, _ = made
        tell(give(blob, name))


async def _made(model: Model) -> tuple[Js, str, str] | None:
    """The picture, what its file is called, and what it is in words."""
    desk = model.form.desk
    play = desk.play()
    if not isinstance(play, Finished) or model.form.hidden:
        return None
    seen = card(desk.procedure, play)
    try:
        odds = rows(desk.procedure, chances(desk.bound()).grades)
    except BadInput:
        odds = ()
    at = str(window.Date.new().toISOString())
    blob = await _drawn(picture(seen, odds, _face()))
    return blob, file_name(desk.procedure.title, at, "png"), spoken(seen)


def _face() -> Face:
    """The colours of the game that is open."""
    style = window.getComputedStyle(document.documentElement)
    names = {"felt": "felt", "ink": "felt-ink", "accent": "felt-accent"}
    found = {at: str(style.getPropertyValue(f"--{name}")).strip() for at, name in names.items()}
    return Face(**{at: colour for at, colour in found.items() if colour.startswith("#")})


async def _drawn(svg: str) -> Js:
    """The SVG as a PNG."""
    image = window.Image.new()
    image.src = f"data:image/svg+xml;charset=utf-8,{window.encodeURIComponent(svg)}"
    await image.decode()
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = image.naturalWidth, image.naturalHeight
    canvas.getContext("2d").drawImage(image, 0, 0)
    done: asyncio.Future[Js] = asyncio.get_event_loop().create_future()
    canvas.toBlob(create_proxy(done.set_result), TYPES["png"])
    return await done


def _says(button: Js, words: str) -> None:
    """The button says for a moment that it is done."""
    before = data(button, "says") or str(button.textContent)
    button.setAttribute("data-says", before)  # it may be tapped again before it says that again
    button.textContent = words
    later(1.5, partial(setattr, button, "textContent", before))
