"""Event handlers of campaigns, files, backups and links."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from pyscript import window

from app.browser.campaigns.share_view import copy_shared
from app.browser.platform.dom import data, enclosing, near, one, some, soon
from app.browser.platform.elements import Element, Event, Js
from app.browser.shell import focus
from app.browser.shell.listener import Listener
from app.browser.shell.runtime import Runtime
from app.update.campaigns.state import PATH
from app.update.messages import campaigns


def _campaign(element: Element) -> str:
    return data(enclosing(element, "[data-campaign]"), "campaign")


def _with_hidden(button: Element) -> bool:
    return bool(one("[data-journal-hidden]", enclosing(button, ".do")).checked)


def _backup(element: Element) -> str:
    return data(enclosing(element, "[data-backup]"), "backup")


#: The message of each button whose repeated taps count once, by its `data-do`.
ONCE: dict[str, Callable[[Element], campaigns.CampaignsMessage]] = {
    "campaign-open": lambda button: campaigns.CampaignOpened(_campaign(button)),
    "campaign-save": lambda button: campaigns.FileAsked("campaign", _campaign(button)),
    "campaign-duplicate": lambda button: campaigns.CampaignDuplicated(_campaign(button)),
    "campaign-delete": lambda button: campaigns.CampaignDeletionAsked(_campaign(button)),
    "campaign-delete-yes": lambda button: campaigns.CampaignDeletionConfirmed(_campaign(button)),
    "ask-no": lambda _: campaigns.QuestionDeclined(),
    "journal-text": lambda button: campaigns.JournalAsked("md", _with_hidden(button)),
    "journal-table": lambda button: campaigns.JournalAsked("csv", _with_hidden(button)),
    "save-everything": lambda _: campaigns.FileAsked("everything"),
    "save-set-aside": lambda _: campaigns.FileAsked("set aside"),
    "backup-now": lambda _: campaigns.BackupAsked(),
    "backup-save": lambda button: campaigns.FileAsked("backup", _backup(button)),
    "backup-restore": lambda button: campaigns.BackupRestoreAsked(_backup(button)),
    "backup-restore-yes": lambda button: campaigns.BackupRestoreConfirmed(_backup(button)),
    "backup-delete": lambda button: campaigns.BackupDeletionAsked(_backup(button)),
    "backup-delete-yes": lambda button: campaigns.BackupDeletionConfirmed(_backup(button)),
    "storage-stay": lambda _: campaigns.KeepingAsked(),
    "health-check": lambda _: campaigns.CheckAsked(),
    "import-go": lambda _: campaigns.ImportConfirmed(),
    "import-cancel": lambda _: campaigns.ImportCancelled(),
    "character-save": lambda _: campaigns.FileAsked("character"),
    "link-add": lambda _: campaigns.ArrivalTaken(str(one("[data-link-target]").value)),
    "file-choose": lambda _: campaigns.AutoSaveRequested(),
    "file-go-on": lambda _: campaigns.AutoSaveResumed(),
    "file-stop": lambda _: campaigns.AutoSaveStopped(),
}

#: The message of each button whose every tap counts.
EACH_TIME: dict[str, Callable[[Element], campaigns.CampaignsMessage]] = {
    "take-over": lambda _: campaigns.WritingTaken(),
    "use-tab": lambda _: campaigns.WritingTaken(),
    "import-mode": lambda button: campaigns.ImportModeChosen(data(button, "mode")),
    "character-share": lambda _: campaigns.CharacterShared(),
    "remind-later": lambda _: campaigns.ReminderPutOff(),
}


class AtCampaigns(Listener):
    """Handles the events of the view `campaigns`, of links and of files."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def on_route(self) -> None:
        self._runtime.send(campaigns.ViewOpened(str(window.location.hash)))

    def on_visibility(self) -> None:
        self._runtime.send(campaigns.PageSetAside())

    def on_tap(self, what: str, button: Element) -> bool:
        if what in ONCE:
            owner = near(button, "[data-campaign], [data-backup]")
            target_id = (
                data(owner, "campaign") or data(owner, "backup") if owner is not None else ""
            )
            self._once(f"{what} {target_id}", ONCE[what](button))
        elif what in EACH_TIME:
            self._runtime.send(EACH_TIME[what](button))
        elif what == "share-copy":
            soon(copy_shared(button))
        else:
            return False
        return True

    def on_key(self, event: Event) -> bool:
        """Answer an open question with no on Escape."""
        no = some('[data-view]:not([hidden]) .ask [data-do="ask-no"]')
        if str(event.key) != "Escape" or no is None or some("dialog[open]") is not None:
            return False
        no.focus()  # the focus then returns to the asking button
        no.click()
        return True

    def _once(self, what: str, message: campaigns.CampaignsMessage) -> None:
        self._runtime.send(campaigns.Tapped(what, monotonic(), message))

    def on_submit(self, form: Element) -> bool:
        """Handle the form of a new campaign or a new name."""
        if not form.hasAttribute("data-campaigns"):
            return False
        focus.fold_in(form)  # the message may redraw it
        name = str(form.elements.namedItem("name").value).strip()
        if data(form, "campaigns") == "new":
            game = str(form.elements.namedItem("game").value)
            self._once("begin", campaigns.CampaignBegun(game, name))
        else:
            id = _campaign(form)
            self._once(f"rename {id}", campaigns.CampaignNamed(id, name))
        return True

    def on_change(self, field: Element) -> bool:
        """Handle a chosen file or import target."""
        if field.hasAttribute("data-file"):
            self._take(field.files)
            field.value = ""  # otherwise the same file, chosen again, would be no change
        elif field.hasAttribute("data-import-target"):
            self._runtime.send(campaigns.ImportTargetChosen(str(field.value)))
        else:
            self._runtime.send(campaigns.Touched())
            return bool(field.hasAttribute("data-link-target"))
        return True

    def on_drag(self, event: Event) -> None:
        """Import a file that is dropped on any page."""
        if event.type == "drop" and "Files" in list(event.dataTransfer.types):
            window.location.hash = f"#/{PATH}"
            self._take(event.dataTransfer.files)

    def _take(self, files: Js) -> None:
        if files.length:
            file = files.item(0)
            self._runtime.send(campaigns.FileChosen(str(file.name), int(file.size), file))
