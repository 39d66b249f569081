// Has the page kept for use without a network (static/sw.js), seeks newer versions, and offers them:
// nothing ever takes over by itself while somebody plays.

import { lookedAt } from "./diagnosis.js";
import { worker } from "./trusted.js";
import { bringAll } from "./views.js";

const root = document.documentElement;
const all = (selector) => document.querySelectorAll(selector);
const state = () => root.dataset.state;

// Its install must not compete with the start; after it, most files come from the HTTP cache. By
// this time static/boot.js would have given up a start, if that script has come.
const INSTALL_AFTER_MS = 65_000;

/** The browser's keeper of workers, undefined where it has none or does not let it be looked at. */
const keeper = (() => {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
})();

// What the first page says of it where it cannot be kept.
const NOT_SECURE = "Without a network it works only where the page comes over HTTPS.";
const NO_WORKER = "This browser does not keep pages: without a network it will not work here.";
const NO_COPY =
  "This page could not be kept: without a network it will not work here. " +
  "The console of the browser says why.";

/** Nothing is kept for the next time; but what is open can be read to the end. */
function goWithout(words) {
  for (const place of all("[data-offline-promise]")) place.textContent = words;
  bringAll();
}

// A window may stand open for weeks.
const SOUGHT_AGAIN_MS = 3_600_000;

let registration;

// A window that a worker keeps has all of its version; that of a first visit has what it has fetched.
const isFirst = !keeper?.controller;

async function installWorker() {
  if (!keeper) return goWithout(isSecureContext ? NO_WORKER : NOT_SECURE);
  if (state() === "failed") await lookedAt;
  // What the page itself still fetches need not be fetched twice (building/shelves.mjs).
  if (state() === "ready") await window.tablesideShelves.all().catch(() => {});
  await handOver().catch(() => {}); // then it is fetched again
  registration = await keeper.register(worker(), { updateViaCache: "none" });
  const look = () => {
    if (registration.active && !("offline" in root.dataset)) {
      root.dataset.offline = "ready";
      bringAll();
      if (isFirst) offerOther();
    }
    if (registration.waiting && keeper.controller) offerUpdate();
  };
  look();
  const follow = (worker) => worker?.addEventListener("statechange", look);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  keeper.controller?.postMessage({ type: "started" });
  seekUpdates();
}

/** What the start has fetched and the browser may not keep by itself (building/interpreter.mjs). */
async function handOver() {
  const hands = window.tablesideHands?.splice(0) ?? [];
  if (!hands.length) return;
  const cache = await caches.open(`tableside-handed-${new URL("./", location.href).pathname}`);
  await Promise.all(hands.map((hand) => hand(cache)));
}

/** When the window is looked at again, and every hour. */
function seekUpdates() {
  let sought = Date.now();
  const seek = () => {
    if (document.hidden || Date.now() - sought < SOUGHT_AGAIN_MS) return;
    sought = Date.now();
    registration.update().catch(() => {}); // without a network there is nothing to be had
  };
  document.addEventListener("visibilitychange", seek);
  setInterval(seek, SOUGHT_AGAIN_MS);
}

async function offerUpdate() {
  const { waiting } = registration ?? {};
  // A host that went back to what runs here has nothing to offer.
  if (waiting && (await version(waiting)) === (await version(keeper.controller))) return;
  for (const place of all("[data-update]")) place.hidden = false;
}

/** During a first visit the host may have been given another version: then that one is kept. */
async function offerOther() {
  const { content = "" } = document.querySelector("meta[name='tableside-start']") ?? {};
  const elements = document.querySelectorAll("script[src], link[rel='stylesheet'], [data-from]");
  const named = Array.from(elements, ({ src, href, dataset }) => dataset.from ?? src ?? href);
  const asked = [...content.split(" ").filter(Boolean), ...named];
  const kept = await Promise.all(asked.map((each) => caches.match(new URL(each, document.baseURI))));
  if (!kept.every(Boolean)) for (const place of all("[data-update]")) place.hidden = false;
}

/** Which version a worker keeps; nothing of one that does not say so. */
function version(worker) {
  return new Promise((told) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => told(data);
    worker.postMessage({ type: "version" }, [port2]);
    setTimeout(told, 2000, worker);
  });
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-do='update']")) return;
  keeper.addEventListener("controllerchange", startAgain);
  if (registration?.waiting) registration.waiting.postMessage({ type: "activate" });
  else startAgain(); // another window has switched already
});

/** As soon as what somebody does just now is done, and stored. */
function startAgain() {
  if ("busy" in root.dataset) setTimeout(startAgain, 20);
  else location.reload();
}

// Another window may switch to a new version. While this one is half loaded it starts again, whole;
// later it goes on with its own, and says so.
if (keeper?.controller) {
  keeper.addEventListener("controllerchange", () => {
    if (state() === "loading") location.reload();
    else offerUpdate();
  });
}

// Files that have not come, by their names (building/shelves.mjs): each is tried again.
document.addEventListener("tableside:missing", ({ detail }) => {
  const place = document.querySelector("[data-missing]");
  place.hidden = !detail.length;
  place.querySelector("[data-missing-said]").textContent =
    `Couldn’t load part of Tableside (${detail.join(", ")}). Everything else works. Trying again…`;
  // Without a network a page that nothing keeps would not come back.
  place.querySelector("button").hidden = !navigator.onLine;
});

// ---- Once Python has started ------------------------------------------------------------------

/** Calls back once, as soon as the start is over, whichever way. */
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
