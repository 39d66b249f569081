"""What somebody wishes of this device: kept on it, and in no campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from app.core.play.play import Thrown
from app.widgets.dice import naming

#: So many evenings somebody plays here before it is said that the page can be installed.
EVENINGS = 3

#: So many lines of names are offered again for dice of a size, each no longer than that.
LINES, LONGEST = 5, 120


@dataclass(frozen=True)
class Device:
    """awake: the screen stays on during a fight. ticks: it is felt when dice land. sounds: they
    are heard.

    evenings: the days on which something happened here, as far as they count. declined: nobody
    wants to hear of installing again. dice: by the number of their sides, what real dice are
    called, as somebody wrote it: what holds now, and before that what else was said.
    """

    awake: bool = True
    ticks: bool = True
    sounds: bool = False
    evenings: tuple[str, ...] = ()
    declined: bool = False
    dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

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

    def called(self, sides: int) -> str:
        """What the real dice of a size are called now; empty where nobody named them."""
        return next(iter(self.dice.get(str(sides), ())), "")

    def calling(self, sides: int, text: str) -> Device:
        """With another line of names for the dice of a size; an empty one is none."""
        line = ", ".join(naming.names(text[:LONGEST]))
        before = [each for each in self.dice.get(str(sides), ()) if each not in ("", line)]
        return replace(self, dice={**self.dice, str(sides): (line, *before)[:LINES]})

    def offered(self, sides: int) -> tuple[str, ...]:
        """What dice of this size were called here."""
        return tuple(each for each in self.dice.get(str(sides), ()) if each)

    def names_of(self, rolls: Sequence[Thrown], typed: int) -> dict[str, tuple[str, ...]]:
        """What the dice of a roll are called whose faces were typed, the first so many."""
        return naming.names_of(rolls, typed, {sides: said[0] for sides, said in self.dice.items()})

    def record(self) -> dict[str, Any]:
        """As JSON."""
        dice = {sides: list(said) for sides, said in self.dice.items()}
        return {**asdict(self), "evenings": list(self.evenings), "dice": dice}


@dataclass(frozen=True)
class Switch:
    """A wish that is turned on and off. needs: what the browser must be able to do for it."""

    id: str
    label: str
    help: str
    needs: str = ""


SWITCHES = (
    Switch("awake", "Screen stays on", "While a fight is on, and on the players’ screen.", "awake"),
    Switch(
        "ticks", "A tick when dice land", "A short vibration; a longer one at your turn.", "ticks"
    ),
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
    return replace(Device(), **flags, evenings=evenings, dice=_dice(known["dice"]))


def _dice(record: Any) -> dict[str, tuple[str, ...]]:
    """What dice were called, as far as it is sound."""
    found = {}
    for sides, said in record.items() if isinstance(record, Mapping) else ():
        lines = said if isinstance(said, list) else []
        sound = tuple(each[:LONGEST] for each in lines if isinstance(each, str))[:LINES]
        if sound and str(sides).isdecimal() and len(str(sides)) <= len("100"):
            found[str(sides)] = sound
    return found
