// Loads Python, in the page and in its workers.
// build.py fills in the placeholders in braces.

import { loadPyodide, unpacked, version } from "./{loader}";

export { loadPyodide, unpacked, version };

// Python waits by asyncio alone. Where the browser offers stack switching, Pyodide would run every
// `await` from JavaScript on a second stack, and Chromium's garbage collector sometimes reads beyond
// that stack's end, which crashes the tab. Without the offer Pyodide does not use it.
delete WebAssembly.Suspending;

// WebAssembly takes JavaScript functions only as exports of a module: at each start Pyodide compiles
// 261 modules for that, of 30 kinds. Modules of one kind are equal, so they are cached.
const { Module } = WebAssembly;
const ofKind = new Map();
WebAssembly.Module = new Proxy(Module, {
  construct(_, [bytes]) {
    if (!(bytes.length < 64)) return new Module(bytes);
    const kind = String(bytes);
    if (!ofKind.has(kind)) ofKind.set(kind, new Module(bytes));
    return ofKind.get(kind);
  },
});

/** Return the factory of Pyodide's WebAssembly, once its script has loaded. A page requests it by an
 * element, as a plain script (building/page/head.html). A worker imports it under another address,
 * since Chromium's compiled code of a plain script is useless to an import and would be lost. */
async function make() {
  const asked = globalThis.document?.querySelector("script[data-pyodide]");
  if (!asked) await import("./{script}?imported");
  else if (!globalThis.tablesidePyodide) {
    await settled(asked);
    if (!globalThis.tablesidePyodide) throw new Error(`${asked.src} could not be fetched`);
  }
  return globalThis.tablesidePyodide;
}

/** Resolve when the script has loaded or failed, which may have happened before. */
function settled(script) {
  return new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", resolve);
    for (const event of ["load", "error"]) script.addEventListener(event, resolve);
  });
}

const indexURL = new URL("./", import.meta.url).href;

/** The options of Pyodide, with all of our Python as its library (building/vendor/unpacking.mjs). */
export const settings = {
  indexURL,
  // No package is fetched from Pyodide's collection, so its list is not fetched either.
  lockFileContents: "{lock}",
  packageBaseUrl: indexURL,
  stdLibURL: new URL("./{python}", import.meta.url).href,
  createPyodideModule: async (given) => (await make())(given),
};
