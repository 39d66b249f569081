// The one gate through which text becomes elements, and an address becomes a worker.
//
// The page's Content-Security-Policy asks for trusted types: where the browser knows them, nothing
// becomes HTML, a script or a script's address but by the policy made here, and no second one can
// be made. Where it does not, what comes through here is looked at all the same.
//
// The app's templates escape whatever a person wrote. Should one ever forget to, what is refused
// here is what could run, load, send or restyle something. (The policy of the page forbids most of
// it once more.)

// What the page is written in.
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

// As our templates write a tag, and no other way: values in double quotes, without "<".
const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:="[^"<]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:="([^"<]*)")?/g;

/** The text, if it is HTML as the page is written in. Throws TypeError. */
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

// Only what it is, never the text: it may be told in a report.
const refused = (what) => new TypeError(`No template of this page writes ${what}`);

// The one that keeps the page for use without a network, and the one in which another Python works.
const WORKER = "./sw.js";
const HAND = "./pyodide/worker.js";
const MAKER = "./pyodide/maker.js";

const rules = {
  createHTML: sound,
  createScriptURL(address) {
    if (![WORKER, HAND, MAKER].includes(address)) throw new TypeError("This page has no such worker");
    return address;
  },
};

const policy = globalThis.trustedTypes?.createPolicy("tableside", rules) ?? rules;

/** HTML of our templates, as what `innerHTML` takes. */
export const html = (text) => policy.createHTML(text);

/** The address of the service worker, as what `register` takes. */
export const worker = () => policy.createScriptURL(WORKER);

/** Another Python, which works beside the page (building/worker.mjs). */
export const hand = () => new Worker(policy.createScriptURL(HAND), { type: "module" });

/** One more, which makes the next start shorter (building/maker.mjs). */
export const maker = () => new Worker(policy.createScriptURL(MAKER), { type: "module" });

// Scripts that are fetched when somebody first needs them. None of it is ours: see building/vendor.py.
const LATER = {
  qr: () => import("./qr_reader.js"),
};

/** The module of that name, once it is there. Fails where it cannot be fetched. */
export const fetched = (name) => LATER[name]();

/** Let an element hold the HTML of a template, and touch only what says something else now: what
 * stays as it is keeps the focus, its place and its layout. */
export function redraw(element, text) {
  const fresh = element.ownerDocument.createElement("template");
  fresh.innerHTML = html(text);
  const held = element.ownerDocument.activeElement;
  follow(element, fresh.content);
  // What was moved among the others has lost the focus by that.
  if (element.contains(held) && held !== element.ownerDocument.activeElement) {
    held.focus({ preventScroll: true });
  }
}

// By these a node is known again; classes such as `is-current` say only how it stands.
const KNOWN_BY = ["id", "name", "href", "data-key", "data-do", "data-place", "data-due"];

// A heading that was given the focus keeps it, and what somebody folded out stays so.
const KEPT = new Set(["tabindex", "open"]);

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
  else if (old.matches("input, select, textarea")) old.replaceWith(fresh); // its text is a new one
  else {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    follow(old, fresh);
  }
}
