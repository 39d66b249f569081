"""Steps of an encounter on the page: buttons, forms and typed inputs.

Everything comes from the game's declarations: its transitions with their inputs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from app.campaign.state.scenes import scene_of
from app.campaign.state.state import CampaignState
from app.campaign.state.values import exact
from app.core.encounters.actions import StepGroup
from app.core.encounters.combatants import name_several, names_somebody
from app.core.encounters.scenes import AnyScene, EncounterRules, Transition
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Somebody, Text, YesNo
from app.core.sheets import Sheet
from app.widgets.roll.form.forms import Control, control, field_text

#: Steps that have a place of their own on the page.
OWN_PLACE = ("add", "remove", "move")

#: Choices of a switch that may stay unchanged.
AS_IT_IS = (("", "unchanged"), ("true", "yes"), ("false", "no"))


@dataclass(frozen=True)
class StepButton:
    """A step on offer. direct: it needs no form. group: the place of its button."""

    id: str
    title: str
    direct: bool
    group: StepGroup = "turn"


@dataclass(frozen=True)
class StepForm:
    """A step's form.

    fills: (label, texts by field as JSON) of the sheet that fill the form by one tap.
    """

    id: str
    title: str
    summary: str
    rules: tuple[str, ...]
    controls: tuple[Control, ...]
    fills: tuple[tuple[str, str], ...] = ()


def about(step: Transition) -> bool:
    """Tell whether a step is about one combatant, named by the input of that role."""
    return "who" in step.inputs and names_somebody(step.inputs["who"].kind)


def asked_inputs(game: Game, step: Transition) -> list[Input]:
    """Return the inputs that a form asks for: house rules only if no other form asks for them."""
    return [
        each
        for each in step.inputs.values()
        if not each.kind.house or not any(each.name in procedure.inputs for procedure in game)
    ]


def button(game: Game, step: Transition) -> StepButton:
    """Return a step's button; direct if only the combatant is needed."""
    names = [asked_input.name for asked_input in asked_inputs(game, step)]
    groups = game.encounter.groups if game.encounter is not None else {}
    direct = not names or (names == ["who"] and about(step))
    return StepButton(step.id, step.title, direct, groups.get(step.id, "turn"))


def main_step(scene: AnyScene) -> tuple[Transition | None, str]:
    """Return the step that advances the turn; else the reason why none is possible yet."""
    encounter, waits_for = scene.encounter, ""
    for id in encounter.advance:
        step = encounter.by_id[id]
        try:
            encounter.apply(scene, id, step.house_rules(scene.house))
        except BadInput as fault:
            waits_for = waits_for or fault.message
        else:
            return step, ""
    return None, waits_for


def newly_agreed(step: Transition, house: Values, given: Values) -> dict[str, object]:
    """Return the house rules that a step's form changes; None resets one to its default."""
    rules = {name: each for name, each in step.inputs.items() if each.kind.house and name in given}
    return {
        name: None if given[name] == each.default else given[name]
        for name, each in rules.items()
        if given[name] != house.get(name, each.default)
    }


def able(
    game: Game, state: CampaignState, id: str, wanted: Sequence[Mapping[str, object]]
) -> list[dict[str, object]]:
    """Return the inputs, of these, with which a step is possible one after another."""
    scene = scene_of(state.document, game)
    assert scene is not None
    step, taken = scene.encounter.by_id[id], []
    for record in wanted:
        inputs = {**step.house_rules(state.house), **record}
        try:
            scene = scene.encounter.apply(scene, id, inputs).scene
        except BadInput:
            continue
        taken.append(inputs)
    return taken


def hiding(encounter: EncounterRules[Any, Any] | None) -> Transition | None:
    """Return the step that hides a combatant from the players or reveals it."""
    for step in encounter.transitions if encounter else ():
        inputs = step.inputs
        needed = [name for name, declared in inputs.items() if declared.required]
        if "hidden" in inputs and needed == ["who"] and step.id not in OWN_PLACE:
            return step
    return None


# --- step forms ---


def step_form(
    game: Game,
    state: CampaignState,
    id: str,
    who: str = "",
    target: str = "",
    button_values: Mapping[str, object] | None = None,
) -> StepForm:
    """Return a step's form, prefilled with its combatant and current values.

    A step of the scene concerns the current combatant. target: the menu's target, the first answer
    to the step's `target`. button_values: values given by its button; inputs without an effect
    beside them are left out, and one on which others depend keeps its value.
    """
    scene = scene_of(state.document, game)
    assert scene is not None
    encounter, names = scene.encounter, state.fighters
    step = encounter.by_id[id]
    parts = {
        **encounter.suggested(scene, id),
        "who": who,
        "target": target if target in names and target != who else "",
    }
    acts = who if about(step) else scene.board.current or ""
    sheet = sheet_of(game, state, acts)
    # A combatant's own step takes nothing from the scene, unless it edits that.
    is_own = about(step) and id not in encounter.edits
    stands = partial(encounter.own_value if is_own else encounter.current_value, scene, acts)
    # Combatants cannot target themselves; the likeliest targets come first.
    likely = encounter.targets(scene, acts) if acts in scene.combatants else ()
    aims = {id: names[id] for id in (*likely, *names) if id != acts}
    given = button_values or {}
    inputs = asked_inputs(game, step)
    decisive = given.keys() & {when.input for each in inputs for when in each.kind.only_if}
    edited = inputs if id in encounter.edits else ()
    current = {each.name: stands(each.name) for each in edited if not names_somebody(each.kind)}
    texts = {name: field_text(value) for name, value in {**current, **given}.items()}

    def shown(declared: Input) -> Control:
        people = aims if declared.name == "target" else names
        filled = _filled(declared, control(declared), people, parts, stands, sheet, given)
        agreed = _agreed(state, declared, filled)
        entered = replace(agreed, text=texts.get(declared.name, agreed.text))
        return _fixed(entered) if declared.name in decisive else entered

    controls = tuple(shown(each) for each in inputs if each.kind.matters(given))
    doc = (step.function.__doc__ or "").partition("\n")[0]
    fills = tuple(
        (label, json.dumps({name: field_text(value) for name, value in inputs.items()}))
        for label, inputs in (encounter.uses(id, sheet) if sheet is not None else ())
    )
    return StepForm(step.id, step.title, doc, step.rules, controls, fills)


def moot_inputs(step: Transition, chosen: Values) -> frozenset[str]:
    """Return the inputs of a step without an effect beside these choices, moot ones left out."""
    moot: frozenset[str] | None = None
    values: Values = chosen
    while moot is None or moot & values.keys():
        values = {name: value for name, value in values.items() if name not in (moot or ())}
        moot = frozenset(
            name for name, each in step.inputs.items() if not each.kind.matters(values)
        )
    return moot


def _fixed(choice: Control) -> Control:
    """Return a control with its value as the only choice."""
    only = tuple((value, words) for value, words in choice.choices if value == choice.text)
    return replace(choice, choices=only, required=False)


def _agreed(state: CampaignState, declared: Input, base: Control) -> Control:
    """Return a house rule's control with the campaign's value."""
    if not declared.kind.house or declared.name not in state.house:
        return base
    return replace(base, text=field_text(exact(state.house[declared.name])))


def sheet_of(game: Game, state: CampaignState, combatant_id: str) -> Sheet | None:
    """Return the sheet of a character or a combatant, None if there is none."""
    if game.sheet is None:
        return None
    if state.has_character(combatant_id):
        return state.character(combatant_id).sheet(game)
    scene = scene_of(state.document, game)
    return (
        scene.combatants[combatant_id].sheet
        if scene is not None and combatant_id in scene.combatants
        else None
    )


def _filled(
    declared: Input,
    base: Control,
    names: Mapping[str, str],
    parts: Mapping[str, str],
    stands: Callable[[str], object],
    sheet: Sheet | None,
    given: Values,
) -> Control:
    """Return a control with its choices and the current value."""
    kind = declared.kind
    if names_somebody(kind):
        is_oneself = isinstance(kind, Somebody) and kind.is_oneself(given)
        nobody = () if declared.required else (("", "oneself" if is_oneself else "nobody"),)
        text = parts.get(declared.name) or base.text
        return replace(base, widget="choice", choices=(*nobody, *names.items()), text=text)
    if name_several(kind):
        return replace(base, widget="people", choices=tuple(names.items()))
    if declared.default is None:
        now = field_text(stands(declared.name))
        if isinstance(kind, YesNo):
            return replace(base, widget="choice", choices=AS_IT_IS, text=now, open=False)
        return replace(base, text=now)
    if sheet is not None and kind.sheet in sheet.form.by_id and not isinstance(kind, Text):
        try:
            return replace(base, text=field_text(declared.check(sheet[kind.sheet])))
        except BadInput:
            return base
    return base


def read_form(
    step: Transition,
    typed: Mapping[str, str],
    stood: Mapping[str, str],
    given: Collection[str] = (),
) -> dict[str, object]:
    """Return the typed texts of a step's form as inputs.

    stood: the texts before typing; an unchanged field is left out, for the step's own default.
    given: the fields with a value of the form's button, which counts also unchanged.
    """
    inputs: dict[str, object] = {}
    for name, text in typed.items():
        declared = step.inputs.get(name)
        if declared is None:
            continue
        unchanged = text == stood.get(name, "") and declared.default is None and name not in given
        if unchanged or (not text.strip() and not isinstance(declared.kind, Text)):
            continue
        inputs[name] = declared.kind.parse(text)
    return inputs
