// Python's chunks beyond the first (building/chunks/chunks.py): loaded into its file system on
// demand, and all of them soon after the start. build.py fills in the placeholders in braces.

import { unpacked } from "./{loader}";

// The address of each chunk, and the chunk of each module (app/browser/platform/lazy_import.py).
const ADDRESSES = {"chunks": 0};
const CHUNK_OF = {"modules": 0};

const addressOf = (name) => new URL(ADDRESSES[name], import.meta.url).href;
const loading = new Map();
let useFiles;
const files = new Promise((resolve) => (useFiles = resolve));

/** Load a chunk once; resolves when Python can import from it. */
function load(name) {
  if (!loading.has(name)) {
    loading.set(name, loadAnew(name).catch((fault) => {
      loading.delete(name); // so that the next call tries again
      throw fault;
    }));
  }
  return loading.get(name);
}

async function loadAnew(name) {
  const bytes = await fetchChunk(addressOf(name));
  (await files).writeFile(`/lib/${name}.zip`, bytes, { canOwn: true });
}

// Delays between tries: the network may be away for a moment, or longer.
const WAITS_MS = [500, 2000, 8000];
const AGAIN_MS = 20_000;

/** Fetch and unpack a chunk; a retry bypasses the browser's cache, which may be damaged. */
async function fetchChunk(address, waits = WAITS_MS, cache = "default") {
  let why;
  try {
    const response = await fetch(address, { cache });
    if (response.ok) return await unpackWhole(new Uint8Array(await response.arrayBuffer()));
    why = new Error(`${response.status}`);
  } catch (fault) {
    why = fault;
  }
  const [wait, ...more] = waits;
  if (wait === undefined) throw why;
  await new Promise((over) => setTimeout(over, wait));
  return fetchChunk(address, more, "reload");
}

/** Unpack a chunk and check its beginning and end. */
async function unpackWhole(bytes) {
  const archive = await unpacked(bytes);
  const end = archive.length - 22;
  const has = (at, ...four) => four.every((byte, index) => archive[at + index] === byte);
  if (!has(0, 0x50, 0x4b, 3, 4) || !has(end, 0x50, 0x4b, 5, 6)) throw new Error("damaged");
  return archive;
}

const requests = new Map();
const missing = new Set();

/** Load a chunk: `first` tells whether a few tries were enough, `here` resolves when it is loaded. */
function seek(name) {
  if (!requests.has(name)) {
    const first = load(name).then(() => true, () => false);
    const here = first.then((isHere) => isHere || retry(name));
    requests.set(name, { first, here });
  }
  return requests.get(name);
}

async function retry(name) {
  announce(missing.add(name));
  for (let isHere = false; !isHere; ) {
    await pause();
    isHere = await load(name).then(() => true, () => false);
  }
  missing.delete(name);
  announce(missing);
}

/** Wait some seconds, or until the network is back. */
const pause = () =>
  new Promise((over) => {
    const end = () => {
      removeEventListener("online", end);
      over();
    };
    setTimeout(end, AGAIN_MS);
    addEventListener("online", end);
  });

/** Announce the missing files (static/js/offline.js). */
function announce(names) {
  const files = Array.from(names, (name) => addressOf(name).split("/").pop());
  document.dispatchEvent(new CustomEvent("tableside:missing", { detail: files }));
}

/** Fetch a chunk synchronously, still packed: an import cannot wait. */
function now(name) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(name), false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // one byte per character
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  const text = request.responseText;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at); // ten times as fast as from()
  return bytes;
}

/** Load all chunks in order, as a slow network carries the next one faster than all at once. */
async function all() {
  for (const name of Object.keys(ADDRESSES)) await load(name);
}

/** The interface for Python. */
globalThis.tablesideChunks = { chunkOf: CHUNK_OF, seek, all, now };

/** Return the chunks that a page needs at its address: home none, a one-file page all. */
export function chunksFor(hash) {
  const [, page] = /^#?\/?(\w+)/.exec(hash) ?? [];
  if (globalThis.tablesideWhole) return Object.keys(ADDRESSES);
  if (!page) return [];
  return Object.hasOwn(ADDRESSES, page) ? ["play", page] : ["play"];
}

/** Return Python once it has started, with some chunks. */
export async function withChunks(names, starting) {
  const loadNamed = () => Promise.all(names.map((name) => load(name).catch(() => {}))); // sought again later
  // A snapshot contains these chunks (building/snapshot/make_snapshot.mjs), but may fail.
  const early = (await globalThis.tablesideSnapshot) ? undefined : loadNamed();
  const python = await starting;
  useFiles(python.FS);
  if (globalThis.document?.documentElement.dataset.memory !== "used") await (early ?? loadNamed());
  return python;
}
