// Another Python, in a worker: does what would keep the page waiting, from the very files that the
// page itself is made of. build.py fills in what stands in braces.
//
// It hears { id, module, text } and answers { id, text } with what that module's `answer(text)`
// says, or { id, fault } with the kind of what went wrong and where, in order. { ready } or
// { fault } comes first: no Python without WebAssembly, or offline without the files.

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

/** Its kind and where it happened, as its words may hold a person's. */
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
