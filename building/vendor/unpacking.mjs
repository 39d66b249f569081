// The beginning of `pyodide.js`, before Pyodide's own loader (building/vendor/copies.py): Python's
// files are one archive, compressed as a whole, because hosts do not compress archives, and members
// compressed one by one take a third more.

/** Return the early response with WebAssembly, once, as it can be read only once. */
function early() {
  const coming = globalThis.tablesideWasm;
  globalThis.tablesideWasm = undefined;
  return coming && { response: coming };
}

/** Decompress bytes, unless a host has done so. */
export async function unpacked(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return bytes;
  // A Blob would copy the bytes to another process.
  const opened = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(opened).arrayBuffer());
}

