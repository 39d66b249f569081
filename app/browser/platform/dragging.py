"""Dragging of a combatant in the turn order by its grip, with finger, pen or mouse."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import window
from pyscript.ffi import create_proxy

from app.browser.platform.dom import data, each, near
from app.browser.platform.elements import Element, Event


def follow(event: Event, moved: Callable[[str, str], None]) -> None:
    """Drag a line by its grip until the pointer is released.

    moved: called with the dragged combatant and the one it is put before (empty: last).
    """
    grip = near(event.target, "[data-grip]")
    if grip is None:
        return
    event.preventDefault()
    grip.focus()
    line = grip.closest("[data-place]")
    lines = [each_ for each_ in each("[data-place]", line.parentElement) if each_ != line]
    line.classList.add("is-dragged")

    def go_along(move: Event) -> None:
        target = below(move)
        for other in lines:
            other.classList.toggle("is-over-drop", other is target)

    def below(at: Event) -> Element | None:
        """Return the line below the pointer, or None at the end."""
        for other in lines:
            box = other.getBoundingClientRect()
            if at.clientY < box.top + box.height / 2:
                return other
        return None

    def let_go(up: Event) -> None:
        for name, proxy in proxies.items():
            window.removeEventListener(name, proxy)
            proxy.destroy()
        line.classList.remove("is-dragged")
        for other in lines:
            other.classList.remove("is-over-drop")
        if str(up.type) == "pointerup":
            target = below(up)
            moved(data(line, "place"), data(target, "place") if target else "")

    proxies = {"pointermove": create_proxy(go_along)}
    proxies["pointerup"] = proxies["pointercancel"] = create_proxy(let_go)
    for name, proxy in proxies.items():
        window.addEventListener(name, proxy)
