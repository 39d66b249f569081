// Runs the Python on standard input in a build's own runtime, with its app.zip unpacked as
// PyScript unpacks it, and prints the value of the last line.
// Usage: node run_built.mjs <dist>

import { readFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { text } from "node:stream/consumers";

const dist = resolve(process.argv[2]);
const runtime = join(dist, "pyodide");
const [version] = readdirSync(runtime).filter((name) => /^\d/.test(name));
const { loadPyodide } = await import(pathToFileURL(join(runtime, version, "pyodide.mjs")).href);

async function main() {
  const python = await loadPyodide({
    indexURL: join(runtime, version),
    stdLibURL: join(runtime, "python_stdlib.zip"),
    lockFileContents: await lockFile(),
  });
  python.unpackArchive(new Uint8Array(await readFile(join(dist, "app.zip"))), "zip");
  const dedent = python.pyimport("textwrap").dedent;
  return python.runPythonAsync(dedent(await text(process.stdin)));
}

/** The one that the page uses stands in its own module as a line of JSON. */
async function lockFile() {
  const source = await readFile(join(runtime, "tableside.mjs"), "utf8");
  return JSON.parse(/lockFileContents: (\{.*\}),/.exec(source)[1]);
}

try {
  console.log(await main());
} catch (error) {
  // Node would print the line it was thrown from, which is Pyodide whole.
  console.error(error.message);
  process.exitCode = 1;
}
