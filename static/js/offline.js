// Offline use (building/service_worker/sw.js) and updates: a newer version is offered and never
// takes over by itself.

import { lookedAt } from "./diagnosis.js";
import { serviceWorkerURL } from "./trusted.js";
import { bringAll } from "./views.js";

const root = document.documentElement;
const all = (selector) => document.querySelectorAll(selector);
const state = () => root.dataset.state;

// The installation must not compete with the start; afterwards most files come from the HTTP cache.
// By this time static/js/boot.js would have given up a start.
const INSTALL_AFTER_MS = 65_000;

/** The browser's service worker container, or undefined if missing or forbidden. */
const serviceWorkers = (() => {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
})();

// Shown on the home page if the page cannot be stored.
const NOT_SECURE = "Works offline only over HTTPS.";
const NO_WORKER = "This browser can’t store the page, so it won’t work offline.";
const NO_COPY =
  "Couldn’t store the page, so it won’t work offline. The browser’s console has the reason.";

/** Go on without an offline copy, but load all views for reading now. */
function goWithout(words) {
  for (const place of all("[data-offline-promise]")) place.textContent = words;
  bringAll();
}

// A window may be open for weeks.
const CHECK_EVERY_MS = 3_600_000;

let registration;

// A controlled window has its complete version; one of a first visit has only the files that it fetched.
const isFirst = !serviceWorkers?.controller;

async function installWorker() {
  if (!serviceWorkers) return goWithout(isSecureContext ? NO_WORKER : NOT_SECURE);
  if (state() === "failed") await lookedAt;
  // Wait for the page's own requests, to avoid fetching twice (building/chunks/chunks.mjs). After a start
  // from a snapshot they are in memory.
  if (state() === "ready" && root.dataset.memory !== "used") await window.tablesideChunks.all().catch(() => {});
  await handOver().catch(() => {}); // else it is fetched again
  registration = await serviceWorkers.register(serviceWorkerURL(), { updateViaCache: "none" });
  const look = () => {
    if (registration.active && !("offline" in root.dataset)) {
      root.dataset.offline = "ready";
      bringAll();
      if (isFirst) offerOther();
    }
    if (registration.waiting && serviceWorkers.controller) offerUpdate();
  };
  look();
  const follow = (worker) =>
    worker?.addEventListener("statechange", () => {
      const hasFailed = worker.state === "redundant" && !registration.waiting && !registration.active;
      if (hasFailed) goWithout(NO_COPY);
      else look();
    });
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  serviceWorkers.controller?.postMessage({ type: "started" });
  checkForUpdates();
}

/** Hand over files that the browser may not cache (building/runtime/interpreter.mjs). */
async function handOver() {
  const handovers = window.tablesideHandovers?.splice(0) ?? [];
  if (!handovers.length) return;
  const cache = await caches.open(`tableside-handed-${new URL("./", location.href).pathname}`);
  await Promise.all(handovers.map((handover) => handover(cache)));
}

/** Check for updates when the window is shown again, and every hour. */
function checkForUpdates() {
  let checkedAt = Date.now();
  const check = () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => {}); // offline
  };
  document.addEventListener("visibilitychange", check);
  setInterval(check, CHECK_EVERY_MS);
}

async function offerUpdate() {
  const { waiting } = registration ?? {};
  // A host that was rolled back to this version offers nothing.
  if (waiting && (await version(waiting)) === (await version(serviceWorkers.controller))) return;
  for (const place of all("[data-update]")) place.hidden = false;
}

/**
 * Offer a reload if the host was updated during a first visit: the newer version is stored then.
 */
async function offerOther() {
  const { content = "" } = document.querySelector("meta[name='tableside-start']") ?? {};
  const elements = document.querySelectorAll("script[src], link[rel='stylesheet'], [data-from]");
  const named = Array.from(elements, ({ src, href, dataset }) => dataset.from ?? src ?? href);
  const asked = [...content.split(" ").filter(Boolean), ...named];
  const copies = await Promise.all(asked.map((each) => caches.match(new URL(each, document.baseURI))));
  if (!copies.every(Boolean)) for (const place of all("[data-update]")) place.hidden = false;
}

/** Return a worker's version, or the worker itself if it does not answer. */
function version(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ type: "version" }, [port2]);
    setTimeout(resolve, 2000, worker);
  });
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-do='update']")) return;
  serviceWorkers.addEventListener("controllerchange", startAgain);
  activate();
});

// The waiting version may be kept from taking over by the old one's work.
const ASK_AGAIN_MS = 1000;

/** Ask the waiting version to take over until it has. */
function activate() {
  const { waiting } = registration ?? {};
  if (!waiting) return startAgain(); // also if another window has updated already
  waiting.postMessage({ type: "activate" });
  setTimeout(activate, ASK_AGAIN_MS);
}

/** Reload once the current action is stored. */
function startAgain() {
  if ("busy" in root.dataset) setTimeout(startAgain, 20);
  else location.reload();
}

// Another window may update. A loading window then restarts; a loaded one goes on and offers the
// update.
if (serviceWorkers?.controller) {
  serviceWorkers.addEventListener("controllerchange", () => {
    if (state() === "loading") location.reload();
    else offerUpdate();
  });
}

// Report missing files, which are retried (building/chunks/chunks.mjs).
document.addEventListener("tableside:missing", ({ detail }) => {
  const place = document.querySelector("[data-missing]");
  place.hidden = !detail.length;
  place.querySelector("[data-missing-said]").textContent =
    `Couldn’t load part of Tableside (${detail.join(", ")}). Everything else works. Trying again…`;
  // Offline, an unstored page could not be reloaded.
  place.querySelector("button").hidden = !navigator.onLine;
});

// ---- After the start --------------------------------------------------------------------------

/** Call back once when the start has succeeded or failed. */
function afterStart(callback) {
  const observer = new MutationObserver(() => {
    if (state() === "loading") return;
    observer.disconnect();
    callback();
  });
  observer.observe(root, { attributeFilter: ["data-state"] });
  if (state() !== "loading") root.dataset.state = state();
}

let installing = false;
const installOnce = () => {
  if (installing) return;
  installing = true;
  installWorker().catch((error) => {
    console.warn("No offline copy:", error);
    goWithout(NO_COPY);
  });
};
afterStart(installOnce);
setTimeout(installOnce, INSTALL_AFTER_MS);
