// Navigation before or without Python: the places, the games, the theme.

const root = document.documentElement;
const all = (selector) => document.querySelectorAll(selector);

// ---- Places ---------------------------------------------------------------------------------

/** The path of each place of the bar within a game. */
const PLACES = { roll: "", fight: "/encounter", sheets: "/characters", journal: "/journal" };
const LAST_GAME = "tableside-game";

/** Return the open game, or the one that was open last. */
function gameAtHand() {
  const open = root.dataset.game;
  try {
    if (open) localStorage.setItem(LAST_GAME, open);
    return open || localStorage.getItem(LAST_GAME) || "";
  } catch {
    return open; // Without storage the places work only within a game.
  }
}

/** Show the open game and place, and update the links of the places. */
function showWhere({ path }) {
  const game = gameAtHand();
  const known = document.querySelector(`[data-game-link="${CSS.escape(game)}"]`);
  const shown = document.querySelector(`[data-game-link="${CSS.escape(root.dataset.game)}"]`);
  document.querySelector("[data-game-name]").textContent = shown?.textContent ?? "Games";
  document.querySelector("[data-games]").open = false;
  document.querySelector(".places").hidden = !known;
  root.toggleAttribute("data-placed", !!known);
  root.dataset.at = path ? (path.split("/")[1] ?? "") : "home";
  for (const link of all("[data-game-link]")) mark(link, link === shown);
  for (const link of all(".places [data-goes]")) {
    const place = link.dataset.goes;
    if (place in PLACES) link.href = `#/${game}${PLACES[place]}`;
    mark(link, place === placeOf(path));
  }
  const dice = document.querySelector('[data-goes="dice"]');
  dice.href = known ? `#/${game}/dice` : "#/dice";
  mark(dice, /(^|\/)dice(\/|$)/.test(path));
}

/** Return the place of a path; unknown ones belong to rolling. */
function placeOf(path) {
  if (!path) return "home";
  if (!root.dataset.game) return "";
  const part = path.split("/")[1] ?? "";
  if (/^(encounter|forecast|table)$/.test(part)) return "fight";
  if (/^(characters?|notes)$/.test(part)) return "sheets";
  return /^(journal|luck|fair)$/.test(part) ? "journal" : "roll";
}

function mark(link, current) {
  if (current) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

// Close the list of games like a menu.
document.addEventListener("click", (event) => {
  const games = document.querySelector("[data-games]");
  if (!games.contains(event.target) || event.target.closest(".games a")) games.open = false;
});

// ---- The theme ------------------------------------------------------------------------------

const THEMES = { auto: "system", light: "light", dark: "dark" };

/** Show the theme on its buttons. */
function sayTheme() {
  for (const button of all("[data-theme-button]")) {
    button.title = `Theme: ${THEMES[root.dataset.theme] ?? THEMES.auto}`;
    button.querySelector(".sr").textContent = button.title;
  }
}

new MutationObserver(sayTheme).observe(root, { attributeFilter: ["data-theme"] });
sayTheme();

/** Return the Roll button of the open form. */
const rollButton = () => document.querySelector('[data-view]:not([hidden]) [data-do="roll"]');

// ---- Events ---------------------------------------------------------------------------------

document.addEventListener("tableside:route", (event) => showWhere(event.detail));
document.addEventListener("focusin", (event) => {
  const skip = event.target.closest('[data-do="skip"]')?.nextElementSibling;
  if (skip) skip.hidden = !rollButton();
});
document.addEventListener("click", (event) => {
  if (event.target.closest('[data-do="skip"]')) document.getElementById("main").focus();
  if (event.target.closest('[data-do="skip-roll"]')) rollButton()?.focus();
});
showWhere({ path: location.hash.replace(/^#\/?/, "").split("?")[0].replace(/\/+$/, "") });
