// Service worker: stores one complete version of the page for offline use, never parts of two.
//
// build.py writes VERSION (the hash of the list) and FILES (the SHA-256 of each path's bytes). A
// version is installed only when every file has arrived with the right hash; partial downloads are
// stored for the next try. It takes over when all windows of the old version are closed, or when
// the page requests it. Files of other versions stay until no window needs them.

/* build.py writes the list here */

const SCOPE = new URL("./", location.href);
const PAGE = "index.html";
// Caches belong to the origin: a Tableside in another folder has its own.
const nameOf = (what) => `tableside-${what}-${SCOPE.pathname}`;
const CACHE = nameOf(VERSION);
// Files that the page has fetched and hands over (building/runtime/interpreter.mjs).
const HANDED = nameOf("handed");
const isOther = (name) =>
  name.startsWith("tableside-") && name.endsWith(`-${SCOPE.pathname}`) && name !== CACHE;
const others = async () => (await caches.keys()).filter(isOther);
const keyOf = (path) => new URL(path, SCOPE).href;

// Media types that browsers require, whatever the host sends.
const TYPES = { css: "text/css", js: "text/javascript", wasm: "application/wasm" };
const GOOD = { css: /^text\/css/, js: /^\w+\/(x-)?javascript/, wasm: /^application\/wasm$/ };
// A file with a content hash in its name, also of another version.
const NAMED = /\.[0-9a-f]{12}\.\w+$|^pyscript\//;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
  event.waitUntil(letTheBrowserLook(event).catch(() => {})); // else requests come here
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

/** Return the path below our folder, or undefined; the page is `index.html` with any query. */
function pathOf({ method = "GET", url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return;
  return pathname.slice(SCOPE.pathname.length) || PAGE;
}

/** Answer from our cache, or from the host where the browser cannot read it. */
async function answer(path, request) {
  const stored = async () => (await caches.open(CACHE)).match(keyOf(path));
  return (await stored().catch(() => undefined)) ?? fetch(request);
}

/** Answer a window in which an older version still runs. */
async function ofAnother(path, request) {
  const stored = async () => {
    for (const name of await others()) {
      const response = await (await caches.open(name)).match(keyOf(path));
      if (response) return response;
    }
  };
  return (await stored().catch(() => undefined)) ?? fetch(request);
}

// Special characters of URL patterns.
const MEANS_MORE = /[\\*+?:{}()]/g;

/**
 * Let the browser answer requests from the cache itself, without starting this worker. Missing
 * files come from the host.
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
  const paths = [SCOPE.pathname, ...Object.keys(FILES).map((path) => new URL(path, SCOPE).pathname)];
  await event.addRoutes({ condition: { or: paths.map(asked) }, source: { cacheName: CACHE } });
}

// ---- Installing -----------------------------------------------------------------------------

async function install() {
  const cache = await caches.open(CACHE);
  const nearby = await others();
  const pages = await pageAddresses();
  // Store each file that arrives, even if others fail.
  const results = await Promise.allSettled(Object.keys(FILES).map(async (path) => {
    if (await cache.match(keyOf(path))) return; // from an earlier try or this version
    const places = path === PAGE ? pages : [keyOf(path)];
    await cache.put(keyOf(path), await fetched(path, nearby, places));
  }));
  const missing = results.find(({ status }) => status === "rejected");
  if (missing) throw missing.reason;
  await cache.put(SCOPE.href, await cache.match(keyOf(PAGE))); // as a route looks for it
  await caches.delete(HANDED);
}

/** Return the page's addresses, beginning with those in the HTTP cache. */
async function pageAddresses() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const opened = windows.filter((each) => pathOf(each) === PAGE).map(({ url }) => url.split("#")[0]);
  return [...new Set([...opened, SCOPE.href, keyOf(PAGE)])];
}

/** Return the file with the right hash from the nearest source: caches, HTTP cache, host. */
async function fetched(path, nearby, addresses) {
  const places = [
    ...nearby.map((name) => async () => (await caches.open(name)).match(keyOf(path))),
    ...addresses.map((address) => () => fetch(address, { cache: "force-cache" })),
    ...addresses.map((address) => () => fetch(address, { cache: "reload" })),
  ];
  for (const place of places) {
    const response = await place().catch(() => undefined);
    const file = response?.ok && (await kindly(path, response));
    if (file && (await digest(file.clone()).catch(() => "")) === FILES[path]) return file;
  }
  throw new Error(`Tableside: ${path} is not what this version needs`);
}

async function digest(response) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return a response that browsers accept: not redirected, and a script with its type. */
function kindly(path, response) {
  const given = response.headers.get("Content-Type") ?? "";
  const ending = path.split(".").pop();
  const isGood = GOOD[ending]?.test(given) ?? true;
  if (isGood && !response.redirected) return response;
  return new Response(response.body, { headers: { "Content-Type": isGood ? given : TYPES[ending] } });
}

// ---- Tidying --------------------------------------------------------------------------------

// Marks a version that took over until older ones are deleted. Later caches belong to a next
// version, however incomplete.
const TO_TIDY = keyOf("to-tidy");

/** Control the window of a first visit, too. */
async function takeOver() {
  await (await caches.open(CACHE)).put(TO_TIDY, new Response());
  await self.clients.claim();
}

/** Delete older versions if the started window is the only one. */
async function tidy(window) {
  const cache = await caches.open(CACHE);
  const { installing, waiting } = self.registration;
  if (installing || waiting || !(await cache.match(TO_TIDY))) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some(({ id }) => id !== window.id)) return;
  for (const name of await others()) await caches.delete(name);
  await cache.delete(TO_TIDY);
}
