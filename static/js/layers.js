// Layers over a page: dialogs, menus, a panel or a roll over the fight. Back and Escape close the
// top layer, Forward reopens it.
//
// Each layer is an entry of the browser's history with the names of all open layers as its state.
// Dialogs and menus belong to the page itself. Python names its layers over a fight in `<html
// data-layers>`, and `tableside:layers` requests others, or null (app/browser/shell/layers_view.py).

const OWN = "dialog, details[data-games], details[data-journal-more], details:is(.line-more, .sheet-more)";

// Milliseconds after which a refused step back is ignored.
const GONE_MS = 3000;

// Milliseconds in which the event of a changed address follows a step back; Python may draw meanwhile.
const FOLLOWS_MS = 1000;

const root = document.documentElement;
const own = () => [...document.querySelectorAll(OWN)];
const pathOf = (hash) => hash.split("?")[0];
const known = (state) => state?.layers ?? [];
const same = (some, others) => some.length === others.length && some.every((each, n) => each === others[n]);
const starts = (some, others) => same(some, others.slice(0, some.length));

let wish; // requested layers of Python, until it answers
let previous; // those before a reload, until Python has reopened them
let lain = []; // the layers of the current entry
let path = pathOf(location.hash);
let leaving = 0; // a timer while the entry of a closed layer is being left
let from; // the path of that entry
let next; // an address opened meanwhile
let following = 0; // a timer while the event of such a step is to come

// ---- Open layers --------------------------------------------------------------------------------

const opened = new Set(); // the page's own, from the lowest

const isOwn = (name) => name.startsWith("#");
const nameOf = (each) => `#${own().indexOf(each)}`;
const ofPython = () => wish ?? previous ?? JSON.parse(root.dataset.layers ?? "[]");

function open() {
  for (const each of opened) if (!each.open || !each.isConnected) opened.delete(each);
  return [...ofPython(), ...[...opened].map(nameOf)];
}

function shut(each) {
  if (each.matches("dialog")) each.close();
  else each.open = false;
}

function reveal(each) {
  if (!each || each.open) return;
  if (each.matches("dialog")) each.showModal();
  else each.open = true;
}

/** Open exactly these layers. */
function lay(wanted) {
  const mine = wanted.filter(isOwn);
  const theirs = wanted.filter((name) => !isOwn(name));
  for (const each of [...opened].reverse()) if (!mine.includes(nameOf(each))) shut(each);
  const all = own();
  for (const name of mine) reveal(all[Number(name.slice(1))]);
  if (!same(theirs, ofPython())) wish = theirs;
}

/** Stay on the page after a step in the history; Python updates its address. */
function stay() {
  // Those that are named are not requested: others may be opening that are still to be drawn.
  document.dispatchEvent(new CustomEvent("tableside:layers", { detail: JSON.stringify(wish ?? previous ?? null) }));
}

// ---- The history --------------------------------------------------------------------------------

/** Update the history after layers were opened or closed. */
function follow() {
  if (leaving) return;
  const now = open();
  const was = known(history.state);
  lain = now;
  if (same(now, was)) {
    history.scrollRestoration = "auto";
    return;
  }
  if (now.length < was.length) {
    leaving = setTimeout(giveUp, GONE_MS);
    from = path;
    history.go(now.length - was.length);
    return;
  }
  const state = (count) => ({ ...history.state, layers: now.slice(0, count) });
  if (!starts(was, now)) history.replaceState(state(was.length), "");
  for (let count = was.length + 1; count <= now.length; count += 1) {
    history.scrollRestoration = "manual"; // of the entry below: the page stays where it is when the layer closes
    history.pushState(state(count), "");
  }
  history.scrollRestoration = "auto";
}

/** Open another page; it replaces the entry of an open menu or dialog. */
function travel(hash) {
  lain = []; // it is a new page, also at the path of the old one
  if (known(history.state).some(isOwn)) location.replace(hash);
  else location.hash = hash;
}

/** Go on without a step back that was refused. */
function giveUp() {
  leaving = 0;
  if (next !== undefined) travel(next);
  next = undefined;
}

/** Continue after the entries of closed layers were left. */
function left() {
  clearTimeout(leaving);
  leaving = 0;
  if (next !== undefined) travel(next);
  else if (pathOf(location.hash) === path) {
    window.tablesideMoved = location.href; // for the router, which opens nothing anew
    clearTimeout(following);
    following = setTimeout(() => delete window.tablesideMoved, FOLLOWS_MS);
    stay();
  }
  next = undefined;
  setTimeout(follow);
}

function traversed() {
  if (leaving) {
    if (history.state && pathOf(location.hash) === from) left();
    else next = location.hash; // a new entry: the step is still to come, and leads away from this page
    return;
  }
  const wanted = known(history.state);
  const was = lain;
  const isHere = pathOf(location.hash) === path;
  if (isHere && !same(was, wanted) && (starts(was, wanted) || starts(wanted, was))) {
    lain = wanted;
    lay(wanted);
    stay();
  } else if (wanted.length && !isHere) {
    document.addEventListener("tableside:route", () => setTimeout(again, 0, wanted), { once: true });
  }
}

/** Reopen the layers of an entry on another page. */
function again(wanted) {
  if (!same(known(history.state), wanted)) return;
  lay(wanted);
  stay();
}

addEventListener("popstate", traversed);
addEventListener("hashchange", () => {
  delete window.tablesideMoved;
  previous = undefined;
  path = pathOf(location.hash);
  for (const each of own()) if (each.matches(":is(.line-more, .sheet-more)[open]")) each.open = false;
});

// A link replaces the entry of the menu or dialog in which it was tapped, and waits for a step back.
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  const plain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link?.target);
  if (!link || !plain || !(leaving || known(history.state).some(isOwn))) return;
  event.preventDefault();
  if (leaving) next = link.getAttribute("href");
  else travel(link.getAttribute("href"));
});

// A button of the menu of a form, a result or a sheet closes it, unless the button itself shows the change.
const CLOSES = "details:is(.foot-more, .sheet-more) .menu button:not([data-do='preset-save'])";
addEventListener("click", (event) => {
  const menu = event.target.closest?.(CLOSES)?.closest("details");
  if (!menu) return;
  setTimeout(() => {
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  });
});

// ---- Events -------------------------------------------------------------------------------------

new MutationObserver((changes) => {
  for (const { target, attributeName } of changes) {
    if (attributeName === "data-layers") wish = previous = undefined;
    else if (!target.matches(OWN)) continue;
    else if (!target.open) opened.delete(target);
    else if (!opened.has(target)) {
      opened.add(target);
      // It opens upwards, and its first buttons may lie above the window.
      if (target.matches(".foot-more")) target.querySelector(".menu").scrollIntoView({ block: "nearest" });
    }
  }
  setTimeout(follow); // after the tap's own navigation
}).observe(root, { subtree: true, attributeFilter: ["open", "data-layers"] });

document.addEventListener(
  "keydown",
  (event) => {
    const top = [...opened].pop();
    if (event.key !== "Escape" || !top?.open) return;
    event.stopPropagation(); // lower layers stay; the browser closes a dialog
    if (top.matches("dialog")) return;
    event.preventDefault();
    shut(top);
    top.querySelector("summary").focus();
  },
  true,
);

// ---- Taps outside, swipes -----------------------------------------------------------------------

// A panel or a roll over the fight; the last one is on top.
const SHEETS = ".fight > .panel[role=dialog], [data-view][data-over]";
const WIDE = matchMedia("(width >= 44rem)");

// Pixels after which a swipe closes a sheet.
const FAR = 80;

const sheets = () => [...document.querySelectorAll(SHEETS)].filter((each) => each.checkVisibility());
const topSheet = () => sheets().sort((one, other) => one.matches(".panel") - other.matches(".panel")).shift();

/** Close a sheet with all that is open in it; the focus returns as it does after Escape. */
function dismiss(sheet) {
  const names = ofPython();
  const first = names.findIndex((name) => /^(?:menu|panel) /.test(name));
  const kept = sheet.matches(".panel") ? first : names.length - 1;
  if (kept < 0) return;
  if (!sheet.contains(document.activeElement)) sheet.querySelector("[tabindex], button, a")?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("tableside:layers", { detail: JSON.stringify(names.slice(0, kept)) }));
}

let outside; // the sheet or menu that the pressed button of the mouse, or the finger, is outside of

// A right click, and a press that ends elsewhere, are followed by no click.
for (const kind of ["pointerdown", "mousedown", "keydown"]) addEventListener(kind, () => (outside = undefined), true);

addEventListener(
  "mousedown",
  (event) => {
    const menu = [...opened].pop();
    const sheet = topSheet();
    const isIn = (each) => each.contains(event.target);
    if (menu?.open) {
      const { left, top, right, bottom } = menu.getBoundingClientRect();
      const isOver = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
      if (menu.matches("dialog") ? event.target === menu && !isOver : !isIn(menu)) outside = menu;
    } else if (sheet && !isIn(sheet) && !event.target.closest("[data-notice], [data-alert], .toast")) outside = sheet;
    if (outside && !outside.matches("details")) event.preventDefault(); // the focus stays where it is
  },
  true,
);

addEventListener(
  "click",
  (event) => {
    const layer = outside;
    outside = undefined;
    if (!layer?.isConnected) return;
    if (layer.matches("details")) {
      // The tap counts, too; a link closes the menu by itself.
      if (event.target.closest("a[href], summary")) return;
      if (layer.contains(document.activeElement) || document.activeElement === document.body) layer.querySelector("summary").focus();
      shut(layer);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (layer.matches("dialog")) shut(layer);
    else dismiss(layer);
  },
  true,
);

let swipe; // the sheet under a finger, and where the finger was put down

/** Whether everything below the finger that scrolls is at its top. */
function isAtTop(target, sheet) {
  for (let each = target; each && sheet.contains(each); each = each.parentElement) if (each.scrollTop > 0) return false;
  return true;
}

addEventListener(
  "touchstart",
  (event) => {
    const sheet = topSheet();
    const { target, touches } = event;
    swipe = undefined;
    if (visualViewport?.scale > 1) return; // a finger moves a page that is zoomed in
    if (touches.length !== 1 || !sheet?.contains(target) || [...opened].some((each) => each.open)) return;
    if (target.closest("input, select, textarea, [data-grip]")) return;
    const [{ clientX: x, clientY: y }] = touches;
    swipe = { sheet, x, y, isAtTop: Boolean(target.closest("header")) || isAtTop(target, sheet) };
  },
  { passive: true },
);

addEventListener(
  "touchend",
  (event) => {
    if (!swipe?.sheet.isConnected || event.touches.length) return;
    const [{ clientX, clientY }] = event.changedTouches;
    const [right, down] = [clientX - swipe.x, clientY - swipe.y];
    const isDown = swipe.isAtTop && down > FAR && down > 2 * Math.abs(right);
    const isRight = WIDE.matches && right > FAR && right > 2 * Math.abs(down);
    if (isDown || isRight) dismiss(swipe.sheet);
    swipe = undefined;
  },
  { passive: true },
);

// A menu may have been opened before this script arrived.
for (const each of own()) if (each.open) opened.add(each);
if (opened.size) setTimeout(follow);

// A reloaded page has no open dialogs and menus; Python reopens its layers (app/update/roll/rolls.py).
if (known(history.state).length) {
  lain = previous = known(history.state).filter((name) => !isOwn(name));
  history.replaceState({ ...history.state, layers: previous }, "");
}
