"""Copies of third-party files, only those that are fetched."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

from building.addresses import Addresses
from building.paths import IDB, MODULES, PYODIDE, PYSCRIPT, QR, TYPEFACES
from building.vendor.patches import (
    PYODIDE_PATCHES,
    PYSCRIPT_PATCHES,
    READER_PATCHES,
    SCRIPT_PATCHES,
    WITH_NET,
    apply_patches,
)
from building.vendor.pyscript import has_python, split_python

#: Latin letters, one axis: weight.
FONTS = ("fraunces", "atkinson-hyperlegible-next")


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


def copy_idb(folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copyfile(IDB / "build" / "index.js", folder / "idb.js")


def copy_qr_reader(folder: Path) -> None:
    """Copy the QR reader, for browsers without one, beside the scripts that import it."""
    shutil.copyfile(QR / "index.js", folder / "qr.js")
    text = (QR / "decode.js").read_text(encoding="utf-8")
    (folder / "qr_reader.js").write_text(apply_patches(text, READER_PATCHES), encoding="utf-8")


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
