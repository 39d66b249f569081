// After a start that failed: looks at the files as they arrive, and says which one the host does not
// send as it should. What is right in them, their names say; so a damaged one is known, and fetched
// anew.

const root = document.documentElement;
const NAMED = /\.([0-9a-f]{12})\.\w+$/;
const SCRIPT = /^\w+\/(x-)?(java|ecma)script/;

// So long after a fault the browser has listed what it fetched before.
const LATE_MS = 1000;

const WORDS = {
  gone: (name, status) =>
    `${name} is not on this host (${status}). It may have been given another version just now: ` +
    "reload the page.",
  type: (name, type) =>
    `The host sends ${name} as ${type || "something without a type"}, and so the browser refuses it. ` +
    "Whoever runs the host gives .js the type text/javascript.",
  mended: (name) => `${name} had arrived damaged and was fetched anew. Reload the page.`,
  damaged: (name) =>
    `${name} does not arrive as it was made: something on the way changes or cuts it, or the host ` +
    "answers with another file. Whoever runs the host puts the files there anew.",
};
const READING = "The rules and tables on this page can be read all the same.";

/** What the page has asked for of its own, by the browser's list and the document. */
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
    return ""; // no network: boot.js says so
  }
  if (!response.ok) return WORDS.gone(name, response.status);
  const type = response.headers.get("Content-Type") ?? "";
  if (name.endsWith(".js") && !SCRIPT.test(type)) return WORDS.type(name, type);
  if (await isRight(name, response)) return "";
  return WORDS[(await mended(name, address)) ? "mended" : "damaged"](name);
}

/** Where the page does not come safely, the browser does not count. */
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

/** Each file once, as it is listed: a browser may list one only after the fault that followed. */
function diagnose() {
  const seen = new Set();
  let isTold = false;
  let looking = Promise.resolve();
  const next = () => (looking = looking.then(pass));
  const pass = async () => {
    for (const address of asked()) {
      if (isTold) return;
      if (seen.has(address)) continue;
      seen.add(address);
      const said = await look(address);
      if (!said || root.dataset.state !== "failed") continue;
      isTold = true;
      tell(`${said} ${READING}`);
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
 * Done when each file has been looked at that was asked for before the start failed: only then may
 * anything be fetched anew (static/offline.js), or what was damaged is not found any more.
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
