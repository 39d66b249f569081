"""Search everywhere: forms, rules, rows of tables, characters with their rolls, settings.

    static_entries(game)         of one game: constant entries
    help_entries(text)           of the help: its topics
    open_entries(participants)   of the open campaign: characters, skills, weapons, spells
    find(entries, words)         the best hits

An entry matches if every typed word begins one of its words: `mara lock` finds Mara's Lockpick.
Words of its name weigh more than words around it, the open game more than others. A number that
matches no word goes into the one field that takes it: `fall 12 m`. A line of bare dice, `4d6kh3+2`,
comes first, and is rolled.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from app.core.errors import capitalized
from app.core.games import Game
from app.core.procedures.kinds import Kind, Number, Whole
from app.core.procedures.procedure import Procedure
from app.core.procedures.tables import Table
from app.core.sheets import Rollable
from app.core.support.typed_numbers import both_readings, normalize
from app.widgets.page import cell
from app.widgets.reference.rules import rules, topics
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import link, read

#: Most hits shown.
MOST = 12

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
                "form", procedure.title, under, game.id, f"#/{_path(procedure)}", procedure.id
            )
            labels = " ".join(declared.label for declared in procedure.inputs.values())
            yield _entry(hit, f"{procedure.summary} {labels}", procedure)
    tray = game.tray
    hit = Hit("form", tray.title, game.title, game.id, f"#/{_path(tray)}", tray.id)
    yield _entry(hit, f"{tray.summary} notation tray")
    yield from _pages(game)
    for table in game.tables:
        yield from _of_table(game, table)
    for rule in rules(book):
        title, href = rule.title or _short(rule.text, rule.id), f"#/{game.id}/rules/{rule.id}"
        hit = Hit("rule", f"{rule.id} {title}", game.title, game.id, href)
        yield _entry(hit, rule.text)


def _path(procedure: Procedure) -> str:
    return procedure.id.replace(".", "/")


def _short(text: str, id: str) -> str:
    body = text.removeprefix(id).strip()
    return body if len(body) <= 50 else f"{body[:49].rsplit(' ', 1)[0]}…"


def _pages(game: Game) -> Iterator[Entry]:
    pages = [
        ("Roll", "", "what can be rolled chapters overview all rolls common"),
        ("Sheets", "/characters", "characters people players samples"),
        ("NPCs", "/characters?show=npc", "sheets people"),
        ("Notes", "/notes", ""),
        ("Library", "/library", "book rulebook tables"),
        ("GM screen", "/tables?for=gm", "tables print"),
        ("Tables", "/tables", ""),
        ("Rulebook", "/rules", "rules"),
        ("Journal", "/journal", "log history"),
        ("Luck tonight", "/luck", "evening lucky unlucky rolls"),
        ("Is my die fair?", "/fair", "loaded crooked dice test"),
    ]
    if game.encounter is not None:
        pages += [
            ("Fight", "/encounter", "encounter combat initiative turn order"),
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
        label = next((each for each in cells if re.search(r"[a-z]{2}", each)), cells[0])
        label = label if len(label) <= 60 else f"{label[:59]}…"
        hit = Hit("row", capitalized(label), table.title, game.id, f"{href}?row={index}")
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
        (
            "Backup",
            "#/campaigns?open=backup",
            "backups files import export transfer download data safety",
        ),
        ("Settings", "#/settings", "device screen stays on vibration sounds full install theme"),
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
    href = link(_path(procedure), typed)
    hit = Hit("roll", roll.label, under, game.id, href, procedure.id, roll.place, actor_id)
    return _entry(hit, "", procedure)


# --- finding ---


def find(entries: Iterable[Entry], text: str, game: str = "", most: int = MOST) -> tuple[Hit, ...]:
    """Return the best hits for a text. game: the open one's id."""
    wanted, number = _asked(text)
    if not wanted and number is None:
        return tuple(_dice(text, game))
    if not wanted:  # a bare number is looked for as a word
        wanted, number = words_of(text), None
    matches = [
        (rank, index, entry)
        for index, entry in enumerate(entries)
        if (rank := _rank(entry, wanted, game)) is not None
    ]
    hits = [(rank, index, entry.hit) for rank, index, entry in matches]
    if number is not None:
        hits = list(_with_number(matches, *number))
    hits.sort(key=lambda each: each[:2])
    return (*_dice(text, game), *(hit for _, _, hit in hits))[:most]


#: What may be a line of dice: `4d6`, `d20+3`, `4dF`.
_DICE = re.compile(r"(?:^|[\d\s+(-])d(?:\d|%|f\b)", re.IGNORECASE)


def _dice(text: str, game: str) -> Iterator[Hit]:
    """Yield the typed line of bare dice, if it is one, to be rolled in the open game."""
    if _DICE.search(text) is None:
        return
    from app.core.dice.faults import Malformed
    from app.core.dice.grammar import parse
    from app.core.dice.saying import words, written

    try:
        line = parse(text)
    except Malformed:
        return
    path = f"{game}/dice" if game else "dice/roll"
    href = link(path, {"notation": written(line)})
    yield Hit("roll", written(line), words(line), game, href, path.replace("/", "."))


#: A typed number with its unit: `12 m`, `12m`, `3`, `1 000 m`.
_NUMBER = re.compile(
    r"(?<![\w.])(-?(?:\d{1,3}(?:[ '_]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*))(?!\d)\s*([a-z]{1,8}\b)?",
    re.IGNORECASE,
)


def _asked(text: str) -> tuple[list[str], tuple[str, str, list[str]] | None]:
    """Split a text into words to look for, and the number with its unit and words."""
    text = normalize(text)
    match = _NUMBER.search(text)
    if match is None:
        return words_of(text), None
    before, after = text[: match.start()], text[match.end() :]
    unit = (match[2] or "").lower()
    return words_of(f"{before} {after}"), (match[1], unit, words_of(match[0]))


def _rank(entry: Entry, wanted: Sequence[str], game: str) -> float | None:
    """Return a rank, smaller is better; None if a word is missing."""
    rank = 0.0
    for word in wanted:
        begins = f" {word}"
        if begins in entry.name:
            rank += 0 if f"{begins} " in entry.name else 1
        elif (
            len(word) > 1 and begins in entry.around
        ):  # a single letter begins a word of nearly every entry
            rank += 6
        else:
            return None
    hit = entry.hit
    if wanted and entry.name.startswith(f" {wanted[0]}"):
        rank -= 1
    other_game = 3 if game and hit.game and hit.game != game else 0
    return rank + other_game + KINDS[hit.kind][1] + len(entry.name) / 200


def _with_number(
    matches: Iterable[tuple[float, int, Entry]], number: str, unit: str, words: Sequence[str]
) -> Iterator[tuple[float, int, Hit]]:
    """Yield matches with the number, in the field that takes it, or as words of the entry."""
    for rank, index, entry in matches:
        filled = list(_filled(entry, number, unit))
        if filled:
            yield from ((rank, index, each) for each in filled)
        elif all(f" {word}" in entry.name or f" {word}" in entry.around for word in words):
            yield rank + 1, index, entry.hit
        elif entry.hit.rolls and not unit:
            yield rank + 5, index, entry.hit


def _filled(entry: Entry, number: str, unit: str) -> Iterator[Hit]:
    """Yield hits with the number in its one field: one for each way to read it."""
    if entry.number is None:
        return
    name = _field(entry.number, unit)
    declared = entry.number.inputs.get(name)
    if declared is None:
        return
    is_either = isinstance(declared.kind, Number) and both_readings(number)
    for reading in is_either or (number,):
        try:
            value = declared.check(declared.kind.written(reading))
        except ValueError:
            continue
        text = field_text(value)
        shown = text.replace("-", "\u2212")
        measure = f"{shown} {unit}" if unit else f"{declared.label} {shown}"
        href = link(_path(entry.number), {**read(entry.hit.href).typed, name: text})
        yield replace(entry.hit, label=f"{entry.hit.label}: {measure}", href=href)


@cache
def _field(procedure: Procedure, unit: str) -> str:
    """Return the one numeric field for a number with this unit; empty if none or several."""
    numeric = {
        name: each
        for name, each in procedure.inputs.items()
        if isinstance(each.kind, Whole | Number) and not each.kind.house
    }
    if unit:
        fits = [name for name, each in numeric.items() if _measures(each.kind, each.label, unit)]
        return fits[0] if len(fits) == 1 else ""
    required = [name for name, each in numeric.items() if each.required]
    front = [name for name, each in numeric.items() if each.kind.front and not each.kind.sheet]
    for names in (required, front):
        if len(names) == 1:
            return names[0]
    return ""


def _measures(kind: Kind, label: str, unit: str) -> bool:
    """Tell whether a field has this unit: by declaration, or by a word of its label."""
    own = getattr(kind, "unit", "").lower()
    spoken = {"m": "metre", "h": "hour", "d": "day"}.get(unit, unit)
    return unit == own or any(
        word == unit or (len(spoken) > 2 and word.startswith(spoken)) for word in words_of(label)
    )
