"""User actions at the tracker: steps of the encounter, joining, open menus and panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.update.messages.forms import RollableTaken


@dataclass(frozen=True)
class StepTaken:
    """A step of the encounter: `begin`, `end` or a transition's id, with its inputs."""

    step: str
    inputs: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class StepSent:
    """A submitted form of a step."""

    step: str
    #: Texts of the fields.
    typed: Mapping[str, str]
    #: Texts of the fields before the user typed.
    stood: Mapping[str, str]
    #: True to apply the step to all peers in the combatant's group.
    everybody: bool = False


@dataclass(frozen=True)
class CharactersJoined:
    """Characters joining the encounter."""

    #: Ids of the characters, None for all player characters not there yet.
    ids: Sequence[str] | None = None


@dataclass(frozen=True)
class LineJoined:
    """Combatants joining by a typed line."""

    #: For example `3 raiders, HP 7`.
    line: str


@dataclass(frozen=True)
class PresetStepped:
    """One more or one less of a preset chosen to join."""

    #: The id of the preset.
    preset: str
    #: 1 or -1.
    by: int


@dataclass(frozen=True)
class PresetsJoined:
    """The chosen presets joining."""


@dataclass(frozen=True)
class PresetGroupJoined:
    """A suggested group joining."""

    #: The label of the group.
    label: str


@dataclass(frozen=True)
class LastGroupJoined:
    """The last group of foes joining once more."""


@dataclass(frozen=True)
class HoursPassed:
    """Time passing."""

    #: The amount as typed.
    count: str
    #: `minutes`, `hours` or `days`.
    unit: str


@dataclass(frozen=True)
class MenuTapped:
    """The menu of a combatant opened."""

    who: str
    #: True to close the menu if it is open.
    again: bool = True
    #: The tab to open, empty for the first.
    tab: str = ""


@dataclass(frozen=True)
class StepOpened:
    """A toggle: open the form of a step."""

    step: str
    #: The id of the combatant concerned, empty for none.
    who: str = ""


@dataclass(frozen=True)
class StepClosed:
    """The form of a step closed."""


@dataclass(frozen=True)
class Aimed:
    """A target chosen."""

    #: The id of the target, empty for none.
    target: str
    #: The id of the actor, empty for the combatant with the turn.
    who: str = ""


@dataclass(frozen=True)
class PanelTapped:
    """A toggle: open a panel of the fight, `more`, `join` or `several`."""

    panel: str


@dataclass(frozen=True)
class MeterTapped:
    """A toggle: open the number pad of a combatant's meter."""

    who: str
    meter: str
    #: Whether it is a button that only opens the pad.
    opens: bool = False


@dataclass(frozen=True)
class MeterChanged:
    """A change of a combatant's meter."""

    who: str
    meter: str
    #: The amount as typed: a sign in it decides the direction; empty means 1.
    by: str
    #: True to subtract, False to add, None (Enter) for the meter's usual direction.
    down: bool | None = None


@dataclass(frozen=True)
class TabTapped:
    """Another tab of a combatant's panel."""

    #: `actions`, `skills`, `conditions` or `manage`.
    tab: str


@dataclass(frozen=True)
class ConditionTapped:
    """A condition added to a combatant, or taken away if it has it."""

    who: str
    #: The label of the condition.
    label: str


@dataclass(frozen=True)
class OrderNumberSet:
    """A number typed in the order of turns: an initiative, or a place."""

    who: str
    #: As typed; empty leaves it as it is.
    text: str


@dataclass(frozen=True)
class SeveralChanged:
    """Damage or healing of several combatants at once."""

    who: tuple[str, ...]
    #: The amount as typed; empty means 1.
    by: str
    #: True for healing, False for damage.
    heals: bool = False


@dataclass(frozen=True)
class TurnPassed:
    """A tap on End turn."""

    #: Whether it ends although a roll is due.
    anyway: bool = False


@dataclass(frozen=True)
class RealDiceSwitched:
    """A toggle of real dice at this table."""

    #: True to type in real dice, False to roll.
    on: bool


@dataclass(frozen=True)
class OverClosed:
    """The roll over the fight closed."""


@dataclass(frozen=True)
class ActionTaken:
    """An action taken by a combatant."""

    who: str
    action: str
    #: The id of the target, empty for none.
    target: str = ""


@dataclass(frozen=True)
class RolledOver:
    """A form opened over the fight."""

    taken: RollableTaken
    #: Texts given by its button, by input.
    button_texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ResultReopened:
    """A result reopened over the fight."""

    procedure: str
    #: The id of the roll's entry, empty for any result on the form.
    entry: str = ""


@dataclass(frozen=True)
class NextRolled:
    """The open result applied, and a follow-up rolled."""

    #: The index of the follow-up.
    follow: int


@dataclass(frozen=True)
class LayersWanted:
    """The layers over the fight after Back, Forward or Escape."""

    #: The names from the lowest up, as in `app.update.layers`.
    names: tuple[str, ...]


#: Messages about the roll over the fight.
OverMessage = ActionTaken | RolledOver | ResultReopened | NextRolled

#: Messages about presets in the dialog of new combatants.
PresetMessage = PresetStepped | PresetsJoined | PresetGroupJoined | LastGroupJoined

#: Messages about combatants that are changed by hand.
ByHandMessage = ConditionTapped | OrderNumberSet | SeveralChanged

TrackerMessage = (
    TurnPassed
    | PanelTapped
    | MeterTapped
    | MeterChanged
    | RealDiceSwitched
    | OverClosed
    | StepTaken
    | StepSent
    | CharactersJoined
    | LineJoined
    | HoursPassed
    | MenuTapped
    | TabTapped
    | StepOpened
    | StepClosed
    | Aimed
    | LayersWanted
)
