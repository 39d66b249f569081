// Runs the Python on standard input in a build's own runtime and prints the value of the last line.
// Usage: node run_built.mjs <folder with all archives of Python, unpacked> <loading.js> <chunks.js>
//
// Pyodide itself is taken as published: Node would not know that a .js is a module.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { loadPyodide } from "pyodide";

const [folder, interpreter, chunks] = process.argv.slice(2);

async function main() {
  const python = await loadPyodide({
    stdLibURL: join(folder, "python.zip"),
    lockFileContents: await lockFile(),
  });
  for (const name of await readdir(folder)) {
    if (name !== "python.zip") python.FS.writeFile(`/lib/${name}`, await readFile(join(folder, name)));
  }
  globalThis.tablesideChunks = { chunkOf: JSON.parse(/CHUNK_OF = (\{.*\});/.exec(await readFile(chunks, "utf8"))[1]) };
  python.pyimport("app.browser.platform.lazy_import").install();
  python.pyimport("app.browser.platform.methods").install();
  const dedent = python.pyimport("textwrap").dedent;
  return python.runPythonAsync(dedent(await text(process.stdin)));
}

/** Return the lock file of the page, which its own module has as a line of JSON. */
async function lockFile() {
  const source = await readFile(interpreter, "utf8");
  return JSON.parse(/lockFileContents: (\{.*\}),/.exec(source)[1]);
}

try {
  console.log(await main());
} catch (error) {
  // Node would print the line that threw it, which is all of Pyodide.
  console.error(error.message);
  process.exitCode = 1;
}
