"""Sharing through the system's share dialog, or by copying."""

from __future__ import annotations

import asyncio

from pyodide.ffi import to_js
from pyscript import document, window
from pyscript.ffi import create_proxy

from app.browser.platform.dom import notify, speak, toast
from app.browser.platform.downloads import TYPES, give
from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object
from app.core.errors import BadInput
from app.core.odds.odds import chances
from app.core.play.play import Finished
from app.update.model import Model
from app.widgets.campaigns.campaigns import file_name
from app.widgets.odds.odds import rows
from app.widgets.roll.result.picture import Face, describe, picture
from app.widgets.roll.result.results import card

# --- the system's share ---


async def open_share_dialog(**content: object) -> bool:
    """Open the share dialog; return False if it cannot share this.

    Closing the dialog without a choice counts as shared.
    """
    navigator, shareable = window.navigator, js_object(**content)
    if getattr(navigator, "canShare", None) is None or not navigator.canShare(shareable):
        return False
    try:
        await navigator.share(shareable)
    except Exception as fault:
        return str(getattr(fault, "name", "")) == "AbortError" or "AbortError" in str(fault)
    return True


async def share_link(href: str, title: str) -> bool:
    """Share a link; return False if it is to be copied instead.

    With a mouse the clipboard is nearer than any dialog.
    """
    if not window.matchMedia("(pointer: coarse)").matches:
        return False
    return await open_share_dialog(url=href, title=title)


# --- a result as a picture ---


async def share_picture(model: Model) -> None:
    """Share the open form's result as a picture, or copy it, or save it as a file."""
    result = await _make_picture(model)
    if result is None:
        return
    blob, name, words = result
    options = js_object(type=TYPES["png"])
    file = window.File.new(to_js([blob]), name, options)
    if await open_share_dialog(files=[file], title=words):
        return
    try:
        item = window.ClipboardItem.new(js_object(**{TYPES["png"]: blob}))
        await window.navigator.clipboard.write(to_js([item]))
    except Exception:  # no clipboard for pictures or no permission: save a file
        notify(give(blob, name))
        return
    toast("Copied")
    speak("Copied")


async def save_picture(model: Model) -> None:
    """Save the result's picture as a file."""
    result = await _make_picture(model)
    if result is not None:
        blob, name, _ = result
        notify(give(blob, name))


async def _make_picture(model: Model) -> tuple[Js, str, str] | None:
    """Return the picture, its file name and its description."""
    desk = model.form.desk
    play = desk.play()
    if not isinstance(play, Finished) or model.form.hidden:
        return None
    result_card = card(desk.procedure, play)
    try:
        odds = rows(desk.procedure, chances(desk.bound()).grades)
    except BadInput:
        odds = ()
    at = str(window.Date.new().toISOString())
    blob = await _to_png(picture(result_card, odds, _face()))
    return blob, file_name(desk.procedure.title, at, "png"), describe(result_card)


def _face() -> Face:
    """Return the colours of the open game."""
    style = window.getComputedStyle(document.documentElement)
    names = {"felt": "felt", "ink": "felt-ink", "accent": "felt-accent"}
    colours = {at: str(style.getPropertyValue(f"--{name}")).strip() for at, name in names.items()}
    return Face(**{at: colour for at, colour in colours.items() if colour.startswith("#")})


async def _to_png(svg: str) -> Js:
    """Return an SVG as a PNG."""
    image = window.Image.new()
    image.src = f"data:image/svg+xml;charset=utf-8,{window.encodeURIComponent(svg)}"
    await image.decode()
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = image.naturalWidth, image.naturalHeight
    canvas.getContext("2d").drawImage(image, 0, 0)
    done: asyncio.Future[Js] = asyncio.get_event_loop().create_future()
    canvas.toBlob(create_proxy(done.set_result), TYPES["png"])
    return await done
