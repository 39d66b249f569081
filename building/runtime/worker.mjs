// Another Python, in a worker, for long computations, from the same files as the page itself.
// build.py fills in the placeholders in braces.
//
// It receives { id, module, text } and replies { id, text } with the result of that module's
// `answer(text)`, or { id, fault } with the kind and places of an error, in order. { ready } or
// { fault } comes first: there is no Python without WebAssembly, or offline without the files.

import { loadPyodide, settings } from "./{loading}";
import { withChunks } from "./{chunks}";

const waiting = [];
let answering = (message) => waiting.push(message);

addEventListener("message", ({ data }) => answering(data));

async function start() {
  const python = await withChunks(["play"], loadPyodide(settings));
  python.pyimport("app.browser.platform.lazy_import").install();
  python.pyimport("app.browser.platform.methods").install();
  return python;
}

function answer(python, { id, module, text }) {
  try {
    const job = python.pyimport(module);
    postMessage({ id, text: job.answer(text) });
    job.destroy();
  } catch (error) {
    postMessage({ id, fault: describe(error) });
  }
}

/** Return an error's kind and locations; its message may contain personal text. */
function describe(error) {
  const locations = String(error?.message).match(/^ +File .*$/gm) ?? [];
  return [error?.type ?? error?.name ?? "Error", ...locations.map((line) => line.trim())].join("\n");
}

try {
  const python = await start();
  postMessage({ ready: true });
  answering = (message) => answer(python, message);
  waiting.splice(0).forEach(answering);
} catch (error) {
  postMessage({ fault: describe(error) });
  close();
}
