"""Runs inside Pyodide: turns /sources/<key>.py into <key>.pyc and <key>.json (its imports).

The .pyc are of the unchecked kind: Python takes them without looking for a source.
"""

import json
import modulefinder
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path
from types import CodeType

WORK = Path("/sources")


def imports_of(code):
    """Every import statement in the code and in the functions within, as level, module, names."""
    found = []
    for kind, what in modulefinder.ModuleFinder().scan_opcodes(code):
        if kind == "absolute_import":
            names, module = what
            found.append((0, module, list(names or ())))
        elif kind == "relative_import":
            level, names, module = what
            found.append((level, module, list(names or ())))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found.extend(imports_of(constant))
    return found


for key, (name, with_docstrings) in json.loads((WORK / "jobs.json").read_text()).items():
    source = (WORK / f"{key}.py").read_bytes()
    optimize = 0 if with_docstrings else 2
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    pyc = _code_to_hash_pyc(code, source_hash(source), checked=False)
    (WORK / f"{key}.pyc").write_bytes(pyc)
    (WORK / f"{key}.json").write_text(json.dumps(imports_of(code)))
