"""Importing modules step by step gives the same modules as importing them at once."""

from __future__ import annotations

import subprocess
import sys

#: A game looked up during its import is complete; the remaining steps change nothing.
MIDWAY = """
import sys
from itertools import islice
from app.core.support.import_steps import import_steps
from app.systems import bring, games
steps = bring("garden")
print(len(list(islice(steps, 12))), "GAME" in vars(sys.modules["app.systems.garden"]))
game = games()["garden"]
rest = len(list(steps))
print(rest > 0, games()["garden"] is game, sys.modules["app.systems.garden"].GAME is game)
print(sum(1 for _ in bring("garden")), sum(1 for _ in bring("none")))
print(sum(1 for _ in import_steps("app.update.update")) > 20)
print(sum(1 for _ in import_steps("app.update.update")))
whole = len(list(bring("striker")))
print(whole > 20, games()["striker"].id, len(games()["striker"].procedures) > 5)
"""

#: A package imports its contents at the first access to an attribute; an import that fails can be
#: repeated once the missing module is there.
ASKED = """
import sys
from app.core.support.import_steps import import_steps
steps = import_steps("app.campaign.facts")
while "app.campaign.facts" not in sys.modules:
    next(steps)
from app.campaign import facts
print("Started" in vars(facts), hasattr(facts, "__path__"), hasattr(facts, "__all__"))
sys.modules["app.campaign.facts.base"] = None
try:
    facts.Started
except ImportError as fault:
    print(fault.name, "app.campaign.facts" in sys.modules)
del sys.modules["app.campaign.facts.base"]
from app.campaign.facts import Started
import app.campaign.facts as found
print(found.Started is Started, next(steps, "all") is None)
list(steps)
print(sys.modules["app.campaign.facts"] is found)
try:
    found.Nothing
except AttributeError as fault:
    print(fault)
"""

#: Modules of a package that import each other through it.
BESIDE = """
import sys
from importlib import import_module
from app.core.support.import_steps import import_steps
steps = import_steps("app.systems.garden")
while "app.systems.garden" not in sys.modules:
    next(steps)
sheet = import_module("app.systems.garden.sheet.sheet")
garden = sys.modules["app.systems.garden"]
print("GAME" in vars(garden), "app.systems.garden.rules.feeding" in sys.modules)
list(steps)
from app.systems.garden import GAME
print(garden is sys.modules["app.systems.garden"], garden.sheet.sheet is sheet, GAME.id)
"""

#: A module whose import fails is in neither sys.modules nor its package; it can be imported later.
BROKEN = """
import sys
from app.core.support.import_steps import import_steps
sys.modules["app.core.procedures.outcomes"] = None
try:
    list(import_steps("app.core.odds.odds"))
except ImportError as fault:
    print(fault.name, "app.core.odds.odds" in sys.modules, hasattr(sys.modules["app.core.odds"],
    "odds"))
del sys.modules["app.core.procedures.outcomes"]
print(sum(1 for _ in import_steps("app.core.odds.odds")) > 0)
from app.core.odds import odds
print(odds is sys.modules["app.core.odds.odds"], callable(odds.chances))
"""


def run_script(text: str) -> list[str]:
    """Run a script in a Python of its own and return its output."""
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_a_game_that_is_imported_slowly_is_whole_whenever_it_is_looked_up() -> None:
    assert run_script(MIDWAY) == [
        "12 False",
        "True True True",
        "0 0",
        "True",
        "0",
        "True striker True",
    ]


def test_a_package_is_there_as_soon_as_something_of_it_is_asked() -> None:
    assert run_script(ASKED) == [
        "False True False",
        "app.campaign.facts.base False",
        "True True",
        "True",
        "module 'app.campaign.facts' has no attribute 'Nothing'",
    ]


def test_a_package_without_its_contents_has_its_modules() -> None:
    assert run_script(BESIDE) == ["False True", "True True garden"]


def test_a_module_that_breaks_can_be_tried_again() -> None:
    assert run_script(BROKEN) == ["app.core.procedures.outcomes False False", "True", "True True"]
