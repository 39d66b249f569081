// In the one-file page: answers fetches from base64 blocks in the page itself.
// A page opened as a file may fetch nothing else.
{
  const ask = globalThis.fetch;
  const parsed = new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });

  globalThis.tablesideWhole = true;

  globalThis.fetch = async (address, options) => {
    await parsed;
    const path = new URL(address, document.baseURI).href.replace(new URL("./", document.baseURI).href, "");
    const block = document.querySelector(`script[data-file="${CSS.escape(path)}"]`);
    if (!block) return ask(address, options);
    const packed = await ask(`data:application/octet-stream;base64,${block.textContent}`);
    block.remove(); // it is requested once, so ten megabytes can be freed
    const body = packed.body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": block.dataset.type } });
  };
}
