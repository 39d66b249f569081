// Prints the fault that static/js/trusted.js finds in each text (a list as JSON), "" if it passes.
// Node has no trusted types, so this is the path of an older browser.

import { text } from "node:stream/consumers";
import { html } from "../../static/js/trusted.js";

const faults = JSON.parse(await text(process.stdin)).map((markup) => {
  try {
    return html(markup) === markup ? "" : "changed";
  } catch (error) {
    return error.message;
  }
});
console.log(JSON.stringify(faults));
