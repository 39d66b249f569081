"""Our Python in chunks: for a first roll and the store, for each game, and the rest.

A start waits for the first chunk and for the game that is opened; the others are loaded when the
page is ready. Modules that only functions import are among the rest, those of games too. A module
can be imported from any of them (app/browser/platform/lazy_import.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.systems import IDS
from building.chunks.reachable import (
    ALLOWED,
    PYODIDES_OWN,
    is_in,
    module_name,
    possible_modules,
    with_parents,
)
from building.compile.compiler import Compiled

FIRST = "python"
LATER = "later"

#: The modules that open the store and show its journal, which must not wait for another file.
STORAGE = (
    *("app.browser.shell.stored_parts", "app.browser.storage.indexed"),
    *("app.browser.storage.backup_copy", "app.browser.storage.tabs"),
    *("app.campaign.state.validate", "app.update.campaigns.update"),
    *("app.update.messages.forecast", "app.update.messages.sync", "app.update.fight.overlay"),
    "app.update.odds.pins",
)

#: The modules that a start and a first roll of any game import by name; their imports come along.
#: Nothing breaks where one is missing here, but the start waits for it.
ROOTS = (
    *STORAGE,
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
    "app.widgets.roll.result.stored_play",
    "app.widgets.page",
    "pyscript",
)

#: Compiled templates are imported by names of their own.
WHOLE = ("app.widgets.compiled", *PYODIDES_OWN)

#: Imported at once only where a module in C is missing, or by name, which no start does.
NOT_AT_FIRST = (
    *("_py_abc", "_pydatetime", "_threading_local"),
    *("encodings.idna", "encodings.punycode", "stringprep"),
    *("pyodide._nodesock_transport", "pyodide.http"),
)


def split_into_chunks(
    files: Mapping[str, bytes], compiled: Iterable[Compiled]
) -> dict[str, dict[str, bytes]]:
    """Distribute files to chunks: the first for a start, the last for the rest."""
    modules = {module_name(module.name): module for module in compiled}
    at_once = needed_at_once(modules, roots(modules))
    chunks: dict[str, dict[str, bytes]] = {name: {} for name in (FIRST, LATER, *IDS)}
    for path, content in files.items():
        chunks[_chunk(module_name(path), at_once)][path] = content
    return chunks


def roots(modules: Iterable[str]) -> list[str]:
    """Return the modules that a start and any game begin with."""
    codecs = [name for name in ALLOWED if is_in(name, ("encodings",))]
    rules = [f"app.systems.{game}" for game in IDS]
    return [*ROOTS, *rules, *codecs, *(name for name in modules if is_in(name, WHOLE))]


def needed_at_once(modules: Mapping[str, Compiled], names: Iterable[str]) -> set[str]:
    """Return modules with all that is imported before any of their functions is called."""
    needed: set[str] = set()
    pending = list(names)
    while pending:
        for name in with_parents(pending.pop()):
            if name in modules and name not in needed and not is_in(name, NOT_AT_FIRST):
                needed.add(name)
                pending += possible_modules(modules[name], modules[name].at_once)
    return needed


def chunk_of_modules(chunks: Mapping[str, Mapping[str, bytes]]) -> dict[str, str]:
    """Return the chunk of each module or game folder, except those of the first chunk.

    A module's own entry comes before that of its folder.
    """
    chunk_of = {f"app.systems.{game}": game for game in IDS}
    return chunk_of | {module_name(path): LATER for path in chunks[LATER]}


def _chunk(name: str, at_once: set[str]) -> str:
    if name not in at_once:
        return LATER
    return next((game for game in IDS if is_in(name, (f"app.systems.{game}",))), FIRST)
