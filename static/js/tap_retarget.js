// Tap retargeting: a tap counts for the element under the finger when it was pressed, even if the
// page has moved before the release (a line appears above, odds arrive) and the browser targets
// another element or none. A press of the mouse also ends the typing in a field, which may draw the
// pressed element anew.

// A pointer that moved further is a scroll or a cancelled tap.
const STILL_PX = 12;

// The browser's own click follows within this time; after a touch it is a separate event.
const SOON_MS = 400;

const TAPPED = "button, a[href], summary";
const PRESSED = `${TAPPED}, label, input:is([type=checkbox], [type=radio])`;

let pressed;
let given;
let pointer = ""; // mouse, touch or pen

const far = (event, { x, y }, px = STILL_PX) => Math.hypot(event.clientX - x, event.clientY - y) > px;

function put(event) {
  pointer = event.pointerType;
  const one = event.isPrimary && event.button === 0 ? event.target.closest?.(PRESSED) : null;
  pressed =
    one && !one.closest("[data-grip]") ? { one, name: identity(one), x: event.clientX, y: event.clientY } : null;
  given = null;
}

function lifted(event) {
  const { one, name, ...at } = pressed ?? {};
  pressed = null;
  if (!one || far(event, at)) return;
  const below = document.elementFromPoint(event.clientX, event.clientY)?.closest(PRESSED);
  if (below === one) return; // not moved: the browser's own click is right
  const meant = one.isConnected ? one : drawnAnew(one, name, below);
  if (!meant?.checkVisibility()) return;
  given = { ...at, until: event.timeStamp + SOON_MS };
  if (isHasty(event, meant)) return;
  remember(event, meant);
  meant.click();
}

// Identifies buttons of one kind by their row.
const OWNER = "[data-record], [data-place], [data-entry], [data-character], [data-due]";

/** Return a key that identifies an element after it was drawn anew. */
const identity = (one) =>
  JSON.stringify([one.localName, one.id, one.htmlFor, one.name, one.type, mark(one), { ...one.closest(OWNER)?.dataset }]);

/** Return the successor of an element that was drawn anew: where it was pressed, else the only one alike. */
function drawnAnew({ id }, name, below) {
  if (below && identity(below) === name) return below;
  if (id) return document.getElementById(id);
  const alike = [...document.querySelectorAll(PRESSED)].filter((each) => each.checkVisibility() && identity(each) === name);
  return alike.length === 1 ? alike[0] : undefined;
}

function clicked(event) {
  if (!event.isTrusted || !event.detail) return; // by keyboard or script
  const one = event.target.closest?.(TAPPED);
  if (isGiven(event) || isHasty(event, one)) {
    event.stopImmediatePropagation();
    event.preventDefault();
  } else if (one) remember(event, one);
}

/** Tell whether this is the browser's click of a tap that was retargeted. */
function isGiven(event) {
  const was = given;
  given = null;
  return was && event.timeStamp < was.until && !far(event, was);
}

// ---- The second tap of a double tap --------------------------------------------------------------
// By then another, unread button may be there: it is blocked for a moment.

const UNREAD_MS = 300;

// A button that appears later than this is unrelated to the previous tap.
const JUST_MS = 2000;

// The two touches of a double tap are nearer than this: another button further away is aimed at.
const DOUBLE_PX = 40;

// Two quick taps on one of these count once, as on a form's own button; not on one that steps by a number.
const ONCE = new Set(
  [
    ...["act", "again", "apply", "character-duplicate", "character-new", "character-sample", "due-done"],
    ...["due-roll", "due-waive", "encounter-begin", "encounter-end", "enter", "enter-hits", "hidden", "hit"],
    ...["join", "join-all", "meter-down", "meter-up", "next", "over-close", "person-new", "roll", "roll-now"],
    ...["step-all", "step-take", "take-back", "turn-anyway", "turn-pass"],
  ],
);

const isOnce = ({ dataset, type }) => (dataset.do ? ONCE.has(dataset.do) && !dataset.by : "choice" in dataset || type === "submit");

let last;
const drawn = new WeakMap();
const drawing = new MutationObserver((changes) => {
  const now = performance.now();
  for (const { type, target, addedNodes } of changes) {
    for (const each of type === "attributes" ? [target] : addedNodes) drawn.set(each, now);
  }
});

/** Return the identity of a button's action, which survives a redraw. */
const mark = (one) => JSON.stringify([one.getAttribute("href"), one.dataset.do ? { ...one.dataset, says: "" } : one.textContent]);

/** Return when the button or an ancestor appeared; 0 if before the first tap. */
function appeared(one) {
  let latest = 0;
  for (let at = one; at; at = at.parentNode) latest = Math.max(latest, drawn.get(at) ?? 0);
  return latest;
}

function remember(event, one) {
  if (!last) drawing.observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden"] });
  last = { box: one.getBoundingClientRect(), mark: mark(one), at: event.timeStamp, x: event.clientX, y: event.clientY };
}

/**
 * Tell whether a tap hits a button too soon to be meant. (For a mouse the browser reports double
 * clicks.)
 */
function isHasty(event, one) {
  if (!one || !last || event.timeStamp - last.at > JUST_MS || (pointer === "mouse" && event.detail < 2)) return false;
  const { box } = last;
  if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) return false;
  const isSame = mark(one) === last.mark;
  if (isSame ? !isOnce(one) : far(event, last, DOUBLE_PX)) return false;
  return event.timeStamp - (isSame ? last.at : Math.max(last.at, appeared(one))) < UNREAD_MS;
}

/** Keep the cursor, and a phone's keyboard, in the field beside a sign key. */
function held(event) {
  if (event.target.closest?.('[data-do="sign"]')) event.preventDefault();
}

addEventListener("mousedown", held, true);
addEventListener("pointerdown", put, true);
addEventListener("pointerup", lifted, true);
addEventListener("click", clicked, true);
for (const other of ["pointercancel", "contextmenu", "dragstart"]) addEventListener(other, () => (pressed = null), true);
