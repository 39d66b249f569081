// The router: shows the view of the address as soon as its content has arrived.
//
// Python listens to `tableside:route`. It waits for `tablesideShown` at its start, and for
// `tableside:opening` while a view is loading.

import { bring, expect, make, putAway, views } from "./views.js";

const root = document.documentElement;
const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// ---- Addresses ------------------------------------------------------------------------------

const baseTitle = document.title;

/** Views with a second, shorter address. */
const ALSO = new Map([["dice", "dice/roll"]]);

/** Parse `#/garden/skill_test?skill_level=3` into a path `garden/skill_test` and a query. */
function readHash() {
  const [, path, query] = /^#?\/?([^?]*?)\/?(?:\?(.*))?$/.exec(location.hash);
  return { path: ALSO.get(path) ?? decoded(path), query: query ?? "" };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Return the parent view of a path and the id within: `garden/rules/G12` is `rule-G12`, `help/odds` is `help-odds`. */
function within(path) {
  const [, parent, kind = "help", leaf] = /^((?:.*\/)?([^/]+?)s|help)\/([^/]+)$/.exec(path) ?? [];
  return { parent: views.get(parent), id: `${kind}-${leaf}` };
}

/** Return the view whose content a path needs, if any. */
const needed = (path) => views.get(path || "home") ?? within(path).parent;

/** Return the view of a path and the element to scroll to. */
function find(path) {
  if (views.has(path || "home")) return { view: views.get(path || "home") };
  const { parent, id } = within(path);
  const element = parent && document.getElementById(id);
  if (element && parent.contains(element)) return { view: parent, element };
  // A view for one of many items (`garden/character/<id>`), filled by Python.
  const holder = views.get(path.replace(/\/[^/]+$/, ""));
  if (holder?.hasAttribute("data-holds")) return { view: holder };
  return { view: views.get("not-found") ?? views.get("home") };
}

/** Return the game of a path, or an empty text outside the games. */
const gameOf = (path) => (views.has(`${path.split("/")[0]}/rules`) ? path.split("/")[0] : "");

// ---- Opening ----------------------------------------------------------------------------------

// Number of the current opening: a newer one cancels a waiting one.
let opening = 0;

let current; // the open route

// How far each page of the history was scrolled when it was left, by the mark in the state of its entry.
const scrolls = new Map();
let mark;
let scroll = 0;
addEventListener("scroll", () => (scroll = scrollY), { passive: true });

/** Return how far the page of this entry was scrolled, if it was open before. */
function scrollOfEntry() {
  scrolls.set(mark, scroll);
  mark = history.state?.mark ?? Math.random();
  history.replaceState({ ...history.state, mark }, "");
  return scrolls.get(mark);
}

/** Call a listener for each opened route, also for one that opened before the listener's script was loaded. */
export function onRoute(listener) {
  document.addEventListener("tableside:route", ({ detail }) => listener(detail));
  if (current) listener(current);
}

/** Open the address, at once or when its content has arrived. */
export function show(isNavigation) {
  const route = readHash();
  const view = needed(route.path);
  opening += 1;
  const shown = make(view) ? open(route, isNavigation) : wait(view, route, isNavigation);
  window.tablesideShown = Promise.resolve(shown);
  if (shown) announce("tableside:opening");
  expect(gameOf(route.path));
}

async function wait(view, route, isNavigation) {
  const mine = opening;
  if (!isNavigation) {
    leave(); // at the start nothing else is shown meanwhile
    root.dataset.game = gameOf(route.path); // until then any first part of the address
  }
  const slow = setTimeout(() => mine === opening && tellComing(view, COMING, isNavigation), SLOW_MS);
  try {
    await bring(view);
  } catch (error) {
    if (mine === opening) tellComing(view, error.message, isNavigation, true);
    return;
  } finally {
    clearTimeout(slow);
  }
  if (mine !== opening) return;
  make(view);
  open(route, isNavigation);
}

function open(route, isNavigation) {
  const { view, element } = find(route.path);
  make(view);
  leave(view);
  root.dataset.game = gameOf(route.path);
  root.dataset.page = view?.dataset.view.split("/").pop() ?? "";
  if (!view) return;

  entitle(view);
  const before = scrollOfEntry();
  if (before !== undefined) scrollTo(0, before);
  else if (element) element.scrollIntoView();
  else if (isNavigation) scrollTo(0, 0);
  if (isNavigation) focusOn(element ?? view.querySelector("h1, h2") ?? view);
  current = route;
  announce("tableside:route", route);
}

/** Show only this view. */
function leave(view) {
  coming.hidden = true;
  for (const other of views.values()) other.hidden = other !== view;
  putAway();
  delete root.dataset.booting;
}

function entitle({ dataset: { title, view } }) {
  document.title = title && view !== "home" ? `${title} · ${baseTitle}` : baseTitle;
}

// ---- Loading ------------------------------------------------------------------------------

const coming = document.querySelector("[data-coming]");

// Milliseconds for which the previous view stays.
const SLOW_MS = 400;

const COMING = "Loading…";

/** Show in the view's place that it is loading, or why it failed. */
function tellComing(view, words, isNavigation, hasFailed = false) {
  leave();
  coming.hidden = false;
  entitle(view);
  coming.querySelector("h1").textContent = view.dataset.title.split(" · ")[0];
  coming.querySelector("[data-coming-said]").textContent = words;
  coming.querySelector(".do").hidden = !hasFailed;
  if (isNavigation) focusOn(coming.querySelector("h1"));
}

addEventListener("hashchange", ({ newURL }) => {
  if (newURL !== window.tablesideMoved) show(true); // else a step back only closed a layer (layers.js)
});
addEventListener("online", () => coming.hidden || show(true));
addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-do='fetch']")) show(true);
  if (target.closest?.("[data-do='reload']")) location.reload();
});

/** Move the focus for screen readers and keyboards: the next Tab starts here. */
function focusOn(element) {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
