// Asks static/js/trusted.js what it says of each text (a list as JSON), "" where it lets it pass.
// Node knows no trusted types: so this is the way that an older browser goes.

import { text } from "node:stream/consumers";
import { html } from "../../static/js/trusted.js";

const said = JSON.parse(await text(process.stdin)).map((given) => {
  try {
    return html(given) === given ? "" : "changed";
  } catch (error) {
    return error.message;
  }
});
console.log(JSON.stringify(said));
