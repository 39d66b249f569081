"""What the table agreed on and wrote down: the campaign, its house rules, scene and notes."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.facts.base import ID, LONG, NAME, Data, Fact, told
from app.campaign.shapes import ANY, MapOf, Text


@told("started", game=ID, name=NAME)
@dataclass(frozen=True)
class Started(Fact):
    """The first entry of every campaign."""

    game: str
    name: str = ""


@told("campaign-renamed", name=NAME)
@dataclass(frozen=True)
class CampaignRenamed(Fact):
    name: str


@told("house-set", rules=MapOf(ANY, 500))
@dataclass(frozen=True)
class HouseSet(Fact):
    """House rules were agreed: values by name; null is back to the rule as written."""

    rules: Data


@told("scene-set", values=MapOf(ANY, 500))
@dataclass(frozen=True)
class SceneSet(Fact):
    """Something about the scene was set: values by name; null takes the name away."""

    values: Data


@told("note-written", note=ID, text=LONG, about=Text(64))
@dataclass(frozen=True)
class NoteWritten(Fact):
    """A note was written, rewritten, or (with empty text) taken away."""

    note: str
    text: str
    about: str = ""


@told("imported", source=Text(200), summary=LONG)
@dataclass(frozen=True)
class Imported(Fact):
    """A file was read in: what came of it stands in the entry's changes."""

    source: str
    summary: str = ""
