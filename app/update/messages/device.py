"""Settings of this device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.widgets.settings.device import Device


@dataclass(frozen=True)
class DeviceRead:
    """The settings stored at the last visit."""

    device: Device


@dataclass(frozen=True)
class DeviceSwitched:
    """A toggle of a setting."""

    #: The id of the setting.
    name: str


@dataclass(frozen=True)
class DiceNamed:
    """Names of the real dice of one size."""

    #: The number of sides.
    sides: int
    #: The names, separated by commas, empty for none.
    text: str


@dataclass(frozen=True)
class InstallDeclined:
    """The install hint dismissed, or the installation done."""


DeviceMessage = DeviceRead | DeviceSwitched | DiceNamed | InstallDeclined
