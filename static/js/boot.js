// The page until Python runs, and without it: the progress of the start, its failures and a waiting
// Roll. static/js/router.js chooses the view; static/js/offline.js keeps the page for offline use.
//
// Python sets `<html data-state="ready">` when the page is ready, and `data-listens` when it handles
// taps: at home a moment later, as a file comes then (app/main.py). Other states are set here.

import { show } from "./router.js";

const root = document.documentElement;
const all = (selector) => [...document.querySelectorAll(selector)];

// ---- Progress of the start ----------------------------------------------------------------

// Enough for a slow network and an old tablet together.
const PATIENCE_S = 60;

const READING = "You can still read the rules and tables.";
const MESSAGES = {
  webassembly:
    "This browser can’t run Tableside, because WebAssembly is missing or switched off " +
    `(a lockdown mode does that). Use a current Firefox, Chrome, Edge or Safari. ${READING}`,
  file: (name) =>
    `Couldn’t load a file (${name}). Check your connection and reload the page. ${READING}`,
  error: `Tableside couldn’t start. Reload the page. ${READING}`,
  time:
    "This is taking longer than usual… " +
    `Wait a little, or check your connection and reload the page. ${READING}`,
};

const state = () => root.dataset.state;
const listens = () => "listens" in root.dataset;

let shown = "";

/** Report the first failure of a start. */
function fail(message) {
  if (state() !== "loading") return;
  root.dataset.state = "failed";
  tell(message);
}

function tell(message) {
  shown = message;
  for (const place of all("[data-boot-message]")) {
    place.textContent = message;
    place.hidden = false;
  }
}

// Each observable step and its share of the progress.
const STEPS = [
  [/\/pyscript\/\w+\/core-/, 4],
  [/\/pyodide\.asm\.\w+\.js$/, 10],
  [/\/pyodide\.asm\.\w+\.wasm$/, 34],
  [/\/python\.\w+\.bin$/, 14],
  [/\/play\.\w+\.bin$/, 14],
  ["Loaded interpreter", 12],
  ["Loaded Pyodide", 6],
];
const done = new Set();

function stepDone(name) {
  if (listens()) return; // later requests are not part of the start
  for (const step of STEPS) {
    const [what] = step;
    if (typeof what === "string" ? what === name : what.test(name)) done.add(step);
  }
  const value = [...done].reduce((sum, [, share]) => sum + share, 0);
  for (const bar of all("progress[data-boot-progress]")) {
    bar.max = 100;
    bar.value = value;
  }
}

function watchStart() {
  if (typeof WebAssembly !== "object") return fail(MESSAGES.webassembly);

  new PerformanceObserver((list) => {
    list.getEntries().forEach(({ name }) => stepDone(name));
    // The browser may list a file after the fault that it caused; its name explains more.
    const missing = shown === MESSAGES.error && missingFile();
    if (missing) tell(MESSAGES.file(missing));
  }).observe({ type: "resource", buffered: true });
  addEventListener("py:progress", ({ detail }) => stepDone(detail));

  // A missing or broken script.
  addEventListener("error", (event) => isOurs(event) && explain(), true);
  addEventListener("unhandledrejection", ({ reason }) => isOurs({ error: reason }) && explain());
  // PyScript reports "done" also after an error; a working app is "ready" before.
  document.addEventListener("py:done", explain);
  // Pyodide waits forever for a missing file and raises nothing. The seconds are counted here, as those
  // of a sleeping device are none of the start.
  let seconds = 0;
  const looking = setInterval(() => {
    seconds += 1;
    if (state() !== "loading") clearInterval(looking);
    else if (missingFile()) explain();
    else if (seconds >= PATIENCE_S) fail(MESSAGES.time);
  }, 1000);
  // Too many crashes: static/js/crash_recovery.js explains them.
  document.addEventListener("tableside:rest", () => fail(""));
}

/** Report a failed start a little later, when the browser has listed its requests. */
function explain() {
  setTimeout(() => {
    const missing = missingFile();
    fail(missing ? MESSAGES.file(missing) : MESSAGES.error);
  }, 300);
}

// Files that a start needs. Without a typeface or the styles for paper it goes on; others are reported
// when they are opened (static/js/views.js, static/js/offline.js).
const NEEDED = /\.js$|\.wasm$|\/python\.\w+\.bin$/;
const HERE = new URL("./", document.baseURI).href;

/** Tell whether an error may be that of a start: not of a picture or a style, or of a browser extension. */
function isOurs({ error, filename, target }) {
  if (target instanceof Element && !target.matches("script")) return false;
  return !/-extension:\/\//.test(`${target?.src} ${filename} ${error?.stack}`);
}

/** Return the name of a missing file: an HTTP error or no answer at all (status 0). */
function missingFile() {
  const entries = performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.startsWith(HERE) && NEEDED.test(name));
  const bad = entries.find(({ responseStatus: s, decodedBodySize }) =>
    s >= 400 || (s === 0 && decodedBodySize === 0));
  return bad && new URL(bad.name).pathname.split("/").pop();
}

// A start that timed out may still succeed: remove the messages then.
new MutationObserver(() => {
  if (state() === "ready") for (const place of all("[data-boot-message]")) place.hidden = true;
  if (listens()) for (const bar of all("progress[data-boot-progress]")) bar.value = bar.max;
}).observe(root, { attributeFilter: ["data-state", "data-listens"] });

// ---- Taps before Python listens -----------------------------------------------------------

// The last few taps, in order; Python ignores those that scripts have handled.
window.tablesideTapped = [];

function rememberTap(button) {
  const without = "[data-do='roll'], [data-do='try'], [aria-disabled='true']:not([data-write])";
  if (!button || button.matches(without)) return;
  window.tablesideTapped = [...window.tablesideTapped, button].slice(-20);
}

function rememberRoll(event) {
  if (listens()) return;
  const hasFailed = state() === "failed";
  const sample = event.target.closest?.("[data-do='try']");
  if (sample && !hasFailed) window.tablesideTried = sample;
  if (event.type === "click" && !hasFailed) rememberTap(event.target.closest?.("[data-do]"));
  const form = event.target.closest?.("form[data-procedure]");
  if (!form) return;
  if (event.type === "click" && !event.target.closest("[data-do='roll']")) return;
  event.preventDefault();
  if (hasFailed) return;
  forgetRoll();
  pending = form;
  form.dataset.pending = "roll";
  window.tablesidePending = { procedure: form.dataset.procedure };
}

let pending; // the form whose Roll was tapped

/** Forget a waiting Roll, since another form is rolled or another page is open. */
function forgetRoll() {
  if (pending) delete pending.dataset.pending;
  pending = window.tablesidePending = undefined;
}

// ---- Dropped files ---------------------------------------------------------------------------

// Prevent the browser from opening them; app/browser/campaigns/at_campaigns.py imports them.
for (const kind of ["dragover", "drop"]) {
  addEventListener(kind, (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
}

// ---- Installing -----------------------------------------------------------------------------

// The browser offers installation early; the app decides when to show it.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.tablesideInstall = event;
});

// ---- Start --------------------------------------------------------------------------------

root.dataset.state ??= "loading";
for (const notice of all("[data-unscripted]")) notice.remove();
show(false);
addEventListener("click", rememberRoll);
addEventListener("submit", rememberRoll);
for (const target of window.tablesideEarly ?? []) rememberRoll({ type: "click", target, preventDefault() {} });
window.tablesideEarly = undefined;
document.addEventListener("tableside:route", () => listens() || forgetRoll());
watchStart();
