// Python's chunks beyond the first (building/shelves.py): loaded into its file system on demand, and
// all of them soon after the start. build.py fills in the placeholders in braces.

import { unpacked } from "./{loader}";

// The address of each archive, and the archive of each module (app/browser/platform/lazy_import.py).
const ADDRESSES = {"archives": 0};
const HELD = {"modules": 0};

const addressOf = (name) => new URL(ADDRESSES[name], import.meta.url).href;
const coming = new Map();
let shelve;
const files = new Promise((known) => (shelve = known));

/** Load an archive once; resolves when Python can import from it. */
function bring(name) {
  if (!coming.has(name)) {
    coming.set(name, brought(name).catch((fault) => {
      coming.delete(name); // so that the next call tries again
      throw fault;
    }));
  }
  return coming.get(name);
}

async function brought(name) {
  const bytes = await fetched(addressOf(name));
  (await files).writeFile(`/lib/${name}.zip`, bytes, { canOwn: true });
}

// Delays between tries: the network may be away for a moment, or longer.
const WAITS_MS = [500, 2000, 8000];
const AGAIN_MS = 20_000;

/** Fetch and unpack an archive; a retry bypasses the browser's cache, which may be damaged. */
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

/** Unpack an archive and check its beginning and end. */
async function whole(bytes) {
  const archive = await unpacked(bytes);
  const end = archive.length - 22;
  const has = (at, ...four) => four.every((byte, place) => archive[at + place] === byte);
  if (!has(0, 0x50, 0x4b, 3, 4) || !has(end, 0x50, 0x4b, 5, 6)) throw new Error("damaged");
  return archive;
}

const sought = new Map();
const missing = new Set();

/** Load an archive: `first` tells whether it came after a few tries, `here` resolves when it has. */
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

/** Wait some seconds, or until the network is back. */
const moment = () =>
  new Promise((over) => {
    const end = () => {
      removeEventListener("online", end);
      over();
    };
    setTimeout(end, AGAIN_MS);
    addEventListener("online", end);
  });

/** Announce the missing files (static/js/offline.js). */
function tell(names) {
  const files = Array.from(names, (name) => addressOf(name).split("/").pop());
  document.dispatchEvent(new CustomEvent("tableside:missing", { detail: files }));
}

/** Fetch an archive synchronously, still packed: an import cannot wait. */
function now(name) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(name), false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // one byte per character
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}

/** Load all archives, the largest first. */
const all = () => Promise.all(Object.keys(ADDRESSES).map(bring));

/** The interface for Python. */
globalThis.tablesideShelves = { held: HELD, seek, all, now };

/** Return Python once it has started, with the game of the address; a one-file page has all games. */
export async function opened(hash, loading) {
  const [, game] = /^#?\/?(\w+)/.exec(hash) ?? [];
  const first = globalThis.tablesideWhole ? all() : Object.hasOwn(ADDRESSES, game) && bring(game);
  const tried = Promise.resolve(first).catch(() => {}); // the page works without its game
  const python = await loading;
  shelve(python.FS);
  // A snapshot contains the games (building/maker.mjs).
  if (globalThis.document?.documentElement.dataset.memory !== "used") await tried;
  return python;
}
