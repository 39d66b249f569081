// What stands before Pyodide's own loader in `pyodide.js` (building/vendor.py): Python's files come
// as one archive, compressed as a whole, because hosts compress no archives and members that are
// compressed one by one take a third more.

/** The answer to who has asked for WebAssembly before: once, as it can be read once. */
function early() {
  const coming = globalThis.tablesideWasm;
  globalThis.tablesideWasm = undefined;
  return coming && { response: coming };
}

/** The bytes as they were before they were compressed. (A host may have done that on its way.) */
export async function unpacked(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return bytes;
  // (By way of a Blob its bytes would be copied to another process.)
  const opened = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(opened).arrayBuffer());
}

