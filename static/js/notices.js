// Notices at the top of a page, and the toast: the last change, with Undo for a few seconds.
//
// Python writes a notice into `[data-notice]` (app/browser/platform/dom.py); it leaves with its page.
// `tableside:toast` shows a toast: `{ words, n, campaign }`, where n is the journal
// entry of this campaign that Undo reverses.

const notice = document.querySelector("[data-notice]");
const toast = document.querySelector("[data-toast]");
const undo = toast.querySelector('[data-do="toast-undo"]');

// ---- Notices --------------------------------------------------------------------------------

const pathOf = (hash) => hash.split("?")[0] || "#/";

document.addEventListener("tableside:route", () => {
  const { of } = notice.dataset;
  if (of && of !== pathOf(location.hash)) notice.hidden = true;
});

// ---- The toast ------------------------------------------------------------------------------

// Milliseconds for which a toast can be read; a pointer or the focus on it stops the time.
const SHOWN_MS = 8000;

// Milliseconds for which a toast stays over a change of the page: what it tells may have opened that page.
const OPENING_MS = 1500;

let timer = 0;
let shownAt = 0;
let opener; // had the focus before the toast

function hide() {
  clearTimeout(timer);
  const isFocused = toast.contains(document.activeElement);
  toast.hidden = true;
  if (isFocused) (opener?.isConnected ? opener : document.getElementById("main")).focus({ preventScroll: true });
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(hide, SHOWN_MS);
}

/** Main buttons, which a toast must not cover; and what has the focus, which it should not. */
const MAIN = ".primary, .main, .panel-close, .over-close, [data-do='roll'], [data-do='turn-pass']";
const FOCUSED = ":is(a, button, input, select, textarea, summary):focus";

/** Tell whether one of them lies under the toast. */
function covers(selector) {
  const own = toast.getBoundingClientRect();
  return [...document.querySelectorAll(selector)].some((each) => {
    if (toast.contains(each) || each.contains(toast) || each.closest("[inert]") || !each.checkVisibility()) return false;
    const box = each.getBoundingClientRect();
    return box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top;
  });
}

/** Put the toast at the bottom, or where it covers no main button. */
function place() {
  for (const selector of [`${MAIN}, ${FOCUSED}`, MAIN]) {
    for (const side of ["bottom", "top", "middle"]) {
      toast.dataset.side = side;
      if (!covers(selector)) return;
    }
  }
}

document.addEventListener("tableside:toast", ({ detail: { words, n, campaign } }) => {
  if (!words) {
    if (!n) hide();
    else if (document.activeElement === undo) toast.querySelector("[data-do='toast-close']").focus();
    undo.hidden = true;
    return;
  }
  toast.querySelector("[data-said]").textContent = words;
  undo.hidden = !n;
  undo.dataset.n = n;
  undo.dataset.ofCampaign = campaign;
  toast.hidden = false;
  shownAt = performance.now();
  place();
  placeSoon();
  wait();
});

/** Place it once more when the page has been drawn: the answer to a tap may have moved below it. */
function placeSoon() {
  setTimeout(() => toast.hidden || place(), 350);
}

document.addEventListener("tableside:route", () => {
  if (!toast.hidden && performance.now() - shownAt > OPENING_MS) hide();
});
for (const moved of ["scroll", "focusin", "resize"]) addEventListener(moved, () => toast.hidden || place(), { passive: true });
toast.addEventListener("pointerenter", () => clearTimeout(timer));
toast.addEventListener("pointerleave", wait);
toast.addEventListener("focusin", ({ relatedTarget }) => {
  if (!toast.contains(relatedTarget)) opener = relatedTarget;
  clearTimeout(timer);
});
toast.addEventListener("focusout", wait);

// ---- Events ---------------------------------------------------------------------------------

document.addEventListener("click", ({ target }) => {
  const what = target.closest?.("[data-do]")?.dataset.do;
  if (what === "notice-close") {
    notice.hidden = true;
    document.getElementById("main").focus({ preventScroll: true });
  }
  if (what === "toast-close") hide();
  if (what === "toast-undo") setTimeout(hide); // Python has taken the tap
  if (!toast.hidden) placeSoon();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && toast.contains(document.activeElement)) hide();
});
