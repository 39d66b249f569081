"""Which of our Python is fetched when: what a first roll and the store need, each game, the rest.

A start waits for the first archive and for the game that is opened; the others come when the page
is ready. Wherever a module lies, it can be imported (app/browser/platform/lazy_import.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.systems import IDS
from building.compiling import Compiled
from building.reachable import ALLOWED, PYODIDES_OWN, is_in, meant, module_name, with_parents

FIRST = "python"
LATER = "later"

#: What opens the store and shows its journal: that may wait for no other file.
KEEPING = (
    *(
        "app.browser.campaigns.at_campaigns",
        "app.browser.campaigns.campaigns_view",
        "app.browser.shell.handlers",
    ),
    *(
        "app.browser.journal.journal_list",
        "app.browser.platform.device",
        "app.browser.shell.opening",
    ),
    *(
        "app.browser.campaigns.share_view",
        "app.browser.storage.indexed",
        "app.browser.storage.backup_copy",
    ),
    *("app.browser.storage.tabs", "app.campaign.state.validate", "app.update.campaigns.update"),
    *("app.update.messages.forecast", "app.update.messages.sync", "app.update.fight.overlay"),
    "app.update.odds.pins",
)

#: What a start and a first roll of any game ask for by name; with it comes what that imports at
#: once. Nothing breaks where one is missing here, but the start waits for it.
ROOTS = (
    *KEEPING,
    "app.main",
    "app.browser.shell.events",
    "app.browser.platform.lazy_import",
    "app.browser.platform.methods",
    "app.browser.platform.cooperative",
    "app.campaign.journal.rolls",
    "app.systems.dice",
    "app.update.settings",
    "app.update.messages.reading",
    "app.update.open_campaign",
    "app.update.odds.reading",
    "app.update.roll.quick_start",
    "app.update.update",
    "app.widgets.roll.stored_play",
    "app.widgets.page",
    "pyscript",
)

#: Compiled templates are imported by names of their own.
WHOLE = ("app.widgets.compiled", *PYODIDES_OWN)


def shelved(
    files: Mapping[str, bytes], compiled: Iterable[Compiled]
) -> dict[str, dict[str, bytes]]:
    """The files by archive: first what a start needs, last what nothing else holds."""
    modules = {module_name(each.name): each for each in compiled}
    first = needed_at_once(modules, roots(modules))
    archives: dict[str, dict[str, bytes]] = {name: {} for name in (FIRST, LATER, *IDS)}
    for path, content in files.items():
        archives[_archive(module_name(path), first)][path] = content
    return archives


def roots(modules: Iterable[str]) -> list[str]:
    """What a start and any game begins with."""
    codecs = [name for name in ALLOWED if is_in(name, ("encodings",))]
    whole = (*WHOLE, *(f"app.systems.{game}" for game in IDS))
    return [*ROOTS, *codecs, *(name for name in modules if is_in(name, whole))]


def needed_at_once(modules: Mapping[str, Compiled], names: Iterable[str]) -> set[str]:
    """Those modules and what is imported as they are, before any function of theirs is called."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        for name in with_parents(waiting.pop()):
            if name in modules and name not in found:
                found.add(name)
                waiting += meant(modules[name], modules[name].at_once)
    return found


def held(archives: Mapping[str, Mapping[str, bytes]]) -> dict[str, str]:
    """Which archive has a module, or a game's whole folder; those of the first need no finding."""
    found = {f"app.systems.{game}": game for game in IDS}
    return found | {module_name(path): LATER for path in archives[LATER]}


def _archive(name: str, first: set[str]) -> str:
    for game in IDS:
        if is_in(name, (f"app.systems.{game}",)):
            return game
    return FIRST if name in first else LATER
