// Keeps one whole version of the page for use without a network, and never parts of two.
//
// build.py writes VERSION (the hash of the list) and FILES: for each path the SHA-256 of its bytes.
// A version is installed when every file has been fetched and has the right hash, else not at all;
// what came of it by then is kept, so that the next try fetches only the rest. It takes over when
// all windows of the old one are closed, or when the page says so. What another version had stays
// until no window can need it.

/* build.py writes the list here */

const SCOPE = new URL("./", location.href);
const PAGE = "index.html";
// Caches belong to the origin: another Tableside in another folder keeps its own.
const nameOf = (what) => `tableside-${what}-${SCOPE.pathname}`;
const CACHE = nameOf(VERSION);
// What the page has fetched and hands over (building/interpreter.mjs).
const HANDED = nameOf("handed");
const isOther = (name) =>
  name.startsWith("tableside-") && name.endsWith(`-${SCOPE.pathname}`) && name !== CACHE;
const others = async () => (await caches.keys()).filter(isOther);
const keyOf = (path) => new URL(path, SCOPE).href;

// So a browser takes a file, whatever its host says it is.
const TYPES = { css: "text/css", js: "text/javascript", wasm: "application/wasm" };
const GOOD = { css: /^text\/css/, js: /^\w+\/(x-)?javascript/, wasm: /^application\/wasm$/ };
// A file that says in its name what it holds, also one of another version.
const NAMED = /\.[0-9a-f]{12}\.\w+$|^pyscript\//;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
  event.waitUntil(letTheBrowserLook(event).catch(() => {})); // then it asks here
});
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data, ports, source }) => {
  if (data?.type === "activate") self.skipWaiting();
  if (data?.type === "version") ports[0].postMessage(VERSION);
  if (data?.type === "started") tidy(source);
});
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path in FILES) event.respondWith(answer(path, event.request));
  else if (NAMED.test(path)) event.respondWith(ofAnother(path, event.request));
});

/** The path below our folder, or undefined: the page itself is `index.html` under any query. */
function pathOf({ method = "GET", url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  return pathname.slice(SCOPE.pathname.length) || PAGE;
}

async function answer(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? fetch(request);
}

/** For a window in which another version still runs, after this one has taken over. */
async function ofAnother(path, request) {
  for (const name of await others()) {
    const response = await (await caches.open(name)).match(keyOf(path));
    if (response) return response;
  }
  return fetch(request);
}

// What means something in a pattern of addresses.
const MEANS_MORE = /[\\*+?:{}()]/g;

/**
 * A browser that can looks into the cache itself, by whole addresses: so this worker need not be
 * started, nor asked, for each of this version's files. What is missing there comes from the host.
 */
async function letTheBrowserLook(event) {
  const literally = (text) => text.replace(MEANS_MORE, "\\$&");
  const asked = (pathname) => ({
    requestMethod: "get",
    urlPattern: new URLPattern({
      protocol: SCOPE.protocol.slice(0, -1),
      hostname: literally(SCOPE.hostname),
      port: SCOPE.port,
      pathname: literally(pathname),
      search: "",
    }),
  });
  const paths = Object.keys(FILES).map((path) => new URL(path, SCOPE).pathname);
  await event.addRoutes({ condition: { or: paths.map(asked) }, source: { cacheName: CACHE } });
}

// ---- Installing -----------------------------------------------------------------------------

async function install() {
  const cache = await caches.open(CACHE);
  const nearby = await others();
  const pages = await pageAddresses();
  // What arrives is kept, whatever becomes of the others.
  const kept = await Promise.allSettled(Object.keys(FILES).map(async (path) => {
    if (await cache.match(keyOf(path))) return; // of an earlier try, or of this very version
    const places = path === PAGE ? pages : [keyOf(path)];
    await cache.put(keyOf(path), await fetched(path, nearby, places));
  }));
  const missing = kept.find(({ status }) => status === "rejected");
  if (missing) throw missing.reason;
  await caches.delete(HANDED);
}

/** Where the page can be asked for: as a window did already, so that it is in the HTTP cache. */
async function pageAddresses() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const opened = windows.filter((each) => pathOf(each) === PAGE).map(({ url }) => url.split("#")[0]);
  return [...new Set([...opened, SCOPE.href, keyOf(PAGE)])];
}

/** The right bytes, from the nearest place that has them: kept, in the HTTP cache, on the host. */
async function fetched(path, nearby, addresses) {
  const places = [
    ...nearby.map((name) => async () => (await caches.open(name)).match(keyOf(path))),
    ...addresses.map((address) => () => fetch(address, { cache: "force-cache" })),
    ...addresses.map((address) => () => fetch(address, { cache: "reload" })),
  ];
  for (const place of places) {
    const response = await place().catch(() => undefined);
    const kept = response?.ok && (await kindly(path, response));
    if (kept && (await digest(kept.clone()).catch(() => "")) === FILES[path]) return kept;
  }
  throw new Error(`Tableside: ${path} is not what this version needs`);
}

async function digest(response) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The answer as a browser takes it: no redirected one for a navigation, no script of no type. */
function kindly(path, response) {
  const given = response.headers.get("Content-Type") ?? "";
  const ending = path.split(".").pop();
  const isGood = GOOD[ending]?.test(given) ?? true;
  if (isGood && !response.redirected) return response;
  return new Response(response.body, { headers: { "Content-Type": isGood ? given : TYPES[ending] } });
}

// ---- Tidying --------------------------------------------------------------------------------

// Stands in the cache of a version that took over, until those before it are deleted. What comes
// later is of a next version, however little of it has arrived.
const TO_TIDY = keyOf("to-tidy");

/** From now on the window of a first visit has its files from here, too. */
async function takeOver() {
  await (await caches.open(CACHE)).put(TO_TIDY, new Response());
  await self.clients.claim();
}

/** Called when a window has started: alone, it needs nothing of the versions before. */
async function tidy(window) {
  const cache = await caches.open(CACHE);
  const { installing, waiting } = self.registration;
  if (installing || waiting || !(await cache.match(TO_TIDY))) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some(({ id }) => id !== window.id)) return;
  for (const name of await others()) await caches.delete(name);
  await cache.delete(TO_TIDY);
}
