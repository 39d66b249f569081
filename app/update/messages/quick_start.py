"""User actions with sample characters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SampleTried:
    """A form opened for a sample character."""

    procedure: str
    sample: int
    #: The path of the roll on the sample's sheet.
    place: str
    #: The id for the sample if it is not in the campaign yet.
    character: str
    #: True once its game was opened for it; another game opened meanwhile cancels it.
    again: bool = False
