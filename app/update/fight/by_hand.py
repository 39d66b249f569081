"""Handling of changes by hand: conditions, numbers in the order, damage to several at once.

update(model, message) -> the model after it, and the commands
"""

from __future__ import annotations

from app.campaign.facts import Applied
from app.campaign.journal.changes_by_entry import meters
from app.campaign.state.effects import apply_effects, effect_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import CampaignState
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.outcomes import Effect, add
from app.core.support import typed_numbers
from app.update.commands import StoreEntries
from app.update.fight.tracker import BY, change_tracker, open_only, take
from app.update.messages.tracker import (
    ByHandMessage,
    ConditionTapped,
    OrderNumberSet,
    SeveralChanged,
)
from app.update.model import Model, Next
from app.widgets.fight.board.steps import sheet_of


def update(model: Model, message: ByHandMessage) -> Next:
    """Handle a change by hand; BadInput names the field at fault."""
    if model.played is None:
        return Next(model)
    game, state = model.played
    scene = scene_of(state.document, game)
    if scene is None:
        return Next(model)
    match message:
        case ConditionTapped(who, label):
            return _tap_condition(model, scene, who, label)
        case OrderNumberSet(who, text):
            return _set_number(model, scene, who, text)
        case SeveralChanged():
            return _change_several(model, game, message)


def _tap_condition(model: Model, scene: AnyScene, who: str, label: str) -> Next:
    """Add a condition, or take it away if the combatant has it."""
    if who not in scene.combatants:
        return Next(model)
    conditions = scene.encounter.conditions(scene, who)
    condition = next((condition for condition in conditions if condition.label == label), None)
    if condition is None:
        return Next(model)
    if condition.step:
        return take(model, condition.step, {"who": who, **condition.inputs})
    records = [effect_record(who, effect) for effect in condition.effects]
    return Next(model, (StoreEntries(lambda state: (Applied(records),)),))


def _set_number(model: Model, scene: AnyScene, who: str, text: str) -> Next:
    """Set a combatant's number in the order and close its field; BadInput on `number`."""
    closed = open_only(model)
    number = scene.encounter.order_number(scene, who) if who in scene.combatants else None
    if number is None or not text.strip():
        return closed
    declared = scene.encounter.by_id[number.step].inputs[number.input]
    try:
        value = declared.kind.check(number.label, declared.kind.parse(text))
    except BadInput as fault:
        raise BadInput("number", fault.message) from None
    if value == number.value:
        return closed
    taken = take(model, number.step, {"who": who, number.input: value})
    return taken.then(lambda now: change_tracker(now, pad=("", "")))


def _change_several(model: Model, game: Game, message: SeveralChanged) -> Next:
    """Change the first meter of several combatants in one entry; BadInput on `several`."""
    if not message.who:
        raise BadInput("several", "Tick who is hit.")
    sign, bare = typed_numbers.split_sign(message.by)
    try:
        by = BY.check("Amount", BY.parse(bare or "1"))
    except BadInput as fault:
        raise BadInput("several", fault.message) from None

    def facts(state: CampaignState) -> tuple[Applied, ...]:
        effects = (_change(game, state, who, by, sign, message.heals) for who in message.who)
        records = [
            effect_record(who, effect)
            for who, effect in zip(message.who, effects, strict=True)
            if effect is not None
        ]
        changes = apply_effects(state.document, records, model.games) != state.document
        return (Applied(records),) if changes else ()

    return open_only(model).doing(StoreEntries(facts))


def _change(
    game: Game, state: CampaignState, who: str, by: int, sign: str, heals: bool
) -> Effect | None:
    """Return the effect of damage or healing on a combatant's first meter, None without one.

    A typed sign decides, whatever the button, as on the pad of one combatant.
    """
    known = meters(state.document, who, game)
    meter = next((each for each in known if each.settable), None)
    if meter is None:
        return None
    rises = sign == "+" if sign else heals != (meter.full == "bad")
    change = by if rises else -by
    sheet = sheet_of(game, state, who)
    return add(meter.id, change) if sheet is None else sheet.form.count(sheet, meter.id, change)
