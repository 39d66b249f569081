"""Presets in the dialog of new combatants: the game's, the campaign's own, the last group again.

A preset of one's own is a value of the scene with a name of its own (`table.preset …`), so it
belongs to the campaign, can be undone and needs no kind of fact.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from app.campaign.facts import CharacterRemoved, EncounterStepped
from app.campaign.journal.journal import Page
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import CampaignState
from app.campaign.state.values import exact, exact_values, plain, same
from app.core.encounters.presets import Preset, fresh_values, lasting_inputs
from app.core.encounters.roster import SHEET
from app.core.errors import BadInput, join_words
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import Derived, Sheet
from app.core.support.memo import IdentityCache
from app.widgets.fight.board.board import people
from app.widgets.fight.joining.fields import AnyEncounter, adding, other_side
from app.widgets.fight.joining.joining import Entry, of_kinds, own_ids
from app.widgets.fight.joining.parse_line import MOST, Kind
from app.widgets.fight.journal.descriptions import PRESET

#: The longest name that a value of the scene may have.
LONGEST = 200

#: The largest number of own presets.
MOST_OWN = 100

#: The own presets read last.
_read: IdentityCache[Preset] = IdentityCache(2 * MOST_OWN)

#: A combatant's name without its number.
_STEM = re.compile(r"(?P<stem>.*?\S) \d{1,6}", re.DOTALL)


@dataclass(frozen=True)
class PresetTile:
    """A preset to tap. count: how many are chosen."""

    id: str
    name: str
    line: str
    threat: int
    count: int
    is_own: bool


@dataclass(frozen=True)
class PresetView:
    """The presets in the dialog, and the combatants that the chosen ones add."""

    tiles: tuple[PresetTile, ...]
    #: Suggested groups: (label, foes in words).
    groups: tuple[tuple[str, str], ...]
    #: The last group in words, empty without one.
    again: str
    #: Names of the chosen combatants as they will be.
    names: tuple[str, ...]
    #: Present combatants that get a number: (old name, new name).
    renames: tuple[tuple[str, str], ...]


def preset_view(
    game: Game, state: CampaignState, page: Page | None, chosen: Mapping[str, int]
) -> PresetView:
    """Return the presets of a game and of its campaign. chosen: the number of each, by id."""
    assert game.encounter is not None
    presets = presets_of(game, state)
    entry = entry_of(state, kinds_of(game.encounter, presets, chosen))
    taken = people(state)
    return PresetView(
        tuple(
            PresetTile(
                preset.id,
                preset.name,
                preset.line,
                preset.threat,
                chosen.get(preset.id, 0),
                preset.id.startswith(PRESET),
            )
            for preset in presets.values()
        ),
        tuple(
            (group.label, group_words(presets, group.members))
            for group in game.encounter.presets().groups
        ),
        kinds_words(last_group(state, page)),
        tuple(str(join["name"]) for join in entry.joins),
        tuple((taken[id], name) for id, name in entry.renames.items()),
    )


def presets_of(game: Game, state: CampaignState) -> dict[str, Preset]:
    """Return all presets by id: the campaign's own, then those of the game."""
    assert game.encounter is not None
    own = {preset.id: preset for preset in _own_presets(game.encounter, state)}
    return {**own, **game.encounter.presets().by_id}


# --- to combatants ---


def kinds_of(
    encounter: AnyEncounter, presets: Mapping[str, Preset], counts: Mapping[str, int]
) -> tuple[Kind, ...]:
    """Return the kinds that so many of each preset are, in the order of the counts."""
    inputs = adding(encounter)
    result = []
    for id, count in counts.items():
        preset = presets.get(id)
        if preset is None or count < 1:
            continue  # of another game, or removed meanwhile
        count = min(count, MOST)
        group = {"group": preset.group[:40]} if count > 1 and "group" in inputs else {}
        shared = {**other_side(inputs), **group, **preset.inputs, SHEET: dict(preset.sheet)}
        result.append(Kind(count, preset.name, preset.group, shared, {}))
    return tuple(result)


def entry_of(state: CampaignState, kinds: tuple[Kind, ...]) -> Entry:
    """Return the combatants of these kinds, numbered on from those present."""
    return of_kinds(kinds, people(state), own_ids(state))


def last_group(state: CampaignState, page: Page | None) -> tuple[Kind, ...]:
    """Return the kinds of foes that joined last, by the journal; none without any."""
    characters = set(state.document["characters"])
    for entry in reversed(page.entries if page is not None else ()):
        assert page is not None
        if not page.holds(entry.n):
            continue
        if isinstance(entry.fact, CharacterRemoved):
            characters.add(entry.fact.character)
        if isinstance(entry.fact, EncounterStepped) and entry.fact.step == "join":
            kinds = tuple(_joined_kinds(entry.fact, characters))
            if kinds:
                return kinds
    return ()


def _joined_kinds(fact: EncounterStepped, characters: Container[str]) -> Iterator[Kind]:
    """Yield the kinds of a step `join`, without the characters among them."""
    records = fact.inputs.get("who")
    joins = [
        (_stem(str(record.get("name") or record.get("id"))), _without_name(record))
        for record in (records if isinstance(records, list) else ())
        if isinstance(record, Mapping) and str(record.get("id")) not in characters
    ]
    for (stem, inputs), members in groupby(joins):
        count = min(len(list(members)), MOST)
        yield Kind(count, stem, str(inputs.get("group") or stem), inputs, {})


def _without_name(record: Values) -> dict[str, object]:
    return {name: value for name, value in record.items() if name not in ("id", "name")}


def _stem(name: str) -> str:
    """Return a name without its number: `Raider 2` -> Raider."""
    numbered = _STEM.fullmatch(name)
    return numbered["stem"] if numbered else name


# --- in words ---


def group_words(presets: Mapping[str, Preset], members: Mapping[str, int]) -> str:
    """Describe a suggested group: `2 raiders and 1 wild dog`."""
    words = (
        f"{count} {(presets[id].group if count > 1 else presets[id].name).lower()}"
        for id, count in members.items()
    )
    return join_words(list(words), "and")


def kinds_words(kinds: tuple[Kind, ...]) -> str:
    """Describe kinds by their names: `Raider ×2, Wild dog`."""
    return ", ".join(
        f"{kind.name} ×{kind.count}" if kind.count > 1 else kind.name for kind in kinds
    )


# --- one's own ---


def preset_record(game: Game, state: CampaignState, who: str) -> tuple[str, dict[str, object]]:
    """Return the key and the record that save a combatant or a character as a preset.

    BadInput on `preset` if there is none of that id, or it has no name.
    """
    scene = scene_of(state.document, game)
    if scene is not None and who in scene.combatants:
        combatant = scene.combatants[who]
        name, sheet = combatant.name, combatant.sheet
        inputs = lasting_inputs(combatant, scene.encounter.lasting)
    elif state.has_character(who):
        character = state.character(who)
        name, sheet, inputs = character.name, character.sheet(game), {}
    else:
        raise BadInput("preset", "That one is no longer here.")
    name = _stem(name.strip())
    if not name:
        raise BadInput("preset", "Give it a name first.")
    record = {"sheet": plain(fresh_values(sheet)), "inputs": plain(inputs)}
    return f"{PRESET}{name}"[:LONGEST], record


def is_saved(game: Game, state: CampaignState, who: str) -> bool:
    """Tell whether a combatant or character is saved as a preset, just as it is."""
    try:
        key, record = preset_record(game, state, who)
    except BadInput:
        return False
    return key in state.scene and same(state.scene[key], record)


def _own_presets(encounter: AnyEncounter, state: CampaignState) -> Iterator[Preset]:
    """Yield the campaign's own presets by name, as far as the game can read them."""
    for key in sorted(state.scene, key=str.casefold):
        record = state.scene[key]
        if not key.startswith(PRESET) or not isinstance(record, Mapping):
            continue
        parts = (encounter, key, record)
        yield _read.of(parts, partial(_own_preset, *parts))


def _own_preset(encounter: AnyEncounter, key: str, record: Values) -> Preset:
    sheet, inputs = record.get("sheet"), record.get("inputs")
    data = sheet if isinstance(sheet, Mapping) else {}
    values = encounter.sheet(exact_values(data), {})
    return Preset(
        key,
        key.removeprefix(PRESET)[:60] or "Nameless",
        "",
        0,
        {id: value for id, value in fresh_values(values).items() if _is_stored(values, id)},
        _read_inputs(encounter, inputs if isinstance(inputs, Mapping) else {}),
    )


def _is_stored(sheet: Sheet, id: str) -> bool:
    """Tell whether a form declares this value and stores it."""
    declared = sheet.form.by_id.get(id)
    return declared is not None and not isinstance(declared, Derived)


def _read_inputs(encounter: AnyEncounter, inputs: Values) -> dict[str, object]:
    """Return the inputs of `add` among stored ones that it takes."""
    declared, result = adding(encounter), {}
    for name in encounter.lasting:
        if name in inputs:
            try:
                result[name] = declared[name].check(exact(inputs[name]))
            except BadInput:
                continue
    return result
