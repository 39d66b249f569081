// Has the next start made shorter, once nobody needs this one: a worker starts another Python and
// keeps its memory (building/maker.mjs), which building/interpreter.mjs takes at the next visit.
//
// <html data-memory> says how it stands: "used" at this start, "kept" for the next, or "refused".

import { maker } from "./trusted.js";

const root = document.documentElement;

// Nobody has done anything for so long.
const QUIET_MS = 20_000;

// It takes some 17 MB. Where there is less room than this, what is written at the table comes first.
const ROOM = 500e6;

let waiting;
let isMaking = false;

function wait() {
  clearTimeout(waiting);
  waiting = setTimeout(make, QUIET_MS);
}

/** The page stands still, and all of it is kept: the worker finds there what it needs. */
function isIdle() {
  const { state, offline } = root.dataset;
  return state === "ready" && offline === "ready" && !("busy" in root.dataset) && !document.hidden;
}

async function hasRoom() {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > ROOM;
}

async function make() {
  if (isMaking || root.dataset.memory) return; // used, kept or refused
  if (!isIdle()) return wait();
  isMaking = true;
  if (!(await hasRoom())) return tell("refused");
  const worker = maker();
  worker.onmessage = ({ data }) => (data.kept ? tell("kept") : refuse(data.fault));
  worker.onerror = () => refuse("no such worker");
}

function refuse(fault) {
  console.warn("The next start cannot be made shorter:", fault);
  tell("refused");
}

function tell(how) {
  root.dataset.memory = how;
}

for (const event of ["pointerdown", "keydown", "scroll"]) {
  addEventListener(event, wait, { capture: true, passive: true });
}
document.addEventListener("tableside:idle", make); // somebody knows that it is
wait();
