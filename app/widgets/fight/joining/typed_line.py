"""A typed line of combatants on screen: chips of its meaning before anything is added."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.games import Game
from app.widgets.fight.board.board import people
from app.widgets.fight.joining.fields import BESIDE_STATS, adding
from app.widgets.fight.joining.joining import Entry, own_ids, quick
from app.widgets.fight.joining.parse_line import kind_words, similar_preset
from app.widgets.fight.joining.presets import presets_of

#: The words of a message that names a likely meaning.
_MEANT = "Did you mean “"


@dataclass(frozen=True)
class LineChip:
    """A part of a line that was understood."""

    words: str
    #: `foe`, `preset`, `stat` or `rename`.
    kind: str


@dataclass(frozen=True)
class LineView:
    """The meaning of a line: its chips, or the reason why there are none."""

    chips: tuple[LineChip, ...] = ()
    message: str = ""
    #: The word in question and the one that may be meant, both empty for none.
    typed: str = ""
    meant: str = ""


def read_entry(game: Game, state: CampaignState, line: str) -> Entry:
    """Parse the combatants that a line adds to the running encounter; BadInput on `quick`."""
    assert game.encounter is not None
    presets = tuple(presets_of(game, state).values())
    return quick(game.encounter, line, people(state), own_ids(state), presets)


def line_view(game: Game, state: CampaignState, line: str) -> LineView:
    """Return the meaning of a line; empty for an empty one."""
    assert game.encounter is not None
    if not line.strip():
        return LineView()
    try:
        entry = read_entry(game, state, line)
    except BadInput as fault:
        typed, _, rest = fault.message.partition(_MEANT)
        word = typed.partition("“")[2].partition("”")[0]
        return LineView((), fault.message, *((word, rest.rstrip("”?")) if rest else ("", "")))
    inputs, names = adding(game.encounter), [str(join["name"]) for join in entry.joins]
    chips = []
    for kind in entry.kinds:
        own_names, names = names[: kind.count], names[kind.count :]
        last = f" to {own_names[-1]}" if kind.count > 1 else ""
        chips.append(LineChip(own_names[0] + last, "preset" if kind.preset else "foe"))
        chips += (LineChip(words, "stat") for words in kind_words(kind, inputs))
    taken = people(state)
    chips += (
        LineChip(f"{taken[id]} becomes {name}", "rename") for id, name in entry.renames.items()
    )
    presets = tuple(presets_of(game, state).values())
    for kind in entry.kinds:
        if kind.given.keys() <= BESIDE_STATS and (meant := similar_preset(kind, presets)):
            message = f"“{kind.name}” is no preset. {_MEANT}{meant}”?"
            return LineView(tuple(chips), message, kind.name, meant)
    return LineView(tuple(chips))
