"""Settings of this device, stored on it and in no campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from app.core.play.play import Thrown
from app.widgets.dice import naming

#: Sessions on this device before the install hint.
EVENINGS = 3

#: Most lines of names remembered for a size of dice, and their longest length.
LINES, LONGEST = 5, 120


@dataclass(frozen=True)
class Device:
    """The settings of a device."""

    #: Whether the screen stays on during a fight.
    awake: bool = True
    #: Whether the device vibrates when dice land.
    ticks: bool = True
    #: Whether dice make sounds.
    sounds: bool = False
    #: Whether labels show the ids of their rules.
    rules: bool = False
    #: The first days of play, up to `EVENINGS`.
    evenings: tuple[str, ...] = ()
    #: Whether the install hint was declined.
    declined: bool = False
    #: By number of sides, the lines of names of real dice, the current one first.
    dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def knows_us(self) -> bool:
        """Tell whether it is time for the install hint."""
        return len(self.evenings) >= EVENINGS and not self.declined

    def toggle(self, name: str) -> Device:
        """Return the device with this setting toggled; unchanged for an unknown one."""
        if name not in {each.id for each in SWITCHES}:
            return self
        changed: dict[str, Any] = {name: not getattr(self, name)}
        return replace(self, **changed)

    def count_day(self, at: str) -> Device:
        """Return the device with this day counted. at: a time on that day."""
        day = at[:10]
        if not day or day in self.evenings or len(self.evenings) >= EVENINGS:
            return self
        return replace(self, evenings=(*self.evenings, day))

    def names_of_dice(self, sides: int) -> str:
        """Return the current names of real dice of a size; empty for none."""
        return next(iter(self.dice.get(str(sides), ())), "")

    def calling(self, sides: int, text: str) -> Device:
        """Return the device with a line of names for dice of a size; empty for none."""
        line = ", ".join(naming.names(text[:LONGEST]))
        before = [each for each in self.dice.get(str(sides), ()) if each not in ("", line)]
        return replace(self, dice={**self.dice, str(sides): (line, *before)[:LINES]})

    def remembered_names(self, sides: int) -> tuple[str, ...]:
        """Return the remembered lines of names for dice of a size."""
        return tuple(each for each in self.dice.get(str(sides), ()) if each)

    def names_of(self, rolls: Sequence[Thrown], typed: int) -> dict[str, tuple[str, ...]]:
        """Return the names of a roll's typed dice. typed: the number of typed faces."""
        return naming.names_of(
            rolls, typed, {sides: lines[0] for sides, lines in self.dice.items()}
        )

    def record(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        dice = {sides: list(lines) for sides, lines in self.dice.items()}
        return {**asdict(self), "evenings": list(self.evenings), "dice": dice}


@dataclass(frozen=True)
class Switch:
    """A setting to toggle. needs: the required browser feature."""

    id: str
    label: str
    help: str
    needs: str = ""


SWITCHES = (
    Switch("awake", "Keep screen awake", "During fights and on the players’ screen.", "awake"),
    Switch("ticks", "Vibrate on roll", "Longer when it’s your turn.", "ticks"),
    Switch("sounds", "Sounds", "Rolling dice, and a tone for the result.", "sounds"),
    Switch("rules", "Rules beside fields", "Their ids. Tap one to read its rule."),
)


def device_from(record: object) -> Device:
    """Decode stored settings, skipping invalid ones: the inverse of `Device.record`."""
    if not isinstance(record, Mapping):
        return Device()
    stored = {field.name: record.get(field.name) for field in fields(Device)}
    flags: dict[str, Any] = {name: v for name, v in stored.items() if isinstance(v, bool)}
    days = stored["evenings"] if isinstance(stored["evenings"], list) else []
    evenings = tuple(str(day)[:10] for day in days if isinstance(day, str))[:EVENINGS]
    return replace(Device(), **flags, evenings=evenings, dice=_dice(stored["dice"]))


def _dice(record: Any) -> dict[str, tuple[str, ...]]:
    """Decode stored names of dice, skipping invalid ones."""
    result = {}
    for sides, stored in record.items() if isinstance(record, Mapping) else ():
        lines = stored if isinstance(stored, list) else []
        valid = tuple(line[:LONGEST] for line in lines if isinstance(line, str))[:LINES]
        if valid and str(sides).isdecimal() and len(str(sides)) <= len("100"):
            result[str(sides)] = valid
    return result
