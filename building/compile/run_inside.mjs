// Runs one Python script inside Pyodide under Node, with a folder of this machine mounted.
// Usage: node compile.mjs <folder of Pyodide> <script.py> <folder to mount as /sources> [library.zip]

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, script, work, library] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);

try {
  // A fixed hash seed: the order of a set must not reach the bytecode. No columns: the column of each
  // instruction would be a third of all Python that the page fetches.
  const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
  const python = await loadPyodide({ indexURL: pyodideFolder, stdLibURL: library, env });
  python.mountNodeFS("/sources", work);
  await python.runPythonAsync(await readFile(script, "utf8"));
} catch (error) {
  // Only Python's message: Node would add the throwing line, which is all of Pyodide.
  console.error(error.message);
  process.exitCode = 1;
}
