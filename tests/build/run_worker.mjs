// Runs building/service_worker/sw.js with a simulated browser, host and caches, takes it through the
// steps on standard input (a list as JSON), and prints the result of each step.
// Usage: node run_worker.mjs <sw.js>
//
// { host, install, broken, after }: a host with these files (path: text), a worker for `install`
//     (a version and its files) that is installed; the files in `broken` arrive changed, and from
//     the request with number `after` on none arrives. Result: whether it is installed, and the
//     requested paths.
// { activate }: the waiting version takes over. Result: its version.
// { started, windows }: the window of this id reports its start, with these windows open. Result:
//     the number of caches.
// { ask, unreadable }: requests these paths from the active worker, without a host, or with a host and
//     caches that the browser cannot read. Result: the texts.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import vm from "node:vm";

const SOURCE = readFileSync(process.argv[2], "utf8");
const SCOPE = "https://host.example/some%20folder/";

const stored = new Map();
let isUnreadable = false;
const caches = {
  open: async (name) => {
    if (isUnreadable) throw new DOMException("Unexpected internal error", "UnknownError");
    if (!stored.has(name)) stored.set(name, new Map());
    const cache = stored.get(name);
    return {
      match: async (key) => cache.get(key)?.clone(),
      put: async (key, response) => void cache.set(key, response.clone()),
      delete: async (key) => cache.delete(key),
    };
  },
  keys: async () => [...stored.keys()],
  delete: async (name) => stored.delete(name),
};

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

let host = {};
let broken = [];
let after = Infinity;
let asked = [];
let windows = [];
const registration = { installing: null, waiting: null, active: null };

const pathOf = (url) => decodeURI(url).slice(decodeURI(SCOPE).length) || "index.html";

async function fetch(request, { cache } = {}) {
  const path = pathOf(request.url ?? String(request));
  if (cache === "reload" || isUnreadable) {
    if (asked.length >= after) throw new TypeError("no network");
    asked.push(path);
  } else return Response.error(); // the HTTP cache of this browser is empty
  if (!(path in host)) return new Response("", { status: 404 });
  return new Response(broken.includes(path) ? `${host[path]}?` : host[path]);
}

/** Start a worker of that version, as the browser does. */
function worker({ version, files }) {
  const listeners = {};
  const list = Object.fromEntries(Object.entries(files).map(([path, content]) => [path, sha256(content)]));
  const constants = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(list)};`;
  const self = {
    addEventListener: (name, listener) => (listeners[name] = listener),
    skipWaiting() {},
    clients: { claim: async () => {}, matchAll: async () => windows.map((id) => ({ id, url: `${SCOPE}#/of/${id}` })) },
    registration,
  };
  const scope = { self, caches, fetch, crypto, Response, URL, Uint8Array, location: new URL("sw.js", SCOPE) };
  vm.runInNewContext(SOURCE.replace("/* build.py writes the list here */", constants), scope);
  return { version, listeners };
}

const steps = {
  async install(step) {
    ({ host = host, broken = [], after = Infinity } = step);
    after ??= Infinity;
    asked = [];
    const installing = worker(step.install);
    registration.installing = installing;
    const works = [];
    installing.listeners.install({ waitUntil: (work) => works.push(work) });
    const isInstalled = await Promise.all(works).then(() => true, () => false);
    registration.installing = null;
    if (isInstalled) registration.waiting = installing;
    return { installed: isInstalled, asked: asked.sort() };
  },
  async activate() {
    registration.active = registration.waiting;
    registration.waiting = null;
    let done;
    registration.active.listeners.activate({ waitUntil: (work) => (done = work) });
    await done;
    return registration.active.version;
  },
  async started({ started, windows: open }) {
    windows = open;
    registration.active.listeners.message({ data: { type: "started" }, source: { id: started }, ports: [] });
    for (let turns = 0; turns < 20; turns++) await new Promise((next) => setImmediate(next));
    return { caches: stored.size };
  },
  async ask({ ask, unreadable = false }) {
    asked = [];
    after = unreadable ? Infinity : 0;
    isUnreadable = unreadable;
    const answers = {};
    for (const path of ask) {
      let answer;
      const request = { method: "GET", url: new URL(path, SCOPE).href };
      registration.active.listeners.fetch({ request, respondWith: (response) => (answer = response) });
      answers[path] = await Promise.resolve(answer)
        .then((response) => (response?.ok ? response.text() : null))
        .catch(() => null);
    }
    return answers;
  },
};

const results = [];
for (const step of JSON.parse(await text(process.stdin))) {
  const [kind] = Object.keys(steps).filter((name) => name in step);
  results.push(await steps[kind](step));
}
console.log(JSON.stringify(results));
