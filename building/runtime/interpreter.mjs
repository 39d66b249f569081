// PyScript's interpreter: starts Pyodide at once. static/js/bootstrap.js imports this module, and
// while WebAssembly compiles in the background PyScript arrives and imports it too.
// build.py fills in the placeholders in braces.

import { loadPyodide as load, settings, version } from "./{loading}";
import { begin } from "./{restore_snapshot}";
import { chunksFor, withChunks } from "./{chunks}";

export { version };

// If PyScript was first, none of the start's files has been requested.
globalThis.tablesideBegin?.();

// Files that a host forbids to cache, or that are too large for many a browser's cache, would be
// fetched again by the service worker (building/service_worker/sw.js). On a first visit they are
// handed over instead, in idle time (static/js/offline.js).
const fetchFile = globalThis.fetch;
globalThis.tablesideHandovers = [];
const controller = controllerOfPage();
if (controller === null) {
  globalThis.fetch = fetchAndHandOver;
  globalThis.tablesideWasm &&= tablesideWasm.then(handOver);
  globalThis.tablesideWasm?.catch(() => {}); // reported where it is needed
}

/** Return the service worker of this page: null at a first visit, undefined without caches. */
function controllerOfPage() {
  try {
    return "caches" in globalThis ? navigator.serviceWorker?.controller : undefined;
  } catch {
    return undefined; // such browsers throw
  }
}

async function fetchAndHandOver(address, options) {
  return handOver(await fetchFile(address, options));
}

function handOver(response) {
  const { url, ok, headers } = response;
  if (ok && (url.endsWith(".wasm") || /no-store/i.test(headers.get("Cache-Control")))) {
    const copy = response.clone();
    tablesideHandovers.push((cache) => cache.put(url, copy));
  }
  return response;
}

// Python's output, redirected by PyScript once it has loaded.
let print = { stdout: console.log, stderr: console.error };

// After repeated crashes Python is not started (static/js/bootstrap.js).
const rests = "rests" in document.documentElement.dataset;

const loading = rests ? new Promise(() => {}) : withChunks(chunksFor(location.hash), start().then(watched));

function start() {
  const options = {
    ...settings,
    stdout: (text) => print.stdout(text),
    stderr: (text) => print.stderr(text),
  };
  return controller ? begin(options) : load(options);
}

// Crashes of Python itself are handled outside of it (static/js/crash_recovery.js). Pyodide has a
// hook for that, which it cannot call with a full stack; so the function before it is wrapped.
function watched(python) {
  const api = python._api;
  const { fatal_error: fatal } = api;
  let isAnnounced = false;
  api.fatal_error = (error) => {
    let isDead = true; // also if `fatal` returns, which means a second crash
    try {
      return fatal(error);
    } catch (thrown) {
      isDead = thrown?.pyodide_fatal_error === true;
      throw thrown;
    } finally {
      // If the stack is too full even for this, the caller catches the error and calls again.
      if (isDead) stopWriting();
      if (isDead && !isAnnounced) {
        queueMicrotask(() => announce(error));
        isAnnounced = true;
      }
    }
  };
  return python;
}

const announce = (detail) =>
  document.dispatchEvent(new CustomEvent("tableside:ended", { detail }));

// A full stack can also surface as an uncaught error of Python's own file system, which has passed
// through all of Python without any cleanup.
for (const [event, thrown] of [["error", "error"], ["unhandledrejection", "reason"]]) {
  addEventListener(event, ({ [thrown]: error }) => {
    if (error?.name !== "ErrnoError") return;
    stopWriting();
    announce(new Error(`Python's file system, error ${error.errno}`));
  });
}

const refuse = () => {
  throw new DOMException("Python has ended", "InvalidStateError");
};

/** Stop storage, as a crashed Python may still run: abort its transaction and refuse new ones. */
function stopWriting() {
  if (globalThis.IDBDatabase) IDBDatabase.prototype.transaction = refuse;
  try {
    globalThis.tablesideWriting?.abort();
  } catch {
    // It was committed or aborted before.
  }
}

// The app starts with the whole page parsed, however slowly it arrives.
const parsed = new Promise((resolve) => {
  if (document.readyState !== "loading") resolve();
  else document.addEventListener("DOMContentLoaded", resolve, { once: true });
});

/** Return the one interpreter of this page, regardless of other options. */
export async function loadPyodide({ stdout, stderr }) {
  print = { stdout, stderr };
  await parsed;
  return loading;
}
