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
let pointer = ""; // mouse, touch or pen

const far = (event, { x, y }) => Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX;

function put(event) {
  pointer = event.pointerType;
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
  if (isHasty(event, one)) return;
  remember(event, one);
  one.click();
}

function clicked(event) {
  if (!event.isTrusted || !event.detail) return; // by keyboard, or by a script
  const one = event.target.closest?.(TAPPED);
  if (isGiven(event) || isHasty(event, one)) {
    event.stopImmediatePropagation();
    event.preventDefault();
  } else if (one) remember(event, one);
}

/** Is it the browser's own click of a tap that was given to what was meant? */
function isGiven(event) {
  const was = given;
  given = null;
  return was && event.timeStamp < was.until && !far(event, was);
}

// ---- The second tap of a double tap --------------------------------------------------------------
// By then another button may lie there, which nobody has read yet: it waits a moment.

const UNREAD_MS = 300;

// A button that appears later than this has nothing to do with the tap before.
const JUST_MS = 2000;

// Two taps on one of these within that moment are one, and so are two on a form's own button.
const ONCE = new Set(
  [
    ...["act", "again", "apply", "character-duplicate", "character-new", "character-sample", "due-done"],
    ...["due-roll", "due-waive", "encounter-begin", "encounter-end", "enter", "hidden", "join", "join-all"],
    ...["meter-down", "meter-up", "next", "person-new", "roll", "roll-now", "step-all", "step-take"],
    ...["take-back", "turn-pass"],
  ],
);

const isOnce = ({ dataset, type }) => (dataset.do ? ONCE.has(dataset.do) : "choice" in dataset || type === "submit");

let last;
const drawn = new WeakMap();
const drawing = new MutationObserver((changes) => {
  const now = performance.now();
  for (const { type, target, addedNodes } of changes) {
    for (const each of type === "attributes" ? [target] : addedNodes) drawn.set(each, now);
  }
});

/** What a button does: one that is drawn anew is the same by that. */
const mark = (one) => JSON.stringify([one.getAttribute("href"), one.dataset.do ? { ...one.dataset, says: "" } : one.textContent]);

/** When the button came, or something around it; 0 if it was there before the first tap. */
function appeared(one) {
  let latest = 0;
  for (let at = one; at; at = at.parentNode) latest = Math.max(latest, drawn.get(at) ?? 0);
  return latest;
}

function remember(event, one) {
  if (!last) drawing.observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden"] });
  last = { box: one.getBoundingClientRect(), mark: mark(one), at: event.timeStamp };
}

/** Does it land on a button that nobody can have meant yet? (A mouse tells itself what is a double click.) */
function isHasty(event, one) {
  if (!one || !last || event.timeStamp - last.at > JUST_MS || (pointer === "mouse" && event.detail < 2)) return false;
  const { box } = last;
  if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) return false;
  const isSame = mark(one) === last.mark;
  if (isSame && !isOnce(one)) return false;
  return event.timeStamp - (isSame ? last.at : Math.max(last.at, appeared(one))) < UNREAD_MS;
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
