// Keeps one whole version of the page for use without a network, and never parts of two.
//
// build.py writes VERSION (the hash of the list) and FILES: for each path the SHA-256 of its bytes.
// A version is installed when every file has
// been fetched and has the right hash, else not at all. It takes over when all tabs of the old
// one are closed, or when the page says so.

/* build.py writes the list here */

const SCOPE = new URL("./", location.href);
// Caches belong to the origin: another Tableside in another folder keeps its own.
const CACHE = `tableside-${VERSION}-${SCOPE.pathname}`;
const isOlder = (name) =>
  name.startsWith("tableside-") && name.endsWith(`-${SCOPE.pathname}`) && name !== CACHE;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOlder()));
self.addEventListener("message", ({ data }) => {
  if (data?.type === "activate") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path in FILES) event.respondWith(answer(path, event.request));
});

/** The path below our folder, or undefined: the page itself is `index.html` under any query. */
function pathOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  return pathname.slice(SCOPE.pathname.length) || "index.html";
}

async function answer(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? fetch(request);
}

const keyOf = (path) => new URL(path, SCOPE).href;

async function install() {
  try {
    const cache = await caches.open(CACHE);
    const older = (await caches.keys()).filter(isOlder);
    await Promise.all(
      Object.keys(FILES).map(async (path) => cache.put(keyOf(path), await fetched(path, older))),
    );
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** The right bytes, from the nearest place that has them: kept, in the HTTP cache, on the host. */
async function fetched(path, older) {
  const places = [
    ...older.map((name) => async () => (await caches.open(name)).match(keyOf(path))),
    () => fetch(keyOf(path)),
    () => fetch(keyOf(path), { cache: "reload" }),
  ];
  for (const place of places) {
    const response = await place();
    if (response?.ok && (await digest(response.clone())) === FILES[path]) return unredirected(response);
  }
  throw new Error(`Tableside: ${path} is not what this version needs`);
}

async function digest(response) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Some hosts redirect index.html to its folder; a redirected answer cannot serve a navigation. */
function unredirected(response) {
  if (!response.redirected) return response;
  return new Response(response.body, { headers: { "Content-Type": response.headers.get("Content-Type") } });
}

async function deleteOlder() {
  await Promise.all((await caches.keys()).filter(isOlder).map((name) => caches.delete(name)));
}
