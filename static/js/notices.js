// Notices at the top of a page, and the toast: the last change, with Undo for a few seconds.
//
// Python writes a notice into `[data-notice]` (app/browser/platform/dom.py); it leaves with its page.
// `tableside:toast` shows a toast: `{ words, n, campaign }`, where n is the journal
// entry of this campaign that Undo reverses. `tableside:toast-end` takes its Undo off,
// `tableside:toast-hide` hides it.

const notice = document.querySelector("[data-notice]");
const toast = document.querySelector("[data-toast]");
const undo = toast.querySelector('[data-do="undo-entry"]');

// ---- Notices --------------------------------------------------------------------------------

const pathOf = (hash) => hash.split("?")[0] || "#/";

document.addEventListener("tableside:route", () => {
  const { of } = notice.dataset;
  if (of && of !== pathOf(location.hash)) notice.hidden = true;
});

// ---- The toast ------------------------------------------------------------------------------

// Milliseconds for which a toast can be read; a pointer or the focus on it stops the time.
const SHOWN_MS = 8000;

// Milliseconds for which a toast stays over a change of the page: its change may have opened that page.
const OPENING_MS = 1500;

// Milliseconds after which it is placed again: the page may move below it whenever it is drawn.
const PLACING_MS = 350;

let timer = 0;
let placing = 0;
let shownAt = 0;
let opener; // had the focus before the toast

function hide() {
  clearTimeout(timer);
  clearInterval(placing);
  const isFocused = toast.contains(document.activeElement);
  toast.hidden = true;
  if (isFocused) (opener?.isConnected ? opener : document.getElementById("main")).focus({ preventScroll: true });
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(hide, SHOWN_MS);
}

// Main buttons, which a toast must not cover. It should not cover the order of a fight, headings
// or the focus on a control either.
const MAIN = ".primary, .main, .panel-close, .over-close, [data-do='roll'], [data-do='turn-pass']";
const NEEDED = ".order, h1, h2";
const CONTROL = "a, button, input, select, textarea, summary";

const bar = document.querySelector(".bar");

/** Return the boxes of the elements that are visible, outside the toast and not behind a dialog. */
function boxesOf(elements) {
  return elements
    .filter((each) => !toast.contains(each) && !each.contains(toast))
    .filter((each) => !each.closest("[hidden], [inert]") && each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
}

/** Tell whether the toast lies over a box. */
function covers(box) {
  const own = toast.getBoundingClientRect();
  return box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top;
}

/** Put the toast at the bottom, or over the page's bar if it would cover what is needed there. */
function place() {
  const main = boxesOf([...document.querySelectorAll(MAIN)]);
  const needed = boxesOf([...document.querySelectorAll(NEEDED)])
    .map(({ left, right, top, bottom }) => ({ left, right, top: Math.max(top, bar.offsetHeight), bottom }));
  const focused = boxesOf([document.activeElement].filter((each) => each?.matches(CONTROL)));
  for (const avoided of [[...main, ...needed, ...focused], main]) {
    for (const side of ["bottom", "bar", "middle"]) {
      toast.dataset.side = side;
      if (!avoided.some(covers)) return;
    }
  }
}

document.addEventListener("tableside:toast", ({ detail: { words, n, campaign } }) => {
  toast.querySelector("[data-said]").textContent = words;
  undo.hidden = !n;
  undo.dataset.n = n;
  undo.dataset.ofCampaign = campaign;
  toast.hidden = false;
  shownAt = performance.now();
  place();
  clearInterval(placing);
  placing = setInterval(place, PLACING_MS);
  wait();
});

document.addEventListener("tableside:toast-hide", hide);
document.addEventListener("tableside:toast-end", () => {
  if (document.activeElement === undo) toast.querySelector("[data-do='toast-close']").focus();
  undo.hidden = true;
});

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
  const button = target.closest?.("[data-do]");
  const what = button?.dataset.do;
  if (what === "notice-close") {
    notice.hidden = true;
    document.getElementById("main").focus({ preventScroll: true });
  }
  if (what === "toast-close") hide();
  if (button === undo) setTimeout(hide); // Python has taken the tap
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && toast.contains(document.activeElement)) hide();
});
