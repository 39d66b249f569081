"""Changes to third-party files, each with its reason (docs/upgrading.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Patch:
    """A change to a third-party file: a text that must be found exactly once, and its successor."""

    #: Its name in a report.
    name: str
    before: str
    after: str


# PyScript composes the hooks of its workers from text and so needs the right to evaluate text,
# which our Content-Security-Policy withholds. It does so at every start, workers or not. PyScript
# has no workers here, so it finds no hooks.
NO_EVAL = Patch(
    "no eval",
    "return Function(`return(w,x)=>(${r})(w,x,...[${s}])`)()",
    "return void 0",
)

# PyScript looks three times through every attribute of every element for handlers such as
# py-click. This page has none, and so many elements that it would cost a tenth of the start.
NO_SEARCH = Patch(
    "no search for handlers",
    "if(fn.length)for(let{name:t,ownerElement:n}of _n(",
    "if(!1)for(let{name:t,ownerElement:n}of _n(",
)

# PyScript opens two databases of its own at every start, for packages that it fetched and for
# folders that are shared with the page. There are neither here, and in a browser without storage it
# would wait for them for ever: its stores are in memory.
NO_PACKAGE_STORE = Patch(
    "no store of packages", "l=new h(`${c}@${t}`)", "l=Object.assign(new Map,{sync(){},close(){}})"
)
NO_FOLDER_STORE = Patch("no store of folders", "no=new y(eo)", "no=new Map")

# Absent workers need no channel to the service worker, which a browser may lack.
NO_CHANNEL = Patch(
    "no channel to a service worker",
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
    Patch("strict mode", MAKES, f'"use strict";{MAKES}'),
    Patch("export by a global name", GIVES, "globalThis.tablesidePyodide=_createPyodideModule"),
    Patch("address of the script", "_scriptName=import.meta.url", "_scriptName=location.href"),
    Patch(
        "address of the WebAssembly",
        '"pyodide.asm.wasm",import.meta.url',
        '"pyodide.asm.wasm",location.href',
    ),
    Patch("address for Node", "createRequire(import.meta.url)", "createRequire(location.href)"),
)

# Used by Node's files only. Chromium reports the position at which a page creates shared memory
# without permission, and parses the whole script again to find it.
NO_SHARED_MEMORY = Patch(
    "no shared memory",
    "new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer",
    "new ArrayBuffer(4)",
)

SCRIPT_PATCHES = (*NO_MODULE, NO_SHARED_MEMORY)

# Files carry their content's hash, hence the braces; and this one may be requested already
# (static/js/bootstrap.js).
WASM_NAME = Patch("name of the WebAssembly", '_(e+"pyodide.asm.wasm")', '(early()??_(e+"{wasm}"))')

# A host may have no type for .wasm either, and the browser then refuses to compile it.
ANY_TYPE = Patch(
    "any type of the WebAssembly",
    "WebAssembly.instantiateStreaming(n,s)",
    'WebAssembly.instantiateStreaming(n.then(r=>!r.ok||r.headers.get("Content-Type")==='
    '"application/wasm"?r:new Response(r.body,{headers:{"Content-Type":"application/wasm"}})),s)',
)

# Pyodide would only log the failure, and wait for ever.
NO_SILENCE = Patch(
    "no silent failure", 'console.warn("wasm instantiation failed!"),console.warn(l)', "throw l"
)

# Its standard library is all of our Python, compressed.
# A start from a snapshot passes it unpacked (building/snapshot/restore_snapshot.mjs).
UNPACKED = Patch(
    "unpacked library",
    "function he(e){let t=j(e);",
    'function he(e){let t=typeof e=="string"?j(e).then(unpacked):e;',
)

# Whether there is a snapshot is known only after the other files are requested.
PERHAPS_NO_SNAPSHOT = Patch(
    "perhaps no snapshot",
    "let n=await e._loadSnapshot,i=",
    "let n=await e._loadSnapshot;if(!n)return;let i=",
)

PYODIDE_PATCHES = (WASM_NAME, ANY_TYPE, NO_SILENCE, UNPACKED, PERHAPS_NO_SNAPSHOT)

# The reader of QR codes is two modules; the import uses this build's name.
READER_PATCHES = (Patch("name of the reader's module", "from './index.js'", 'from "./qr.js"'),)

# A file of our own: only a page that may connect to a server has the client.
WITH_NET = Patch(
    "client for the net",
    "const ON_DEMAND = {",
    'const ON_DEMAND = {\n  net: () => import("./net.js"),',
)


@dataclass(frozen=True)
class PatchedFile:
    """A file of an npm package, with all its patches. pattern: one file, below the package."""

    package: str
    pattern: str
    patches: tuple[Patch, ...]


PATCHED_FILES = (
    PatchedFile("pyodide", "pyodide.mjs", PYODIDE_PATCHES),
    PatchedFile("pyodide", "pyodide.asm.mjs", SCRIPT_PATCHES),
    PatchedFile("@pyscript/core", "dist/core-*.js", PYSCRIPT_PATCHES),
    PatchedFile("qr", "decode.js", READER_PATCHES),
)


def apply_patches(text: str, patches: Iterable[Patch]) -> str:
    """Apply all patches. Raises RuntimeError where one does not fit exactly."""
    for patch in patches:
        count = text.count(patch.before)
        if count != 1:
            raise RuntimeError(
                f"{patch.name}: there is a text to patch {count} times instead of once: "
                f"{patch.before}"
            )
        text = text.replace(patch.before, patch.after)
    return text
