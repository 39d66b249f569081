// The first script of the page: prepares the first frame (the theme, the game's style, hidden
// parts), then requests what Python needs.
{
  const root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem("tableside-theme") ?? "auto";
  } catch {
    root.dataset.theme = "auto"; // Storage may be forbidden; the page works without.
  }
  root.dataset.game = location.hash.split(/[/?]/)[1] ?? "";
  // Python has crashed repeatedly; read before static/js/crash_recovery.js clears it.
  if (history.state?.tableside?.rests) root.dataset.rests = "";

  // Until boot.js has chosen a view, frame.css hides what must not flash: first all but the page's
  // name, which can be drawn soonest, then the home page if a link leads past it.
  root.dataset.booting = "frame";
  requestAnimationFrame(function drawing() {
    const sheet = document.querySelector("[data-screen]");
    if (sheet) setTimeout(behindTheFrame, 0, sheet);
    else requestAnimationFrame(drawing); // not parsed yet
  });

  function behindTheFrame(sheet) {
    begin();
    if (sheet.sheet) reveal();
    else sheet.onload = sheet.onerror = reveal;
  }

  function reveal() {
    if ("booting" in root.dataset) root.dataset.booting = location.hash.length > 2 ? "deep" : "home";
  }

  addEventListener("load", () => {
    // boot.js was missing or refused by the browser.
    if ("booting" in root.dataset) root.dataset.state = "failed";
    delete root.dataset.booting;
  });

  // Taps before boot.js has arrived, which goes on with them.
  window.tablesideEarly = [];
  addEventListener("click", ({ target }) => window.tablesideEarly?.push(target));

  // Dialogs and the menu belong to the previous page. The menu's links work before any other script
  // has arrived.
  addEventListener("hashchange", ({ newURL }) => {
    if (newURL === window.tablesideMoved) return; // a step back that only closed a layer (layers.js)
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    for (const menu of document.querySelectorAll("[data-games]")) menu.open = false;
  });

  // ---- Python -------------------------------------------------------------------------------

  // A hidden window draws no frame: there PyScript requests Python and calls this.
  window.tablesideBegin = begin;
  let hasBegun = false;

  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    const named = (name) => document.querySelector(`meta[name='tableside-${name}']`)?.content ?? "";
    askFor(named("python"), named("snapshot"));
    // Preload modules that others would request only once loaded.
    const [start, ...others] = named("start").split(" ");
    for (const each of others) document.head.append(preloaded(each));
    if (start) import(new URL(start, document.baseURI)); // boot.js reports failures
  }

  // WebAssembly takes longest to arrive and is compiled in the background, so it is requested before
  // any module (building/vendor/unpacking.mjs), unless Python is off; the memory snapshot likewise.
  function askFor(python, snapshot) {
    if (!python || typeof WebAssembly !== "object" || "rests" in root.dataset) return;
    window.tablesideWasm = fetch(python);
    window.tablesideWasm.catch(() => {}); // reported where it is used
    if (snapshot) window.tablesideSnapshot = storedAt(new URL(snapshot, document.baseURI).href).catch(() => {});
  }

  /** Return the stored snapshot for building/snapshot/snapshot.mjs, if there is one. */
  async function storedAt(address) {
    // Only a page controlled by a service worker starts from a snapshot.
    const found = navigator.serviceWorker.controller && (await caches.match(address));
    if (!found) return undefined;
    // Reading through a Blob takes half the time.
    const bytes = found.blob().then((blob) => blob.arrayBuffer());
    bytes.catch(() => {}); // reported where they are used
    return { headers: found.headers, bytes };
  }

  function preloaded(address) {
    return Object.assign(document.createElement("link"), { rel: "modulepreload", href: address });
  }
}
