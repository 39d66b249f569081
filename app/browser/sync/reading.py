"""Switching of the camera that reads codes."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import document

from app.browser.platform.dom import beside, each, notify
from app.browser.sync.camera import Camera, NoCamera
from app.core.errors import BadInput
from app.sync.codes import from_code


class Reading:
    """A switch for reading codes.

    read: called with the text of a code. changed: called when the camera is switched.
    """

    def __init__(self, read: Callable[[str], None], changed: Callable[[], None]) -> None:
        self._read, self._changed = read, changed
        self._camera: Camera | None = None
        self.on = False

    def switch(self) -> None:
        """Switch the camera on or off."""
        if self.on:
            self.stop()
        else:
            self.on = True
            beside(self._reading())
        self._changed()

    def stop(self) -> None:
        self.on = False
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.off()
        for holder in each("[data-camera]"):
            holder.hidden = True
            holder.replaceChildren()

    async def _reading(self) -> None:
        holder = next(box for box in each("[data-camera]") if box.parentElement.checkVisibility())
        video = document.createElement("video")
        holder.replaceChildren(video)
        holder.hidden = False
        holder.scrollIntoView(block="center")
        try:
            camera = await Camera.on(video)
        except NoCamera as fault:
            self.stop()
            notify(str(fault))
            self._changed()
            return
        if not self.on:  # switched off during the start
            camera.off()
            return
        self._camera = camera
        text = await camera.read(_is_code)
        if text:
            self.stop()
            self._read(text)


def _is_code(text: str) -> bool:
    try:
        from_code(text)
    except BadInput:
        return False
    return True
