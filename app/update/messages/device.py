"""What somebody wishes of this device, and what was kept of that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.widgets.settings.device import Device


@dataclass(frozen=True)
class DeviceRead:
    """What was wished at the last visit."""

    device: Device


@dataclass(frozen=True)
class DeviceSwitched:
    """A wish was turned on or off. name: which."""

    name: str


@dataclass(frozen=True)
class DiceNamed:
    """Real dice of a size have a name, or several, parted by commas; or (empty) none any more."""

    sides: int
    text: str


@dataclass(frozen=True)
class InstallDeclined:
    """Nobody wants to hear of installing again, or it is done."""


DeviceMessage = DeviceRead | DeviceSwitched | DiceNamed | InstallDeclined
