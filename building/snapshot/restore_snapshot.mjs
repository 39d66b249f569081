// Restores a snapshot of Python's memory instead of a start. If that fails, Python starts normally.
// build.py fills in the placeholders in braces.

import { drop, optionsFrom, request } from "./{snapshot}";
import { loadPyodide, unpacked } from "./{loading}";

// The path at which Pyodide stores its library.
const LIBRARY = "{library}";

const SCRIPT = new URL("./{make_snapshot}", import.meta.url).href;

const { dataset } = document.documentElement;

/** Start Python from a snapshot (building/snapshot/make_snapshot.mjs), or normally without one. */
export async function begin(options) {
  let hasSnapshot = false;
  const requested = request().then((snapshot) => {
    if (snapshot?.isRefused) dataset.memory = "refused";
    hasSnapshot = Boolean(snapshot?.memory);
    return hasSnapshot && snapshot;
  });
  try {
    const library = async () => unpacked(await bytesOf(options.stdLibURL));
    const more = optionsFrom(requested, options.createPyodideModule, library, standIn);
    const python = await loadPyodide({ ...options, ...more });
    if (hasSnapshot) {
      keepOneCopy(python.FS, await more.stdLibURL);
      follow(python);
    }
    return python;
  } catch (error) {
    if (!hasSnapshot) throw error;
    distrust(error);
    return loadPyodide(options);
  }
}

async function bytesOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Make the library's file use the library's own memory, of which most is empty and never touched. */
function keepOneCopy(files, library) {
  const { node } = files.lookupPath(LIBRARY);
  if (node.contents?.length === library.length) node.contents = library;
}

/** Refuse a snapshot that may have done harm: log it, and use none until the next version. */
function distrust(why) {
  console.warn("The stored snapshot of Python is of no use:", why);
  dataset.memory = "refused";
  drop(SCRIPT).catch(() => {}); // then the next start tries it once more
}

/** Connect the restored modules of PyScript's Python to PyScript, and watch for failures. */
function follow(python) {
  dataset.memory = "used";
  document.addEventListener("tableside:ended", ({ detail }) => distrust(detail));
  const failing = new MutationObserver(() => {
    if (dataset.state === "loading") return;
    failing.disconnect();
    if (dataset.state === "failed") distrust("the start failed");
  });
  failing.observe(document.documentElement, { attributeFilter: ["data-state"] });
  python.runPython("import random; random.seed()"); // the snapshot's seed would repeat
  const { registerJsModule } = python;
  python.registerJsModule = (name, module) => {
    if (name in registered) registered[name] = module;
    else registerJsModule(name, module);
  };
}

// PyScript's Python starts before PyScript itself, so its references resolve here later.
const registered = { polyscript: undefined, _pyscript: undefined };

function standIn({ path, isFunction, value }) {
  if (value) return value;
  const real = () => path.reduce((each, name) => each[name], registered);
  return new Proxy(isFunction ? () => {} : {}, {
    apply: (_, self, args) => real().apply(self, args),
    get: (_, name) => real()?.[name],
    has: (_, name) => name in real(),
  });
}
