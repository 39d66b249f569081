// Single-key shortcuts, as listed under `?` (app/widgets/search/keys.py): a key presses the first
// visible one of its buttons. Not while typing, not with modifiers, and not if switched off (WCAG
// 2.1.4).

import { gameAtHand } from "./navigation.js";
import { openSearch } from "./search.js";

const dialog = document.querySelector("[data-keys-dialog]");
const off = dialog.querySelector("[data-keys-on]");
const presses = new Map([...dialog.querySelectorAll("[data-presses]")].map((each) => [each.dataset.key, each.dataset.presses]));

const STORAGE_KEY = "tableside-keys";

try {
  off.checked = localStorage.getItem(STORAGE_KEY) !== "off";
} catch {
  off.checked = true; // Without storage the setting lasts as long as the page.
}
off.addEventListener("change", () => {
  try {
    localStorage.setItem(STORAGE_KEY, off.checked ? "on" : "off");
  } catch {
    // The setting lasts as long as the page.
  }
});

/** Tell whether the target takes typed text. */
const typing = (target) => target.isContentEditable || target.matches?.("textarea, select, input:not([type='checkbox'], [type='radio'], [type='button'])");

const usable = (button) => button.checkVisibility() && !button.disabled && button.getAttribute("aria-disabled") !== "true";

/** Return the visible button of a key, else a link of the open game that another page shows. */
function pressedBy(selector) {
  const all = [...document.querySelectorAll(selector)];
  const leads = (link) => link.getAttribute("href")?.startsWith(`#/${gameAtHand()}/`);
  return all.find(usable) ?? all.find(leads);
}

function pressed(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : "";
  if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    openSearch();
    return;
  }
  const modified = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && /[A-Z]/.test(key));
  if (modified || event.repeat || !presses.has(key)) return;
  if (!off.checked || typing(event.target) || document.querySelector("dialog[open]")) return;
  const button = pressedBy(presses.get(key));
  if (key === "/") openSearch();
  else if (key === "?") dialog.showModal();
  else if (button) button.click();
  else return;
  event.preventDefault();
}

document.addEventListener("keydown", pressed);

// ---- Input methods -------------------------------------------------------------------------------
// Keys of an input method are ignored: the Enter that ends a word of Japanese, Chinese or Korean
// neither submits a form nor closes a dialog. So are events without a key, which browsers and
// password managers send when they fill in a field.

// Safari's key code for a key that ends a composition, sent after the end.
const TAKEN = 229;

function composed(event) {
  if (!event.key || event.isComposing || event.keyCode === TAKEN) event.stopImmediatePropagation();
}

addEventListener("keydown", composed, true);

document.addEventListener("click", (event) => {
  if (event.target.closest('[data-do="keys"]')) dialog.showModal();
});

// ---- Hints -------------------------------------------------------------------------------------

/** Add a button's shortcut when it is hovered or focused. */
function tell(event) {
  const button = event.target.closest?.("button, a");
  if (!button || button.hasAttribute("aria-keyshortcuts") || !off.checked) return;
  for (const [key, selector] of presses) {
    if (!button.matches(selector)) continue;
    button.setAttribute("aria-keyshortcuts", key);
    if (!button.title) button.title = `Key ${key}`;
  }
}

document.addEventListener("pointerover", tell, { passive: true });
document.addEventListener("focusin", tell);
