// Diagnosis of a failed start: checks each file against the hash in its name and reports which one
// the host sends wrongly; a damaged one is fetched again.

const root = document.documentElement;
const NAMED = /\.([0-9a-f]{12})\.\w+$/;
const SCRIPT = /^\w+\/(x-)?(java|ecma)script/;

// Milliseconds after which the browser has listed earlier requests.
const LATE_MS = 1000;

const WORDS = {
  gone: (name, status) =>
    `${name} is missing on the server (${status}). The site may have just been updated: ` +
    "reload the page.",
  type: (name, type) =>
    `The server sends ${name} as ${type || "untyped"}, so the browser blocks it. ` +
    "If you run this site, send .js files as text/javascript.",
  mended: (name) => `${name} was damaged and has been downloaded again. Reload the page.`,
  damaged: (name) =>
    `${name} arrives damaged: something on the way changes it, or the server sends another file. ` +
    "If you run this site, upload its files again.",
};
const READING = "You can still read the rules and tables.";

/** Return the page's own requests, from the browser's list and the document. */
function asked() {
  const scripts = [...document.querySelectorAll("script[src]")].map(({ src }) => src);
  const listed = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set([...scripts, ...listed])].filter((each) => NAMED.test(each));
}

async function look(address) {
  const name = address.split("/").pop();
  let response;
  try {
    response = await fetch(address, { cache: "force-cache" });
  } catch {
    return ""; // offline: boot.js reports that
  }
  if (!response.ok) return WORDS.gone(name, response.status);
  const type = response.headers.get("Content-Type") ?? "";
  if (name.endsWith(".js") && !SCRIPT.test(type)) return WORDS.type(name, type);
  if (await isRight(name, response)) return "";
  return WORDS[(await mended(name, address)) ? "mended" : "damaged"](name);
}

/** Tell whether the content matches its name; not checked without a secure context. */
async function isRight(name, response) {
  const bytes = await response.arrayBuffer();
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 6);
  return [...digest].map((each) => each.toString(16).padStart(2, "0")).join("") === NAMED.exec(name)[1];
}

async function mended(name, address) {
  try {
    return await isRight(name, await fetch(address, { cache: "reload" }));
  } catch {
    return false;
  }
}

/** Check each file once, as the browser lists it, which may follow the fault. */
function diagnose() {
  const checked = new Set();
  let isReported = false;
  let looking = Promise.resolve();
  const next = () => (looking = looking.then(pass));
  const pass = async () => {
    for (const address of asked()) {
      if (isReported) return;
      if (checked.has(address)) continue;
      checked.add(address);
      const fault = await look(address);
      if (!fault || root.dataset.state !== "failed") continue;
      isReported = true;
      tell(`${fault} ${READING}`);
    }
  };
  new PerformanceObserver(next).observe({ type: "resource" });
  const listedLate = () => new Promise((over) => setTimeout(over, LATE_MS));
  next().then(listedLate).then(next).finally(isLookedAt);
}

function tell(message) {
  for (const place of document.querySelectorAll("[data-boot-message]")) place.textContent = message;
}

let isLookedAt;

/**
 * Resolves when all files requested before the failure are checked: only then may files be fetched
 * again (static/js/offline.js), which would hide a damaged one.
 */
export const lookedAt = new Promise((done) => {
  isLookedAt = done;
});

const failing = new MutationObserver(() => {
  if (root.dataset.state === "loading") return;
  failing.disconnect();
  const isToBe = root.dataset.state === "failed" && typeof WebAssembly === "object" && !("rests" in root.dataset);
  if (isToBe) diagnose();
  else isLookedAt();
});
failing.observe(root, { attributeFilter: ["data-state"] });
