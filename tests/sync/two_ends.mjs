// Runs Python of the app in Pyodide, with connections that lead from one end of it to another.
//
//   node two_ends.mjs APP SCRIPT
//
// A minimal RTCPeerConnection with one data channel. Two of them connect by their credentials once
// each has the other's description, and one of them an address.

import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";

const [app, script] = process.argv.slice(2);
const waiting = new Map();
const soon = (doing) => setTimeout(doing, 1);

class Channel extends EventTarget {
  readyState = "connecting";
  bufferedAmount = 0;

  send(text) {
    if (this.readyState !== "open") throw new DOMException("closed", "InvalidStateError");
    this.bufferedAmount += text.length;
    soon(() => {
      this.bufferedAmount -= text.length;
      this.other.dispatchEvent(Object.assign(new Event("message"), { data: text }));
      if (this.bufferedAmount <= this.bufferedAmountLowThreshold) this.#says("bufferedamountlow");
    });
  }

  opens(other) {
    this.other = other;
    this.readyState = "open";
    this.#says("open");
  }

  close() {
    if (this.readyState === "closed") return;
    this.readyState = "closed";
    soon(() => {
      this.#says("close");
      this.other?.close();
    });
  }

  #says = (what) => this.dispatchEvent(new Event(what));
}

class Connection extends EventTarget {
  static takesCredentials = true;
  /** Milliseconds from finding the other end to an open channel. */
  static takes = 0;
  static generateCertificate = async ({ expires }) => ({ expires: Date.now() + expires });

  connectionState = "new";
  iceConnectionState = "new";
  iceGatheringState = "new";
  #answers = "active";
  #ufrag = Math.random().toString(36).slice(2, 10).padEnd(8, "x");

  constructor({ iceServers, certificates }) {
    super();
    if (iceServers.length || certificates.length !== 1) throw new TypeError("no servers, and one");
  }

  createDataChannel() {
    return (this.channel = new Channel());
  }

  async createAnswer() {
    return { type: "answer", sdp: this.#sdp(this.#answers) };
  }

  async createOffer() {
    return { type: "offer", sdp: this.#sdp("actpass") };
  }

  async setLocalDescription(given) {
    if (given) {
      if (!Connection.takesCredentials) throw new DOMException("no", "InvalidModificationError");
      this.#ufrag = /ufrag:(.*)\r/.exec(given.sdp)[1];
    }
    this.localDescription = { sdp: this.#sdp(this.heard ? this.#answers : "actpass") };
    soon(() => {
      this.iceGatheringState = "complete";
      this.dispatchEvent(new Event("icegatheringstatechange"));
    });
    this.#look();
  }

  async setRemoteDescription({ type, sdp }) {
    this.heard = /ufrag:(.*)\r/.exec(sdp)[1];
    this.#answers = sdp.includes("a=setup:active") ? "passive" : "active";
    this.asked = type === "offer";
    this.knows = sdp.includes("a=candidate:");
    if (!this.asked) waiting.set(`${this.#ufrag} ${this.heard}`, this);
    this.#look();
  }

  async addIceCandidate({ candidate }) {
    this.knows = candidate.startsWith("candidate:1 1 udp");
    this.#look();
  }

  close() {
    this.connectionState = "closed";
    this.channel.close();
  }

  #look() {
    if (!this.asked || !this.knows || !this.localDescription) return;
    if (this.connectionState !== "new") return;
    const other = waiting.get(`${this.heard} ${this.#ufrag}`);
    if (!other) return void setTimeout(() => this.#look(), 5);
    if (other.connectionState !== "new") return;
    other.iceConnectionState = this.iceConnectionState = "connected";
    other.connectionState = this.connectionState = "connecting";
    setTimeout(() => {
      if (other.connectionState === "closed" || this.connectionState === "closed") return;
      other.connectionState = this.connectionState = "connected";
      other.channel.opens(this.channel);
      this.channel.opens(other.channel);
    }, Connection.takes);
  }

  #sdp(setup) {
    const digest = Array(32).fill("AB").join(":");
    const lines = [
      "v=0",
      "a=candidate:1 1 udp 2113937151 192.168.1.5 5000 typ host",
      `a=ice-ufrag:${this.#ufrag}`,
      `a=ice-pwd:${"p".repeat(24)}`,
      `a=fingerprint:sha-256 ${digest}`,
      `a=setup:${setup}`,
    ];
    return lines.map((line) => `${line}\r\n`).join("");
  }
}

const python = await loadPyodide();
globalThis.RTCPeerConnection = Connection;
globalThis.window = new EventTarget();
// Nothing is kept here: as in a browser that withholds it.
python.registerJsModule("idb", {
  openDB: async () => {
    throw new DOMException("withheld", "SecurityError");
  },
});
for (const file of fs.readdirSync(app, { recursive: true })) {
  if (!file.endsWith(".py")) continue;
  const to = path.posix.join("/home/pyodide/app", file.split(path.sep).join("/"));
  python.FS.mkdirTree(path.posix.dirname(to));
  python.FS.writeFile(to, fs.readFileSync(path.join(app, file)));
}
python.runPython(fs.readFileSync(script, "utf8"));
await python.globals.get("everything")();
process.exit(0);
