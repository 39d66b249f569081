// The memory of a Python that has started, as it is kept from one visit to the next: made in a worker
// (building/maker.mjs), and put into the page's Python instead of starting it.
//
// It is what Pyodide calls a snapshot, without the empty half of it: a head (what JavaScript objects
// Python holds), and the pages of memory in which something stands. Beside it lies the library, as
// files are no part of memory.

// Room for a head; Pyodide is shown this much of a snapshot, with no memory after it.
const HEAD = 1 << 16;

const PAGE = 4096;
const NUMBERS = 4; // bytes of the head, stretches, bytes of memory, bytes of the library

// ---- As it is kept --------------------------------------------------------------------------

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

// A browser copies what it digests: room for pieces of this size it has at hand, for all of it at
// once it would take twice as long.
const PIECE = 1 << 19;

/** The digest of the digests of its pieces. */
async function digest(bytes) {
  const all = new Uint8Array(bytes);
  const pieces = [];
  for (let at = 0; at < all.length; at += PIECE) pieces.push(sha(all.subarray(at, at + PIECE)));
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

/** What is kept, as static/theme.js has asked for it: its bytes, a promise that fails where they are
 * others. Else undefined, or why not. */
export async function kept() {
  const found = await globalThis.tablesideMemory;
  globalThis.tablesideMemory = undefined;
  if (!found) return undefined;
  if (found.headers.has("X-Refused")) return { isRefused: true };
  // Another browser, or another version of it, may see its WebAssembly otherwise.
  if (found.headers.get("X-Browser") !== navigator.userAgent) return undefined;
  const bytes = checked(found);
  bytes.catch(() => {}); // it is waited for later
  return { bytes };
}

async function checked(found) {
  const bytes = await found.bytes;
  if ((await digest(bytes)) !== found.headers.get("X-Digest")) throw new Error("other bytes");
  if (!isPacked(bytes)) throw new Error("no memory");
  return new Uint8Array(bytes);
}

// ---- As it is packed ------------------------------------------------------------------------

/** A snapshot of Pyodide's, and its library as it lies in its file system, as one piece of bytes. */
export function packed(snapshot, library) {
  const [, at, length] = new Uint32Array(snapshot.buffer, 0, 3);
  if (48 + length > HEAD) throw new Error(`a head of ${length} bytes`);
  const memory = snapshot.subarray(at);
  const stretches = filled(memory);
  const sizes = [48 + length, stretches.length, memory.length, library.length];
  const numbers = [...sizes, ...stretches.flat()];
  const before = (numbers.length + (numbers.length & 1)) * 4 + HEAD;
  const after = stretches.reduce((sum, [, size]) => sum + size, before);
  const bytes = new Uint8Array(after + library.length);
  new Uint32Array(bytes.buffer, 0, numbers.length).set(numbers);
  let place = before - HEAD;
  bytes.set(snapshot.subarray(0, 48 + length), place);
  place += HEAD;
  for (const [from, size] of stretches) {
    bytes.set(memory.subarray(from, from + size), place);
    place += size;
  }
  bytes.set(library, place);
  return bytes;
}

/** Are these as long as they say, and is each stretch behind the one before it? */
function isPacked(bytes) {
  if (bytes.byteLength < NUMBERS * 4) return false;
  const [length, count, size, library] = new Uint32Array(bytes, 0, NUMBERS);
  const numbers = NUMBERS + count * 2;
  if (length > HEAD || numbers * 4 + HEAD > bytes.byteLength) return false;
  const stretches = new Uint32Array(bytes, NUMBERS * 4, count * 2);
  let end = 0;
  let all = (numbers + (numbers & 1)) * 4 + HEAD + library;
  for (let i = 0; i < stretches.length; i += 2) {
    if (stretches[i] < end || stretches[i] % PAGE) return false;
    end = stretches[i] + stretches[i + 1];
    all += stretches[i + 1];
  }
  return end <= size && all === bytes.byteLength;
}

/** Where something stands in memory: [from, size], in whole pages. */
function filled(memory) {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const found = [];
  for (let from = 0; from < memory.length; from += PAGE) {
    if (words.subarray(from / 8, (from + PAGE) / 8).every((word) => !word)) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === from) last[1] += PAGE;
    else found.push([from, PAGE]);
  }
  return found;
}

/**
 * What Pyodide is to be asked for besides, so that it begins with what `found` promises; without it,
 * as ever. Of a snapshot Pyodide is shown the head alone: the memory is put there beforehand.
 */
export function from(found, script, library, deserialized) {
  const head = new Uint8Array(HEAD);
  return {
    stdLibURL: found.then((memory) => (memory ? libraryOf(memory) : library())),
    _loadSnapshot: found.then((memory) => memory && head),
    _snapshotDeserializer: deserialized,
    async createPyodideModule(given) {
      const { default: make } = await script;
      const module = await make(given);
      const memory = await found;
      if (memory) put(await memory.bytes, module, head);
      return module;
    },
  };
}

/** It need not be opened again. (Pyodide copies it, and so lets go of the rest.) */
async function libraryOf(memory) {
  try {
    const bytes = await memory.bytes;
    return bytes.subarray(bytes.length - new Uint32Array(bytes.buffer, 0, NUMBERS)[3]);
  } catch {
    return new Uint8Array(0); // that is told of elsewhere
  }
}

function put(bytes, module, head) {
  const [length, count, size] = new Uint32Array(bytes.buffer, 0, NUMBERS);
  const stretches = new Uint32Array(bytes.buffer, NUMBERS * 4, count * 2);
  let place = (NUMBERS + count * 2) * 4;
  head.set(bytes.subarray(place, place + length));
  new Uint32Array(head.buffer)[1] = HEAD;
  place += HEAD;
  while (module.HEAPU8.length < size) module._malloc(size - module.HEAPU8.length + PAGE);
  const memory = module.HEAPU8;
  // A young Python has written something here; beyond it, all is nought.
  const written = module.HEAPU32[module._emscripten_get_sbrk_ptr() >> 2];
  let end = 0;
  for (let i = 0; i < stretches.length; i += 2) {
    const from = stretches[i];
    if (end < written) memory.fill(0, end, Math.min(from, written));
    end = from + stretches[i + 1];
    memory.set(bytes.subarray(place, place + stretches[i + 1]), from);
    place += stretches[i + 1];
  }
  if (end < written) memory.fill(0, end, written);
}
