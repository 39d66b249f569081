"""The modules of the standard library that our modules reach by import.

All import statements are followed, those within functions too: a module that is imported late must
be there as well. Some side paths (the debugger, the test runner) are left out, see CUT.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from building.compile.compiler import Compiled, Import

# Imported by name at run time, without an import statement.
ALLOWED = (
    "site",
    "zipimport",
    # Codecs are looked up by their name; these are Unicode's own and the ones zip files use.
    "encodings.aliases",
    "encodings.ascii",
    "encodings.cp1252",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.punycode",
    "encodings.raw_unicode_escape",
    "encodings.unicode_escape",
    "encodings.utf_16",
    "encodings.utf_16_be",
    "encodings.utf_16_le",
    "encodings.utf_32",
    "encodings.utf_8",
    "encodings.utf_8_sig",
    # Modules for rules and sheets, whether or not today's code uses them.
    "asyncio",
    "bisect",
    "calendar",
    "collections.abc",
    "colorsys",
    "contextlib",
    "csv",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "html",
    "inspect",
    "itertools",
    "json",
    "numbers",
    "operator",
    "pickle",
    "random",
    "re",
    "secrets",
    "statistics",
    "string",
    "string.templatelib",
    "textwrap",
    "tomllib",
    "traceback",
    "typing",
    "unicodedata",
    "urllib.parse",
    "uuid",
    "zipfile",
)

# Never entered: command lines, debugger, test runner, documentation browser, other processes and
# systems, web servers. No page can use them. (A test imports every module of the app and of the
# library.)
CUT = (
    "_aix_support",
    "_apple_support",
    "_ios_support",
    "_osx_support",
    "_pyrepl",
    "argparse",
    "asyncio.windows_events",
    "asyncio.windows_utils",
    "bdb",
    "cmd",
    "code",
    "concurrent.futures.interpreter",
    "concurrent.futures.process",
    "concurrent.interpreters",
    "ctypes",
    "doctest",
    "ftplib",
    "getopt",
    "http.server",
    "multiprocessing",
    "optparse",
    "pdb",
    "plistlib",
    "profile",
    "pydoc",
    "pydoc_data",
    "pyodide.console",
    "rlcompleter",
    "sqlite3",
    "smtplib",
    "socketserver",
    "test",
    "unittest",
    "webbrowser",
    "xmlrpc",
)


# Pyodide's own Python: partly imported from C and from JavaScript.
PYODIDES_OWN = ("_pyodide", "pyodide")


class Library:
    """The standard library's modules by dotted name, each with its imports."""

    def __init__(self, compiled: Iterable[Compiled]) -> None:
        self.modules: Mapping[str, Compiled] = {module_name(c.name): c for c in compiled}

    def reach(self, roots: Iterable[Compiled]) -> set[str]:
        """Return the dotted names of all modules reached from the roots and the allow-list."""
        reached: set[str] = set()
        pending = [*ALLOWED, *(name for name in self.modules if is_in(name, PYODIDES_OWN))]
        for root in roots:
            pending.extend(possible_modules(root, root.imports))
        while pending:
            for name in with_parents(pending.pop()):
                if name in self.modules and name not in reached:
                    reached.add(name)
                    pending.extend(possible_modules(self.modules[name], self.modules[name].imports))
        return reached


def possible_modules(compiled: Compiled, statements: Iterable[Import]) -> list[str]:
    """Return the names that import statements may mean, not all of them modules."""
    names = []
    for statement in statements:
        base = _absolute(statement, compiled.name)
        names.append(base)
        names.extend(f"{base}.{name}" for name in statement.names)
    return names


def module_name(path: str) -> str:
    """Convert a path: `email/__init__.pyc` -> `email`, `email/message.py` -> `email.message`."""
    return path.removesuffix("c").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _absolute(statement: Import, path: str) -> str:
    if not statement.level:
        return statement.module
    # `from . import x` in a package's `__init__` is relative to the package itself.
    parts = path.split("/")[:-1]
    base = parts[: len(parts) - statement.level + 1]
    return ".".join([*base, statement.module] if statement.module else base)


def with_parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[: i + 1]) for i in range(len(parts))]


def is_in(name: str, packages: tuple[str, ...]) -> bool:
    """Tell whether a module is one of the packages or within one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)
