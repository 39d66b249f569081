// Runs before the first paint: the chosen theme, the face of the game, and which view must not
// flash by.
{
  // Of all that a start waits for this takes longest to arrive, and is compiled beside the page: it
  // is asked for before anything else (building/unpacking.mjs); but not where Python is to rest
  // (static/ending.js).
  const python = document.querySelector("meta[name='tableside-python']")?.content;
  if (python && typeof WebAssembly === "object" && !history.state?.tableside?.rests) {
    window.tablesideWasm = fetch(python);
    window.tablesideWasm.catch(() => {}); // that is told of where it is needed
    // And beside it what is kept of an earlier start's memory, if anything is (building/memory.mjs).
    const memory = document.querySelector("meta[name='tableside-memory']")?.content;
    if (memory) window.tablesideMemory = kept(new URL(memory, location).href).catch(() => {});
  }

  async function kept(address) {
    // Only a page that is kept itself begins with it.
    const found = navigator.serviceWorker.controller && (await caches.match(address));
    if (!found) return undefined;
    // By way of a Blob they come in half the time, and with fewer steps of the page.
    const bytes = found.blob().then((blob) => blob.arrayBuffer());
    bytes.catch(() => {}); // that is told of where they are needed
    return { headers: found.headers, bytes };
  }

  const root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem("tableside-theme") ?? "auto";
  } catch {
    root.dataset.theme = "auto"; // Storage may be forbidden; the page works without.
  }
  root.dataset.game = location.hash.split(/[/?]/)[1] ?? "";
  // Until boot.js has chosen a view, the style sheet hides all ("deep") or all but home ("home").
  root.dataset.booting = location.hash.length > 2 ? "deep" : "home";
  addEventListener("load", () => {
    // boot.js has not come, or the browser has refused it: then this says so.
    if ("booting" in root.dataset) root.dataset.state = "failed";
    delete root.dataset.booting;
  });
}
