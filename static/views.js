// The views of the page, and what they hold. That lies in files beside the page, one for a game's
// forms, one for its tables, one for its rulebook (building/views.py): a file is fetched when one
// of its views is opened, and a view becomes elements the first time it is wanted.
//
// What has been fetched stays in memory, so an open page goes on with its own version, whatever the
// host has by then.

import { html } from "./trusted.js";

export const views = new Map(
  [...document.querySelectorAll("[data-view]")].map((view) => [view.dataset.view, view]),
);

// ---- Files ----------------------------------------------------------------------------------

// What has arrived: the path of a view -> what it holds. What is on its way: address -> promise.
const texts = new Map();
const underway = new Map();

// Before each view in a file stands its path, and this at the end: a cut one lacks it.
const BEGINS = /<!--(.*?)-->/;
const ENDS = "whole";

/** Has all of the view arrived? */
const isThere = (view) => !view?.dataset.from || texts.has(view.dataset.view);

/** Fetches what the view holds. Throws Missing. */
export async function bring(view) {
  if (isThere(view)) return;
  const { from } = view.dataset;
  if (!underway.has(from)) underway.set(from, read(from).finally(() => underway.delete(from)));
  await underway.get(from);
}

/** The forms of a game are likely to be opened next, by whoever is in it. */
export function expect(game) {
  const next = [...views.values()].find(({ dataset }) => dataset.view.startsWith(`${game}/`) && dataset.from);
  if (game && next) bring(next).catch(() => {}); // whoever opens it is told
}

/** All of them, one after another while nothing else is to be done: later the network may be gone. */
export async function bringAll() {
  for (const view of views.values()) {
    if (isThere(view)) continue;
    await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
    const why = await bring(view).catch(({ message }) => message);
    if (why === AWAY) return addEventListener("online", bringAll, { once: true });
  }
}

async function read(address) {
  let why;
  for (const way of [named, anew, kept]) {
    try {
      for (const [path, text] of held(await way(address))) texts.set(path, text);
      return;
    } catch (error) {
      why ??= error;
    }
  }
  throw why;
}

// Its name says its content, so whatever was kept under that is right; but for what a hotel's own
// page, say, left there.
const named = (address) => answered(fetch(address, { cache: "force-cache", priority: "high" }));
const anew = (address) => answered(fetch(address, { cache: "reload", priority: "high" }));

/** By static/sw.js, which does not yet answer for the first window that it was installed from. */
const kept = async (address) => answered(caches.match(new URL(address, document.baseURI).href));

async function answered(asking) {
  const answer = await asking.catch(() => undefined);
  if (!answer?.ok) throw new Missing(answer ? GONE : AWAY);
  return answer.text();
}

function held(text) {
  const [, ...parts] = text.split(BEGINS);
  if (parts.at(-2) !== ENDS) throw new Missing(OTHER);
  return Array.from({ length: parts.length / 2 - 1 }, (_, at) => parts.slice(2 * at, 2 * at + 2));
}

const AWAY =
  "This part of the page could not be fetched: there is no network just now. What you have opened " +
  "before is there, and nothing is lost. It is fetched when the network is back, or try again.";
const GONE =
  "The host does not have this part of the page any more: it may have been given another version. " +
  "What is in the journal is kept. Reload the page to have all of it.";
const OTHER =
  "Something else came instead of this part of the page: the network may ask you to sign in first. " +
  "Nothing is lost. Then try again.";

/** Why a view is not there, as it is told to people. */
export class Missing extends Error {}

// ---- Elements -------------------------------------------------------------------------------

// What stood in the forms that are not to be seen now, by view.
const away = new Map();

/** Lets a view hold its elements, if they have arrived or were put away. Are they there now? */
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
 * Forms that are not to be seen are taken out of the page, as they stand: whenever a field comes or
 * goes, a browser that fills in forms looks through all that there are, and those of five games
 * would cost it a third of a second each time.
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

/** Makes a view that is not opened itself. Is it there? Else it can be brought. */
export function want(path) {
  putAway();
  return make(views.get(path));
}

/** Fetches what a view holds; tells why it could not be, empty if it is there. */
export async function brought(path) {
  try {
    await bring(views.get(path));
    return "";
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return error.message;
  }
}

/** What a view holds, as it was fetched; empty where it has not arrived. */
export const textOf = (path) => texts.get(path) ?? "";
