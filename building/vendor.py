"""Copies what others wrote, of each only what is fetched: Pyodide, PyScript, idb, two typefaces."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from building.paths import IDB, PYODIDE, PYSCRIPT, TYPEFACES

#: Latin letters, one axis: weight.
FONTS = ("fraunces", "atkinson-hyperlegible-next")

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


@dataclass(frozen=True)
class Patch:
    """A change to PyScript's core: a text that must be found exactly once, and its successor."""

    before: str
    after: str


# PyScript composes the hooks of its workers from text and so needs the right to evaluate text,
# which our Content-Security-Policy withholds. It does so at every start, workers or not. This
# page has no workers, so it is told that there are no hooks.
NO_EVAL = Patch(
    "return Function(`return(w,x)=>(${r})(w,x,...[${s}])`)()",
    "return void 0",
)

# PyScript looks three times through every attribute of every element for handlers such as
# py-click. This page has none, and so many elements that it would cost a tenth of the start.
NO_SEARCH = Patch(
    "if(fn.length)for(let{name:t,ownerElement:n}of _n(",
    "if(!1)for(let{name:t,ownerElement:n}of _n(",
)

# PyScript opens two databases of its own at every start, for packages that it fetched and for
# folders that a person lends to the page. There are neither here, and in a browser that gives no
# storage it would wait for them for ever: what it means to keep lies in memory.
NO_PACKAGE_STORE = Patch("l=new h(`${c}@${t}`)", "l=Object.assign(new Map,{sync(){},close(){}})")
NO_FOLDER_STORE = Patch("no=new y(eo)", "no=new Map")

# Nor do workers that are not there need a channel to the service worker, which a browser may lack.
NO_CHANNEL = Patch(
    r""".replace(/\W/g,"-"),r=new BroadcastChannel("dc78209b-186c-4f83-80e9-406becb7d9f3")""",
    r""".replace(/\W/g,"-"),r={}""",
)

PATCHES = (NO_EVAL, NO_SEARCH, NO_PACKAGE_STORE, NO_FOLDER_STORE, NO_CHANNEL)


def copy_pyodide(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in PYODIDE_FILES:
        text = (PYODIDE / name).read_bytes()
        (folder / name).write_bytes(_without_source_map(text) if name.endswith(".mjs") else text)


def copy_pyscript(folder: Path) -> None:
    """core.js and what it imports on the way to a start without plugins."""
    folder.mkdir(parents=True)
    for name in sorted(_imported_from("core.js")):
        text = (PYSCRIPT / "dist" / name).read_bytes()
        if name.startswith("core-"):
            text = patched(text.decode()).encode()
        (folder / name).write_bytes(_without_source_map(text))


def patched(text: str) -> str:
    """PyScript's core with all patches. Raises RuntimeError where one does not fit exactly."""
    for patch in PATCHES:
        found = text.count(patch.before)
        if found != 1:
            raise RuntimeError(
                f"PyScript's core has a text to patch {found} times instead of once: {patch.before}"
            )
        text = text.replace(patch.before, patch.after)
    return text


def copy_idb(folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copyfile(IDB / "build" / "index.js", folder / "idb.js")


def copy_fonts(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in FONTS:
        file = TYPEFACES / name / "files" / f"{name}-latin-wght-normal.woff2"
        shutil.copyfile(file, folder / f"{name}.woff2")


def _imported_from(name: str) -> set[str]:
    """The file itself and all that it imports at once, directly or through another."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        text = (PYSCRIPT / "dist" / name).read_text(encoding="utf-8")
        waiting += re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text)
    # Asked for by name even where it is switched off.
    if not any(name.startswith("error-") for name in found):
        found |= {path.name for path in (PYSCRIPT / "dist").glob("error-*.js")}
    return found


def _without_source_map(text: bytes) -> bytes:
    """The maps stay behind, so nobody should be sent to look for them."""
    return re.sub(rb"\n?//# sourceMappingURL=\S+\s*$", b"\n", text)
