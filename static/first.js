// The first script of the page: what the first frame needs (the chosen theme, the face of the game,
// what must not flash by), and behind that frame what Python needs.
{
  const root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem("tableside-theme") ?? "auto";
  } catch {
    root.dataset.theme = "auto"; // Storage may be forbidden; the page works without.
  }
  root.dataset.game = location.hash.split(/[/?]/)[1] ?? "";
  // Python has ended again and again: read before static/ending.js, which forgets it as it tells of it.
  if (history.state?.tableside?.rests) root.dataset.rests = "";

  // Until boot.js has chosen a view the style sheet (frame.css) hides what must not flash by: for the
  // first frame all but the page's name, as that is there the sooner, then home, where a link leads past it.
  root.dataset.booting = "frame";
  requestAnimationFrame(function drawing() {
    if (document.querySelector(".brand")) setTimeout(behindTheFrame);
    else requestAnimationFrame(drawing); // the browser has not read so far
  });

  function behindTheFrame() {
    begin();
    if ("booting" in root.dataset) root.dataset.booting = location.hash.length > 2 ? "deep" : "home";
  }

  addEventListener("load", () => {
    // boot.js has not come, or the browser has refused it: then this says so.
    if ("booting" in root.dataset) root.dataset.state = "failed";
    delete root.dataset.booting;
  });

  // ---- Python -------------------------------------------------------------------------------

  // A window that nobody sees draws no frame: there PyScript asks for Python, and that has this done.
  window.tablesideBegin = begin;
  let hasBegun = false;

  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    const named = (name) => document.querySelector(`meta[name='tableside-${name}']`)?.content ?? "";
    askFor(named("python"), named("memory"));
    // What one module would only ask for when it has come itself is asked for at once.
    const [start, ...others] = named("start").split(" ");
    for (const each of others) document.head.append(preloaded(each));
    if (start) import(new URL(start, document.baseURI)); // what fails of it boot.js tells
  }

  // Of all that a start waits for WebAssembly takes longest to arrive, and is compiled beside the
  // page: it is asked for before any module is there (building/unpacking.mjs); but not where Python
  // is to rest. And beside it what is kept of an earlier start's memory.
  function askFor(python, memory) {
    if (!python || typeof WebAssembly !== "object" || "rests" in root.dataset) return;
    window.tablesideWasm = fetch(python);
    window.tablesideWasm.catch(() => {}); // that is told of where it is needed
    if (memory) window.tablesideMemory = kept(new URL(memory, document.baseURI).href).catch(() => {});
  }

  /** If anything is, for building/memory.mjs. */
  async function kept(address) {
    // Only a page that is kept itself begins with it.
    const found = navigator.serviceWorker.controller && (await caches.match(address));
    if (!found) return undefined;
    // By way of a Blob they come in half the time, and with fewer steps of the page.
    const bytes = found.blob().then((blob) => blob.arrayBuffer());
    bytes.catch(() => {}); // that is told of where they are needed
    return { headers: found.headers, bytes };
  }

  function preloaded(address) {
    return Object.assign(document.createElement("link"), { rel: "modulepreload", href: address });
  }
}
