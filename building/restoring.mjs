// Restores a snapshot of Python's memory instead of a start. If that fails, Python starts normally.
// build.py fills in the placeholders in braces.

import { drop, from, kept } from "./{memory}";
import { loadPyodide, unpacked } from "./{loading}";

const MAKER = new URL("./{maker}", import.meta.url).href;

const { dataset } = document.documentElement;

/** Start Python from a snapshot (building/maker.mjs), or normally without one. */
export async function begin(asked) {
  let isKept = false;
  const found = kept().then((answer) => {
    if (answer?.isRefused) dataset.memory = "refused";
    isKept = Boolean(answer?.memory);
    return isKept && answer;
  });
  try {
    const library = async () => unpacked(await bytesOf(asked.stdLibURL));
    const python = await loadPyodide({ ...asked, ...from(found, asked.createPyodideModule, library, standIn) });
    if (isKept) follow(python);
    return python;
  } catch (error) {
    if (!isKept) throw error;
    distrust(error);
    return loadPyodide(asked);
  }
}

async function bytesOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Refuse a snapshot that may have done harm: log it, and use none until the next version. */
function distrust(why) {
  console.warn("The kept memory of Python is of no use:", why);
  dataset.memory = "refused";
  drop(MAKER).catch(() => {}); // then the next start tries it once more
}

/** Connect the restored modules of PyScript's Python to PyScript, and watch for failures. */
function follow(python) {
  dataset.memory = "used";
  document.addEventListener("tableside:ended", ({ detail }) => distrust(detail));
  const failing = new MutationObserver(() => {
    if (dataset.state === "loading") return;
    failing.disconnect();
    if (dataset.state === "failed") distrust("the start failed");
  });
  failing.observe(document.documentElement, { attributeFilter: ["data-state"] });
  python.runPython("import random; random.seed()"); // the snapshot's seed would repeat
  const { registerJsModule } = python;
  python.registerJsModule = (name, module) => {
    if (name in registered) registered[name] = module;
    else registerJsModule(name, module);
  };
}

// PyScript's Python starts before PyScript itself, so its references resolve here later.
const registered = { polyscript: undefined, _pyscript: undefined };

function standIn({ way, does, is }) {
  if (is) return is;
  const real = () => way.reduce((each, name) => each[name], registered);
  return new Proxy(does ? () => {} : {}, {
    apply: (_, self, given) => real().apply(self, given),
    get: (_, name) => real()?.[name],
    has: (_, name) => name in real(),
  });
}
