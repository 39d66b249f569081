"""Script inside Pyodide: import the app and store dataclass methods beside the code.

Each .pyc with dataclasses is written to /sources/made. The methods are the last constant of the
module's code: a dict of compiled code by the `source_hash` of its text.
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
HEAD = 16  # bytes of a .pyc before its code


class Elsewhere(ModuleType):
    """A stand-in for a module that works in the page alone; every attribute is itself."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args, **named):
        return self


class OfThePage:
    """The finder of such modules."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pyscript":
            return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Elsewhere(spec.name)

    def exec_module(self, module):
        pass


methods = defaultdict(dict)


def exec_and_store(text, names, within):
    """Compile and store a text, then run it as `exec` does, in its module's namespace."""
    code = without_lines(compile(text, "<string>", "exec", dont_inherit=True))
    methods[names["__name__"]][source_hash(text.encode())] = code
    builtins.exec(code, names, within)


def without_lines(code):
    inner = (
        without_lines(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


sys.meta_path.insert(0, OfThePage())
importlib.import_module("app.browser.platform.methods").share()
dataclasses.exec = exec_and_store
with zipfile.ZipFile(WORK / "library.zip") as library:
    names = [name for name in library.namelist() if name.startswith("app/")]
    pycs = {name: library.read(name) for name in names}
for name, pyc in pycs.items():
    module = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
    importlib.import_module(module)
    if module in methods:
        code = marshal.loads(pyc[HEAD:])
        code = code.replace(co_consts=(*code.co_consts, dict(sorted(methods[module].items()))))
        target = WORK / "made" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(pyc[:HEAD] + marshal.dumps(code))
