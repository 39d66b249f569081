// Hints of a first visit: one line where it applies, for good gone once seen or dismissed.
//
// A hint is `<p class="hint" data-hint="fight" hidden>` in its view. It counts as seen when it was in
// sight and its view or the page is left. All forms share one hint; that of a fight waits for people
// (static/css/features/feedback.css).

import { onRoute } from "./router.js";

const KEY = "tableside-hints";

function seen() {
  try {
    return new Set((localStorage.getItem(KEY) ?? "").split(" "));
  } catch {
    return undefined; // Without storage a hint would come back at every start.
  }
}

function remember(name) {
  try {
    localStorage.setItem(KEY, [...seen().add(name)].join(" ").trim());
  } catch {
    // A full storage shows it once more.
  }
}

let shown; // the hint of the open view
let wasInSight = false;
const sight = new IntersectionObserver((found) => {
  wasInSight ||= found.some((each) => each.isIntersecting);
});

function leave() {
  if (!shown) return;
  if (wasInSight) remember(shown.dataset.hint);
  sight.disconnect();
  shown.hidden = true;
  shown = undefined;
}

onRoute(() => {
  const hint = document.querySelector("[data-view]:not([hidden]) [data-hint]");
  if (hint && hint === shown) return;
  leave();
  if (!hint || seen()?.has(hint.dataset.hint) !== false) return;
  hint.hidden = false;
  shown = hint;
  wasInSight = false;
  sight.observe(hint);
});
addEventListener("pagehide", () => shown && wasInSight && remember(shown.dataset.hint));
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.('[data-do="hint-close"]')) return;
  wasInSight = true;
  leave();
  document.getElementById("main").focus({ preventScroll: true });
});
