"""Handling of the settings of this device."""

from __future__ import annotations

from dataclasses import replace

from app.update.commands import StoreDevice
from app.update.messages.device import (
    DeviceMessage,
    DeviceRead,
    DeviceSwitched,
    DiceNamed,
    InstallDeclined,
)
from app.update.model import Model, Next
from app.widgets.settings.device import Device


def update(model: Model, message: DeviceMessage) -> Next:
    """Handle a message about settings."""
    match message:
        case DeviceRead(device):
            return Next(replace(model, device=device))
        case DeviceSwitched(name):
            return _store(model, model.device.toggle(name))
        case DiceNamed(sides, text):
            return _store(model, model.device.calling(sides, text))
        case InstallDeclined():
            return _store(model, replace(model.device, declined=True))


def record_session(model: Model) -> Next:
    """Record the date of the last entry as a session."""
    if model.journal is None or not model.journal.entries:
        return Next(model)
    return _store(model, model.device.count_day(model.journal.last.at))


def _store(model: Model, device: Device) -> Next:
    if device == model.device:
        return Next(model)
    return Next(replace(model, device=device), (StoreDevice(device.record()),))
