// Prepares a faster next start once the page is idle: a worker starts another Python and stores a
// snapshot of its memory (building/snapshot/make_snapshot.mjs), which
// building/runtime/interpreter.mjs uses at the next visit.
//
// `<html data-memory>` is "used" (at this start), "kept" (for the next one) or "refused".

import { startSnapshotWorker } from "./trusted.js";

const root = document.documentElement;

// Milliseconds without user input.
const QUIET_MS = 20_000;

// A snapshot takes about 17 MB. With less room than this in bytes, the journal comes first.
const ROOM = 500e6;

let waiting;
let isMaking = false;

function wait() {
  clearTimeout(waiting);
  waiting = setTimeout(make, QUIET_MS);
}

/** Tell whether the page is idle and stored, so that the worker finds all files. */
function isIdle() {
  const { state, offline } = root.dataset;
  return state === "ready" && offline === "ready" && !("busy" in root.dataset) && !document.hidden;
}

async function hasRoom() {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > ROOM;
}

async function make() {
  if (isMaking || root.dataset.memory) return; // already used, kept or refused
  if (!isIdle()) return wait();
  isMaking = true;
  if (!(await hasRoom())) return tell("refused");
  const worker = startSnapshotWorker();
  worker.onmessage = ({ data }) => (data.stored ? tell("kept") : refuse(data.fault));
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
document.addEventListener("tableside:idle", make); // sent by tests when the page is idle
wait();
