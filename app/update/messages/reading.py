"""User actions on the display of chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ChartTurned:
    """Another kind of chart: `exactly`, `at-least` or `at-most`."""

    way: str


@dataclass(frozen=True)
class ChartNumbersTapped:
    """A toggle: show the tables of the charts, which are otherwise for screen readers."""


@dataclass(frozen=True)
class FormPinned:
    """A request to pin the open form as it is filled in."""


@dataclass(frozen=True)
class PinNamed:
    """A new name of a pin of the open form."""

    place: str
    name: str


@dataclass(frozen=True)
class PinRemoved:
    """A pin of the open form removed."""

    place: str


@dataclass(frozen=True)
class PinTaken:
    """The texts of a pin restored in the open form."""

    place: str


@dataclass(frozen=True)
class ScanTapped:
    """A toggle: show the scan of the open form."""


@dataclass(frozen=True)
class ScanSet:
    """A changed setting of the scan."""

    #: A field of `Scan` or of one of its axes.
    field: str
    text: str


@dataclass(frozen=True)
class CellTaken:
    """The texts of a cell of the scan copied into the open form."""

    #: Texts by input.
    typed: Mapping[str, str]


ChartMessage = ChartTurned | ChartNumbersTapped
PinMessage = FormPinned | PinNamed | PinRemoved | PinTaken
ScanMessage = ScanTapped | ScanSet | CellTaken
ReadingMessage = ChartMessage | PinMessage | ScanMessage
