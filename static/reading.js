// What a reader needs before Python runs, or without it: contents beside the page, search, and the
// journal's drawer.

const here = { game: "" };

/** Shows the contents of the game that is open, and marks the link that leads here. */
function showContents({ path }) {
  here.game = path.split("/")[0];
  for (const nav of document.querySelectorAll("[data-game-nav]")) {
    nav.hidden = nav.dataset.gameNav !== here.game;
  }
  for (const link of document.querySelectorAll("[data-game-link]")) {
    const current = link.dataset.gameLink === here.game;
    mark(link, current);
    if (current) link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft;
  }
  for (const link of document.querySelectorAll("[data-game-nav] a")) {
    mark(link, link.getAttribute("href") === `#/${path}`);
  }
  document.documentElement.toggleAttribute("data-in-game", Boolean(document.querySelector(`[data-game-nav="${CSS.escape(here.game)}"]`)));
}

function mark(link, current) {
  if (current) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

/** What a link leads to is shown, whatever the search left of its view. */
function reveal({ path }) {
  const [, book, id] = /^([^/]+\/rules)\/([^/]+)$/.exec(path) ?? [];
  const rule = id && document.getElementById(`rule-${id}`);
  const view = rule?.closest(`[data-view="${CSS.escape(book)}"]`);
  if (!view || rule.checkVisibility()) return;
  const field = view.querySelector("[data-search]");
  field.value = "";
  search(field);
  rule.scrollIntoView();
  rule.focus({ preventScroll: true });
}

/** Hides what does not hold every word that is searched for. */
function search(field) {
  const view = field.closest("[data-view]");
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const part of view.querySelectorAll(field.dataset.search)) {
    const text = part.textContent.toLowerCase();
    const fits = words.every((word) => text.includes(word));
    part.hidden = !fits;
    found += fits;
  }
  view.toggleAttribute("data-searching", words.length > 0);
  view.querySelector(".search-said").textContent = words.length ? `${found} found` : "";
}

// ---- What is heard --------------------------------------------------------------------------

document.addEventListener("tableside:route", (event) => {
  showContents(event.detail);
  reveal(event.detail);
});
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-search]")) search(event.target);
});
document.addEventListener("click", (event) => {
  if (event.target.closest('[data-do="skip"]')) document.getElementById("main").focus();
});
showContents({ path: location.hash.replace(/^#\/?/, "").split("?")[0].replace(/\/+$/, "") });
