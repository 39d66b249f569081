"""Reading of codes with the device's camera.

The picture is analysed and shown on this device only, and never stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import js
from pyodide.ffi import JsException, to_js

from app.browser.platform.dom import fetch_script
from app.browser.platform.elements import Element, Js
from app.browser.platform.js_objects import js_object
from app.browser.storage.capabilities import error_name, find_interface

#: Seconds between two detections, and for a camera to start.
LOOKS_S, BEGINS_S = 0.1, 30.0

PASTE = "Paste the code instead, or open the link."
NOT_LENT = f"The camera needs a page opened over https. {PASTE}"
NO_CAMERA = f"This device has no camera. {PASTE}"
NOT_ALLOWED = f"Camera access is blocked. Allow it in the browser’s settings. {PASTE}"
IN_USE = f"The camera doesn’t start. Another app may be using it. {PASTE}"
NO_READER = f"Can’t load the code scanner. {PASTE}"

_WHY = {
    "NotAllowedError": NOT_ALLOWED,
    "SecurityError": NOT_ALLOWED,
    "NotFoundError": NO_CAMERA,
    "OverconstrainedError": NO_CAMERA,
}


class NoCamera(Exception):
    """Raised if no code can be read; the text is advice for the user."""


class Camera:
    """A running camera and the video element that shows it."""

    def __init__(self, video: Element, stream: Js, reader: Js) -> None:
        self._video, self._stream, self._reader = video, stream, reader
        self._on = True

    @classmethod
    async def on(cls, video: Element) -> Camera:
        """Start the camera in a video element; raise NoCamera."""
        devices = find_interface("mediaDevices", js.navigator)
        if not getattr(js.window, "isSecureContext", False) or devices is None:
            raise NoCamera(NOT_LENT)
        reader = await _reader()
        sees = js_object(facingMode="environment", width=js_object(ideal=1280))
        try:
            stream = await asyncio.wait_for(
                devices.getUserMedia(js_object(video=sees, audio=False)), BEGINS_S
            )
        except TimeoutError:
            raise NoCamera(IN_USE) from None
        except JsException as fault:
            raise NoCamera(_WHY.get(error_name(fault), IN_USE)) from None
        camera = cls(video, stream, reader)
        # A phone would open the video in full screen and block one with sound.
        video.setAttribute("playsinline", "")
        video.muted = True
        video.srcObject = stream
        try:
            await video.play()
        except JsException:
            camera.off()
            raise NoCamera(IN_USE) from None
        return camera

    async def read(self, wanted: Callable[[str], bool] = bool) -> str:
        """Return the first code that `wanted` accepts, or an empty text after `off()`.

        wanted: called with each detected text, repeatedly while it is visible.
        """
        while self._on:
            for text in await self._detect():
                if self._on and wanted(text):
                    return text
            await asyncio.sleep(LOOKS_S)
        return ""

    def off(self) -> None:
        """Stop the camera."""
        self._on = False
        for track in self._stream.getTracks():
            track.stop()
        self._video.srcObject = None

    async def _detect(self) -> list[str]:
        try:
            return [str(each.rawValue) for each in await self._reader.detect(self._video)]
        except JsException:  # no picture yet, or the video has just ended
            return []


async def _reader() -> Js:
    """Return the browser's code reader, or else the one of this page."""
    kind = find_interface("BarcodeDetector")
    formats: list[str] = []
    if kind is not None:
        with suppress(JsException):  # it claims support but fails
            formats = list(await kind.getSupportedFormats())
    if "qr_code" not in formats:
        try:
            kind = (await fetch_script("qr")).BarcodeDetector
        except JsException:
            raise NoCamera(NO_READER) from None
    assert kind is not None
    return kind.new(js_object(formats=to_js(["qr_code"])))
