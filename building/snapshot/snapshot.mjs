// The snapshot of a started Python, stored from one visit to the next: made in a worker
// (building/snapshot/make_snapshot.mjs), and restored into the page's Python instead of a start.
//
// It is a Pyodide snapshot without its empty half: a head (the JavaScript objects that Python
// references), and the nonzero pages of memory. Those of the library follow, as files are not part of
// memory.

// The room for a head; Pyodide sees only this much of a snapshot, without memory.
const HEAD = 1 << 16;

const PAGE = 4096;

// ---- Storage --------------------------------------------------------------------------------

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

// A browser copies the bytes that it hashes. It has room at hand for pieces of this size; all bytes at
// once would take twice as long.
const PIECE = 1 << 19;

/** Return the digest of the digests of its pieces. */
async function digest(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(sha(bytes.subarray(at, at + PIECE)));
  const found = (await Promise.all(pieces)).map((each) => [...each]);
  return hex(await sha(Uint8Array.from(found.flat())));
}

/** Return the cache that holds a file, so that the snapshot is deleted with that version. */
async function cacheOf(file) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    if (await cache.match(file)) return cache;
  }
  throw new Error("the page itself is not stored");
}

const nameOf = (script) => `${script}.snapshot`;

/** Store a snapshot for the next start, whole or not at all. */
export async function store(script, bytes) {
  const cache = await cacheOf(script);
  const headers = { "X-Digest": await digest(bytes), "X-Browser": navigator.userAgent };
  await cache.put(nameOf(script), new Response(bytes, { headers }));
}

/** Delete a harmful snapshot, and prevent another for this version. */
export async function drop(script) {
  const cache = await cacheOf(script);
  await cache.put(nameOf(script), new Response(null, { headers: { "X-Refused": "" } }));
}

/** Return the snapshot that static/js/bootstrap.js has requested: its memory is a promise that fails for
 * damaged bytes. Without a snapshot undefined, or the reason. */
export async function request() {
  const found = await globalThis.tablesideSnapshot;
  globalThis.tablesideSnapshot = undefined;
  if (!found) return undefined;
  if (found.headers.has("X-Refused")) return { isRefused: true };
  // Another browser, or another version, may lay out WebAssembly differently.
  if (found.headers.get("X-Browser") !== navigator.userAgent) return undefined;
  const memory = checked(found);
  memory.catch(() => {}); // it is awaited later
  return { memory };
}

async function checked(found) {
  const bytes = new Uint8Array(await found.bytes);
  if ((await digest(bytes)) !== found.headers.get("X-Digest")) throw new Error("other bytes");
  return unpack(bytes);
}

// ---- Encoding -------------------------------------------------------------------------------

/** Encode a Pyodide snapshot and its library as one array of bytes: the length of an index, the
 * index, the head, and the nonzero pages. */
export async function pack(snapshot, library) {
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
  const encoded = new TextEncoder().encode(JSON.stringify(index));
  const parts = [Uint32Array.of(encoded.length), encoded, head];
  for (const [from, to] of index.memory.stretches) parts.push(memory.subarray(from, to));
  for (const [from, to] of index.library.stretches) parts.push(files.subarray(from, to));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const inPages = (size) => Math.ceil(size / PAGE) * PAGE;

/** Return the nonzero ranges, in whole pages: [from, to]. */
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

/** Decode a snapshot: the head, and the nonzero ranges of memory and library. Throws if it is
 * inconsistent. */
function unpack(bytes) {
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
 * Return the further options with which Pyodide starts from the snapshot that is requested, or
 * normally without one. Pyodide sees only the head: the memory is written beforehand.
 */
export function optionsFrom(requested, make, library, deserialize) {
  const head = new Uint8Array(HEAD);
  return {
    stdLibURL: requested.then((snapshot) => (snapshot ? libraryOf(snapshot) : library())),
    _loadSnapshot: requested.then((snapshot) => snapshot && head),
    _snapshotDeserializer: deserialize,
    async createPyodideModule(settings) {
      const module = await make(settings);
      const snapshot = await requested;
      if (snapshot) {
        write(await snapshot.memory, module, head);
        delete snapshot.memory; // Pyodide keeps these options as long as it runs
      }
      return module;
    },
  };
}

/** Return the library, unpacked. (Pyodide copies it, and so releases the rest.) */
async function libraryOf(snapshot) {
  try {
    const { size, parts } = (await snapshot.memory).library;
    const library = new Uint8Array(inPages(size));
    for (const { from, content } of parts) library.set(content, from);
    return library.subarray(0, size);
  } catch {
    return new Uint8Array(0); // reported elsewhere
  }
}

function write({ head: first, memory: { size, parts } }, module, head) {
  head.set(first);
  new Uint32Array(head.buffer)[1] = HEAD;
  while (module.HEAPU8.length < size) module._malloc(size - module.HEAPU8.length + PAGE);
  const all = module.HEAPU8;
  // The new Python has written up to here; all memory beyond is zero.
  const written = module.HEAPU32[module._emscripten_get_sbrk_ptr() >> 2];
  let end = 0;
  for (const { from, content } of parts) {
    if (end < written) all.fill(0, end, Math.min(from, written));
    all.set(content, from);
    end = from + content.length;
  }
  if (end < written) all.fill(0, end, written);
}
