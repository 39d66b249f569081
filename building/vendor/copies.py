"""Copies of third-party files, only those that are fetched."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from building.addresses import Addresses
from building.paths import IDB, MODULES, PYODIDE, PYSCRIPT, QR, TYPEFACES
from building.vendor.pyscript import has_python, split_python

#: Latin letters, one axis: weight.
FONTS = ("fraunces", "atkinson-hyperlegible-next")


@dataclass(frozen=True)
class Patch:
    """A change to a third-party file: a text that must be found exactly once, and its successor."""

    before: str
    after: str


# PyScript composes the hooks of its workers from text and so needs the right to evaluate text,
# which our Content-Security-Policy withholds. It does so at every start, workers or not. PyScript
# has no workers here, so it finds no hooks.
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
# folders that are shared with the page. There are neither here, and in a browser without storage it
# would wait for them for ever: its stores are in memory.
NO_PACKAGE_STORE = Patch("l=new h(`${c}@${t}`)", "l=Object.assign(new Map,{sync(){},close(){}})")
NO_FOLDER_STORE = Patch("no=new y(eo)", "no=new Map")

# Absent workers need no channel to the service worker, which a browser may lack.
NO_CHANNEL = Patch(
    r""".replace(/\W/g,"-"),r=new BroadcastChannel("dc78209b-186c-4f83-80e9-406becb7d9f3")""",
    r""".replace(/\W/g,"-"),r={}""",
)

PYSCRIPT_PATCHES = (NO_EVAL, NO_SEARCH, NO_PACKAGE_STORE, NO_FOLDER_STORE, NO_CHANNEL)

# The largest script is a module as published. Chromium compiles a plain script completely when the
# service worker caches it, and reuses that code at every visit; a module is parsed each time. So
# the script is changed to work as either, and exports its factory by a global name
# (building/runtime/loading.mjs). It is called .js, as all scripts are: many hosts have no type for
# .mjs, and no browser runs it then.
MAKES = "async function _createPyodideModule("
GIVES = "export default _createPyodideModule"
NO_MODULE = (
    Patch(MAKES, f'"use strict";{MAKES}'),
    Patch(GIVES, "globalThis.tablesidePyodide=_createPyodideModule"),
    Patch("_scriptName=import.meta.url", "_scriptName=location.href"),
    Patch('"pyodide.asm.wasm",import.meta.url', '"pyodide.asm.wasm",location.href'),
    Patch("createRequire(import.meta.url)", "createRequire(location.href)"),
)

# Used by Node's files only. Chromium reports the position at which a page creates shared memory
# without permission, and parses the whole script again to find it.
NO_SHARED_MEMORY = Patch(
    "new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer", "new ArrayBuffer(4)"
)

SCRIPT_PATCHES = (*NO_MODULE, NO_SHARED_MEMORY)

# Files carry their content's hash, hence the braces; and this one may be requested already
# (static/js/bootstrap.js).
WASM_NAME = Patch('_(e+"pyodide.asm.wasm")', '(early()??_(e+"{wasm}"))')

# A host may have no type for .wasm either, and the browser then refuses to compile it.
ANY_TYPE = Patch(
    "WebAssembly.instantiateStreaming(n,s)",
    'WebAssembly.instantiateStreaming(n.then(r=>!r.ok||r.headers.get("Content-Type")==='
    '"application/wasm"?r:new Response(r.body,{headers:{"Content-Type":"application/wasm"}})),s)',
)

# Pyodide would only log the failure, and wait for ever.
NO_SILENCE = Patch('console.warn("wasm instantiation failed!"),console.warn(l)', "throw l")

# Its standard library is all of our Python, compressed.
# A start from a snapshot passes it unpacked (building/snapshot/restore_snapshot.mjs).
UNPACKED = Patch(
    "function he(e){let t=j(e);",
    'function he(e){let t=typeof e=="string"?j(e).then(unpacked):e;',
)

# Whether there is a snapshot is known only after the other files are requested.
PERHAPS_NO_SNAPSHOT = Patch(
    "let n=await e._loadSnapshot,i=", "let n=await e._loadSnapshot;if(!n)return;let i="
)

PYODIDE_PATCHES = (WASM_NAME, ANY_TYPE, NO_SILENCE, UNPACKED, PERHAPS_NO_SNAPSHOT)
UNPACKING = Path(__file__).with_name("unpacking.mjs")
NET = Path(__file__).with_name("net.mjs")


def copy_pyodide(folder: Path, addresses: Addresses) -> tuple[str, str]:
    """Copy loader, script and WebAssembly; return the addresses of loader and script."""
    folder.mkdir(parents=True)
    shutil.copyfile(PYODIDE / "pyodide.asm.wasm", folder / "pyodide.asm.wasm")
    script = apply_patches(
        (PYODIDE / "pyodide.asm.mjs").read_text(encoding="utf-8"), SCRIPT_PATCHES
    )
    (folder / "pyodide.asm.js").write_bytes(_without_source_map(script.encode()))
    text = apply_patches((PYODIDE / "pyodide.mjs").read_text(encoding="utf-8"), PYODIDE_PATCHES)
    wasm = addresses.beside(f"{folder.name}/pyodide.asm.wasm")
    text = text.replace("{wasm}", wasm.removeprefix("./"))
    text = UNPACKING.read_text(encoding="utf-8") + text
    (folder / "pyodide.js").write_bytes(_without_source_map(text.encode()))
    loader, script_name = (f"{folder.name}/{name}" for name in ("pyodide.js", "pyodide.asm.js"))
    return addresses.beside(loader), addresses.beside(script_name)


def copy_pyscript(folder: Path) -> str:
    """Copy core.js and its imports for a start without plugins; return its address.

    Its files request each other under fixed names and in a circle, so their folder carries the hash
    of all their contents.
    """
    files: dict[str, bytes] = {}
    for name in sorted(_imported_from("core.js")):
        text = (PYSCRIPT / "dist" / name).read_bytes()
        if name.startswith("core-"):
            core = apply_patches(text.decode(), PYSCRIPT_PATCHES)
            text = (split_python(core)[0] if has_python(core) else core).encode()
        files[name] = _without_source_map(text)
    digest = hashlib.sha256(b"".join(name.encode() + text for name, text in files.items()))
    hashed_folder = folder / digest.hexdigest()[:12]
    hashed_folder.mkdir(parents=True)
    for name, text in files.items():
        (hashed_folder / name).write_bytes(text)
    return f"./{folder.name}/{hashed_folder.name}/core.js"


def apply_patches(text: str, patches: Iterable[Patch]) -> str:
    """Apply all patches. Raises RuntimeError where one does not fit exactly."""
    for patch in patches:
        count = text.count(patch.before)
        if count != 1:
            raise RuntimeError(
                f"There is a text to patch {count} times instead of once: {patch.before}"
            )
        text = text.replace(patch.before, patch.after)
    return text


def copy_idb(folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copyfile(IDB / "build" / "index.js", folder / "idb.js")


# The reader of QR codes is two modules; the import uses this build's name.
READER_IMPORT = Patch("from './index.js'", 'from "./qr.js"')


def copy_qr_reader(folder: Path) -> None:
    """Copy the QR reader, for browsers without one, beside the scripts that import it."""
    shutil.copyfile(QR / "index.js", folder / "qr.js")
    text = (QR / "decode.js").read_text(encoding="utf-8")
    (folder / "qr_reader.js").write_text(apply_patches(text, [READER_IMPORT]), encoding="utf-8")


# Only a page that may connect to a server has the client.
WITH_NET = Patch("const ON_DEMAND = {", 'const ON_DEMAND = {\n  net: () => import("./net.js"),')


def bundle_net(folder: Path) -> None:
    """Bundle the NATS packages with our use of them (building/vendor/net.mjs) as one script."""
    esbuild, source = str(MODULES / ".bin" / "esbuild"), str(NET)
    run = subprocess.run(
        [esbuild, source, "--bundle", "--format=esm", "--minify", "--legal-comments=none"],
        capture_output=True,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"The NATS packages cannot be bundled: {run.stderr.decode()[:500]}")
    (folder / "net.js").write_bytes(run.stdout)
    gate = folder / "trusted.js"
    gate.write_text(apply_patches(gate.read_text(encoding="utf-8"), [WITH_NET]), encoding="utf-8")


def copy_fonts(folder: Path) -> None:
    """Add the typefaces from npm to those of our own."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FONTS:
        file = TYPEFACES / name / "files" / f"{name}-latin-wght-normal.woff2"
        shutil.copyfile(file, folder / f"{name}.woff2")


def _imported_from(name: str) -> set[str]:
    """Return the file and all its static imports, direct and indirect."""
    files: set[str] = set()
    pending = [name]
    while pending:
        name = pending.pop()
        if name in files:
            continue
        files.add(name)
        text = (PYSCRIPT / "dist" / name).read_text(encoding="utf-8")
        pending += re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text)
    # Requested by name even where it is switched off.
    if not any(name.startswith("error-") for name in files):
        files |= {path.name for path in (PYSCRIPT / "dist").glob("error-*.js")}
    return files


def _without_source_map(text: bytes) -> bytes:
    """Remove the reference to a source map, which is not in the build."""
    return re.sub(rb"\n?//# sourceMappingURL=\S+\s*$", b"\n", text)
