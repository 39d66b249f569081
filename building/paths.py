"""The folders of the project, known here alone."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APP = ROOT / "app"
BUILDING = ROOT / "building"
STATIC = ROOT / "static"
SCRIPTS = STATIC / "js"
STYLES = STATIC / "css"
WIDGETS = APP / "widgets"
MODULES = ROOT / "node_modules"
PYODIDE = MODULES / "pyodide"
PYSCRIPT = MODULES / "@pyscript" / "core"
IDB = MODULES / "idb"
QR = MODULES / "qr"
TYPEFACES = MODULES / "@fontsource-variable"
CACHE = ROOT / ".build"
DIST = ROOT / "dist"
