"""Our Python in chunks: for a start, for a first roll and the store, for each game, and the rest.

Every start waits for the first chunk. A start at a form waits for the second one and for its game,
too; others load them once the page is ready, and the rest afterwards. Modules that only functions
import are among the rest, those of games too. A module can be imported from any of them
(app/browser/platform/lazy_import.py).
"""

from __future__ import annotations

from collections import Counter
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
from building.page.templates import template_modules

FIRST = "python"
PLAY = "play"
LATER = "later"

#: The modules that open the store and show its journal, which must not wait for another file.
STORAGE = (
    *("app.browser.shell.stored_parts", "app.browser.storage.indexed"),
    *("app.browser.storage.backup_copy", "app.browser.storage.tabs"),
    *("app.campaign.state.validate", "app.update.campaigns.update"),
    *("app.update.messages.forecast", "app.update.messages.sync", "app.update.fight.overlay"),
    "app.update.odds.pins",
)

#: The modules that every start imports by name; their imports come along.
AT_START = ("app.main", "app.browser.platform.lazy_import", "pyscript")

#: The modules that a first roll of any game imports by name.
#: Nothing breaks where one is missing here, but the first tap waits for it.
AT_FIRST_ROLL = (
    *STORAGE,
    *("app.browser.shell.events", "app.browser.shell.compiled_templates"),
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
    "app.widgets.compiled.rule_titles",
)

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
    at_start = needed_at_once(modules, start_roots(modules))
    to_roll = needed_at_once(modules, [*AT_FIRST_ROLL, *(f"app.systems.{game}" for game in IDS)])
    chunks: dict[str, dict[str, bytes]] = {name: {} for name in (FIRST, PLAY, *IDS, LATER)}
    for path, content in files.items():
        name = module_name(path)
        chunk = FIRST if name in at_start else _chunk_to_roll(name) if name in to_roll else LATER
        chunks[chunk][path] = content
    return chunks


def start_roots(modules: Iterable[str]) -> list[str]:
    """Return the modules that every start begins with."""
    codecs = [name for name in ALLOWED if is_in(name, ("encodings",))]
    return [*AT_START, *codecs, *(name for name in modules if is_in(name, PYODIDES_OWN))]


def needed_at_once(modules: Mapping[str, Compiled], names: Iterable[str]) -> set[str]:
    """Return modules with all that is imported before any of their functions is called.

    The templates that they name are needed, too.
    """
    templates = {name.encode(): module for name, module in template_modules().items()}
    needed: set[str] = set()
    pending = list(names)
    while pending:
        for name in with_parents(pending.pop()):
            if name in modules and name not in needed and not is_in(name, NOT_AT_FIRST):
                needed.add(name)
                pending += possible_modules(modules[name], modules[name].at_once)
                pending += [
                    templates[template] for template in templates if template in modules[name].pyc
                ]
    return needed


def chunk_of_modules(chunks: Mapping[str, Mapping[str, bytes]]) -> dict[str, str]:
    """Return the chunk of each module outside the first chunk.

    A module without an entry is in the chunk of the closest package with one.
    """
    chunk_of = {module_name(path): name for name, files in chunks.items() for path in files}
    within: dict[str, Counter[str]] = {}
    for name, chunk in chunk_of.items():
        for package in with_parents(name):
            within.setdefault(package, Counter())[chunk] += 1
    entries: dict[str, str] = {}
    for name in sorted(chunk_of):
        chunk = chunk_of[name]
        if chunk == FIRST:  # found without an entry, so it may stand for most of its modules
            chunk, count = within[name].most_common(1)[0]
            if 2 * count <= within[name].total():
                continue
        packages = reversed(with_parents(name))
        closest = next((entries[package] for package in packages if package in entries), FIRST)
        if chunk not in (FIRST, closest):
            entries[name] = chunk
    return entries


def _chunk_to_roll(name: str) -> str:
    return next((game for game in IDS if is_in(name, (f"app.systems.{game}",))), PLAY)
