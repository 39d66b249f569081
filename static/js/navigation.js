// Navigation before or without Python: the places, the menu of the campaign.

import { onRoute } from "./router.js";

const root = document.documentElement;
const all = (selector) => document.querySelectorAll(selector);

// ---- Places ---------------------------------------------------------------------------------

/** The path of each place of the bar within a game. */
const PLACES = { roll: "", fight: "/encounter", sheets: "/characters", journal: "/journal" };
const LAST_GAME = "tableside-game";

/** Return the open game, or the one that was open last. */
export function gameAtHand() {
  const open = root.dataset.game;
  try {
    if (open) localStorage.setItem(LAST_GAME, open);
    return open || localStorage.getItem(LAST_GAME) || "";
  } catch {
    return open; // Without storage the places work only within a game.
  }
}

/** Show the open game and place, and update the links of the places. */
function showWhere({ path, query }) {
  const game = gameAtHand();
  const known = document.querySelector(`[data-game-link="${CSS.escape(game)}"]`);
  const shown = document.querySelector(`[data-game-link="${CSS.escape(root.dataset.game)}"]`);
  const name = document.querySelector("[data-game-name]");
  name.textContent = (shown ?? known)?.textContent ?? "Menu";
  name.parentElement.dataset.face = known ? game : "";
  document.querySelector(".places").hidden = !known;
  root.toggleAttribute("data-placed", !!known);
  root.dataset.at = path ? (path.split("/")[1] ?? "") : "home";
  for (const link of all("[data-game-link]")) mark(link, link === shown);
  for (const link of all(".places [data-goes]")) {
    const place = link.dataset.goes;
    if (place in PLACES) link.href = `#/${game}${PLACES[place]}`;
    mark(link, place === placeOf(path));
  }
  for (const [name, view] of [["library", "library"], ["screen", "table"]]) {
    const link = document.querySelector(`[data-goes="${name}"]`);
    link.href = `#/${game}/${view}`;
    link.hidden = !known || (name === "library" && !root.dataset.game && !!path);
    mark(link, name === "library" ? placeOf(path) === "library" : path.endsWith("/table"));
  }
  showTables(path, query);
}

/** The GM screen is the page of tables with those alone that a GM needs most. */
function showTables(path, query) {
  const view = document.querySelector(`[data-view="${CSS.escape(path)}"]`);
  if (!view || !path.endsWith("/tables")) return;
  const isScreen = new URLSearchParams(query).get("for") === "gm";
  view.toggleAttribute("data-needed-only", isScreen);
  const title = view.querySelector("[data-tables-title]");
  if (title) title.textContent = isScreen ? "GM screen" : "Tables";
}

/** Return the place of a path; unknown ones belong to rolling. */
export function placeOf(path) {
  if (!path) return "home";
  if (!root.dataset.game) return "";
  const part = path.split("/")[1] ?? "";
  if (/^(encounter|forecast|table)$/.test(part)) return "fight";
  if (/^(characters?|notes)$/.test(part)) return "sheets";
  if (/^(library|rules|tables)$/.test(part)) return "library";
  return /^(journal|luck|fair)$/.test(part) ? "journal" : "roll";
}

function mark(link, current) {
  if (current) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

// Close a menu when a tap is outside or on a link.
document.addEventListener("click", (event) => {
  for (const menu of all("[data-games], [data-journal-more]")) {
    if (!menu.contains(event.target) || event.target.closest(".games a, [data-journal-more] button")) menu.open = false;
  }
});

/** Return the Roll button of the open form. */
const rollButton = () => document.querySelector('[data-view]:not([hidden]) [data-do="roll"]');

// ---- Events ---------------------------------------------------------------------------------

document.addEventListener("focusin", (event) => {
  const skip = event.target.closest('[data-do="skip"]')?.nextElementSibling;
  if (skip) skip.hidden = !rollButton();
});
document.addEventListener("click", (event) => {
  if (event.target.closest('[data-do="skip"]')) document.getElementById("main").focus();
  if (event.target.closest('[data-do="skip-roll"]')) rollButton()?.focus();
});
showWhere({ path: location.hash.replace(/^#\/?/, "").split("?")[0].replace(/\/+$/, "") });
onRoute(showWhere);
