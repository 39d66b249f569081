"""What a newcomer tries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SampleTried:
    """A form was asked for, for a sample character. place: where on their sheet it stands.

    character: the id that the sample is to have, if it is not there yet.
    """

    procedure: str
    sample: int
    place: str
    character: str
