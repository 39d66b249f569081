"""Searchable entries: forms, rules, rows of tables, characters with their rolls, settings.

static_entries(game)         of one game: constant entries
help_entries(text)           of the help: its topics
open_entries(participants)   of the open campaign: characters, skills, weapons, spells
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.core.errors import capitalize
from app.core.games import Game
from app.core.procedures.procedure import Procedure
from app.core.procedures.tables import Table
from app.core.sheets import Rollable
from app.widgets.page import cell
from app.widgets.reference.rules import rules, topics
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import link, path_of

#: A word, or a number with its point.
_WORD = re.compile(r"[^\W_]+(?:\.\d+)*")

#: Kinds of hits: (label, rank among equals; 0 is the top).
KINDS = {
    "roll": ("Roll", 0),
    "form": ("Form", 1),
    "person": ("Character", 1),
    "place": ("Page", 2),
    "campaign": ("Campaign", 2),
    "setting": ("Setting", 2),
    "help": ("Help", 3),
    "rule": ("Rule", 3),
    "table": ("Table", 3),
    "row": ("Row", 4),
}


@dataclass(frozen=True)
class Hit:
    """A search result."""

    #: One of KINDS.
    kind: str
    label: str
    #: Its context, such as a chapter.
    under: str
    #: The game's id, empty for none.
    game: str
    #: Its address, empty for a setting.
    href: str
    #: The id of a procedure that can be rolled at once.
    procedure: str = ""
    #: Where on the sheet that roll stands.
    place: str = ""
    #: The actor's id.
    who: str = ""
    #: Of a setting: the action of a tap.
    do: str = ""
    #: Of a setting: the argument of the action.
    value: str = ""

    @property
    def rolls(self) -> bool:
        """Tell whether it can be rolled from here."""
        return bool(self.procedure)

    @property
    def what(self) -> str:
        """Return its kind in a word."""
        return KINDS[self.kind][0]


@dataclass(frozen=True)
class Entry:
    """A searchable entry with its normalized words: the name's, and those around it.

    number: the procedure with one field for a number, None for none.
    """

    hit: Hit
    name: str
    around: str
    number: Procedure | None = None


def words_of(text: str) -> list[str]:
    """Return the words of a text, in lower case and without accents."""
    plain = text.replace("\u2019", "").replace("'", "")
    if not plain.isascii():  # most texts are ASCII
        bare = unicodedata.normalize("NFKD", plain)
        plain = "".join(each for each in bare if not unicodedata.combining(each))
    return _WORD.findall(plain.lower())


def _ready(text: str) -> str:
    return f" {' '.join(words_of(text))} "


def _entry(hit: Hit, around: str = "", number: Procedure | None = None) -> Entry:
    return Entry(hit, _ready(hit.label), _ready(f"{hit.under} {around}"), number)


# --- entries ---


def static_entries(game: Game, book: str = "") -> Iterator[Entry]:
    """Yield forms, rules, tables and pages of a game. book: its rulebook as HTML."""
    for chapter in game.chapters:
        for procedure in chapter.procedures:
            under = f"{chapter.title} · {game.title}"
            hit = Hit(
                "form", procedure.title, under, game.id, f"#/{path_of(procedure.id)}", procedure.id
            )
            labels = " ".join(declared.label for declared in procedure.inputs.values())
            yield _entry(hit, f"{procedure.summary} {labels}", procedure)
    tray = game.tray
    hit = Hit("form", tray.title, game.title, game.id, f"#/{path_of(tray.id)}", tray.id)
    yield _entry(hit, f"{tray.summary} notation tray")
    yield from _pages(game)
    for table in game.tables:
        yield from _of_table(game, table)
    for rule in rules(book):
        title, href = rule.title or _short(rule.text, rule.id), f"#/{game.id}/rules/{rule.id}"
        hit = Hit("rule", f"{rule.id} {title}", game.title, game.id, href)
        yield _entry(hit, rule.text)


def _short(text: str, id: str) -> str:
    body = text.removeprefix(id).strip()
    return body if len(body) <= 50 else f"{body[:49].rsplit(' ', 1)[0]}…"


def _pages(game: Game) -> Iterator[Entry]:
    pages = [
        ("Roll", "", "what can be rolled chapters overview all rolls common"),
        ("Sheets", "/characters", "add characters people players samples"),
        ("NPCs", "/characters?show=npc", "sheets people"),
        ("Notes", "/notes", ""),
        ("Library", "/library", "book rulebook tables"),
        ("GM screen", "/tables?for=gm", "tables print"),
        ("Tables", "/tables", ""),
        ("Rulebook", "/rules", "rules"),
        ("Journal", "/journal", "log history"),
        ("Luck tonight", "/luck", "stats statistics evening lucky unlucky rolls"),
        ("Dice fairness", "/fair", "is my die fair stats statistics loaded crooked test"),
    ]
    if game.encounter is not None:
        pages += [
            ("Fight", "/encounter", "encounter combat initiative turn order advance time timers"),
            ("Players’ screen", "/table", "second screen show"),
            ("Fight forecast", "/forecast", "how will it go odds chances win encounter balance"),
        ]
    for label, path, around in pages:
        yield _entry(Hit("place", label, game.title, game.id, f"#/{game.id}{path}"), around)


def _of_table(game: Game, table: Table[Any]) -> Iterator[Entry]:
    href = f"#/{game.id}/tables/{table.id.replace('.', '-')}"
    hit = Hit("table", table.title, game.title, game.id, href)
    yield _entry(hit, " ".join(table.columns.values()))
    for index, row in enumerate(table):
        cells = [cell(getattr(row, name)) for name in table.columns]
        label = next((cell for cell in cells if re.search(r"[a-z]{2}", cell)), cells[0])
        label = label if len(label) <= 60 else f"{label[:59]}…"
        hit = Hit("row", capitalize(label), table.title, game.id, f"{href}?row={index}")
        yield _entry(hit, f"{' '.join(cells)} {game.title}")


#: Settings on the page: label, `data-do`, `data-value`, further words.
SETTINGS = (
    ("Theme: light", "theme", "light", "day paper bright settings"),
    ("Theme: dark", "theme", "dark", "night black settings"),
    ("Theme: system", "theme", "auto", "automatic settings"),
    ("Keyboard shortcuts", "keys", "", "keys list settings help"),
)


def settings() -> tuple[Entry, ...]:
    """Return the entries that belong to no game."""
    pages = (
        ("Home", "#/", "start games tonight"),
        ("Dice", "#/dice", "any bare dice notation tray roller"),
        ("Campaigns", "#/campaigns", "switch new rename duplicate delete"),
        ("Share table", "#/together", "shared several devices invite players join phones"),
        (
            "Backup",
            "#/campaigns?open=backup",
            "backups files import export transfer download everything data safety",
        ),
        (
            "Settings",
            "#/settings",
            "device keep screen awake vibrate vibration sounds rule ids full install theme",
        ),
        ("Help", "#/help", "guide manual instructions how"),
        ("About", "#/about", "version licence license news changelog"),
    )
    return (
        *(_entry(Hit("place", label, "", "", href), around) for label, href, around in pages),
        *(
            _entry(Hit("setting", label, "", "", "", do=do, value=value), around)
            for label, do, value, around in SETTINGS
        ),
    )


def help_entries(text: str) -> Iterator[Entry]:
    """Yield the topics of the help, given as HTML."""
    for topic in topics(text):
        yield _entry(Hit("help", topic.title, "Help", "", f"#/help/{topic.id}"), topic.text)


def campaign_entries(
    lines: Iterable[tuple[str, str, str]], games: Mapping[str, Game]
) -> tuple[Entry, ...]:
    """Return entries of whole campaigns, given as id, name and game id."""
    return tuple(
        _entry(Hit("campaign", name, games[game].title, game, "", do="campaign-open", value=id))
        for id, name, game in lines
        if game in games
    )


def open_entries(participants: Participants) -> Iterator[Entry]:
    """Yield the characters of the open campaign, and the rolls of their sheets."""
    game = participants.game
    for combatant in participants.there:
        has_page = participants.state.has_character(combatant.id)
        href = f"#/{game.id}/character/{combatant.id}" if has_page else f"#/{game.id}/encounter"
        kind = "PC" if combatant.kind == "pc" else "NPC"
        yield _entry(
            Hit("person", combatant.name, f"{kind} · {game.title}", game.id, href), "sheet"
        )
        sheet = participants.sheets({"self": combatant.id}).get("self")
        if game.sheet is None or sheet is None:
            continue
        for rollable in game.sheet.rolls(sheet):
            yield _roll(game, combatant.id, combatant.name, rollable)


def _roll(game: Game, actor_id: str, name: str, roll: Rollable) -> Entry:
    procedure = game.procedures[roll.procedure]
    typed = {input: field_text(value) for input, value in roll.inputs.items()}
    under = name if procedure.title == roll.label else f"{name} · {procedure.title}"
    href = link(path_of(procedure.id), typed)
    hit = Hit("roll", roll.label, under, game.id, href, procedure.id, roll.place, actor_id)
    return _entry(hit, "", procedure)
