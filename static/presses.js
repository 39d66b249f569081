// What a finger was put on is what it meant, also where the page moves below it before it is lifted:
// a line comes in above ("Mara is rolling"), the chances arrive, and the browser gives the tap to
// whatever lies there by then, or to nobody.

// A finger that went further has thought better of it, or scrolls.
const STILL_PX = 12;

// The browser's own click comes within this time; after a touch it is an event of its own.
const SOON_MS = 400;

const TAPPED = "button, a[href], summary";

let pressed;
let given;

const far = (event, { x, y }) => Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX;

function put(event) {
  const one = event.isPrimary && event.button === 0 ? event.target.closest?.(TAPPED) : null;
  pressed = one && !one.closest("[data-grip]") ? { one, x: event.clientX, y: event.clientY } : null;
  given = null;
}

function lifted(event) {
  const { one, ...at } = pressed ?? {};
  pressed = null;
  if (!one?.checkVisibility() || far(event, at)) return;
  const below = document.elementFromPoint(event.clientX, event.clientY);
  if (below?.closest(TAPPED) === one) return; // it lies there still: the browser's own click is right
  given = { ...at, until: event.timeStamp + SOON_MS };
  one.click();
}

/** The browser's own click of a tap that was given to what was meant. */
function clicked(event) {
  if (!given || !event.isTrusted || !event.detail) return;
  if (event.timeStamp < given.until && !far(event, given)) {
    event.stopImmediatePropagation();
    event.preventDefault();
  }
  given = null;
}

/** The key for a sign leaves the cursor, and a phone's keys, with the field that it belongs to. */
function held(event) {
  if (event.target.closest?.('[data-do="sign"]')) event.preventDefault();
}

addEventListener("mousedown", held, true);
addEventListener("pointerdown", put, true);
addEventListener("pointerup", lifted, true);
addEventListener("click", clicked, true);
for (const other of ["pointercancel", "contextmenu", "dragstart"]) addEventListener(other, () => (pressed = null), true);
