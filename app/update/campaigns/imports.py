"""Imports of files: chosen or dropped, checked, previewed, then carried out.

A file is checked as a whole before anything else. Its changes are previewed and then made in one
step, after a backup. A refused file changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.campaign.files.files import LONGEST, Opened
from app.campaign.files.rows import CampaignLine
from app.campaign.state.state import Games
from app.update.campaigns.changes import campaigns, finish_action, quiet, with_changes
from app.update.campaigns.effects import CarryOut, CheckFile, OpenAnew, OpenCampaign, PlanImport
from app.update.campaigns.state import Loaded, Offer, Tap
from app.update.messages.campaigns import (
    FileChosen,
    ImportCancelled,
    ImportConfirmed,
    ImportMessage,
    ImportModeChosen,
    ImportTargetChosen,
)
from app.update.messages.effects import (
    FileOpened,
    FileRefused,
    ImportAnswer,
    ImportDone,
    ImportOvertaken,
    ImportPlanned,
)
from app.update.model import Model, Next
from app.widgets.campaigns.campaigns import arrival, display_names, open_ids, size

#: Shown if the changes would differ from the confirmed ones by now.
MEANWHILE = "Your data changed meanwhile. Check the changes again."

#: The target of a new campaign.
NEW = ""


def update(model: Model, message: ImportMessage | ImportAnswer) -> Next:
    """Handle a message about an import."""
    if isinstance(message, FileChosen):
        return _choose_file(quiet(with_changes(model, tap=Tap())), message)
    loaded = campaigns(model).loaded
    if loaded is None:
        return Next(model)  # the import was closed
    if isinstance(message, ImportAnswer):
        return _handle_answer(model, loaded, message)
    match message:
        case ImportModeChosen(mode):
            return _plan_again(quiet(with_changes(model, tap=Tap())), replace(loaded, mode=mode))
        case ImportTargetChosen(target):
            return _plan_again(
                quiet(with_changes(model, tap=Tap())), replace(loaded, target=target)
            )
        case ImportConfirmed():
            if loaded.plan is None or loaded.opened is None:
                return Next(model)
            return Next(model, (_plan(loaded.opened, loaded, agreed=True),))
        case ImportCancelled():
            return Next(with_changes(model, loaded=None))


def _choose_file(after: Next, message: FileChosen) -> Next:
    """Read a file and check it as a whole."""
    if message.size > LONGEST:
        words = f"is too large ({size(message.size)}) for a Tableside file"
        large = Loaded(message.name, faults=(("the whole file", words),))
        return Next(with_changes(after.model, loaded=large), after.commands)
    model = with_changes(after.model, loaded=Loaded(message.name))
    return Next(model, after.commands).doing(CheckFile(message.handle))


def _plan_again(after: Next, loaded: Loaded) -> Next:
    """Compute the changes again, with other choices."""
    commands = (_plan(loaded.opened, loaded),) if loaded.opened is not None else ()
    return Next(with_changes(after.model, loaded=loaded), (*after.commands, *commands))


def _plan(opened: Opened, loaded: Loaded, agreed: bool = False) -> PlanImport:
    return PlanImport(opened, loaded.mode, loaded.target, loaded.plan if agreed else None)


def _handle_answer(model: Model, loaded: Loaded, message: ImportAnswer) -> Next:
    match message:
        case FileOpened(opened):
            return _plan_again(Next(model), replace(loaded, opened=opened))
        case FileRefused(faults):
            return finish_action(with_changes(model, loaded=Loaded(loaded.name, faults=faults)))
        case ImportPlanned(offer, plan, agreed):
            model = with_changes(model, loaded=loaded.apply_plan(offer, plan))
            if agreed is None:
                return Next(model)
            if not plan.is_as(agreed):
                return finish_action(model, MEANWHILE)
            return Next(model, (CarryOut(plan),))
        case ImportOvertaken():
            return _plan_again(finish_action(model, MEANWHILE), loaded)
        case ImportDone(plan):
            notice = "Imported. A backup was made first."
            anew = OpenCampaign(plan.parts[0].journal.campaign) if plan.parts else None
            return finish_action(
                with_changes(model, loaded=None), notice, anew or OpenAnew(model.game)
            )


# --- modes and targets ---


def targets(
    lines: Sequence[CampaignLine], chosen: object, game: str
) -> tuple[tuple[str, str], ...]:
    """Return id and name of the campaigns that a character can join, the open one first.

    `chosen` is the stored record of open campaigns, unvalidated.
    """
    names = display_names(lines)
    here = [line for line in lines if line.game == game]
    first = open_ids(here, chosen).get(game)
    here.sort(key=lambda line: line.id != first)
    return (*((line.id, names[line.id]) for line in here), (NEW, "A new campaign"))


def offer(effect: PlanImport, lines: Sequence[CampaignLine], chosen: object, games: Games) -> Offer:
    """Return the contents of a file and its import options, chosen as far as available."""
    opened = effect.opened
    brings = arrival(opened, games, (line.id for line in lines))
    mode = _offered_or_first(brings.modes, effect.mode)
    if opened.kind != "character":
        return Offer(brings.words, brings.modes, mode)
    into = targets(lines, chosen, opened.record["game"])
    return Offer(brings.words, brings.modes, mode, into, _offered_or_first(into, effect.target))


def _offered_or_first(offers: Sequence[tuple[str, str]], chosen: str | None) -> str:
    """Return the choice if it is offered, else the first offer."""
    known = [offered for offered, _ in offers]
    return chosen if chosen in known else known[0]
