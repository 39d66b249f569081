"""Effects on the sheet: wounds in their rows, bruise marks, doses, tasks, time.

A roll proposes `flesh_wounds +1`; the sheet has a list of injuries with their clocks. The rules of
the rows (G83-G85) are applied here once, for effects of any source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import clamp
from app.core.procedures.outcomes import Effect, round_number
from app.core.sheets import Sheet, apply_plain_effect
from app.systems.garden.procedures.healing import RECOVERY_HOURS
from app.systems.garden.procedures.passing import changes
from app.systems.garden.rules.clock import SEVERITIES
from app.systems.garden.rules.injuries import (
    count_open,
    full,
    house_rule,
    life_state,
    marks,
    suffers,
)
from app.systems.garden.sheet.ongoing import begins, remove_ended
from app.systems.garden.sheet.records import LISTS
from app.systems.garden.sheet.timing import (
    PURGE_HOURS,
    UNIT_HOURS,
    clock_of,
    exact,
    last_moment,
    later,
    make_test_due,
)

#: The kind of each field of a record, by list and field.
KINDS = {(each.id, field.id): field.kind for each in LISTS for field in each.of}

COMATOSE = {"name": "comatose", "lasts": None, "unit": "none"}


def apply_effect(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Return the sheet after an effect; None if it belongs to the scene."""
    handler = HANDLERS.get(effect.field)
    after = apply_plain_effect(sheet, effect) if handler is None else handler(sheet, effect)
    return None if after is None else apply_consequences(sheet, after)


def apply_consequences(before: Sheet, after: Sheet) -> Sheet:
    """Apply the consequences of a change: clocks restart, a coma or a spell ends."""
    after = remove_ended(before, _cured(before, after))
    if after["bleeding_stopped"] and not full(after, "wound"):
        after = after.with_fields({"bleeding_stopped": False})
    for severity in SEVERITIES:
        if count_open(before, severity) and not count_open(after, severity):
            after = after.with_fields({f"{severity}_clock": 0})  # G90
    if after["life_support"] and after["recovery_hours"] == 0 and _week_waited(before):
        # G97: with aid the comatose wake when the week is over; without aid they do not.
        after = _woken(after, "comatose")
    was, now = life_state(before), life_state(after)
    if now == "bleeding-out" != was:
        return after.with_fields({"bleeding_minutes": 0})
    if now == "comatose" != was:
        return after.with_fields({"coma_hours": 0})
    return after


def _cured(before: Sheet, after: Sheet) -> Sheet:
    """Remove the Bolster and the rolled fever of an illness that has ended (G142, G143)."""
    if len(after["illnesses"]) >= len(before["illnesses"]):
        return after
    was, now = ({illness["name"] for illness in sheet["illnesses"]} for sheet in (before, after))
    ended = {f"bolstered-{name}" for name in was - now}
    conditions = [condition for condition in after["conditions"] if condition["name"] not in ended]
    feverish = any(illness["fever_days"] for illness in after["illnesses"])
    rolled = after["fever_rolled"] if feverish else 0
    return after.with_fields({"conditions": conditions, "fever_rolled": rolled})


def _week_waited(sheet: Sheet) -> bool:
    """Tell whether the week of recovery was lain through, or passed without aid (G93, G97)."""
    alone = sheet["bleeding_stopped"] and not sheet["life_support"]
    return bool(sheet["recovery_hours"] > 0 or alone)


def _woken(sheet: Sheet, *conditions: str) -> Sheet:
    awake = [condition for condition in sheet["conditions"] if condition["name"] not in conditions]
    return sheet.with_fields({"conditions": awake, "coma_hours": 0})


# --- injuries ---


def _injured(severity: str, row: str) -> Callable[[Sheet, Effect], Sheet | None]:
    """Return a handler that adds injuries of one severity and row."""

    def handle(sheet: Sheet, effect: Effect) -> Sheet | None:
        if effect.op != "add":
            return None
        # Once both rows are full, one more starts a stopped bleeding again; others change nothing.
        most = sheet["wound_boxes"] + sheet["bruise_boxes"] + 1
        for _ in range(min(int(effect.value), most)):
            sheet = _one_more(sheet, severity, row)
        return sheet

    return handle


def _one_more(sheet: Sheet, severity: str, row: str) -> Sheet:
    """Add one injury by the rules of the rows (G83-G85)."""
    if row == "bruise" and full(sheet, "bruise"):
        row = "wound"
    if full(sheet, row):
        # G83: with no box left no injury is marked. G84: a stopped bleeding starts again.
        return sheet.with_fields({"bleeding_stopped": False}) if row == "wound" else sheet
    code = f"{severity}-wound/open" if row == "wound" else f"{severity}-bruise"
    return sheet.with_fields({"injuries": [*sheet["injuries"], code]})


def _bruise_row(sheet: Sheet, effect: Effect) -> Sheet:
    """Fill the free boxes for a critical bruise (G82); on a full row it kills (G85)."""
    free = sheet["bruise_boxes"] - marks(sheet, "bruise")
    if free == 0:
        return sheet.with_fields({"dead": True})
    return sheet.with_fields({"injuries": [*sheet["injuries"], *["flesh-bruise"] * free]})


def _stabilised(severity: str) -> Callable[[Sheet, Effect], Sheet | None]:
    """Return a handler that stabilises or reopens wounds of one severity."""
    wound = f"{severity}-wound/"

    def is_stable(code: str) -> bool:
        return code.startswith(wound) and code != f"{wound}open"

    def handle(sheet: Sheet, effect: Effect) -> Sheet | None:
        if effect.op != "add":
            return None
        injuries = list(sheet["injuries"])
        for _ in range(min(int(abs(effect.value)), len(injuries))):
            if effect.value > 0:
                # G91: bandaged only, until the GM raises the care.
                _first(injuries, lambda code: code == f"{wound}open", f"{wound}unaided")
            else:
                # G92: a reopened wound starts afresh.
                _first(injuries, is_stable, f"{wound}open")
        after = sheet.with_fields({"injuries": injuries})
        if effect.value > 0 and life_state(sheet) == "bleeding-out":
            return _saved(after)
        return after

    return handle


def _saved(sheet: Sheet) -> Sheet:
    """Stop the bleeding by any one success, into a coma and the week of recovery (G84, G93)."""
    comatose = [] if suffers(sheet, "comatose") else [COMATOSE]
    return sheet.with_fields(
        {
            "bleeding_stopped": True,
            "conditions": [*sheet["conditions"], *comatose],
            "coma_hours": 0,
            "recovery_hours": RECOVERY_HOURS,
        }
    )


def _awake(sheet: Sheet, effect: Effect) -> Sheet:
    """Wake a character by the GM's decision (G137)."""
    return _woken(sheet, "comatose", "unconscious") if effect.value else sheet


def _first(injuries: list[str], fits: Callable[[str], bool], becomes: str) -> None:
    """Replace the first injury that fits, if any."""
    for index, code in enumerate(injuries):
        if fits(code):
            injuries[index] = becomes
            return


# --- conditions, radiation, time ---


def _condition(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Append a condition; one without an end is not written twice, except lost limbs."""
    record = effect.value
    alike = [condition for condition in sheet["conditions"] if condition["name"] == record["name"]]
    again = record["lasts"] is None and any(each["lasts"] is None for each in alike)
    if again and not record["name"].endswith("-lost"):
        return sheet
    return apply_plain_effect(sheet, effect)


def _spell(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Append a spell, unless it gives its bearer nothing new (G142)."""
    if effect.op == "append" and not begins(sheet, effect.value):
        return sheet
    return apply_plain_effect(sheet, effect)


def _test_wait(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Record that the radiation test of the day has been rolled: none is due (G114, G143)."""
    after = apply_plain_effect(sheet, effect)
    return None if after is None else after.with_fields({"radiation_risen": False})


def _decigrays(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Change the dose: raise the highest total and call for a test, or restart the purge clock."""
    before, highest = exact(sheet["decigrays"]), exact(sheet["highest_decigrays"])
    changed = apply_plain_effect(sheet, effect)
    if changed is None:
        return None
    dose = exact(changed["decigrays"])
    changes: dict[str, object] = {"highest_decigrays": max(highest, dose)}
    if dose > before:
        past = house_rule(sheet, "radiation_threshold", "at") == "past"
        changes["radiation_risen"] = dose > 7 if past else dose >= 7
    elif dose < before:
        changes["purge_clock"] = exact(sheet["purge_clock"]) % PURGE_HOURS
    return changed.with_fields(changes)


def _clock(sheet: Sheet, effect: Effect) -> Sheet:
    """Pass hours: `add` them, or `set` the clock to a later hour."""
    hours = Fraction(str(effect.value))
    if effect.op == "set":
        hours -= exact(sheet["clock"])
    return make_test_due(sheet, later(sheet, hours), hours) if hours >= 0 else sheet


def _rounds(sheet: Sheet, effect: Effect) -> Sheet:
    """Pass rounds of a scene (G53).

    The dying stop at the last moment for help, even within a round (G143).
    """
    hours = int(effect.value) * UNIT_HOURS["rounds"]
    wait = last_moment(sheet)
    return later(sheet, min(hours, wait) if wait else hours)


def _injury_hours(sheet: Sheet, effect: Effect) -> Sheet:
    """Pass hours of a scene over injuries without dice, at most to the next test (G90)."""
    clock, course = clock_of(sheet, Fraction(str(effect.value)))
    for change in changes(clock.pass_without_dice(course), course):
        sheet = apply_plain_effect(sheet, change) or sheet
    return sheet


def _incapacitated(sheet: Sheet, effect: Effect) -> Sheet:
    """Prolong incapacitation by rounds in which the turn was already over (G107)."""
    conditions = [
        {**condition, "lasts": condition["lasts"] + effect.value}
        if (condition["name"], condition["unit"]) == ("incapacitated", "rounds")
        else condition
        for condition in sheet["conditions"]
    ]
    return sheet.with_fields({"conditions": conditions})


def _scene_over(sheet: Sheet, effect: Effect) -> Sheet:
    """Remove all that lasts for a scene, and panic (G123, G127, G128, G139)."""
    remaining = [condition for condition in sheet["conditions"] if condition["unit"] != "scene"]
    return sheet.with_fields(
        {
            "conditions": [each for each in remaining if each["name"] != "panicking"],
            "ongoing_spells": [
                ongoing_spell
                for ongoing_spell in sheet["ongoing_spells"]
                if ongoing_spell["ends"] != "scene"
            ],
        }
    )


def _condition_over(sheet: Sheet, effect: Effect) -> Sheet:
    """End a condition by the GM's decision (G99, G112, G139, G142)."""
    remaining = [
        condition for condition in sheet["conditions"] if condition["name"] != effect.value
    ]
    return sheet.with_fields({"conditions": remaining})


#: Effects that make, open or stabilise injuries.
INJURING: dict[str, Callable[[Sheet, Effect], Sheet | None]] = {
    "flesh_wounds": _injured("flesh", "wound"),
    "deep_wounds": _injured("deep", "wound"),
    "flesh_bruises": _injured("flesh", "bruise"),
    "deep_bruises": _injured("deep", "bruise"),
    "bruise_row": _bruise_row,
    "stable_flesh_wounds": _stabilised("flesh"),
    "stable_deep_wounds": _stabilised("deep"),
}

HANDLERS: dict[str, Callable[[Sheet, Effect], Sheet | None]] = {
    **INJURING,
    "awake": _awake,
    "conditions": _condition,
    "ongoing_spells": _spell,
    "test_wait": _test_wait,
    "decigrays": _decigrays,
    "clock": _clock,
    "rounds": _rounds,
    "injury_hours": _injury_hours,
    "incapacitated": _incapacitated,
    "scene_over": _scene_over,
    "condition_over": _condition_over,
}


# --- effects that mean the entry which fed a roll ---

#: The name of a task that was rolled from the menu, until a hand names it.
UNNAMED = "Long task"


def complete_effect(effect: Effect, values: Values) -> Effect:
    """Return the progress of a task with its numbers, so that a sheet can add it (G14)."""
    if (effect.who, effect.field) != ("task", "progress"):
        return effect
    task = {name: values[name] for name in ("target_number", "goal")}
    return replace(effect, value={**task, "progress": effect.value})


def enter(effect: Effect) -> Effect:
    """Return the effect that adds a new task to a sheet (G14)."""
    is_task = effect.who == "task" and isinstance(effect.value, Mapping)
    return replace(effect, who="self", field="long_task") if is_task else effect


def _long_task(sheet: Sheet, effect: Effect) -> Sheet:
    """Continue the unnamed task of the same target number and goal, else begin a new one."""
    task, tasks = effect.value, [dict(task) for task in sheet["tasks"]]
    progress = clamp(KINDS["tasks", "progress"], task["progress"])
    kind = {"name": UNNAMED, "target_number": task["target_number"], "goal": task["goal"]}
    for each in tasks:
        if kind.items() <= each.items():
            each["progress"] = progress
            return sheet.with_fields({"tasks": tasks})
    new = {**kind, "progress": progress, "skill": ""}
    return sheet.with_fields({"tasks": [*tasks, new]})


HANDLERS["long_task"] = _long_task


def aim(sheet: Sheet, effect: Effect, place: str) -> Effect:
    """Redirect `task.progress` to the rolled task, and `spell.damage` to the rolled spell.

    Without a place it goes to the target's only spell. A spell that has ended is removed (G131).
    """
    if effect.who == "spell" and not place and len(sheet["ongoing_spells"]) == 1:
        place = "ongoing_spells/0"
    list_of = {"task": "tasks", "spell": "ongoing_spells"}.get(effect.who)
    name, _, index = place.partition("/")
    if list_of is None or name != list_of or effect.op != "set" or not index.isdecimal():
        return effect
    records = [dict(each) for each in sheet[list_of]]
    if int(index) >= len(records) or effect.field not in records[int(index)]:
        return effect
    if (effect.who, effect.field, effect.value) == ("spell", "ended", True):
        del records[int(index)]
    else:
        value = effect.value
        value = value[effect.field] if isinstance(value, Mapping) else value
        value = clamp(KINDS[list_of, effect.field], value)
        records[int(index)][effect.field] = round_number(value, 6)
    return replace(effect, who="self", field=list_of, value=records)
