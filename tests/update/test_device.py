"""The preferences of a device: switched, stored, and an install hint on the third evening."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.systems import games
from app.update.commands import StoreDevice
from app.update.messages.answers import JournalMoved
from app.update.messages.device import DeviceRead, DeviceSwitched, InstallDeclined
from app.update.model import Model
from app.update.update import update
from app.widgets.settings.device import SWITCHES, Device, device_from
from tests.campaign.happenings import Stamps

DICE = random.Random(0)


def test_a_switch_turns_and_is_kept() -> None:
    model = Model(games())
    for each in SWITCHES:
        before = getattr(model.device, each.id)
        model, commands = update(model, DeviceSwitched(each.id), DICE)
        assert getattr(model.device, each.id) is not before
        assert commands == (StoreDevice(model.device.record()),)
    assert update(model, DeviceSwitched("evenings"), DICE) == (model, ())


def test_sounds_are_off_until_wished() -> None:
    assert not Device().sounds


def test_stored_preferences_are_read_again() -> None:
    device = Device(awake=False, sounds=True, evenings=("2026-01-01",), declined=True)
    assert device_from(device.record()) == device
    model, commands = update(Model(games()), DeviceRead(device), DICE)
    assert (model.device, commands) == (device, ())


@pytest.mark.parametrize(
    "record", [None, [], 5, "x", {"awake": "no", "evenings": 7}, {"evenings": [3, {}]}, {"x": 1}]
)
def test_invalid_preferences_count_as_none(record: Any) -> None:
    assert device_from(record) == Device()


def test_the_third_evening_says_that_it_can_be_installed_once() -> None:
    model, stamp = Model(games()), Stamps()
    journal = append(Journal("c"), f.Started("garden", "x"), stamp(), games())
    for day in ("2026-01-01", "2026-01-02", "2026-01-02", "2026-01-09"):
        assert not model.device.knows_us
        at = type(stamp())(stamp().id, f"{day}T20:00:00Z", "")
        journal = append(journal, f.CampaignRenamed(day), at, games())
        model, _ = update(model, JournalMoved(journal), DICE)
    assert model.device.knows_us
    model, commands = update(model, InstallDeclined(), DICE)
    assert not model.device.knows_us
    assert device_from(model.device.record()) == model.device
    assert any(isinstance(command, StoreDevice) for command in commands)
