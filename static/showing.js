// Which view is shown: the one that the address names, as soon as what it holds has arrived.
//
// Python hears of it by `tableside:route`. It waits for `tablesideShown` at its start, and where
// `tableside:opening` says that a view is on its way.

import { bring, expect, make, putAway, views } from "./views.js";

const root = document.documentElement;
const announce = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// ---- What an address means ------------------------------------------------------------------

const baseTitle = document.title;

/** Where a view has a shorter address as well. */
const ALSO = new Map([["dice", "dice/roll"]]);

/** `#/garden/skill_test?skill_level=3` -> path `garden/skill_test`, query `skill_level=3`. */
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

/** `garden/rules/G12` -> what may be in the view `garden/rules`: the element `rule-G12`. */
function within(path) {
  const [, parent, kind, leaf] = /^((?:.*\/)?([^/]+?)s)\/([^/]+)$/.exec(path) ?? [];
  return { parent: views.get(parent), id: `${kind}-${leaf}` };
}

/** The view whose content has to be there before a path can be shown, if any. */
const needed = (path) => views.get(path || "home") ?? within(path).parent;

/** The view of that path, and the element within to scroll to. */
function find(path) {
  if (views.has(path || "home")) return { view: views.get(path || "home") };
  const { parent, id } = within(path);
  const element = parent && document.getElementById(id);
  if (element && parent.contains(element)) return { view: parent, element };
  // A view that holds one of many (`garden/character/<id>`): Python fills it.
  const holder = views.get(path.replace(/\/[^/]+$/, ""));
  if (holder?.hasAttribute("data-holds")) return { view: holder };
  return { view: views.get("not-found") ?? views.get("home") };
}

/** The game a path is in, whose face the page then wears; empty on what is of no game. */
const gameOf = (path) => (views.has(`${path.split("/")[0]}/rules`) ? path.split("/")[0] : "");

// ---- Opening it -------------------------------------------------------------------------------

// Which opening of an address this is: one that waited is given up when another begins.
let opening = 0;

/** Opens what the address says: at once where it is there, else when it has arrived. */
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
  if (!isNavigation) leave(); // at the start there is nothing to be seen meanwhile
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
  if (!view) return;

  entitle(view);
  if (element) element.scrollIntoView();
  else if (isNavigation) scrollTo(0, 0);
  if (isNavigation) focusOn(element ?? view.querySelector("h1, h2") ?? view);
  announce("tableside:route", route);
}

/** Only that view is to be seen. */
function leave(view) {
  coming.hidden = true;
  for (const other of views.values()) other.hidden = other !== view;
  putAway();
  delete root.dataset.booting;
}

function entitle({ dataset: { title, view } }) {
  document.title = title && view !== "home" ? `${title} · ${baseTitle}` : baseTitle;
}

// ---- A view that has not arrived ----------------------------------------------------------

const coming = document.querySelector("[data-coming]");

// Before that, what was to be seen before stands there still.
const SLOW_MS = 400;

const COMING = "This part of the page is being fetched.";

/** In its place stands what it waits for, or why it cannot be had. */
function tellComing(view, words, isNavigation, hasFailed = false) {
  leave();
  coming.hidden = false;
  entitle(view);
  coming.querySelector("h1").textContent = view.dataset.title.split(" · ")[0];
  coming.querySelector("[data-coming-said]").textContent = words;
  coming.querySelector(".do").hidden = !hasFailed;
  if (isNavigation) focusOn(coming.querySelector("h1"));
}

addEventListener("hashchange", () => {
  // What lies over the page is about where one was; what is opened from now on is meant to stay.
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  show(true);
});
addEventListener("online", () => coming.hidden || show(true));
addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-do='fetch']")) show(true);
  if (target.closest?.("[data-do='reload']")) location.reload();
});

/** For screen readers and the keyboard: the next Tab starts from what is now shown. */
function focusOn(element) {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
