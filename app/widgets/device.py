"""What somebody wishes of this device: kept on it, and in no campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

#: So many evenings somebody plays here before it is said that the page can be installed.
EVENINGS = 3


@dataclass(frozen=True)
class Device:
    """awake: the screen stays on during a fight. ticks: it is felt when dice land. sounds: they
    are heard.

    evenings: the days on which something happened here, as far as they count. declined: nobody
    wants to hear of installing again.
    """

    awake: bool = True
    ticks: bool = True
    sounds: bool = False
    evenings: tuple[str, ...] = ()
    declined: bool = False

    @property
    def knows_us(self) -> bool:
        """Is it time to say that the page can be installed?"""
        return len(self.evenings) >= EVENINGS and not self.declined

    def switched(self, name: str) -> Device:
        """With this wish turned into its contrary; as it was where there is no such wish."""
        if name not in {each.id for each in SWITCHES}:
            return self
        after: dict[str, Any] = {name: not getattr(self, name)}
        return replace(self, **after)

    def played_on(self, at: str) -> Device:
        """With this day among those that count. at: a moment of it."""
        day = at[:10]
        if not day or day in self.evenings or len(self.evenings) >= EVENINGS:
            return self
        return replace(self, evenings=(*self.evenings, day))

    def record(self) -> dict[str, Any]:
        """As JSON."""
        return {**asdict(self), "evenings": list(self.evenings)}


@dataclass(frozen=True)
class Switch:
    """A wish that is turned on and off. needs: what the browser must be able to do for it."""

    id: str
    label: str
    help: str
    needs: str = ""


SWITCHES = (
    Switch("awake", "Screen stays on", "While a fight is on, and on the players’ screen.", "awake"),
    Switch("ticks", "A tick when dice land", "A short vibration.", "ticks"),
    Switch("sounds", "Sounds", "Dice falling, and a tone for what they came to.", "sounds"),
)


def device_from(record: Any) -> Device:
    """What was kept, as far as it is sound: the neighbour of `Device.record`."""
    if not isinstance(record, Mapping):
        return Device()
    known = {each.name: record.get(each.name) for each in fields(Device)}
    flags: dict[str, Any] = {name: v for name, v in known.items() if isinstance(v, bool)}
    days = known["evenings"] if isinstance(known["evenings"], list) else []
    evenings = tuple(str(day)[:10] for day in days if isinstance(day, str))[:EVENINGS]
    return replace(Device(), **flags, evenings=evenings)
