// How Python is loaded here, in the page and in its workers.
// build.py fills in what stands in braces.

import { loadPyodide, unpacked, version } from "./{loader}";

export { loadPyodide, unpacked, version };

// Python waits by asyncio alone. Where the browser offers to switch stacks, Pyodide would run every
// `await` from JavaScript on a second stack, and Chromium's garbage collector now and then reads
// beyond that stack's end: the whole tab is gone. Without the offer Pyodide does without.
delete WebAssembly.Suspending;

const indexURL = new URL("./", import.meta.url).href;

/** What is asked of Pyodide, where its library is all of our Python (building/unpacking.mjs). */
export const settings = {
  indexURL,
  // No package is ever fetched from Pyodide's collection, so its list need not be either.
  lockFileContents: "{lock}",
  packageBaseUrl: indexURL,
  stdLibURL: new URL("./{python}", import.meta.url).href,
};
