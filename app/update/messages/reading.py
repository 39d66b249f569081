"""What somebody wants to see of the chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ChartTurned:
    """Charts are to be shown another way: exactly, at-least, at-most."""

    way: str


@dataclass(frozen=True)
class ChartNumbersTapped:
    """The tables of the charts are to be seen, or (again) only heard."""


@dataclass(frozen=True)
class FormPinned:
    """The open form is to be pinned as it stands."""


@dataclass(frozen=True)
class PinNamed:
    """A pin of the open form is called this."""

    place: str
    name: str


@dataclass(frozen=True)
class PinRemoved:
    """A pin of the open form is taken away."""

    place: str


@dataclass(frozen=True)
class PinTaken:
    """The open form is to say again what it said when this was pinned."""

    place: str


@dataclass(frozen=True)
class ScanTapped:
    """The scan of the open form is to be seen, or (again) not."""


@dataclass(frozen=True)
class ScanSet:
    """The scan of the open form is asked for otherwise. field: of `Scan`, or of one of its axes."""

    field: str
    text: str


@dataclass(frozen=True)
class CellTaken:
    """The open form is to say what a cell of the scan says. typed: texts by input."""

    typed: Mapping[str, str]


ChartMessage = ChartTurned | ChartNumbersTapped
PinMessage = FormPinned | PinNamed | PinRemoved | PinTaken
ScanMessage = ScanTapped | ScanSet | CellTaken
ReadingMessage = ChartMessage | PinMessage | ScanMessage
