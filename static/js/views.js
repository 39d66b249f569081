// The views of the page and their content, which is stored in files: one for a game's forms, one for
// its tables, one for its rulebook (building/page/views.py). A file is fetched when one of its views
// is opened; a view is rendered on first use.
//
// Fetched files are kept, so an open page keeps its own version: as Blobs outside of the page's memory
// until one of their views is opened.

import { html } from "./trusted.js";

export const views = new Map(
  [...document.querySelectorAll("[data-view]")].map((view) => [view.dataset.view, view]),
);

// ---- Files ----------------------------------------------------------------------------------

// Loaded texts by the path of their view; prefetched files and running requests by address.
const texts = new Map();
const kept = new Map();
const underway = new Map();

// Each view in a file follows its path; the end mark is missing in a truncated file.
const BEGINS = /<!--(.*?)-->/;
const ENDS = "whole";
const LAST_CHARACTERS = 20; // hold the end mark

/** Tell whether the view's content has arrived. */
const isThere = (view) => !view?.dataset.from || texts.has(view.dataset.view);

/** Fetch a view's content; throws Missing. */
export async function bring(view) {
  if (isThere(view)) return;
  const { from } = view.dataset;
  if (!underway.has(from)) underway.set(from, read(from).finally(() => underway.delete(from)));
  await underway.get(from);
}

/** Prefetch the forms of the open game. */
export function expect(game) {
  const next = [...views.values()].find(({ dataset }) => dataset.view.startsWith(`${game}/`) && dataset.from);
  if (game && next) bring(next).catch(() => {}); // reported when it is opened
}

/** Prefetch all files one by one in idle time, as the network may be gone later. */
export async function bringAll() {
  for (const view of views.values()) {
    const { from } = view.dataset;
    if (isThere(view) || kept.has(from) || underway.has(from)) continue;
    await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
    const why = await keep(from).catch(({ message }) => message);
    if (why === AWAY) return addEventListener("online", bringAll, { once: true });
  }
}

async function keep(address) {
  const file = await (await byName(address).catch(() => stored(address))).blob();
  if (!(await file.slice(-LAST_CHARACTERS).text()).includes(`<!--${ENDS}-->`)) throw new Missing(OTHER);
  kept.set(address, file);
}

async function read(address) {
  let why;
  for (const source of [prefetched, byName, anew, stored]) {
    try {
      const file = await source(address);
      for (const [path, text] of file ? held(await file.text()) : []) texts.set(path, text);
      if (file) return void kept.delete(address);
    } catch (error) {
      why ??= error;
    }
  }
  throw why;
}

const prefetched = async (address) => kept.get(address);

// The name contains a hash, so a cached file is right, except for pages such as a hotel's login.
const byName = (address) => answered(fetch(address, { cache: "force-cache", priority: "high" }));
const anew = (address) => answered(fetch(address, { cache: "reload", priority: "high" }));

/** Read from the cache of building/service_worker/sw.js, which does not control the window of a first visit. */
const stored = async (address) => answered(caches.match(new URL(address, document.baseURI).href));

async function answered(asking) {
  const answer = await asking.catch(() => undefined);
  if (!answer?.ok) throw new Missing(answer ? GONE : AWAY);
  return answer;
}

function held(text) {
  const [, ...parts] = text.split(BEGINS);
  if (parts.at(-2) !== ENDS) throw new Missing(OTHER);
  return Array.from({ length: parts.length / 2 - 1 }, (_, at) => parts.slice(2 * at, 2 * at + 2));
}

const AWAY = "You’re offline and this page isn’t downloaded yet.";
const GONE = "This page is no longer available. There may be an update: reload. Your data is safe.";
const OTHER = "Can’t load this page. Your network may ask you to sign in first. Then try again.";

/** The reason why a view is missing, for the user. */
export class Missing extends Error {}

// ---- Elements -------------------------------------------------------------------------------

// Content of hidden views with forms, by view.
const away = new Map();

/** Render a view's content if it has arrived or was detached; return whether it is complete. */
export function make(view) {
  const were = away.get(view);
  if (were) {
    away.delete(view);
    view.append(were);
  }
  const text = view && texts.get(view.dataset.view);
  if (text !== undefined && view.dataset.from) {
    view.innerHTML = html(text);
    delete view.dataset.from;
  }
  return isThere(view);
}

/**
 * Detach hidden forms: browsers with autofill scan all forms whenever a field changes, a third of a
 * second for five games.
 */
export function putAway() {
  for (const view of views.values()) {
    const unseen = view.hidden && !("over" in view.dataset);
    if (!unseen || !view.querySelector("form[data-procedure]")) continue;
    const were = document.createDocumentFragment();
    were.append(...view.childNodes);
    away.set(view, were);
  }
}

// ---- For Python -----------------------------------------------------------------------------

/** Render a view without opening it; return whether it is complete. */
export function want(path) {
  putAway();
  return make(views.get(path));
}

/** Fetch a view's content; return the reason of a failure, or an empty text. */
export async function brought(path) {
  try {
    await bring(views.get(path));
    return "";
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return error.message;
  }
}

/** Return a view's fetched content, or an empty text. */
export const textOf = (path) => texts.get(path) ?? "";
