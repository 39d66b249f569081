// Layers over a page: dialogs, menus, a panel or a roll over the fight. Back and Escape close the
// top layer, Forward reopens it.
//
// Each layer is an entry of the browser's history with the names of all open layers as its state.
// Dialogs and menus belong to the page itself. Python names its layers over a fight in `<html
// data-layers>`, and `tableside:layers` requests others (app/browser/shell/layers_view.py).

const OWN = "dialog, details[data-games], details[data-journal-more], details.line-more";

// Milliseconds after which a refused step back is ignored.
const GONE_MS = 3000;

// Milliseconds in which a change of the address follows a step back.
const FOLLOWS_MS = 50;

const root = document.documentElement;
const own = () => [...document.querySelectorAll(OWN)];
const pathOf = (hash) => hash.split("?")[0];
const known = (state) => state?.layers ?? [];
const same = (some, others) => some.length === others.length && some.every((each, n) => each === others[n]);
const starts = (some, others) => same(some, others.slice(0, some.length));

let wish; // requested layers of Python, until it answers
let lain = []; // the layers of the current entry
let path = pathOf(location.hash);
let leaving = 0; // a timer while the entry of a closed layer is being left
let next; // an address opened meanwhile
let isMove = false; // the layers have just changed by history

// ---- Open layers --------------------------------------------------------------------------------

const opened = new Set(); // the page's own, from the lowest

const isOwn = (name) => name.startsWith("#");
const nameOf = (each) => `#${own().indexOf(each)}`;
const ofPython = () => wish ?? JSON.parse(root.dataset.layers ?? "[]");

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
  isMove = true;
  setTimeout(() => (isMove = false), FOLLOWS_MS);
  document.dispatchEvent(new CustomEvent("tableside:layers", { detail: JSON.stringify(ofPython()) }));
}

// ---- The history --------------------------------------------------------------------------------

/** Update the history after layers were opened or closed. */
function follow() {
  if (leaving) return;
  const now = open();
  const was = known(history.state);
  lain = now;
  if (same(now, was)) return;
  if (now.length < was.length) {
    leaving = setTimeout(() => (leaving = 0), GONE_MS);
    history.go(now.length - was.length);
    return;
  }
  const state = (count) => ({ ...history.state, layers: now.slice(0, count) });
  if (!starts(was, now)) history.replaceState(state(was.length), "");
  for (let count = was.length + 1; count <= now.length; count += 1) history.pushState(state(count), "");
}

/** Continue after the entries of closed layers were left. */
function left() {
  clearTimeout(leaving);
  leaving = 0;
  if (next !== undefined) location.hash = next;
  else if (pathOf(location.hash) === path) stay();
  next = undefined;
  setTimeout(follow);
}

function traversed() {
  if (leaving) {
    left();
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
addEventListener("hashchange", (event) => {
  if (isMove && pathOf(location.hash) === path) event.stopImmediatePropagation();
  else if (leaving && !known(history.state).length) next = location.hash;
  isMove = false;
  path = pathOf(location.hash);
  for (const each of own()) if (each.matches(".line-more[open]")) each.open = false;
});

// A link replaces the entry of the menu or dialog in which it was tapped.
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  const plain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link?.target);
  if (!link || !plain || !known(history.state).some(isOwn)) return;
  event.preventDefault();
  location.replace(link.getAttribute("href"));
});

// ---- Events -------------------------------------------------------------------------------------

new MutationObserver((changes) => {
  for (const { target, attributeName } of changes) {
    if (attributeName === "data-layers") wish = undefined;
    else if (!target.matches(OWN)) continue;
    else if (!target.open) opened.delete(target);
    else if (!opened.has(target)) opened.add(target);
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

// A reloaded page has no open layers.
if (known(history.state).length) history.replaceState({ ...history.state, layers: undefined }, "");
