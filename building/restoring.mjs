// A start from what is kept of an earlier one: Python's memory, put there instead of being made.
// Whatever is wrong with it, Python starts as ever. build.py fills in what stands in braces.

import { drop, from, kept } from "./{memory}";
import { loadPyodide, unpacked } from "./{loading}";

const MAKER = new URL("./{maker}", import.meta.url).href;

const { dataset } = document.documentElement;

/** Python with the memory of one that had started (building/maker.mjs); from the beginning else. */
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

/** It did no good, or may not have: one line for who looks for it, and none until the next version. */
function distrust(why) {
  console.warn("The kept memory of Python is of no use:", why);
  dataset.memory = "refused";
  drop(MAKER).catch(() => {}); // then it is tried once more
}

/** PyScript's Python is there already, as are its modules: they only lead to PyScript from now on. */
function follow(python) {
  dataset.memory = "used";
  document.addEventListener("tableside:ended", ({ detail }) => distrust(detail));
  const failing = new MutationObserver(() => {
    if (dataset.state === "loading") return;
    failing.disconnect();
    if (dataset.state === "failed") distrust("the start failed");
  });
  failing.observe(document.documentElement, { attributeFilter: ["data-state"] });
  python.runPython("import random; random.seed()"); // it would go on as the other would have
  const { registerJsModule } = python;
  python.registerJsModule = (name, module) => {
    if (name in registered) registered[name] = module;
    else registerJsModule(name, module);
  };
}

// PyScript's Python was started before PyScript itself: what it holds of it leads there.
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
