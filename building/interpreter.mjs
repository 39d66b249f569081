// Stands before Pyodide as PyScript's interpreter, and starts it at once: static/first.js asks for this
// module, and while WebAssembly compiles in the background PyScript arrives and asks for it too.
// build.py fills in what stands in braces.

import { loadPyodide as load, settings, version } from "./{loading}";
import { begin } from "./{restoring}";
import { opened } from "./{shelves}";

export { version };

// Where PyScript was first, nothing of what a start waits for has been asked for.
globalThis.tablesideBegin?.();

// What a host forbids to keep, and what is too large for many a browser's cache, the service worker
// would fetch again (static/sw.js). On a first visit it is handed over instead, when there is time
// for that (static/offline.js).
const ask = globalThis.fetch;
globalThis.tablesideHands = [];
const controller = keptBy();
if (controller === null) {
  globalThis.fetch = handing;
  globalThis.tablesideWasm &&= tablesideWasm.then(handed);
  globalThis.tablesideWasm?.catch(() => {}); // that is told of where it is needed
}

/** Who keeps this page: null at a first visit, undefined where a browser keeps nothing. */
function keptBy() {
  try {
    return "caches" in globalThis ? navigator.serviceWorker?.controller : undefined;
  } catch {
    return undefined; // and says so by throwing
  }
}

async function handing(address, options) {
  return handed(await ask(address, options));
}

function handed(response) {
  const { url, ok, headers } = response;
  if (ok && (url.endsWith(".wasm") || /no-store/i.test(headers.get("Cache-Control")))) {
    const copy = response.clone();
    tablesideHands.push((cache) => cache.put(url, copy));
  }
  return response;
}

// What Python prints goes where PyScript says, once it has said so.
let print = { stdout: console.log, stderr: console.error };

// When it has ended again and again it is not started (static/first.js).
const rests = "rests" in document.documentElement.dataset;

const loading = rests ? new Promise(() => {}) : opened(location.hash, start().then(watched));

function start() {
  const asked = {
    ...settings,
    stdout: (text) => print.stdout(text),
    stderr: (text) => print.stderr(text),
  };
  return controller ? begin(asked) : load(asked);
}

// What ends Python itself is dealt with outside of it (static/ending.js). Pyodide has a hook for
// that, which a full stack keeps it from calling; so its way to that hook is watched.
function watched(python) {
  const api = python._api;
  const { fatal_error: fatal } = api;
  let told = false;
  api.fatal_error = (error) => {
    let isDead = true; // it also is where this returns: it was told of one death before
    try {
      return fatal(error);
    } catch (thrown) {
      isDead = thrown?.pyodide_fatal_error === true;
      throw thrown;
    } finally {
      // Where the stack is too full for any of it, whoever called here catches that and comes again.
      if (isDead) stopWriting();
      if (isDead && !told) {
        queueMicrotask(() => tell(error));
        told = true;
      }
    }
  };
  return python;
}

const tell = (detail) =>
  document.dispatchEvent(new CustomEvent("tableside:ended", { detail }));

// A full stack can also come out as an error of Python's own file system that nobody caught: it went
// through all of Python, which has tidied up nothing on the way.
for (const [event, thrown] of [["error", "error"], ["unhandledrejection", "reason"]]) {
  addEventListener(event, ({ [thrown]: error }) => {
    if (error?.name !== "ErrnoError") return;
    stopWriting();
    tell(new Error(`Python's file system, error ${error.errno}`));
  });
}

const refuse = () => {
  throw new DOMException("Python has ended", "InvalidStateError");
};

/** An ended Python staggers on: nothing that it does then is stored, nor what it was storing. */
function stopWriting() {
  if (globalThis.IDBDatabase) IDBDatabase.prototype.transaction = refuse;
  try {
    globalThis.tablesideWriting?.abort();
  } catch {
    // That was done, or taken back, before.
  }
}

// The app finds the whole page there, however slowly the rest of it arrives.
const parsed = new Promise((resolve) => {
  if (document.readyState !== "loading") resolve();
  else document.addEventListener("DOMContentLoaded", resolve, { once: true });
});

/** The one interpreter of this page, whatever else is asked for. */
export async function loadPyodide({ stdout, stderr }) {
  print = { stdout, stderr };
  await parsed;
  return loading;
}
