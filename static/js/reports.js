// Internal faults: shows a message and a report to copy.
//
// The report contains the fault and its location, the version, the browser and the last twenty
// actions. It contains no typed text and no names, and is never sent.

const root = document.documentElement;
const one = (selector) => document.querySelector(selector);
const started = Date.now();

// ---- Actions ------------------------------------------------------------------------------

const MOST_ACTIONS = 20;
const actions = [];

function note(words) {
  if (!words) return;
  actions.push({ at: Date.now(), words });
  if (actions.length > MOST_ACTIONS) actions.shift();
}

/** Return the name of a view; other parts of an address may be private. */
function place(path) {
  const known = (path) => one(`[data-view="${CSS.escape(path)}"]`) !== null;
  if (known(path || "home")) return path || "home";
  const around = path.replace(/\/[^/]*$/, "");
  return known(around) ? `${around}/…` : "elsewhere";
}

// Attributes with our own words. (Ids of entries or characters are harmless, but would make reports
// hard to compare.)
const NAMES = ["do", "choice", "rule", "die", "role", "step", "offer", "purse"];

function what(element) {
  const found = element.closest?.(NAMES.map((name) => `[data-${name}]`).join());
  if (found) {
    const name = NAMES.find((name) => name in found.dataset);
    return `${name} ${found.dataset[name]}`;
  }
  const field = element.closest?.("input, select, textarea");
  if (field) return `field ${/^[\w.[\]-]{1,60}$/.test(field.name) ? field.name : field.type}`;
  return element.closest?.("a, button, summary, label")?.localName ?? "";
}

function noteEvent(event) {
  const action = what(event.target);
  const form = event.target.closest?.("form[data-procedure]")?.dataset.procedure;
  if (action) note(`${event.type} ${action}${form ? ` in ${form}` : ""}`);
}

for (const kind of ["click", "change", "submit"]) addEventListener(kind, noteEvent, true);
document.addEventListener("tableside:route", ({ detail }) => note(`opened ${place(detail.path)}`));

// ---- Faults -------------------------------------------------------------------------------

const MOST_FAULTS = 3;
const faults = [];

const HERE = new URL("./", location.href).href;

const MOST_PLACES = 40;

/** Return only code locations: an error's own text may be private. */
function places(text) {
  return text.split("\n").flatMap((line) => {
    const [, file, at, name] = /^\s*File "([^"]+)", line (\d+), in (\S+)$/.exec(line) ?? [];
    if (file) return [`${file}:${at} in ${name}`];
    const start = line.indexOf(HERE);
    if (start < 0) return [];
    const [, caller] = /^\s*(?:at )?([\w$.]+)(?: \(|@)/.exec(line.slice(0, start)) ?? [];
    const place = line.slice(start + HERE.length).replace(/\)$/, "");
    return [caller ? `${place} in ${caller}` : place];
  });
}

/** Return the kind and locations of an error. */
function describe(error) {
  const message = String(error?.message ?? "");
  const last = /^([A-Za-z_][\w.]*)(?::|$)/.exec(message.trim().split("\n").pop());
  const kind = error?.name === "PythonError" && last ? last[1] : String(error?.name ?? typeof error);
  return { kind, where: places(`${message}\n${error?.stack ?? ""}`) };
}

/** Return printable text: broken memory may yield any name. */
const printable = (text) => text.replace(/[^\x20-\x7e…]/g, "?").slice(0, 200);

function remember({ kind, where }) {
  const known = faults.some((fault) => fault.kind === kind);
  if (known || faults.length >= MOST_FAULTS) return;
  faults.push({ kind, where: where.slice(0, MOST_PLACES).map(printable), at: Date.now() });
}

// ---- The report ---------------------------------------------------------------------------

const ago = (at) => `${((Date.now() - at) / 1000).toFixed(1)} s before`;
const lines = (texts) => texts.map((text) => `  ${text}`).join("\n");

/** Return the report on all faults so far. */
function written() {
  const meta = (name) => one(`meta[name="tableside-${name}"]`)?.content ?? "?";
  return [
    `Tableside ${meta("version")} (${meta("content")})`,
    `${new Date().toISOString()}, ${Math.round((Date.now() - started) / 1000)} s after opening the page`,
    navigator.userAgent,
    `${innerWidth} by ${innerHeight}; ${root.dataset.state}; storage ${root.dataset.storage ?? "not open"}`,
    ...faults.map(({ kind, where, at }) => `\n${kind}, ${ago(at)}\n${lines(where)}`),
    `\nLast actions:\n${lines(actions.map(({ at, words }) => `${ago(at)}: ${words}`))}`,
  ].join("\n");
}

const WORDS = "Something went wrong. Your data is safe. Reload the page to continue.";

/** Show a message and its report. */
function show(words, report) {
  one("[data-trouble-said]").textContent = words;
  one("[data-trouble-report]").textContent = report;
  one("[data-trouble-copied]").textContent = "";
  one("[data-trouble]").hidden = false;
}

async function copy() {
  const report = one("[data-trouble-report]");
  const status = one("[data-trouble-copied]");
  try {
    await navigator.clipboard.writeText(report.textContent);
    status.textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(report);
    status.textContent = "Couldn’t copy. The details are selected: copy them yourself.";
  }
}

addEventListener("click", ({ target }) => {
  const action = target.closest?.("[data-do]")?.dataset.do;
  if (action === "trouble-close") {
    one("[data-trouble]").hidden = true;
    document.getElementById("main").focus({ preventScroll: true });
  }
  if (action === "trouble-copy") copy();
});

// ---- Sources ------------------------------------------------------------------------------

// From Python: an internal fault.
document.addEventListener("tableside:fault", ({ detail }) => {
  remember(detail);
  show(WORDS, written());
});

// From static/js/crash_recovery.js: a crash of Python, shown after the reload.
export function ended(error) {
  remember(describe(error));
  return written();
}
export { show };

// From the browser: uncaught errors of our own scripts.
function uncaught(error, file) {
  if (error?.pyodide_fatal_error || !`${file ?? ""}${error?.stack ?? ""}`.includes(HERE)) return;
  remember(describe(error));
  // A DOMException is handled where the browser raised it.
  if (root.dataset.state === "ready" && !(error instanceof DOMException)) show(WORDS, written());
}
addEventListener("error", ({ error, filename }) => error && uncaught(error, filename));
addEventListener("unhandledrejection", ({ reason }) => uncaught(reason));

// A failed start, explained by static/js/boot.js; it may still succeed.
new MutationObserver(() => {
  const box = one("[data-trouble]");
  if (root.dataset.state === "failed" && box.hidden) show("", written());
  else if (root.dataset.state === "ready" && !one("[data-trouble-said]").textContent) box.hidden = true;
}).observe(root, { attributeFilter: ["data-state"] });
