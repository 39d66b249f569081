// Runs building/service_worker/sw.js where browser, host and caches are plain values, and walks it
// through what standard input tells, a list as JSON; prints what came of each step.
// Usage: node run_worker.mjs <sw.js>
//
// { host, install, broken, after }: a host with these files (path: text), a worker for `install`
//     (a version and its files) that is installed; the files in `broken` arrive changed, and from
//     the request with number `after` on none arrives. Told: whether it is installed, what was asked.
// { activate }: that version takes over, with windows of these ids open.
// { started }: a window of that id says that it has started, with those in `windows` open.
// { ask, of }: what the active worker answers, a path each, without a host.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import vm from "node:vm";

const SOURCE = readFileSync(process.argv[2], "utf8");
const SCOPE = "https://host.example/some%20folder/";

const stored = new Map();
const caches = {
  open: async (name) => {
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
  if (cache === "reload") {
    if (asked.length >= after) throw new TypeError("no network");
    asked.push(path);
  } else return Response.error(); // the HTTP cache of this browser keeps nothing
  if (!(path in host)) return new Response("", { status: 404 });
  return new Response(broken.includes(path) ? `${host[path]}?` : host[path]);
}

/** A worker of that version, as the browser starts it. */
function worker({ version, files }) {
  const heard = {};
  const list = Object.fromEntries(Object.entries(files).map(([path, held]) => [path, sha256(held)]));
  const stated = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(list)};`;
  const self = {
    addEventListener: (name, hears) => (heard[name] = hears),
    skipWaiting() {},
    clients: { claim: async () => {}, matchAll: async () => windows.map((id) => ({ id, url: `${SCOPE}#/of/${id}` })) },
    registration,
  };
  const scope = { self, caches, fetch, crypto, Response, URL, Uint8Array, location: new URL("sw.js", SCOPE) };
  vm.runInNewContext(SOURCE.replace("/* build.py writes the list here */", stated), scope);
  return { version, heard };
}

const steps = {
  async install(step) {
    ({ host = host, broken = [], after = Infinity } = step);
    after ??= Infinity;
    asked = [];
    const made = worker(step.install);
    registration.installing = made;
    const works = [];
    made.heard.install({ waitUntil: (work) => works.push(work) });
    const isInstalled = await Promise.all(works).then(() => true, () => false);
    registration.installing = null;
    if (isInstalled) registration.waiting = made;
    return { installed: isInstalled, asked: asked.sort() };
  },
  async activate() {
    registration.active = registration.waiting;
    registration.waiting = null;
    let done;
    registration.active.heard.activate({ waitUntil: (work) => (done = work) });
    await done;
    return registration.active.version;
  },
  async started({ started, windows: open }) {
    windows = open;
    registration.active.heard.message({ data: { type: "started" }, source: { id: started }, ports: [] });
    for (let turns = 0; turns < 20; turns++) await new Promise((next) => setImmediate(next));
    return { caches: stored.size };
  },
  async ask({ ask }) {
    asked = [];
    after = 0;
    const told = {};
    for (const path of ask) {
      let answer;
      const request = { method: "GET", url: new URL(path, SCOPE).href };
      registration.active.heard.fetch({ request, respondWith: (response) => (answer = response) });
      told[path] = await Promise.resolve(answer)
        .then((response) => (response?.ok ? response.text() : null))
        .catch(() => null);
    }
    return told;
  },
};

const told = [];
for (const step of JSON.parse(await text(process.stdin))) {
  const [kind] = Object.keys(steps).filter((name) => name in step);
  told.push(await steps[kind](step));
}
console.log(JSON.stringify(told));
