// When something goes wrong inside: says so, and keeps a report that a person can copy.
//
// The report tells what happened and where in the code, which version and engine this is, and the
// last twenty things that were done. It holds no text that anybody typed and no name that anybody
// gave, and nobody is sent it.

const root = document.documentElement;
const one = (selector) => document.querySelector(selector);
const started = Date.now();

// ---- What was done ------------------------------------------------------------------------

const MOST_DOINGS = 20;
const doings = [];

function note(words) {
  if (!words) return;
  doings.push({ at: Date.now(), words });
  if (doings.length > MOST_DOINGS) doings.shift();
}

/** A view by its own name; what else an address says may be somebody's words. */
function place(path) {
  const known = (path) => one(`[data-view="${CSS.escape(path)}"]`) !== null;
  if (known(path || "home")) return path || "home";
  const around = path.replace(/\/[^/]*$/, "");
  return known(around) ? `${around}/…` : "elsewhere";
}

// What of an element is our own word for it. (An entry's or a character's id says nothing, but
// would make two reports hard to compare.)
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

function seen(event) {
  const doing = what(event.target);
  const form = event.target.closest?.("form[data-procedure]")?.dataset.procedure;
  if (doing) note(`${event.type} ${doing}${form ? ` in ${form}` : ""}`);
}

for (const kind of ["click", "change", "submit"]) addEventListener(kind, seen, true);
document.addEventListener("tableside:route", ({ detail }) => note(`opened ${place(detail.path)}`));

// ---- What went wrong ----------------------------------------------------------------------

const MOST_FAULTS = 3;
const faults = [];

const HERE = new URL("./", location.href).href;

const MOST_PLACES = 40;

/** Only the lines that tell a place in the code: an error's own words may hold a person's. */
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

/** What an error is, in words of ours: its kind, and where. */
function told(error) {
  const message = String(error?.message ?? "");
  const last = /^([A-Za-z_][\w.]*)(?::|$)/.exec(message.trim().split("\n").pop());
  const kind = error?.name === "PythonError" && last ? last[1] : String(error?.name ?? typeof error);
  return { kind, where: places(`${message}\n${error?.stack ?? ""}`) };
}

/** A name from broken memory may be anything. */
const printable = (text) => text.replace(/[^\x20-\x7e…]/g, "?").slice(0, 200);

function remember({ kind, where }) {
  const known = faults.some((fault) => fault.kind === kind);
  if (known || faults.length >= MOST_FAULTS) return;
  faults.push({ kind, where: where.slice(0, MOST_PLACES).map(printable), at: Date.now() });
}

// ---- The report ---------------------------------------------------------------------------

const ago = (at) => `${((Date.now() - at) / 1000).toFixed(1)} s before`;
const lines = (texts) => texts.map((text) => `  ${text}`).join("\n");

/** All that is known of what went wrong so far. */
function written() {
  const said = (name) => one(`meta[name="tableside-${name}"]`)?.content ?? "?";
  return [
    `Tableside ${said("version")} (${said("content")})`,
    `${new Date().toISOString()}, ${Math.round((Date.now() - started) / 1000)} s after the page was opened`,
    navigator.userAgent,
    `${innerWidth} by ${innerHeight}; ${root.dataset.state}; storage ${root.dataset.storage ?? "not open"}`,
    ...faults.map(({ kind, where, at }) => `\n${kind}, ${ago(at)}\n${lines(where)}`),
    `\nWhat was done last:\n${lines(doings.map(({ at, words }) => `${ago(at)}: ${words}`))}`,
  ].join("\n");
}

const WORDS = "Something went wrong on our side. What is stored is safe; reload the page to go on.";

/** Says what happened, with the report beside it. */
function show(words, report) {
  one("[data-trouble-said]").textContent = words;
  one("[data-trouble-report]").textContent = report;
  one("[data-trouble-copied]").textContent = "";
  one("[data-trouble]").hidden = false;
}

async function copy() {
  const report = one("[data-trouble-report]");
  const said = one("[data-trouble-copied]");
  try {
    await navigator.clipboard.writeText(report.textContent);
    said.textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(report);
    said.textContent = "This browser does not let the page copy; the report is marked, copy it.";
  }
}

addEventListener("click", ({ target }) => {
  const doing = target.closest?.("[data-do]")?.dataset.do;
  if (doing === "trouble-close") one("[data-trouble]").hidden = true;
  if (doing === "trouble-copy") copy();
});

// ---- Who tells of it ----------------------------------------------------------------------

// Python, of a fault of ours in what it was asked to do.
document.addEventListener("tableside:fault", ({ detail }) => {
  remember(detail);
  show(WORDS, written());
});

// static/ending.js, when Python itself has ended; it starts the page anew, and shows this then.
export function ended(error) {
  remember(told(error));
  return written();
}
export { show };

// The browser, of whatever nobody caught. What is not ours (of an extension, say) is no concern.
function uncaught(error, file) {
  if (error?.pyodide_fatal_error || !`${file ?? ""}${error?.stack ?? ""}`.includes(HERE)) return;
  remember(told(error));
  // What a browser refuses of its own accord, whoever asked for it deals with.
  if (root.dataset.state === "ready" && !(error instanceof DOMException)) show(WORDS, written());
}
addEventListener("error", ({ error, filename }) => error && uncaught(error, filename));
addEventListener("unhandledrejection", ({ reason }) => uncaught(reason));

// A start that failed: static/boot.js says why.
new MutationObserver(() => {
  if (root.dataset.state === "failed" && one("[data-trouble]").hidden) show("", written());
}).observe(root, { attributeFilter: ["data-state"] });
