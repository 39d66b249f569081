"""Layers over the fight, synchronised with the browser's history (static/js/layers.js)."""

from __future__ import annotations

import json

from pyscript import document

from app.browser.platform.dom import listen, some
from app.browser.platform.elements import Event
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import say_address, say_layers
from app.update.layers import layers
from app.update.messages.tracker import LayersWanted
from app.update.model import Model


class LayersView(Listener, Part):
    """Names the layers on the root element and handles Back, Forward and Escape."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        # None draws in any case. Layers from before a reload are named when they are back.
        self._drawn: tuple[str, ...] | None = ()
        listen(document, "tableside:layers", self._on_layers)

    def _on_layers(self, event: Event) -> None:
        say_address(self._runtime.model)  # an older entry has an older address
        requested = json.loads(str(event.detail))
        if requested is not None and tuple(requested) != layers(self._runtime.model):
            self._drawn = None  # redraw in any case
            self._runtime.send(LayersWanted(tuple(requested)))

    def on_key(self, event: Event) -> bool:
        """Close the top layer on Escape."""
        names = layers(self._runtime.model)
        if str(event.key) != "Escape" or not names or some("dialog[open]") is not None:
            return False
        event.preventDefault()
        self._runtime.send(LayersWanted(names[:-1]))
        return True

    def draw(self, model: Model) -> None:
        names = layers(model)
        if names != self._drawn:
            self._drawn = names
            say_layers(names)
