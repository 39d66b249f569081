// Makes a snapshot, in a worker when the page is idle: starts another Python as the page does, up to
// the point that is the same at every visit, and stores its memory for the next visit
// (building/snapshot/snapshot.mjs).
//
// The page's objects are absent here. Python's references to them are empty stand-ins, recorded by
// their paths; the page's Python gets the real objects.

import { pack, store } from "./{snapshot}";
import { loadPyodide, settings } from "./{loading}";
import { withChunks } from "./{chunks}";

// The path at which Pyodide stores its library.
const LIBRARY = "{library}";

// Imports the modules of every visit, all of a first roll, and the rules of every game. Imported modules
// are in memory, so their code is removed from the library.
const BEGIN = `
import gc, importlib, sys, zipfile
from app.browser.platform import lazy_import
lazy_import.install()
from app.browser.platform import methods
methods.install()
import app.main
from app.browser.shell import parts, render
from app.systems import DICE, IDS, games
for id in (*IDS, DICE):
    games()[id]
for chunk in "play", "later":
    with zipfile.ZipFile(f"/lib/{chunk}.zip") as file:
        names = file.namelist()
    for name in names:
        if chunk == "play" or name.startswith("app/widgets/compiled"):
            path = name.removesuffix(".pyc").removesuffix("/__init__")
            importlib.import_module(path.replace("/", "."))
render.warm()
with zipfile.ZipFile("${LIBRARY}") as library:
    members = library.infolist()
with open("${LIBRARY}", "r+b") as file:
    for member in members:
        path = member.filename.removesuffix(".pyc").removesuffix("/__init__")
        if path.replace("/", ".") in sys.modules:
            file.seek(member.header_offset + 26)
            before = file.read(4)
            for length in before[:2], before[2:]:
                file.seek(int.from_bytes(length, "little"), 1)
            file.write(bytes(member.compress_size))
# A page may import from a chunk that is still to come (app/browser/platform/lazy_import.py).
for path in [*sys.path_importer_cache]:
    if ".zip" in path and not path.startswith("${LIBRARY}"):
        del sys.path_importer_cache[path]
del before, chunk, file, id, length, library, member, members, name, names, parts, path, render
gc.collect()
gc.freeze()
`;

const BROWSERS =
  "AbortController AbortSignal Array Date Error JSON Math Number Object Promise Reflect String " +
  "Symbol clearTimeout console fetch setTimeout";
const page = {
  ...Object.fromEntries(BROWSERS.split(" ").map((name) => [name, globalThis[name]])),
  document: { documentElement: {} },
};
// Python calls it at once, by its own name.
Object.defineProperty(page, "tablesideChunks", { value: tablesideChunks });

const PYSCRIPTS = {
  polyscript: {
    config: {},
    js_modules: { idb: {}, trusted: {}, views: {} },
    lazy_py_modules: () => {},
    storage: () => {},
    workers: {},
  },
  _pyscript: { PyWorker: () => {}, fs: {}, interpreter: {}, js_import: () => {} },
};

const paths = new Map();

function walk(thing, path) {
  paths.set(thing, path);
  for (const [name, part] of Object.entries(thing)) walk(part, [...path, name]);
}

/** Serialize a reference for the page: by its path, or, for a plain value, by the value. */
function serialize(thing) {
  const path = paths.get(thing);
  if (path) return { path, isFunction: typeof thing === "function" };
  if (Object.getPrototypeOf(thing) === Object.prototype) return { value: thing };
  throw new Error(`Python holds ${thing}`);
}

async function makeSnapshot() {
  walk(PYSCRIPTS, []);
  const options = { ...settings, jsglobals: page, _makeSnapshot: true };
  const python = await withChunks([], loadPyodide(options));
  await tablesideChunks.all();
  for (const [name, module] of Object.entries(PYSCRIPTS)) python.registerJsModule(name, module);
  python.runPython(BEGIN);
  const snapshot = python.makeMemorySnapshot({ serializer: serialize });
  return pack(snapshot, python.FS.readFile(LIBRARY));
}

try {
  const bytes = await makeSnapshot();
  await store(import.meta.url, bytes);
  postMessage({ stored: bytes.length });
} catch (error) {
  postMessage({ fault: String(error) });
}
close();
