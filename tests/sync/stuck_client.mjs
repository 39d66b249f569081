// A page loses its server, and the socket of its next try never answers, as after a pause of the page:
// its table is connected again by another client. Prints each status.
import { open } from "../../building/vendor/net.mjs";

const INFO = { server_id: "S", version: "2.9.10", max_payload: 1000, proto: 1, headers: true, jetstream: true };
const later = globalThis.setTimeout;
const FASTER = 100; // times

const { now } = Date;
const started = now();
Date.now = () => started + (now() - started) * FASTER;
globalThis.setTimeout = (doing, ms = 0, ...rest) => later(doing, ms / FASTER, ...rest);

const sockets = [];

/** A socket to a server; the second is silent for ever. */
globalThis.WebSocket = class {
  bufferedAmount = 0;
  #listeners = [];

  constructor() {
    sockets.push(this);
    this.silent = sockets.length === 2;
    later(() => this.#hear(`INFO ${JSON.stringify(INFO)}\r\n`), 1);
  }

  addEventListener(type, heard) {
    this.#listeners.push([type, heard]);
  }

  removeEventListener() {}

  send(bytes) {
    if (new TextDecoder().decode(bytes).includes("PING")) later(() => this.#hear("PONG\r\n"), 1);
  }

  close() {
    if (this.silent) return;
    later(() => this.#tell("close", { wasClean: true, reason: "" }), 1);
  }

  #hear(text) {
    if (!this.silent) this.#tell("message", { data: new TextEncoder().encode(text).buffer });
  }

  #tell(type, event) {
    this[`on${type}`]?.(event);
    for (const [each, heard] of this.#listeners) if (each === type) heard(event);
  }
};

let here;
const back = new Promise((resolve) => (here = resolve));
const line = await open("ws://localhost:1", "", "", "t1", (status) => {
  console.log(status);
  if (status === "here") here();
});
sockets[0].close();
await Promise.race([back, new Promise((_, failed) => later(() => failed(new Error("it never comes back")), 3000))]);
console.log(`${sockets.length} sockets, ${line.most} bytes`);
process.exit(0);
