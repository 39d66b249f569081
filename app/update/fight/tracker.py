"""Handling of messages of the tracker: steps, joining, passing time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from app.campaign.facts import Applied, HouseSet
from app.campaign.journal.actions import Happening, TimeStep
from app.campaign.journal.changes_by_entry import meters
from app.campaign.journal.elapsed_time import record_hours
from app.campaign.state.effects import apply_effects, effect_record
from app.campaign.state.encounters import EncounterStep, try_step
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import CampaignState
from app.campaign.state.values import plain
from app.core.encounters.encounter import Encounter
from app.core.encounters.scenes import PASS
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Number, Whole
from app.core.procedures.outcomes import add
from app.core.sheets import Meter
from app.core.support import typed_numbers
from app.update import layers
from app.update.commands import FocusStep, ForgetTyped, ShowPlace, StoreEntries
from app.update.messages.answers import StepStored
from app.update.messages.tracker import (
    Aimed,
    CharactersJoined,
    HoursPassed,
    LayersWanted,
    LineJoined,
    MenuTapped,
    MeterChanged,
    MeterTapped,
    OverClosed,
    PanelTapped,
    RealDiceSwitched,
    StepClosed,
    StepOpened,
    StepSent,
    StepTaken,
    TabTapped,
    TrackerMessage,
    TurnPassed,
)
from app.update.model import Model, Next
from app.widgets.fight.board import acting, board, menus, steps
from app.widgets.fight.board.elapsed_time import UNITS

if TYPE_CHECKING:
    from app.widgets.fight.joining.joining import Entry
    from app.widgets.fight.joining.typed_line import LineView

COUNT = Number(0, 1_000_000)
#: The amount by which a number changes.
BY = Whole(0, 9_999)


def update(model: Model, message: TrackerMessage) -> Next:
    """Handle a message of the tracker; BadInput names the field at fault."""
    if isinstance(message, RealDiceSwitched):
        return change_tracker(model, real_dice=message.on)
    open_here = model.played
    if open_here is None or open_here[0].encounter is None:
        return Next(model)
    game, state = open_here
    match message:
        case StepTaken(step, inputs):
            return take(model, step, inputs)
        case TurnPassed(anyway):
            if not anyway and any(each["procedure"] for each in state.due):
                return change_tracker(model, asks_end=True, overlay="", button_texts={})
            return change_tracker(model, overlay="", button_texts={}).then(
                lambda now: take(now, PASS, {})
            )
        case StepSent():
            return _submit_step(model, game, state, message)
        case CharactersJoined(ids):
            return _join_characters(model, game, state, ids)
        case LineJoined(line):
            return _join_line(model, game, state, line)
        case HoursPassed(count, unit):
            return _pass_time(model, state, count, unit)
        case MenuTapped(who, again, tab):
            menu = "" if again and model.tracker.menu == who else who
            return open_only(model, menu=menu, tab=tab).doing(ShowPlace(who))
        case TabTapped(tab):
            return change_tracker(model, tab=tab, step="", who="")
        case PanelTapped(panel):
            return open_only(model, panel="" if model.tracker.panel == panel else panel)
        case MeterTapped(who, meter, opens):
            closes = model.tracker.pad == (who, meter) and not opens
            return _open_pad(model, who, "" if closes else meter, overlay="")
        case MeterChanged():
            return _change_meter(model, game, state, message)
        case StepOpened(step) if step not in _encounter_of(game).by_id:
            return Next(model)  # of the game that was open before
        case StepOpened(step, who):
            again = (model.tracker.step, model.tracker.who) == (step, who)
            opened = ("", "") if again else (step, who)
            after = change_tracker(model, step=opened[0], who=opened[1], given={})
            return after.doing(ForgetTyped("steps"), FocusStep(opened[0]))
        case StepClosed():
            return change_tracker(model, step="", who="")
        case Aimed(target, who):
            acts = who or current(game, state)
            return change_tracker(model, aims={**model.tracker.aims, acts: target})
        case OverClosed():
            return change_tracker(model, overlay="", button_texts={})
        case LayersWanted(names):
            return Next(layers.lay(model, names))


def open_only(model: Model, **open: object) -> Next:
    """Open one thing at the fight and close all others."""
    closed: dict[str, object] = {"menu": "", "tab": "", "panel": "", "pad": ("", "")}
    closed |= {"step": "", "who": ""}
    return change_tracker(model, **closed | open)


def _open_pad(model: Model, who: str, meter: str, **open: object) -> Next:
    """Open the pad of a meter, or close it if the meter is "".

    The combatant's own panel stays open: the pad is shown in it.
    """
    tracker = model.tracker
    around = {"menu": who, "tab": tracker.tab} if tracker.menu == who else {}
    return open_only(model, pad=(who, meter) if meter else ("", ""), **around, **open)


def _change_meter(model: Model, game: Game, state: CampaignState, message: MeterChanged) -> Next:
    """Change a combatant's meter; store nothing if it stays the same or is not theirs."""
    combatant_id, id = message.who, message.meter
    known = meters(state.document, combatant_id, game)
    meter = next((each for each in known if each.id == id and each.settable), None)
    if meter is None:
        return open_only(model)
    change = _read_change(message, meter)

    def facts(state: CampaignState) -> tuple[Applied, ...]:
        sheet = steps.sheet_of(game, state, combatant_id)
        effect = add(id, change) if sheet is None else sheet.form.count(sheet, id, change)
        record = effect_record(combatant_id, effect)
        changes = apply_effects(state.document, [record], model.games) != state.document
        return (Applied([record]),) if changes else ()

    return _open_pad(model, combatant_id, "").doing(StoreEntries(facts))


def _read_change(message: MeterChanged, meter: Meter) -> int:
    """Read the change of a meter; the fault begins with its label."""
    sign, bare = typed_numbers.split_sign(message.by)
    try:
        by = BY.check(meter.label, BY.parse(bare or "1"))
    except BadInput as fault:
        raise BadInput("meter", fault.message) from None
    down = not meter.rises if message.down is None else message.down
    return -by if (sign == "-" if sign else down) else by


def current(game: Game, state: CampaignState) -> str:
    """Return the id of the combatant with the turn, empty without one."""
    scene = scene_of(state.document, game)
    return scene.board.current or "" if scene is not None else ""


def change_tracker(model: Model, **changes: Any) -> Next:
    return Next(replace(model, tracker=replace(model.tracker, **changes)))


def take(model: Model, step: str, inputs: Values) -> Next:
    """Take a step of the encounter, with the house rules that it agrees on."""
    assert model.played is not None
    game, state = model.played
    encounter = _encounter_of(game)
    transition = encounter.by_id.get(step)
    given = {**(transition.house_rules(state.house) if transition else {}), **plain(inputs)}
    if step != "end":
        try_step(state.document, step, given, model.games)  # raises the reason why not
    rules = steps.newly_agreed(transition, state.house, given) if transition else {}
    entries: list[Happening] = [HouseSet(rules)] if rules else []
    entries.append(EncounterStep(step, given))
    # Open menus belong to one encounter only.
    closed: dict[str, object] = {}
    if step in ("begin", "end"):
        panel = layers.SETUP if step == "begin" else ""
        closed = {"menu": "", "panel": panel, "pad": ("", ""), "presets": {}}
    elif encounter.ends_turn(step) and model.tracker.panel in (layers.SETUP, "join"):
        closed = {"panel": "", "presets": {}}
    if encounter.ends_turn(step):
        closed["aims"] = _standing_aims(model, game, state)
    after = change_tracker(model, step="", who="", given={}, asks_end=False, **closed)
    store = StoreEntries(
        _bind_to_turn(game, state, step, entries), StepStored(len(state.due), current(game, state))
    )
    return after.doing(ForgetTyped(), store)


def _standing_aims(model: Model, game: Game, state: CampaignState) -> dict[str, str]:
    """Return the chosen targets without the beaten foes, as a turn ends."""
    scene, aims = scene_of(state.document, game), model.tracker.aims
    if scene is None:
        return {}
    return {who: id for who, id in aims.items() if not acting.is_beaten(scene, who, id)}


def _bind_to_turn(
    game: Game, state: CampaignState, step: str, entries: Sequence[Happening]
) -> Callable[[CampaignState], Sequence[Happening]]:
    """Return the changes of a step; one that ends a turn applies to the turn on screen only.

    Another device may have ended it meanwhile: then it is not ended a second time.
    """
    if not _encounter_of(game).ends_turn(step):
        return lambda now: entries
    turn_on_screen = current(game, state)
    return lambda now: entries if current(game, now) == turn_on_screen else ()


def _submit_step(model: Model, game: Game, state: CampaignState, message: StepSent) -> Next:
    """Take the step of a submitted form, without the fields that were not touched."""
    step = _encounter_of(game).by_id.get(message.step)
    if step is None:
        return Next(model)  # of the game that was open before
    button = model.tracker.given if model.tracker.step == message.step else {}
    given = steps.read_form(step, message.typed, message.stood, button)
    if not message.everybody or state.encounter is None:
        return take(model, message.step, given)
    _, peers = menus.group_of(game, state, str(given.get("who", "")))
    inputs_by_peer = [{**given, "who": peer_id} for peer_id in peers]
    able = steps.able(game, state, message.step, inputs_by_peer)
    if not able:
        return take(model, message.step, given)  # which raises the reason
    return take(model, "together", {"step": message.step, "who": able})


def _join_characters(
    model: Model, game: Game, state: CampaignState, ids: Sequence[str] | None
) -> Next:
    """Add characters to the encounter; without ids, all absent player characters that live."""
    from app.widgets.fight.joining import joining  # a first roll needs none of it

    if state.encounter is None:
        return Next(model)
    view = board.board_view(game, state)
    chosen = view.party if ids is None else (each for each in view.absent if each.id in ids)
    entrants = [joining.of_character(game, each) for each in chosen]
    return take(model, "join", {"who": entrants}) if entrants else Next(model)


def _encounter_of(game: Game) -> Encounter[Any, Any]:
    """Return the encounter of a game with an open tracker."""
    assert game.encounter is not None
    return game.encounter


def _join_line(model: Model, game: Game, state: CampaignState, line: str) -> Next:
    from app.widgets.fight.joining import typed_line  # a first roll needs none of it

    return join(model, typed_line.read_entry(game, state, line), "quick")


def join(model: Model, entry: Entry, field: str) -> Next:
    """Add the combatants of an entry in one step; BadInput on the field."""
    assert model.played is not None
    inputs: dict[str, object] = {"who": list(entry.joins)}
    if entry.renames:
        inputs["names"] = dict(entry.renames)
    try:
        try_step(model.played[1].document, "join", plain(inputs), model.games)
    except BadInput as fault:
        raise BadInput(field, fault.message) from None
    return take(model, "join", inputs)


def typed_line_view(model: Model, line: str) -> LineView:
    """Return the meaning of a typed line of combatants."""
    from app.widgets.fight.joining import typed_line  # a first roll needs none of it

    if model.played is None:
        return typed_line.LineView()
    return typed_line.line_view(*model.played, line)


def _pass_time(model: Model, state: CampaignState, count: str, unit: str) -> Next:
    """Let time pass, up to the first roll or decision that is due."""
    try:
        duration = Fraction(COUNT.check("hours", COUNT.parse(count))) * UNITS[unit]
        record_hours(state.document, duration, model.games, "dry")  # raises the reason why not
    except BadInput as fault:
        words = re.sub("^hours (is )?", "Time: ", fault.message)
        raise BadInput(fault.field, words) from None
    return Next(model, (ForgetTyped("time"), StoreEntries(lambda state: (TimeStep(duration),))))
