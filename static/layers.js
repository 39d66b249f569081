// What lies over a page: a dialog, a menu, a panel or a roll over the fight. Back closes what lies on
// top and Forward brings it back; Escape closes it too.
//
// Each layer is an entry of the browser's history, with the names of all that lie there as its state.
// Dialogs and menus are the page's own. What Python lays over a fight it names in
// `<html data-layers>`, and `tableside:layers` asks it for others (app/browser/shell/layers_view.py).

const OWN = "dialog, details[data-games], details.line-more";

// A browser that refuses to go back leaves the layers as they are after so long.
const GONE_MS = 3000;

// After going back a browser tells of another address within this time.
const TOLD_MS = 50;

const root = document.documentElement;
const own = () => [...document.querySelectorAll(OWN)];
const pathOf = (hash) => hash.split("?")[0];
const known = (state) => state?.layers ?? [];
const same = (some, others) => some.length === others.length && some.every((each, n) => each === others[n]);
const starts = (some, others) => same(some, others.slice(0, some.length));

let wish; // those of Python that were asked for, until it has answered
let lain = []; // as the entry says at which the page is
let path = pathOf(location.hash);
let leaving = 0; // a timer, while the entry of what was closed by its own button is on its way out
let next; // an address that was opened meanwhile
let isMove = false; // it has just gone from layer to layer

// ---- What is open -------------------------------------------------------------------------------

const opened = new Set(); // of the page's own, from the lowest

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

/** Lets these lie there, and no others. */
function lay(wanted) {
  const mine = wanted.filter(isOwn);
  const theirs = wanted.filter((name) => !isOwn(name));
  for (const each of [...opened].reverse()) if (!mine.includes(nameOf(each))) shut(each);
  const all = own();
  for (const name of mine) reveal(all[Number(name.slice(1))]);
  if (!same(theirs, ofPython())) wish = theirs;
}

/** It is the same page, whatever its address said when the entry was made: Python says it anew. */
function stay() {
  isMove = true;
  setTimeout(() => (isMove = false), TOLD_MS);
  document.dispatchEvent(new CustomEvent("tableside:layers", { detail: JSON.stringify(ofPython()) }));
}

// ---- The history --------------------------------------------------------------------------------

/** The history follows what was opened and closed on the page. */
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

/** What was closed has left the history. */
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

/** Another page is open, at an entry at which these lay there. */
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

// A link takes the place of the menu or the dialog that it was tapped in.
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  const plain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link?.target);
  if (!link || !plain || !known(history.state).some(isOwn)) return;
  event.preventDefault();
  location.replace(link.getAttribute("href"));
});

// ---- What is heard ------------------------------------------------------------------------------

new MutationObserver((changes) => {
  for (const { target, attributeName } of changes) {
    if (attributeName === "data-layers") wish = undefined;
    else if (!target.matches(OWN)) continue;
    else if (!target.open) opened.delete(target);
    else if (!opened.has(target)) opened.add(target);
  }
  setTimeout(follow); // once whatever was tapped has led where it leads
}).observe(root, { subtree: true, attributeFilter: ["open", "data-layers"] });

document.addEventListener(
  "keydown",
  (event) => {
    const top = [...opened].pop();
    if (event.key !== "Escape" || !top?.open) return;
    event.stopPropagation(); // what lies below stays; a dialog is closed by the browser
    if (top.matches("dialog")) return;
    event.preventDefault();
    shut(top);
    top.querySelector("summary").focus();
  },
  true,
);

// A page that is loaded anew has nothing open.
if (known(history.state).length) history.replaceState({ ...history.state, layers: undefined }, "");
