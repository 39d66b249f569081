// How Python is loaded here, in the page and in its workers.
// build.py fills in what stands in braces.

import { loadPyodide, unpacked, version } from "./{loader}";

export { loadPyodide, unpacked, version };

// Python waits by asyncio alone. Where the browser offers to switch stacks, Pyodide would run every
// `await` from JavaScript on a second stack, and Chromium's garbage collector now and then reads
// beyond that stack's end: the whole tab is gone. Without the offer Pyodide does without.
delete WebAssembly.Suspending;

// Of a function that JavaScript has, WebAssembly takes no more than one that a module gives on: at each
// start Pyodide compiles 261 modules for that, of 30 kinds. Those of one kind are the same.
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

/** What makes Pyodide's WebAssembly, once its script has come: a page asks for that by an element, as
 * a plain script (building/head.html). A worker imports it, under another address: what Chromium keeps
 * of the one that the page runs is of no use to an import, which would put its own in that place. */
async function make() {
  const asked = globalThis.document?.querySelector("script[data-pyodide]");
  if (!asked) await import("./{script}?imported");
  else if (!globalThis.tablesidePyodide) {
    await settled(asked);
    if (!globalThis.tablesidePyodide) throw new Error(`${asked.src} could not be fetched`);
  }
  return globalThis.tablesidePyodide;
}

/** It has come, or has come to nothing; that may have been before. */
function settled(script) {
  return new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", resolve);
    for (const event of ["load", "error"]) script.addEventListener(event, resolve);
  });
}

const indexURL = new URL("./", import.meta.url).href;

/** What is asked of Pyodide, where its library is all of our Python (building/unpacking.mjs). */
export const settings = {
  indexURL,
  // No package is ever fetched from Pyodide's collection, so its list need not be either.
  lockFileContents: "{lock}",
  packageBaseUrl: indexURL,
  stdLibURL: new URL("./{python}", import.meta.url).href,
  createPyodideModule: async (given) => (await make())(given),
};
