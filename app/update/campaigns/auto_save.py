"""Files outside of the browser: a reminder to save, and a file that is kept up to date.

The latter needs a browser that lets the user choose a file for repeated writing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from app.update.campaigns.changes import campaigns, finish_action, reading, with_changes
from app.update.campaigns.effects import (
    AllowAutoSave,
    ChooseAutoSaveFile,
    CountUnsaved,
    ForgetAutoSave,
    Wait,
    WriteAutoSave,
)
from app.update.commands import Command, Notify
from app.update.messages.campaigns import (
    AutoSaveDue,
    AutoSaveRequested,
    AutoSaveResumed,
    AutoSaveStopped,
    OutsideMessage,
    PageSetAside,
    ReminderPutOff,
)
from app.update.messages.effects import (
    AutoSaveAllowed,
    AutoSaveFailed,
    AutoSaveFileChosen,
    AutoSaveFound,
    AutoSaveWritten,
    OutsideAnswer,
    UnsavedCounted,
)
from app.update.model import Model, Next
from app.widgets.campaigns.outside import AutoSaveFile, reminder

#: Seconds from a change until the file is written, with all changes up to then.
WRITE_AFTER = 5

#: Shown if the browser cannot store the handle.
FORGETFUL = "This browser won’t remember the file. Pick it again each visit."


def update(model: Model, message: OutsideMessage | OutsideAnswer) -> Next:
    """Handle a message about saved files."""
    outside = campaigns(model).outside
    match message:
        case UnsavedCounted(count):
            return Next(_count_unsaved(model, count))
        case ReminderPutOff():
            return Next(_with_outside(model, put_off=outside.unsaved, reminder=""))
        case AutoSaveRequested():
            return Next(model, (ChooseAutoSaveFile(),))
        case AutoSaveResumed():
            allow = (AllowAutoSave(outside.handle),) if outside.handle is not None else ()
            return Next(model, allow)
        case AutoSaveStopped():
            file = AutoSaveFile(outside.file.offered)
            return finish_action(
                _with_outside(model, file=file, handle=None, due=False), "", ForgetAutoSave()
            )
        case AutoSaveDue() | PageSetAside():
            return _write(model)
        case AutoSaveFound():
            return _resume(model, message)
        case AutoSaveFileChosen(handle, name, remembered):
            notice = "" if remembered else FORGETFUL
            file = replace(outside.file, name=name)
            model = _with_outside(model, file=file, handle=handle, due=True)
            return _write(with_changes(model, notice=notice))
        case AutoSaveAllowed():
            return _write(_with_outside(model, due=True))
        case AutoSaveWritten(handle, at):
            file = replace(outside.file, state="kept", at=at or outside.file.at, why="")
            return _finish_write(model, handle, file)
        case AutoSaveFailed(handle, why):
            file = replace(outside.file, state="failed", why=why)
            words = f"Couldn’t save {file.name}. See Campaigns."
            return _finish_write(model, handle, file, Notify(words))


def schedule_write(model: Model) -> Next:
    """Schedule writing the file after a change."""
    if model.campaigns is None:
        return Next(model)
    outside = model.campaigns.outside
    if outside.file.state != "kept" or model.journal is outside.written_journal:
        return Next(model)
    wait = () if outside.due else (Wait(WRITE_AFTER, AutoSaveDue()),)
    return Next(_with_outside(model, written_journal=model.journal, due=True), wait)


def _with_outside(model: Model, **values: Any) -> Model:
    return with_changes(model, outside=replace(campaigns(model).outside, **values))


def _count_unsaved(model: Model, count: int) -> Model:
    """Show the reminder after many changes, but not during a fight."""
    fights = model.state is not None and model.state.encounter is not None
    words = "" if fights else reminder(count, campaigns(model).outside.put_off)
    return _with_outside(model, unsaved=count, reminder=words)


def _resume(model: Model, message: AutoSaveFound) -> Next:
    """Continue with the file of the last visit if the browser still allows it."""
    if message.handle is None:
        return Next(_with_outside(model, file=AutoSaveFile(offered=True)))
    state: Literal["kept", "waits"] = "kept" if message.granted else "waits"
    file = AutoSaveFile(offered=True, name=message.name, state=state)
    return schedule_write(_with_outside(model, file=file, handle=message.handle))


def _write(model: Model) -> Next:
    """Write the file if it is outdated: one write at a time."""
    outside = campaigns(model).outside
    if not outside.due or outside.writing or outside.handle is None:
        return Next(model)
    model = _with_outside(model, due=False, writing=True, written_journal=model.journal)
    return Next(model, (WriteAutoSave(outside.handle),))


def _finish_write(model: Model, handle: Any, file: AutoSaveFile, *commands: Command) -> Next:
    """Finish a write, show its result if the file is still the chosen one, and go on."""
    if handle is not campaigns(model).outside.handle:
        return _write(_with_outside(model, writing=False))
    model = _with_outside(model, file=file, writing=False)
    after = Next(model, (*commands, CountUnsaved(), *reading(model)))
    return after.then(_write).then(schedule_write)
