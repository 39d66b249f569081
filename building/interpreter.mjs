// Stands before Pyodide as PyScript's interpreter, and starts it at once: index.html asks for this
// module first, and while WebAssembly compiles in the background PyScript arrives and asks for it
// too. build.py fills in what stands in braces.

import { loadPyodide as load, version } from "./{version}/pyodide.mjs";

export { version };

// What Python prints goes where PyScript says, once it has said so.
let print = { stdout: console.log, stderr: console.error };

// Python waits by asyncio alone. Where the browser offers to switch stacks, Pyodide would run every
// `await` from JavaScript on a second stack, and Chromium's garbage collector now and then reads
// beyond that stack's end: the whole tab is gone. Without the offer Pyodide does without.
delete WebAssembly.Suspending;

const indexURL = new URL("./{version}/", import.meta.url).href;
const loading = load({
  indexURL,
  // No package is ever fetched from Pyodide's collection, so its list need not be either.
  lockFileContents: "{lock}",
  packageBaseUrl: indexURL,
  stdLibURL: new URL("{stdlib}", import.meta.url).href,
  stdout: (text) => print.stdout(text),
  stderr: (text) => print.stderr(text),
});

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
