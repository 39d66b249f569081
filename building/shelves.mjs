// Python's archives beyond the first (building/shelves.py): brought into its file system when they
// are wanted, and all of them soon after the start. build.py fills in what stands in braces.

import { unpacked } from "./{loader}";

// Each archive's address, and which modules it holds (app/browser/platform/lazy_import.py finds them).
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
  const bytes = await fetched(addressOf(name));
  (await files).writeFile(`/lib/${name}.zip`, bytes, { canOwn: true });
}

// A network may be away for a moment, or longer.
const WAITS_MS = [500, 2000, 8000];
const AGAIN_MS = 20_000;

/** The archive, opened. What a browser kept of a damaged one is not asked for again. */
async function fetched(address, waits = WAITS_MS, cache = "default") {
  let why;
  try {
    const response = await fetch(address, { cache });
    if (response.ok) return await whole(new Uint8Array(await response.arrayBuffer()));
    why = new Error(`${response.status}`);
  } catch (fault) {
    why = fault;
  }
  const [wait, ...more] = waits;
  if (wait === undefined) throw why;
  await new Promise((over) => setTimeout(over, wait));
  return fetched(address, more, "reload");
}

/** It begins and ends as an archive does. */
async function whole(bytes) {
  const archive = await unpacked(bytes);
  const end = archive.length - 22;
  const has = (at, ...four) => four.every((byte, place) => archive[at + place] === byte);
  if (!has(0, 0x50, 0x4b, 3, 4) || !has(end, 0x50, 0x4b, 5, 6)) throw new Error("damaged");
  return archive;
}

const sought = new Map();
const missing = new Set();

/** `first`: has it come after a few tries? `here`: done when it has come, however long that takes. */
function seek(name) {
  if (!sought.has(name)) {
    const first = bring(name).then(() => true, () => false);
    const here = first.then((isHere) => isHere || soughtOn(name));
    sought.set(name, { first, here });
  }
  return sought.get(name);
}

async function soughtOn(name) {
  tell(missing.add(name));
  for (let isHere = false; !isHere; ) {
    await moment();
    isHere = await bring(name).then(() => true, () => false);
  }
  missing.delete(name);
  tell(missing);
}

/** Some seconds, or until the network is back. */
const moment = () =>
  new Promise((over) => {
    const end = () => {
      removeEventListener("online", end);
      over();
    };
    setTimeout(end, AGAIN_MS);
    addEventListener("online", end);
  });

/** Says which files have not come (static/offline.js). */
function tell(names) {
  const files = Array.from(names, (name) => addressOf(name).split("/").pop());
  document.dispatchEvent(new CustomEvent("tableside:missing", { detail: files }));
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
globalThis.tablesideShelves = { held: HELD, seek, all, now };

/** The game that an address opens is there when Python starts; one file has all of it anyway. */
export async function opened(hash, loading) {
  const [, game] = /^#?\/?(\w+)/.exec(hash) ?? [];
  const first = globalThis.tablesideWhole ? all() : Object.hasOwn(ADDRESSES, game) && bring(game);
  const tried = Promise.resolve(first).catch(() => {}); // without its game a page is one all the same
  const python = await loading;
  shelve(python.FS);
  // What began with a memory has the games in it (building/maker.mjs).
  if (globalThis.document?.documentElement.dataset.memory !== "used") await tried;
  return python;
}
