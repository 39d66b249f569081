// When Python itself ends in the middle of its work (its stack is full, its memory broken): starts
// the page anew, and says afterwards what happened. Nothing that is stored comes to harm by that:
// building/interpreter.mjs lets an ended Python write no more.
//
// The page starts one step up the address, so that what ended Python is not opened again by itself;
// and the third time within some minutes it starts without Python, to be read. What one start tells
// the next lies in the browser's history, which there is without any storage too.

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

// building/interpreter.mjs says so.
document.addEventListener("tableside:ended", ({ detail }) => {
  const now = Date.now();
  const times = [...(before?.times ?? []).filter((at) => now - at < SOME_MINUTES_MS), now];
  const rests = times.length >= MOST_TIMES;
  const told = { times, rests, from: location.hash, report: ended(detail) };
  history.replaceState({ tableside: told }, "", up(location.hash));
  history.replaceState = () => {}; // an ended Python staggers on, and would say its own address
  location.reload();
});

const AGAIN =
  "Python ended in the middle of its work and was started again. What was stored is safe; " +
  "what was being typed or decided just then is not there any more.";
const RESTS =
  "Python ended several times in a short while, so it is not started again by itself. What was " +
  "stored is safe, and the rules and tables on this page can be read.";

/** Each ending is told once: a reload by hand finds nothing more to tell, and starts Python. */
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
