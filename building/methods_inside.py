"""Runs inside Pyodide: imports all of the app, and writes each .pyc that has dataclasses anew to
/sources/made, with the methods of those beside the code.

They are the last constant of the module's code: a dict of what was compiled by the text that it was
compiled of (its `source_hash`).
"""

import builtins
import dataclasses
import importlib
import marshal
import sys
import zipfile
from collections import defaultdict
from importlib.machinery import ModuleSpec
from importlib.util import source_hash
from pathlib import Path
from types import CodeType, ModuleType

WORK = Path("/sources")
HEAD = 16  # of a .pyc: what is in front of its code


class Elsewhere(ModuleType):
    """A module that works in the page alone, and here is whatever is taken of it."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *given, **named):
        return self


class OfThePage:
    """Finds such modules."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pyscript":
            return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Elsewhere(spec.name)

    def exec_module(self, module):
        pass


methods = defaultdict(dict)


def noted(text, names, within):
    """As `exec` does it, in the namespace of the module that has the class."""
    code = without_lines(compile(text, "<string>", "exec", dont_inherit=True))
    methods[names["__name__"]][source_hash(text.encode())] = code
    builtins.exec(code, names, within)


def without_lines(code):
    inner = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


sys.meta_path.insert(0, OfThePage())
dataclasses.exec = noted
with zipfile.ZipFile(WORK / "library.zip") as library:
    names = [name for name in library.namelist() if name.startswith("app/")]
    pycs = {name: library.read(name) for name in names}
for name, pyc in pycs.items():
    module = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
    importlib.import_module(module)
    if module in methods:
        code = marshal.loads(pyc[HEAD:])
        code = code.replace(co_consts=(*code.co_consts, dict(sorted(methods[module].items()))))
        made = WORK / "made" / name
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(pyc[:HEAD] + marshal.dumps(code))
