// The memory of a Python that has started, as it is kept from one visit to the next: made in a worker
// (building/maker.mjs), and put into the page's Python instead of starting it.
//
// It is what Pyodide calls a snapshot, without the empty half of it: a head (what JavaScript objects
// Python holds), and the pages of memory in which something stands. Behind it lie those of the
// library, as files are no part of memory.

// Room for a head; Pyodide is shown this much of a snapshot, with no memory after it.
const HEAD = 1 << 16;

const PAGE = 4096;

// ---- As it is kept --------------------------------------------------------------------------

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

// A browser copies what it digests: room for pieces of this size it has at hand, for all of it at
// once it would take twice as long.
const PIECE = 1 << 19;

/** The digest of the digests of its pieces. */
async function digest(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(sha(bytes.subarray(at, at + PIECE)));
  const found = (await Promise.all(pieces)).map((each) => [...each]);
  return hex(await sha(Uint8Array.from(found.flat())));
}

/** The cache in which that file lies: what is kept beside it goes with that version of the page. */
async function cacheOf(file) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    if (await cache.match(file)) return cache;
  }
  throw new Error("the page itself is not kept");
}

const nameOf = (maker) => `${maker}.memory`;

/** Let it be there at the next start, whole or not at all. */
export async function keep(maker, bytes) {
  const cache = await cacheOf(maker);
  const headers = { "X-Digest": await digest(bytes), "X-Browser": navigator.userAgent };
  await cache.put(nameOf(maker), new Response(bytes, { headers }));
}

/** Let none be there, nor be made again for this version: what was there did no good. */
export async function drop(maker) {
  const cache = await cacheOf(maker);
  await cache.put(nameOf(maker), new Response(null, { headers: { "X-Refused": "" } }));
}

/** What is kept, as static/first.js has asked for it: the memory, a promise that fails where its bytes
 * are others. Else undefined, or why not. */
export async function kept() {
  const found = await globalThis.tablesideMemory;
  globalThis.tablesideMemory = undefined;
  if (!found) return undefined;
  if (found.headers.has("X-Refused")) return { isRefused: true };
  // Another browser, or another version of it, may see its WebAssembly otherwise.
  if (found.headers.get("X-Browser") !== navigator.userAgent) return undefined;
  const memory = checked(found);
  memory.catch(() => {}); // it is waited for later
  return { memory };
}

async function checked(found) {
  const bytes = new Uint8Array(await found.bytes);
  if ((await digest(bytes)) !== found.headers.get("X-Digest")) throw new Error("other bytes");
  return opened(bytes);
}

// ---- As it is packed ------------------------------------------------------------------------

/** A snapshot of Pyodide's, and its library as it lies in its file system, as one piece of bytes:
 * the length of an index, the index, the head, and what stands where. */
export async function packed(snapshot, library) {
  const [, at, length] = new Uint32Array(snapshot.buffer, 0, 3);
  const head = snapshot.subarray(0, 48 + length);
  if (head.length > HEAD) throw new Error(`a head of ${length} bytes`);
  const memory = snapshot.subarray(at);
  const files = new Uint8Array(inPages(library.length));
  files.set(library);
  const index = {
    head: head.length,
    memory: { size: memory.length, stretches: filled(memory) },
    library: { size: library.length, stretches: filled(files) },
  };
  const said = new TextEncoder().encode(JSON.stringify(index));
  const parts = [Uint32Array.of(said.length), said, head];
  for (const [from, to] of index.memory.stretches) parts.push(memory.subarray(from, to));
  for (const [from, to] of index.library.stretches) parts.push(files.subarray(from, to));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const inPages = (size) => Math.ceil(size / PAGE) * PAGE;

/** Where something stands, in whole pages: [from, to]. */
function filled(memory) {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const found = [];
  for (let from = 0; from < memory.length; from += PAGE) {
    if (words.subarray(from / 8, (from + PAGE) / 8).every((word) => !word)) continue;
    const last = found.at(-1);
    if (last && last[1] === from) last[1] += PAGE;
    else found.push([from, from + PAGE]);
  }
  return found;
}

/** What was packed: the head, and of memory and library what stands from where on. What does not
 * add up is an error. */
function opened(bytes) {
  const start = 4 + new Uint32Array(bytes.buffer, 0, 1)[0];
  const { head, memory, library } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)));
  let place = start;
  const next = (length) => bytes.subarray(place, (place += length));
  const read = ({ size, stretches }) => {
    let end = 0;
    const parts = stretches.map(([from, to]) => {
      if (from % PAGE || from < end || to < from) throw new Error("no memory");
      end = to;
      return { from, content: next(to - from) };
    });
    if (end > inPages(size)) throw new Error("no memory");
    return { size, parts };
  };
  const all = { head: next(head), memory: read(memory), library: read(library) };
  if (head > HEAD || place !== bytes.length) throw new Error("no memory");
  return all;
}

/**
 * What Pyodide is to be asked for besides, so that it begins with what `found` promises; without it,
 * as ever. Of a snapshot Pyodide is shown the head alone: the memory is put there beforehand.
 */
export function from(found, make, library, deserialized) {
  const head = new Uint8Array(HEAD);
  return {
    stdLibURL: found.then((kept) => (kept ? libraryOf(kept) : library())),
    _loadSnapshot: found.then((kept) => kept && head),
    _snapshotDeserializer: deserialized,
    async createPyodideModule(given) {
      const module = await make(given);
      const kept = await found;
      if (kept) put(await kept.memory, module, head);
      return module;
    },
  };
}

/** It need not be opened again. (Pyodide copies it, and so lets go of the rest.) */
async function libraryOf(kept) {
  try {
    const { size, parts } = (await kept.memory).library;
    const library = new Uint8Array(inPages(size));
    for (const { from, content } of parts) library.set(content, from);
    return library.subarray(0, size);
  } catch {
    return new Uint8Array(0); // that is told of elsewhere
  }
}

function put({ head: first, memory: { size, parts } }, module, head) {
  head.set(first);
  new Uint32Array(head.buffer)[1] = HEAD;
  while (module.HEAPU8.length < size) module._malloc(size - module.HEAPU8.length + PAGE);
  const all = module.HEAPU8;
  // A young Python has written something here; beyond it, all is nought.
  const written = module.HEAPU32[module._emscripten_get_sbrk_ptr() >> 2];
  let end = 0;
  for (const { from, content } of parts) {
    if (end < written) all.fill(0, end, Math.min(from, written));
    all.set(content, from);
    end = from + content.length;
  }
  if (end < written) all.fill(0, end, written);
}
