// Another Python, in a worker, for long computations, from the same files as the page itself.
// build.py fills in the placeholders in braces.
//
// It receives { id, module, text } and replies { id, text } with the result of that module's
// `answer(text)`, or { id, fault } with the kind and places of an error, in order. { ready } or
// { fault } comes first: there is no Python without WebAssembly, or offline without the files.

import { loadPyodide, settings } from "./{loading}";
import { opened } from "./{shelves}";

const waiting = [];
let answering = (message) => waiting.push(message);

addEventListener("message", ({ data }) => answering(data));

async function start() {
  const python = await opened("", loadPyodide(settings));
  python.pyimport("app.browser.platform.lazy_import").install();
  python.pyimport("app.browser.platform.methods").install();
  return python;
}

function answer(python, { id, module, text }) {
  try {
    const said = python.pyimport(module);
    postMessage({ id, text: said.answer(text) });
    said.destroy();
  } catch (error) {
    postMessage({ id, fault: told(error) });
  }
}

/** Return an error's kind and places; its message may contain personal text. */
function told(error) {
  const places = String(error?.message).match(/^ +File .*$/gm) ?? [];
  return [error?.type ?? error?.name ?? "Error", ...places.map((each) => each.trim())].join("\n");
}

try {
  const python = await start();
  postMessage({ ready: true });
  answering = (message) => answer(python, message);
  waiting.splice(0).forEach(answering);
} catch (error) {
  postMessage({ fault: told(error) });
  close();
}
