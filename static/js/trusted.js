// The only place where text becomes elements, and an address becomes a worker.
//
// The page's Content-Security-Policy requires trusted types: browsers that support them create
// HTML, scripts and script addresses only through the policy made here, and no second policy can
// exist. Other browsers use the same checks.
//
// The app's templates escape user input. Should one fail to, everything that could run, load, send
// or restyle something is refused here, and mostly once more by the page's policy.

// Elements that templates use.
const ELEMENTS = new Set(
  `a abbr article aside b bdi blockquote br button caption cite code col colgroup datalist dd del
  details dfn dialog div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  hgroup hr i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p
  pre progress q s samp search section select small span strong sub summary sup table tbody td
  textarea tfoot th thead time tr u ul var wbr
  svg defs stop g symbol use path circle ellipse line polygon polyline rect text title desc`.split(/\s+/),
);

const FORBIDDEN = /^(?:on.*|style|srcdoc|srcset|action|formaction|ping|background|.*:.*)$/i;
const ADDRESSES = new Set(["href", "src"]);
const GOOD_ADDRESS = /^(?:$|[#?]|\.?\/|https?:\/\/|data:image\/)/;

// Tags as our templates write them: values in double quotes, without "<".
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:="[^"<]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:="([^"<]*)")?/g;

/** Return the text if it is allowed HTML; throw TypeError otherwise. */
function sound(text) {
  let tags = 0;
  for (const [, element, attributes] of text.matchAll(TAG)) {
    tags += 1;
    if (!ELEMENTS.has(element.toLowerCase())) throw refused(`<${element}>`);
    for (const [, name, value = ""] of attributes.matchAll(ATTRIBUTE)) {
      if (FORBIDDEN.test(name)) throw refused(`${name}=`);
      if (ADDRESSES.has(name.toLowerCase()) && !GOOD_ADDRESS.test(value)) throw refused(`${name}=`);
    }
  }
  if (tags !== text.split("<").length - 1) throw refused("something that is no tag");
  return text;
}

// Names only the kind, never the text, as it may appear in a report.
const refused = (what) => new TypeError(`No template of this page writes ${what}`);

// The service worker, the worker for Python jobs, and the worker that makes a snapshot.
const SERVICE_WORKER = "./sw.js";
const PYTHON_WORKER = "./pyodide/worker.js";
const SNAPSHOT_WORKER = "./pyodide/make_snapshot.js";
const WORKERS = new Set([SERVICE_WORKER, PYTHON_WORKER, SNAPSHOT_WORKER]);

const rules = {
  createHTML: sound,
  createScriptURL(address) {
    if (!WORKERS.has(address)) throw new TypeError("This page has no such worker");
    return address;
  },
};

const policy = globalThis.trustedTypes?.createPolicy("tableside", rules) ?? rules;

/** Return template HTML as `innerHTML` accepts it. */
export const html = (text) => policy.createHTML(text);

/** Return the service worker's address as `register` accepts it. */
export const serviceWorkerURL = () => policy.createScriptURL(SERVICE_WORKER);

const start = (address) => new Worker(policy.createScriptURL(address), { type: "module" });

/** Start a worker with its own Python (building/runtime/worker.mjs). */
export const startPythonWorker = () => start(PYTHON_WORKER);

/** Start the worker that makes a snapshot for the next start (building/snapshot/make_snapshot.mjs). */
export const startSnapshotWorker = () => start(SNAPSHOT_WORKER);

// Third-party scripts loaded on first use (building/vendor/copies.py).
const ON_DEMAND = {
  qr: () => import("./qr_reader.js"),
};

/** Load a module by name; fails if it cannot be fetched. */
export const loadScript = (name) => ON_DEMAND[name]();

/**
 * Replace an element's content by template HTML, touching only changed nodes, which preserves
 * focus, scroll position and layout.
 */
export function redraw(element, text) {
  const fresh = element.ownerDocument.createElement("template");
  fresh.innerHTML = html(text);
  const held = element.ownerDocument.activeElement;
  follow(element, fresh.content);
  // A moved node has lost the focus.
  if (element.contains(held) && held !== element.ownerDocument.activeElement) {
    held.focus({ preventScroll: true });
  }
}

// Attributes that identify a node; classes such as `is-current` only state its status.
const KNOWN_BY = ["id", "name", "href", "data-key", "data-do", "data-place", "data-due"];

// Attributes that survive a redraw: of focused headings and open sections.
const SURVIVING = new Set(["tabindex", "open"]);

function identity(node) {
  if (node.nodeType !== 1) return node.nodeName;
  const classes = [...node.classList].filter((name) => !name.startsWith("is-"));
  return [node.nodeName, ...classes, ...KNOWN_BY.map((name) => node.getAttribute(name))].join("\n");
}

function follow(element, fresh) {
  const there = new Map();
  for (const node of element.childNodes) {
    const alike = there.get(identity(node));
    if (alike) alike.push(node);
    else there.set(identity(node), [node]);
  }
  const wanted = [...fresh.childNodes];
  const known = wanted.map((node) => there.get(identity(node))?.shift());
  for (const gone of [...there.values()].flat()) gone.remove();
  let next = element.firstChild;
  wanted.forEach((node, place) => {
    const old = known[place];
    if (old && old === next) next = next.nextSibling;
    else element.insertBefore(old ?? node, next);
    if (old) become(old, node);
  });
}

function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== 1) old.data = fresh.data;
  else if (old.matches("input, select, textarea")) old.replaceWith(fresh); // its text has changed
  else {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !SURVIVING.has(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    follow(old, fresh);
  }
}
