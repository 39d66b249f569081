"""Copies on this device: make, restore, delete; and the check of all records."""

from __future__ import annotations

from dataclasses import replace

from app.update.campaigns.changes import campaigns, finish_action, with_changes
from app.update.campaigns.effects import (
    AskToStay,
    BackUp,
    BackUpIfDue,
    CheckAll,
    DropBackup,
    OpenAnew,
    RestoreBackup,
)
from app.update.campaigns.state import Asked
from app.update.messages.campaigns import (
    BackupAsked,
    BackupDeletionAsked,
    BackupDeletionConfirmed,
    BackupDue,
    BackupMessage,
    BackupRestoreAsked,
    BackupRestoreConfirmed,
    CheckAsked,
    KeepingAsked,
)
from app.update.messages.effects import (
    AllChecked,
    BackupAnswer,
    BackupDropped,
    BackupFailed,
    BackupMade,
    BackupRestored,
)
from app.update.model import Model, Next
from app.widgets.campaigns.health import verdict


def update(model: Model, message: BackupMessage | BackupAnswer) -> Next:
    """Handle a message about copies."""
    if isinstance(message, BackupAnswer):
        return _handle_answer(model, message)
    asked = campaigns(model).asked
    match message:
        case BackupAsked():
            return Next(model, (BackUp(),))
        case BackupDue():
            return Next(model, (BackUpIfDue(),))
        case BackupRestoreAsked(backup):
            return Next(with_changes(model, asked=replace(asked, restoring=backup, dropping="")))
        case BackupRestoreConfirmed(backup):
            if asked.restoring != backup:
                return Next(model)  # the question is no longer open
            model = with_changes(model, asked=replace(asked, restoring=""))
            return Next(model, (RestoreBackup(backup),))
        case BackupDeletionAsked(backup):
            return Next(with_changes(model, asked=replace(asked, dropping=backup, restoring="")))
        case BackupDeletionConfirmed(backup):
            return Next(model, (DropBackup(backup),) if asked.dropping == backup else ())
        case KeepingAsked():
            return Next(with_changes(model, stay_asked=True), (AskToStay(),))
        case CheckAsked():
            return Next(model, (CheckAll(),))


def _handle_answer(model: Model, message: BackupAnswer) -> Next:
    match message:
        case BackupMade(made):
            return finish_action(model, "Backup created." if made else "Nothing to back up yet.")
        case BackupFailed(words):
            return finish_action(model, f"Couldn’t back up. {words}")
        case BackupRestored():
            return finish_action(model, "Backup restored.", OpenAnew(model.game))
        case BackupDropped():
            return finish_action(with_changes(model, asked=Asked()), "Backup deleted.")
        case AllChecked(checked):
            return finish_action(with_changes(model, checked=checked), verdict(checked))
