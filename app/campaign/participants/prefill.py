"""Prefilled inputs of a form: one function (`prefill`), by one order of precedence (`ORDER`).

An input that declares `sheet="target:flesh"` takes that field of the target's sheet; inputs that
depend on others (the skill for this kind of attack) come from the game's own `feed`.

Values are as a request carries them: unchecked, without those that are empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache

from app.campaign.state.values import exact
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Text
from app.core.procedures.procedure import Procedure
from app.core.sheets import Sheet

#: The checked inputs of a form so far.
SoFar = Callable[[], Values]


@dataclass(frozen=True)
class Sources:
    """Everything that can give values to a form, as values."""

    game: Game
    procedure: Procedure
    #: The house rules of the campaign that differ from the rules as written.
    house: Values = field(default_factory=dict)
    #: The sheets of the cast, by role.
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    #: The values of the scene, by name.
    scene: Values = field(default_factory=dict)
    #: The inputs of the roll on the roller's sheet that the encounter may change, and the others.
    feeds: Values = field(default_factory=dict)
    inputs: Values = field(default_factory=dict)
    #: The running encounter.
    fight: AnyScene | None = None
    #: The combatants of the cast, by role.
    fighting: Mapping[str, str] = field(default_factory=dict)
    #: The inputs given by a link or a button, or typed by hand; None for an emptied one.
    typed: Values = field(default_factory=dict)
    #: The inputs that the encounter locks.
    locked: Values = field(default_factory=dict)


Source = Callable[[Sources, SoFar], Values]


@dataclass(frozen=True)
class Prefilled:
    """A filled form."""

    #: Its inputs as a request.
    values: Values
    #: The prefilled values, also where another value was typed over one.
    automatic: Values


def _sheet_fields(form: Sources, so_far: SoFar) -> Values:
    return {
        name: form.sheets[role][field]
        for name, role, field in _read_off(form.procedure)
        if role in form.sheets and field in form.sheets[role].form.by_id
    }


def _sheet_feed(form: Sources, so_far: SoFar) -> Values:
    sheet = form.game.sheet if form.sheets else None
    return sheet.feed(form.procedure, form.sheets, so_far()) if sheet is not None else {}


def _scene_feed(form: Sources, so_far: SoFar) -> Values:
    return form.game.scene_feed(form.scene, so_far()) if form.game.scene_feeds else {}


def _actor(form: Sources, so_far: SoFar) -> Values:
    fight, who = form.fight, form.fighting.get("self")
    if fight is None or who is None:
        return {}
    return fight.encounter.prefill_actor(fight, who, form.procedure.id)


def _target(form: Sources, so_far: SoFar) -> Values:
    fight, procedure = form.fight, form.procedure.id
    return fight.encounter.prefill_target(fight, form.fighting, procedure) if fight else {}


def _encounter_form(form: Sources, so_far: SoFar) -> Values:
    fight, procedure = form.fight, form.procedure.id
    if fight is None or not fight.encounter.depends_on_form:
        return {}
    return fight.encounter.prefill_from_form(fight, form.fighting, procedure, so_far())


def _own_inputs(form: Sources, so_far: SoFar) -> Values:
    return {name: value for name, value in form.inputs.items() if name not in form.typed}


#: The sources that fill in a form by themselves, from the weakest to the strongest.
AUTOMATIC: Mapping[str, Source] = {
    "sheet": _sheet_fields,  # `Kind.sheet`
    "feed": _sheet_feed,  # `SheetForm.feed`
    "scene": _scene_feed,  # `Game.scene_feed`
    "feeds": lambda form, so_far: form.feeds,
    "actor": _actor,  # `prefill_actor`
    "target": _target,  # `prefill_target`
    "encounter": _encounter_form,  # `prefill_from_form`
    "inputs": _own_inputs,
}

#: All sources, from the weakest to the strongest, as `prefill` merges them.
ORDER = ("default", "house", *AUTOMATIC, "typed", "locked")

#: Those of sheets and scene, and of the encounter.
SHEETS = ("sheet", "feed", "scene")
ENCOUNTER = ("actor", "target", "encounter")

#: Those with values that are shown even if the form cannot take them.
UNCHECKED = ("feeds", "inputs")


def prefill(sources: Sources, now: Values | None = None) -> Prefilled:
    """Fill in a form by all sources. now: its inputs so far (default: unedited)."""
    procedure = sources.procedure
    base = find_unedited(procedure, sources.house)
    if now is None:
        now = merge_request(procedure, base, sources.typed)
    automatic: Values = {}
    for _ in range(2):  # a prefilled input may decide about others
        automatic, before = fill_in(sources, now), now
        now = merge_request(procedure, base, automatic, sources.typed, sources.locked)
        if now == before:
            break
    return Prefilled(now, automatic)


def fill_in(
    sources: Sources, now: Values, wanted: Collection[str] = AUTOMATIC.keys()
) -> dict[str, object]:
    """Return the values that fill themselves in once. now: the inputs of the form."""
    procedure, filled = sources.procedure, dict[str, object]()
    chosen = _own_inputs(sources, dict) if "inputs" in wanted else {}

    def so_far() -> Values:
        return check_request(procedure, merge_request(procedure, now, filled, chosen))

    for name in wanted:
        if name == "feeds" and chosen and sources.typed:
            # By the rollable alone the skill may be that of its attack.
            alone = fill_in(sources, sources.inputs, SHEETS)
            chosen = {each: chosen[each] for each in chosen if alone.get(each) == filled.get(each)}
        values = chosen if name == "inputs" else AUTOMATIC[name](sources, so_far)
        for input, value in values.items():
            if name in UNCHECKED or fits(procedure, input, value):
                filled[input] = value
    return filled


def find_unedited(procedure: Procedure, house: Values) -> Values:
    """Return the inputs of a form that nothing has filled in, by the campaign's house rules."""
    agreed = house_inputs(procedure, house) if house else {}
    return merge_request(procedure, _written(procedure), agreed) if agreed else _written(procedure)


def house_inputs(procedure: Procedure, house: Values) -> dict[str, object]:
    """Return the house rules that a procedure reads, as inputs."""
    return {
        name: exact(house[name])
        for name, declared in procedure.inputs.items()
        if declared.kind.house and name in house
    }


@cache
def _read_off(procedure: Procedure) -> tuple[tuple[str, str, str], ...]:
    """Return the inputs that a field of a sheet prefills: (name, role, field)."""
    fields = []
    for name, declared in procedure.inputs.items():
        role, colon, field = declared.kind.sheet.partition(":")
        if declared.kind.sheet:
            fields.append((name, role if colon else "self", field if colon else role))
    return tuple(fields)


# --- requests ---


def is_open(declared: Input, value: object) -> bool:
    """Tell whether a value is missing, so that a request omits it (an empty text may count)."""
    if isinstance(value, str):
        is_filled = value.strip() or (isinstance(declared.kind, Text) and not declared.required)
        return not is_filled
    return value is None or value == () or value == []


def merge_request(procedure: Procedure, request: Values, *more: Values) -> dict[str, object]:
    """Return a request with more values on top, the last first; missing values are left out."""
    inputs, merged_values = procedure.inputs, dict(request)
    for values in more:
        for name, value in values.items():
            declared = inputs.get(name)
            if value is None and declared is not None and isinstance(declared.kind, Text):
                value = ""
            if declared is None or not is_open(declared, value):
                merged_values[name] = value
            else:
                merged_values.pop(name, None)
    return merged_values


def check_request(procedure: Procedure, given: Values) -> dict[str, object]:
    """Return the checked inputs of a request; invalid ones fall back to their default."""
    values = dict(_defaults(procedure))
    inputs = procedure.inputs
    for name, value in given.items():
        declared = inputs.get(name)
        if declared is None or value is declared.default:
            continue
        try:
            values[name] = declared.check(value)
        except BadInput:
            continue
    return values


@cache
def _defaults(procedure: Procedure) -> Values:
    """Return the defaults of the optional inputs."""
    inputs = procedure.inputs.items()
    return {name: declared.default for name, declared in inputs if not declared.required}


@cache
def _written(procedure: Procedure) -> Values:
    """Return the defaults as a request."""
    return merge_request(procedure, {}, _defaults(procedure))


def fits(procedure: Procedure, name: str, value: object) -> bool:
    """Tell whether the input takes this value; sheets may hold values that no form takes."""
    declared = procedure.inputs.get(name)
    if declared is None:
        return False
    try:
        declared.check(declared.kind.parse("") if value is None else value)
    except BadInput:
        return False
    return True
