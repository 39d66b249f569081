// The search dialog: its keys, and results before Python runs.
//
// The field is a combobox and the hits are its list box: the focus stays in the field, arrows
// select, Enter opens, Shift+Enter rolls at once. Python draws the hits
// (app/browser/search/search_view.py); until it runs, forms and pages are found here by title.

import { html } from "./trusted.js";

const root = document.documentElement;
const dialog = document.querySelector("[data-palette]");
const field = dialog.querySelector("[data-find]");
const list = dialog.querySelector('[data-slot="hits"]');
const status = dialog.querySelector("[data-find-said]");

const MOST = 12;
const LATER = "Still loading. Results will appear in a moment.";

// ---- Opening and closing ----------------------------------------------------------------------

export function openSearch() {
  if (dialog.open) return;
  field.value = "";
  dialog.showModal();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  if (event.target.closest('[data-do="search"]')) openSearch();
  else if (event.target.closest(".hit")) dialog.close();
});

// A tap on the button before this script arrived (static/js/boot.js).
if (window.tablesideTapped?.at(-1)?.matches('[data-do="search"]')) openSearch();

// ---- Choosing -----------------------------------------------------------------------------------

const hits = () => [...list.querySelectorAll('[role="option"]')];
const chosen = () => list.querySelector('[aria-selected="true"]');

function choose(hit) {
  chosen()?.setAttribute("aria-selected", "false");
  hit?.setAttribute("aria-selected", "true");
  if (hit) field.setAttribute("aria-activedescendant", hit.id);
  else field.removeAttribute("aria-activedescendant");
  hit?.scrollIntoView({ block: "nearest" });
}

/** Select the first hit whenever the hits change. */
new MutationObserver(() => choose(hits()[0])).observe(list, { childList: true });

field.addEventListener("keydown", (event) => {
  const all = hits();
  const at = all.indexOf(chosen());
  const last = all.length - 1;
  const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, PageDown: last, PageUp: 0 }[event.key];
  if (to !== undefined) choose(all[to]);
  else if (event.key === "Enter") open(chosen(), event.shiftKey);
  else return;
  event.preventDefault();
});

/** Open a hit like a tap, or roll it at once if possible. */
function open(hit, rolls) {
  if (!hit) return;
  if (rolls && hit.hasAttribute("data-rolls")) hit.dataset.do = "again";
  hit.click();
}

// ---- Before Python ------------------------------------------------------------------------------

/** Return all views with a title, such as `Fall · Autonomous Garden`. */
const titled = () => [...document.querySelectorAll("[data-view][data-title]")].filter((view) => !view.hasAttribute("data-holds") && view.dataset.view !== "not-found");

field.addEventListener("input", () => {
  if (root.dataset.search === "ready") return;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (view) => words.length > 0 && words.every((word) => ` ${view.dataset.title.toLowerCase()}`.includes(` ${word}`));
  list.innerHTML = html("");
  for (const view of titled().filter(fits).slice(0, MOST)) list.append(option(view));
  status.textContent = LATER;
});

function option({ dataset }) {
  const [label, under = ""] = dataset.title.split(" · ");
  const hit = document.createElement("a");
  hit.className = "hit";
  hit.id = `hit-${list.children.length}`;
  hit.href = `#/${dataset.view === "home" ? "" : dataset.view}`;
  hit.tabIndex = -1;
  hit.setAttribute("role", "option");
  hit.setAttribute("aria-selected", "false");
  const words = document.createElement("span");
  words.className = "hit-words";
  const name = document.createElement("b");
  name.textContent = label;
  words.append(name, ` ${under}`);
  hit.append(words);
  return hit;
}

// Search again when Python is ready.
new MutationObserver(() => {
  if (dialog.open) field.dispatchEvent(new Event("input", { bubbles: true }));
}).observe(root, { attributeFilter: ["data-search"] });
