// Text in the open view that was typed and not used yet, such as a note or a name, and all values of a
// fight's open forms. Phones end hidden pages at any moment; after the reload, each stands in its field again.
//
// Fields without an id are left out, such as those for faces, which are stored with their roll. So are
// the forms of procedures, whose values are in the address.

const KEY = "tableside-unsent";
const FIELD = "textarea[id], input[id]:not([type]), input[id][type=text]";
const OTHERS = "[data-step] :is(select, [type=checkbox], [type=hidden])[id]";

const root = document.documentElement;
const openView = () => document.querySelector("[data-view]:not([hidden])");

const typed = new Set();
let texts = read(); // of the previous page: [id, text, key of the button that shows the field]

addEventListener("input", ({ target }) => {
  if (target.matches(FIELD) && !target.closest("form[data-procedure]")) typed.add(target);
});
addEventListener("visibilitychange", keep);
addEventListener("pagehide", keep);
if (texts.length) bringBack();

function read() {
  try {
    const { address, texts } = JSON.parse(sessionStorage.getItem(KEY));
    return address === location.hash ? texts : [];
  } catch {
    return []; // Storage is empty or forbidden.
  }
}

function keep() {
  const view = openView();
  const unsent = [...typed].filter((field) => view?.contains(field) && field.value !== field.defaultValue);
  for (const field of view?.querySelectorAll(OTHERS) ?? []) if (isChanged(field)) unsent.push(field);
  const records = unsent.map((field) => [field.id, valueOf(field), field.form?.dataset.shownBy]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address: location.hash, texts: [...texts, ...records] }));
  } catch {
    // Without storage, or with too long a text, it is lost as before.
  }
}

/** Write the texts into their fields, once Python listens and has drawn the view. */
function bringBack() {
  if (!("listens" in root.dataset) || "busy" in root.dataset) return void setTimeout(bringBack, 50);
  const records = texts;
  texts = [];
  for (const [id, text, shownBy] of records) {
    const field = document.getElementById(id);
    const button = shownBy && openView()?.querySelector(`[data-key="${CSS.escape(shownBy)}"]`);
    if (field) {
      write(field, text);
    } else if (button) {
      texts.push([id, text]);
      button.click();
      setTimeout(bringBack, 50);
    }
  }
}

const isSwitch = (field) => field.type === "checkbox";
const isChanged = (field) =>
  isSwitch(field) ? field.checked !== field.defaultChecked : field.value !== field.dataset.default;
const valueOf = (field) => (isSwitch(field) ? String(field.checked) : field.value);

function write(field, text) {
  if (field.type === "hidden") {
    // The buttons beside it pick its values in order.
    const picks = field.parentElement;
    for (const id of text.split(",").filter(Boolean)) picks.querySelector(`[data-value="${CSS.escape(id)}"]`)?.click();
    return;
  }
  for (let fold = field; (fold = fold.closest("details:not([open])")); ) fold.open = true;
  if (isSwitch(field)) field.checked = text === "true";
  else field.value = text;
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
