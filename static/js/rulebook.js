// Tables and rulebooks, also without Python: links to entries, search within a view, and filling
// forms from table rows.

import { onRoute } from "./router.js";

/** Show the target of a link, even if the search has hidden it. */
function reveal({ path, query }) {
  const [, book = "help", kind = "help", id] = /^(?:([^/]+\/(rule|table)s)|help)\/([^/]+)$/.exec(path) ?? [];
  const found = id && document.getElementById(`${kind}-${id}`);
  const view = found?.closest(`[data-view="${CSS.escape(book)}"]`);
  if (!view) return;
  if (!found.checkVisibility()) {
    const field = view.querySelector("[data-search]");
    field.value = "";
    search(field);
    found.scrollIntoView();
    found.focus({ preventScroll: true });
  }
  seek(found.querySelector(`tr[data-row="${CSS.escape(new URLSearchParams(query).get("row") ?? "")}"]`));
}

/** Highlight the linked row and scroll to it. */
function seek(row) {
  for (const lit of document.querySelectorAll("tr.is-sought")) lit.classList.remove("is-sought");
  if (!row) return;
  row.classList.add("is-sought");
  row.scrollIntoView({ block: "center" });
}

// ---- Searching within a view -------------------------------------------------------------------

/** Hide parts without all of the words, and mark the words in the others. */
function search(field) {
  const view = field.closest("[data-view]");
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  unmark(view);
  let found = 0;
  for (const part of view.querySelectorAll(field.dataset.search)) {
    const text = part.textContent.toLowerCase();
    const fits = words.every((word) => text.includes(word));
    part.hidden = !fits;
    if (fits && words.length) markWords(part, words);
    found += fits;
  }
  view.toggleAttribute("data-searching", words.length > 0);
  for (const button of view.querySelectorAll('[data-do="hit"]')) button.disabled = !view.querySelector("mark");
  report(view, words.length ? `${found} found` : "");
}

const report = (view, text) => {
  view.querySelector(".search-said").textContent = text;
};

/** Wrap each occurrence of the words in a <mark>. */
function markWords(part, words) {
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "gi");
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (texts.currentNode.parentElement.tagName !== "MARK") found.push(texts.currentNode);
  for (const text of found) {
    const hits = [...text.data.matchAll(pattern)];
    let rest = text;
    let at = 0;
    for (const hit of hits) {
      const word = rest.splitText(hit.index - at);
      rest = word.splitText(hit[0].length);
      at = hit.index + hit[0].length;
      const lit = document.createElement("mark");
      word.replaceWith(lit);
      lit.append(word);
    }
  }
}

function unmark(view) {
  for (const lit of view.querySelectorAll("mark")) {
    const around = lit.parentNode;
    lit.replaceWith(...lit.childNodes);
    around.normalize();
  }
}

/** Go to the next or previous hit, wrapping around. */
function step(view, by) {
  const marks = [...view.querySelectorAll("mark")].filter((lit) => lit.checkVisibility());
  if (!marks.length) return;
  const now = marks.findIndex((lit) => lit.classList.contains("is-now"));
  const to = now < 0 ? (by > 0 ? 0 : marks.length - 1) : (now + by + marks.length) % marks.length;
  marks[now]?.classList.remove("is-now");
  marks[to].classList.add("is-now");
  marks[to].scrollIntoView({ block: "center" });
  report(view, `${to + 1} of ${marks.length}`);
}

// ---- Filling forms from table rows --------------------------------------------------------------

/** Opened forms, newest first: a row goes into the last one that accepts it. */
const visited = [];

function visit({ path }) {
  if (!document.querySelector(`[data-view="${CSS.escape(path)}"] form[data-procedure]`)) return;
  if (visited.includes(path)) visited.splice(visited.indexOf(path), 1);
  visited.unshift(path);
}

function put(row) {
  const fills = row.closest("[data-fills]").dataset.fills.trim().split(" ").map((each) => each.split(":"));
  const open = visited.find((path) => fills.some(([form]) => form === path));
  const [path, input] = fills.find(([form]) => form === open) ?? fills[0];
  document.addEventListener("tableside:route", () => fill(path, input, row.dataset.value), { once: true });
  location.hash = `#/${path}`;
}

/** Fill the field like user input: Python handles the event, or reads the field when it starts. */
function fill(path, input, value) {
  const form = document.querySelector(`[data-view="${CSS.escape(path)}"] form[data-procedure]`);
  const field = form?.elements.namedItem(input);
  if (!field) return;
  const part = field.closest("details");
  if (part) part.open = true;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  field.focus();
}

// ---- Events ---------------------------------------------------------------------------------

onRoute((route) => {
  reveal(route);
  visit(route);
});
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-search]")) search(event.target);
});
// Words may have been typed before this script arrived.
for (const field of document.querySelectorAll("[data-search]")) if (field.value) search(field);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-search]")) return;
  event.preventDefault();
  step(event.target.closest("[data-view]"), event.shiftKey ? -1 : 1);
});
document.addEventListener("click", (event) => {
  const by = event.target.closest('[data-do="hit"]');
  if (by) step(by.closest("[data-view]"), Number(by.dataset.by));
  const row = event.target.closest("[data-fills] tr[data-value]");
  if (row && !event.target.closest("a")) put(row);
});
