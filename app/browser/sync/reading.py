"""The camera, switched on and off where a code is to be read."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import document

from app.browser.platform.dom import beside, each, tell
from app.browser.sync.camera import Camera, NoCamera
from app.core.errors import BadInput
from app.sync.codes import from_code


class Reading:
    """Reads codes while it is on. read: told the text of one; changed: that it went on or off."""

    def __init__(self, read: Callable[[str], None], changed: Callable[[], None]) -> None:
        self._read, self._changed = read, changed
        self._camera: Camera | None = None
        self.on = False

    def switch(self) -> None:
        """On, or off again."""
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
        for place in each("[data-camera]"):
            place.hidden = True
            place.replaceChildren()

    async def _reading(self) -> None:
        place = next(one for one in each("[data-camera]") if one.parentElement.checkVisibility())
        video = document.createElement("video")
        place.replaceChildren(video)
        place.hidden = False
        place.scrollIntoView(block="center")
        try:
            camera = await Camera.on(video)
        except NoCamera as fault:
            self.stop()
            tell(str(fault))
            self._changed()
            return
        if not self.on:  # switched off meanwhile
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
