"""Device features: wake lock, vibration, sounds, full screen and installation.

A feature that the browser lacks is not mentioned. Imported after the start, so no roll waits for
it.
"""

from __future__ import annotations

from pyscript import document, window
from pyscript.ffi import create_proxy

from app.browser.platform.dom import data, listen, notify, one, show, soon
from app.browser.platform.elements import Element, Js
from app.browser.platform.settings import read_device
from app.browser.platform.sounds import Sounds
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.tools import choose_theme
from app.campaign.facts import Rolled
from app.update.messages.campaigns import FileChosen
from app.update.messages.device import DeviceRead, DeviceSwitched, InstallDeclined
from app.update.model import Model
from app.widgets.settings.device import SWITCHES

#: Milliseconds of the vibration; seconds for which dice roll.
TICK_MS, ROLLING_S = 12, 0.38

#: The page that handles a file opened from outside.
FILES = "#/campaigns"


def can() -> frozenset[str]:
    """Return the names of the features that the browser supports."""
    navigator = window.navigator
    features = {
        "awake": getattr(navigator, "wakeLock", None),
        "ticks": getattr(navigator, "vibrate", None) and _matches("(pointer: coarse)"),
        "sounds": getattr(window, "AudioContext", None),
        "full": getattr(document, "fullscreenEnabled", False),
        "install": getattr(window, "tablesideInstall", None),
        "ios": getattr(navigator, "standalone", None) is False,
    }
    return frozenset(name for name, feature in features.items() if feature)


def is_installed() -> bool:
    """Tell whether the page runs as an installed app."""
    alone = _matches("(display-mode: standalone)")
    return alone or getattr(window.navigator, "standalone", False) is True


class DevicePart(Listener, Part):
    """Applies device features to the current model and draws the settings."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._lock: Js | None = None
        self._wants_lock = False
        self._sounds = Sounds()
        self._drawn: tuple[object, ...] = ()
        self._last_entry = ("", 0)
        runtime.send(DeviceRead(read_device()))
        queue = getattr(window, "launchQueue", None)
        if queue is not None:
            queue.setConsumer(create_proxy(self._on_launch))
        listen(document, "fullscreenchange", lambda _: self._fill())

    # --- taps ---

    def on_tap(self, what: str, button: Element) -> bool:
        match what:
            case "device-switch":
                self._runtime.send(DeviceSwitched(data(button, "setting")))
                if data(button, "setting") == "sounds" and not self._runtime.model.device.sounds:
                    self._sounds.fall()
            case "theme-set":
                choose_theme(data(button, "value"))
                self._drawn = ()
                self.draw(self._runtime.model)
            case "full-screen":
                soon(self._full())
            case "install":
                soon(self._install())
            case "install-no":
                self._runtime.send(InstallDeclined())
            case _:
                return False
        return True

    async def _full(self) -> None:
        """Toggle full screen."""
        try:
            if _is_full():
                await document.exitFullscreen()
            else:
                await document.documentElement.requestFullscreen()
        except Exception:
            notify("Full screen isn’t available in this browser.")

    async def _install(self) -> None:
        prompt = getattr(window, "tablesideInstall", None)
        window.tablesideInstall = None  # a browser asks once
        if prompt is not None:
            await prompt.prompt()
        self._runtime.send(InstallDeclined())

    def _on_launch(self, launch: Element) -> None:
        """Open the file or shortcut with which the installed page was launched."""
        files = list(getattr(launch, "files", None) or [])
        target = str(getattr(launch, "targetURL", "") or "")
        if files:
            window.location.hash = FILES
            soon(self._open_file(files[0]))
        elif "#" in target:
            window.location.hash = "#" + target.partition("#")[2]

    async def _open_file(self, handle: Js) -> None:
        file = await handle.getFile()
        self._runtime.send(FileChosen(str(file.name), int(file.size), file))

    # --- the screen stays on ---

    def on_visibility(self) -> None:
        """Request the wake lock again when the page returns; hiding the page releases it."""
        if str(document.visibilityState) == "visible" and self._wants_lock:
            soon(self._hold())

    def _awake(self, model: Model) -> None:
        fights = model.state is not None and model.state.encounter is not None
        shows = model.address.path.endswith("/table")
        wanted = model.device.awake and (fights or shows) and "awake" in can()
        if wanted == self._wants_lock:
            return
        self._wants_lock = wanted
        soon(self._hold() if wanted else self._release())

    async def _hold(self) -> None:
        try:
            self._lock = await window.navigator.wakeLock.request("screen")
        except Exception:
            self._lock = None  # a low battery or a hidden page: go without

    async def _release(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            await lock.release()

    # --- dice ---

    def _listen(self, model: Model) -> None:
        """Play the dice for a roll just made at this table, unless it is hidden."""
        journal, previous = model.journal, self._last_entry
        self._last_entry = (journal.campaign, journal.n) if journal is not None else ("", 0)
        if journal is None or self._last_entry == previous or previous[0] != journal.campaign:
            return
        fact = journal.last.fact if journal.entries and journal.n > previous[1] else None
        if isinstance(fact, Rolled) and not fact.hidden and _is_visible(model):
            self._play_dice(fact.success)

    def _play_dice(self, good: bool | None) -> None:
        device, moves = self._runtime.model.device, not _is_still()
        delay = ROLLING_S if moves else 0.0
        if device.ticks and "ticks" in can():
            window.setTimeout(create_proxy(lambda: window.navigator.vibrate(TICK_MS)), delay * 1000)
        if device.sounds and "sounds" in can():
            self._sounds.fall(delay)
            self._sounds.verdict(good, delay + 0.3)

    # --- drawing ---

    def draw(self, model: Model) -> None:
        self._awake(model)
        self._listen(model)
        path = model.address.path
        is_open = path == "settings"
        fights = model.state is not None and model.state.encounter is not None
        key = (model.device, path, fights)
        if key == self._drawn:
            return
        self._drawn = key
        document.documentElement.toggleAttribute("data-rules", model.device.rules)
        if is_open:
            self._fill()
        features = can()
        hints = model.device.knows_us and not fights and not is_installed()
        hint = hints and bool(features & {"install", "ios"})
        html = render("install.html", ios="install" not in features) if hint else ""
        show(one('[data-slot="install"]'), html)

    def _fill(self) -> None:
        """Draw the settings that this browser supports."""
        model, features = self._runtime.model, can()
        if model.address.path != "settings":
            return
        html = render(
            "settings.html",
            switches=[
                (switch, bool(getattr(model.device, switch.id)))
                for switch in SWITCHES
                if not switch.needs or switch.needs in features
            ],
            theme=data(document.documentElement, "theme"),
            full=_is_full() if "full" in features else None,
            install="install" in features and not is_installed(),
        )
        show(one('[data-slot="settings"]'), html)


def _is_visible(model: Model) -> bool:
    """Tell whether a visible page other than the players' screen is shown."""
    return str(document.visibilityState) == "visible" and not model.address.path.endswith("/table")


def _matches(query: str) -> bool:
    return bool(window.matchMedia(query).matches)


def _is_full() -> bool:
    return bool(document.documentElement.matches(":fullscreen"))


def _is_still() -> bool:
    return _matches("(prefers-reduced-motion: reduce)")
