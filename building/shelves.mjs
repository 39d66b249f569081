// Python's archives beyond the first (building/shelves.py): brought into its file system when they
// are wanted, and all of them soon after the start. build.py fills in what stands in braces.

import { unpacked } from "./{loader}";

// Each archive's address, and which modules it holds (app/browser/later.py finds them).
const ADDRESSES = {"archives": 0};
const HELD = {"modules": 0};

const addressOf = (name) => new URL(ADDRESSES[name], import.meta.url).href;
const coming = new Map();
let shelve;
const files = new Promise((known) => (shelve = known));

/** Let an archive come, if it is not there; done when Python can import from it. */
function bring(name) {
  if (!coming.has(name)) {
    coming.set(name, brought(name).catch((fault) => {
      coming.delete(name); // the next time it is tried again
      throw fault;
    }));
  }
  return coming.get(name);
}

async function brought(name) {
  const bytes = await unpacked(await fetched(addressOf(name)));
  (await files).writeFile(`/lib/${name}.zip`, bytes, { canOwn: true });
}

// A network may be away for a moment.
const WAITS_MS = [500, 2000, 8000];

async function fetched(address, waits = WAITS_MS) {
  const response = await fetch(address).catch((fault) => {
    if (!waits.length) throw fault;
  });
  if (response?.ok) return new Uint8Array(await response.arrayBuffer());
  const [wait, ...more] = waits;
  if (wait === undefined) throw new Error(`${address.split("/").pop()}: ${response.status}`);
  await new Promise((over) => setTimeout(over, wait));
  return fetched(address, more);
}

/** The archive as it is sent, at once: an import cannot wait. */
function now(name) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(name), false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // a byte is a letter
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}

/** All that there is, what holds most first. */
const all = () => Promise.all(Object.keys(ADDRESSES).map(bring));

/** Everything that Python asks of this module. */
globalThis.tablesideShelves = { held: HELD, bring, all, now };

/** The game that an address opens is there when Python starts; one file has all of it anyway. */
export async function opened(hash, loading) {
  const [, game] = /^#?\/?(\w+)/.exec(hash) ?? [];
  const first = globalThis.tablesideWhole ? all() : Object.hasOwn(ADDRESSES, game) && bring(game);
  const python = await loading;
  shelve(python.FS);
  // What began with a memory has the games in it (building/maker.mjs).
  if (globalThis.document?.documentElement.dataset.memory !== "used") await first;
  return python;
}
