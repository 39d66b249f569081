"""Compiler that runs inside Pyodide: /sources/<key>.py to <key>.pyc and <key>.json.

The .json lists its imports, all of them and those at import time. The .pyc are of the unchecked
kind: Python takes them without looking for a source. Each job says which docstrings and lines they
retain (building/compile/compiler.py).
"""

import ast
import dis
import json
import modulefinder
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path
from types import CodeType

WORK = Path("/sources")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
WITH_DOCSTRING = (ast.Module, ast.ClassDef, *FUNCTIONS)

# Decorators that read neither docstring nor annotations; any other may.
PLAIN = {
    "abstractmethod",
    "asynccontextmanager",
    "cache",
    "cached_property",
    "classmethod",
    "contextmanager",
    "lru_cache",
    "overload",
    "property",
    "setter",
    "staticmethod",
}

IMPORT = dis.opmap["IMPORT_NAME"]

# In a table of lines, up to eight instructions of the line where their function begins.
WHERE_IT_BEGINS, MOST = 0x80 | 13 << 3, 8


def imports_of(code):
    """Return every import statement in the code and its functions, as (level, module, names)."""
    imports = []
    # Few functions import, and a scan is slow.
    imports_any = IMPORT in code.co_code[::2]
    for kind, target in modulefinder.ModuleFinder().scan_opcodes(code) if imports_any else ():
        if kind == "absolute_import":
            names, module = target
            imports.append((0, module, list(names or ())))
        elif kind == "relative_import":
            level, names, module = target
            imports.append((level, module, list(names or ())))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            imports.extend(imports_of(constant))
    return imports


def imports_at_once(tree):
    """Return the imports that run while the module itself is imported."""
    imports = []
    for node in getattr(tree, "body", ()):
        if isinstance(node, ast.Import):
            imports += [(0, alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports.append((node.level, node.module or "", [alias.name for alias in node.names]))
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ClassDef)):
            for part in (node, *getattr(node, "handlers", ()), *other_branches(node)):
                imports += imports_at_once(part)
    return imports


def other_branches(node):
    for name in ("orelse", "finalbody"):
        yield ast.Module(getattr(node, name, []), [])


def statements(tree):
    """Yield a tree and every statement below it, without expressions: those hold no statement."""
    pending = [tree]
    for node in pending:
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            pending += getattr(node, name, ())
        yield node


class Typeless(ast.NodeTransformer):
    """Transformer that removes code for type checkers only."""

    def visit_If(self, node):
        self.generic_visit(node)
        if ast.unparse(node.test).rpartition(".")[2] != "TYPE_CHECKING":
            return node
        return node.orelse or ast.copy_location(ast.Pass(), node)


def is_declared(node):
    """Tell whether a decorator reads the node's docstring or annotations."""
    return any(name_of(decorator) not in PLAIN for decorator in getattr(node, "decorator_list", ()))


def name_of(decorator):
    """Return the last name of a decorator: `cache` of `functools.cache` and `cache()`."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(called).rpartition(".")[2]


def without_annotations(tree):
    """Remove the annotations that are never read: of functions, and of names of the module.

    Those of classes remain, for dataclasses, and those of rules, for their inputs: a rule is
    declared by a decorator, or takes keyword arguments alone.
    """
    for node in statements(tree):
        if isinstance(node, FUNCTIONS) and not is_declared(node):
            given = node.args
            every = [*given.posonlyargs, *given.args, given.vararg, given.kwarg]
            if any(every) or not given.kwonlyargs:
                for argument in filter(None, (*every, *given.kwonlyargs)):
                    argument.annotation = None
                node.returns = None
    if isinstance(tree, ast.Module):
        tree.body = [unannotated(node) for node in tree.body]
    return tree


def unannotated(node):
    """Return an annotated assignment of a module as a plain one."""
    if not isinstance(node, ast.AnnAssign):
        return node
    if node.value is None:
        return ast.copy_location(ast.Pass(), node)
    return ast.copy_location(ast.Assign([node.target], node.value), node)


def first_lines_only(tree):
    """Reduce docstrings to those that are read: first lines at declarations."""
    for node in statements(tree):
        if isinstance(node, WITH_DOCSTRING) and ast.get_docstring(node) is not None:
            text = node.body[0]
            if not is_declared(node):
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), text)]
            elif isinstance(node, ast.ClassDef):
                text.value.value = "."  # a dataclass would generate one, at every start
            else:
                text.value.value = ast.get_docstring(node).partition("\n")[0]
    return tree


def with_few_lines(code):
    """Return the code, and all within it, as if each function were on one line."""
    full, rest = divmod(len(code.co_code) // 2, MOST)
    table = bytes([WHERE_IT_BEGINS | MOST - 1, 0]) * full
    if rest:
        table += bytes([WHERE_IT_BEGINS | rest - 1, 0])
    inner = (
        with_few_lines(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return code.replace(co_linetable=table, co_consts=tuple(inner))


for key, (name, keeps) in json.loads((WORK / "jobs.json").read_text()).items():
    source = (WORK / f"{key}.py").read_bytes()
    optimize = 2 if keeps == "nothing" else 0
    parsed = compile(source, name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    if b"TYPE_CHECKING" in source:
        parsed = Typeless().visit(parsed)
    if keeps == "shown":
        parsed = first_lines_only(parsed)
    if keeps != "docstrings":
        parsed = without_annotations(parsed)
    code = compile(parsed, name, "exec", dont_inherit=True, optimize=optimize)
    if keeps != "shown":
        code = with_few_lines(code)
    pyc = _code_to_hash_pyc(code, source_hash(source), checked=False)
    (WORK / f"{key}.pyc").write_bytes(pyc)
    imports = {"anywhere": imports_of(code), "at_once": imports_at_once(parsed)}
    (WORK / f"{key}.json").write_text(json.dumps(imports))
