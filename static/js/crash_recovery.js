// Recovery from a crash of Python (stack overflow, broken memory): reloads the page and explains it
// afterwards. Stored data are safe: building/runtime/interpreter.mjs blocks writes of a crashed
// Python.
//
// The page restarts one step up the address, so that the cause of the crash is not reopened by
// itself; the third crash within some minutes restarts it without Python, for reading only. The
// state is passed on in the browser's history, which works without any storage.

import { ended, show } from "./reports.js";

const SOME_MINUTES_MS = 5 * 60_000;
const MOST_TIMES = 3;

const root = document.documentElement;
const one = (selector) => document.querySelector(selector);
const before = history.state?.tableside;

/** `#/garden/skill_test?dice=3` -> `#/garden/skill_test` -> `#/garden` -> `#/` */
function up(hash) {
  if (hash.includes("?")) return hash.split("?")[0];
  const game = /^#\/[^/]+(?=\/)/.exec(hash);
  return game ? game[0] : "#/";
}

// Sent by building/runtime/interpreter.mjs.
document.addEventListener("tableside:ended", ({ detail }) => {
  const now = Date.now();
  const times = [...(before?.times ?? []).filter((at) => now - at < SOME_MINUTES_MS), now];
  const rests = times.length >= MOST_TIMES;
  const crash = { times, rests, from: location.hash, report: ended(detail) };
  history.replaceState({ tableside: crash }, "", up(location.hash));
  history.replaceState = () => {}; // a crashed Python may still change the address
  location.reload();
});

const AGAIN = "Tableside restarted after a problem. Your data is safe.";
const RESTS =
  "Tableside stopped after several problems in a row. Your data is safe. " +
  "You can still read the rules and tables.";

/** Explain each crash once: a manual reload starts Python without a message. */
function forget() {
  if (history.state?.tableside) history.replaceState(null, "", location.href);
}

if (before) {
  show(before.rests ? RESTS : AGAIN, before.report);
  one("[data-trouble-back]").hidden = before.rests || before.from === location.hash;
  one("[data-trouble-back]").href = before.from;
  one('[data-do="trouble-start"]').hidden = !before.rests;
  if (before.rests) {
    document.dispatchEvent(new CustomEvent("tableside:rest"));
    forget();
  } else {
    const starting = new MutationObserver(() => {
      starting.disconnect();
      forget();
    });
    starting.observe(root, { attributeFilter: ["data-state"] });
  }
}

addEventListener("click", ({ target }) => {
  if (target.closest?.('[data-do="trouble-start"]')) location.reload();
});
