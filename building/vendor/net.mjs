// A table's two streams on a NATS server: the durable log, and the transient talk. Messages are
// encrypted; app/browser/sync/net/nats.py has the keys.
// build.py bundles this with the pinned NATS packages, in a build that names a server.

import { wsconnect } from "@nats-io/nats-core";
import { AckPolicy, DeliverPolicy, DiscardPolicy, jetstream, jetstreamManager, RetentionPolicy, StorageType } from "@nats-io/jetstream";

const SECOND = 1e9; // nanoseconds, the server's unit

// The connection restores itself, without echo of this page's messages. The other servers of a cluster
// are not used by their own addresses, since the page's policy allows only one.
const STEADY = {
  name: "tableside",
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  reconnectJitter: 250,
  timeout: 8000,
  noEcho: true,
  ignoreAuthErrorAbort: true,
  ignoreClusterUpdates: true,
};

// Reasons for a failed connection. One that was closed without a reason is retried.
const GONE = "disconnected";
const HUNG_UP = "it hung up without a word";
const ASKS = "authorization: it asks for a login";
const TRIES = 3;

// Consumers are temporary: they are not stored.
const BRIEF = { ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.StartSequence, mem_storage: true, num_replicas: 1 };

// Three copies on a cluster; error 10074: a single server, 10005: too few servers.
const COPIES = 3;
const ALONE = [10074, 10005];

// JetStream's code for a stream that does not exist, and how often one that was just created is looked for.
const MISSING = 10059;
const LOOKS = 20;

/** Format an error: JetStream's code (0: none) and its message. app/sync/net_faults.py explains
 * them. */
const describe = (fault) => `${Number.isInteger(fault?.code) ? fault.code : 0} ${fault?.name ?? ""} ${fault?.message ?? fault}`.slice(0, 300);

async function withPlainFaults(request) {
  try {
    return await request();
  } catch (fault) {
    throw new Error(describe(fault));
  }
}

/** A new connection: records the server's greeting and the reason for closing. The reason can be lost
 * if the server closes at once, and a waiting client would never get it. */
class Greeting {
  constructor(login) {
    this.ended = new Promise((_, failed) => {
      // The reason comes before the close event, if at all.
      this.hangs = () => failed(new Error(this.why || (this.asks && !login ? ASKS : this.met ? HUNG_UP : GONE)));
    });
    this.ended.catch(() => {});
  }

  /** Return a socket whose first messages are recorded. */
  socket(url) {
    const socket = new WebSocket(url);
    let heard = 0;
    const hears = ({ data }) => {
      const text = new TextDecoder().decode(data);
      this.met ||= text.startsWith("INFO");
      this.asks ||= /^INFO .*"auth_required":true/.test(text);
      this.why ||= /^-ERR '(.*)'/m.exec(text)?.[1] ?? "";
      heard += 1;
      if (heard > 1) socket.removeEventListener("message", hears);
    };
    socket.addEventListener("message", hears);
    socket.addEventListener("close", this.hangs, { once: true });
    return socket;
  }
}

/** Connect; fails as soon as the server closes the connection, with its reason. */
async function greeted(url, login) {
  const greeting = new Greeting(login.user);
  const wsFactory = async (to) => ({ socket: greeting.socket(to), encrypted: to.startsWith("wss:") });
  const coming = wsconnect({ ...STEADY, ...login, servers: url, wsFactory });
  const late = setTimeout(greeting.hangs, STUCK_MS);
  try {
    return await Promise.race([coming, greeting.ended]);
  } catch (fault) {
    coming.then((client) => client.close(), () => {});
    throw fault;
  } finally {
    clearTimeout(late);
  }
}

async function opened(url, login) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await greeted(url, login);
    } catch (fault) {
      if (fault?.message !== HUNG_UP || tries === TRIES) throw fault;
    }
  }
}

// A client ends a try to connect after eight seconds and begins the next; but where the browser never tells
// that a socket has closed, it waits for ever. Then another client takes its place.
const STUCK_MS = 25_000;

/** A client of a server: its connection, and what uses it. */
async function client(url, login) {
  const line = await opened(url, login);
  return { line, manager: await jetstreamManager(line, { checkAPI: false }), streams: jetstream(line) };
}

/** Open a table. say(status): `here` when the server is back, else a formatted error. */
export const open = (url, user, pass, table, say) =>
  withPlainFaults(async () => {
    const again = () => client(url, user ? { user, pass } : {});
    return new Line(await again(), again, table, say);
  });

class Line {
  #most = 0;
  #lost;
  #loses;
  #stuck;

  constructor(client, again, table, say) {
    Object.assign(this, { ...client, again, table, say, ends: [], over: false });
    this.#stands();
    this.#watched();
  }

  #stands() {
    this.#lost = new Promise((_, failed) => (this.#loses = failed));
    this.#lost.catch(() => {});
  }

  async #watched() {
    for await (const { type, error } of this.line.status()) {
      if (type === "disconnect" || type === "reconnecting") {
        clearTimeout(this.#stuck);
        this.#stuck = setTimeout(() => this.#replaced(), STUCK_MS);
      }
      if (type === "disconnect") {
        this.#loses(new Error(GONE));
        this.say(describe(GONE));
      } else if (type === "reconnect") {
        clearTimeout(this.#stuck);
        this.#stands();
        this.say("here");
      } else if (type === "error" && /authoriz|authentic|connections exceeded/i.test(error)) this.say(describe(error));
    }
  }

  /** Replace the client by another. */
  async #replaced() {
    this.line.close().catch(() => {});
    let client;
    while (!client && !this.over) {
      client = await this.again().catch(() => {});
      if (!client) await new Promise((go) => setTimeout(go, STEADY.reconnectTimeWait));
    }
    if (this.over) return client?.line.close();
    Object.assign(this, client);
    this.#stands();
    this.say("here");
    this.#watched();
  }

  /** Await a request while the connection lasts: the client itself would go on waiting for a reply
   * after the server is back. Repeated messages count once. */
  #here(doing) {
    return Promise.race([this.#lost, doing]);
  }

  /** The most bytes of one message, as last announced by the server. */
  get most() {
    this.#most = this.line.info?.max_payload ?? this.#most;
    return this.#most;
  }

  get log() {
    return `TABLE_${this.table}`;
  }

  get talk() {
    return `TALK_${this.table}`;
  }

  /** Create the two streams if they are missing. bytes: the largest size of the log. */
  begin(bytes) {
    return withPlainFaults(async () => {
      const subject = `tableside.${this.table}`;
      const both = { retention: RetentionPolicy.Limits, duplicate_window: 120 * SECOND };
      await this.#made({ ...both, name: this.log, subjects: [`${subject}.log`], storage: StorageType.File, discard: DiscardPolicy.New, max_bytes: bytes });
      await this.#made({ ...both, name: this.talk, subjects: [`${subject}.to.*`, `${subject}.from.*`], storage: StorageType.File, discard: DiscardPolicy.Old, max_bytes: 32e6, max_age: 600 * SECOND });
    });
  }

  async #made(stream, num_replicas = COPIES) {
    try {
      await this.#here(this.manager.streams.add({ ...stream, num_replicas }));
      await this.#known(stream.name);
    } catch (fault) {
      if (fault?.code === 10058) return await this.#copied(stream.name); // it exists with other settings
      if (num_replicas === 1 || !ALONE.includes(fault?.code)) throw fault;
      await this.#made(stream, 1);
    }
  }

  /** Return a stream that exists. The server that answers may not have heard of a new one yet. */
  async #known(name) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#here(this.manager.streams.info(name));
      } catch (fault) {
        if (fault?.code !== MISSING || tries === LOOKS) throw fault;
      }
      await new Promise((go) => setTimeout(go, 250));
    }
  }

  /** Replicate a stream that was created while servers were missing. */
  async #copied(name) {
    const { config } = await this.#known(name);
    if (config.num_replicas >= COPIES) return;
    try {
      await this.#here(this.manager.streams.update(name, { ...config, num_replicas: COPIES }));
    } catch (fault) {
      if (!ALONE.includes(fault?.code)) throw fault;
    }
  }

  /** Publish a text; return its position. id: accepted once. after: the position that must be last.
   *
   * Without `after` the receiver drops repetitions: a cluster that dropped them can stop accepting any
   * message for minutes after a restart ("has high message lag", nats-server 2.9). */
  publish(subject, text, id, after) {
    const expect = after < 0 ? {} : { msgID: id, expect: { lastSubjectSequence: after } };
    return withPlainFaults(async () => {
      try {
        return (await this.#here(this.streams.publish(this.#subject(subject), text, { timeout: 8000, ...expect }))).seq;
      } catch (fault) {
        // No stream accepts it: check whether the table exists.
        if (fault?.name === "JetStreamNotEnabled") await this.#here(this.manager.streams.info(subject === "log" ? this.log : this.talk));
        throw fault;
      }
    });
  }

  /** Call heard(last part of the subject, text) for each new message, in order. */
  follow(subject, heard) {
    return withPlainFaults(async () => {
      let { created, state } = await this.#here(this.manager.streams.info(this.talk));
      let last = state.last_seq;
      let messages = await this.#consume(subject, last + 1);
      const end = { over: false, stop: () => messages.stop() };
      this.ends.push(end);
      (async () => {
        while (!end.over) {
          try {
            for await (const message of messages) {
              if (message.seq <= last) continue; // a restarted server begins its reader anew
              last = message.seq;
              heard(message.subject.split(".").at(-1), message.string());
            }
          } catch {
            // resumed below
          }
          // The server with the consumer is gone, or deleted it: resume after the last message.
          while (!end.over) {
            try {
              const there = await this.#here(this.manager.streams.info(this.talk));
              if (there.created !== created) last = 0; // it was deleted and created again
              last = Math.min(last, there.state.last_seq); // a server may lose its newest messages
              created = there.created;
              messages = await this.#consume(subject, last + 1);
              break;
            } catch (fault) {
              if (fault?.code === MISSING) return this.say(describe(fault)); // the table was deleted
              await new Promise((go) => setTimeout(go, 500));
            }
          }
        }
      })();
    });
  }

  async #consume(subject, from) {
    const made = await this.#here(this.manager.consumers.add(this.talk, { ...BRIEF, filter_subject: this.#subject(subject), opt_start_seq: from, inactive_threshold: 60 * SECOND }));
    const consumer = await this.#here(this.streams.consumers.get(this.talk, made.name));
    const messages = await consumer.consume({ max_messages: 500, expires: 6000, idle_heartbeat: 1500, abort_on_missing_resource: true });
    // A consumer that was deleted, or was on a lost server, stays silent.
    (async () => {
      for await (const { type } of messages.status()) {
        if (["heartbeats_missed", "consumer_not_found", "consumer_deleted", "stream_not_found"].includes(type)) messages.stop();
      }
    })().catch(() => {});
    return messages;
  }

  #subject(name) {
    return `tableside.${this.table}.${name}`;
  }

  /** Return the log, each message as [position, text]. */
  read(from) {
    return withPlainFaults(async () => {
      const found = [];
      const info = await this.#here(this.manager.streams.info(this.log));
      const consumer = await this.#here(this.manager.consumers.add(this.log, { ...BRIEF, inactive_threshold: 30 * SECOND, opt_start_seq: Math.max(from, 1) }));
      const messages = await this.#here(this.streams.consumers.get(this.log, consumer.name));
      let remaining = Math.max(0, info.state.last_seq - Math.max(from, info.state.first_seq || 1) + 1);
      while (remaining > 0) {
        const some = await messages.fetch({ max_messages: Math.min(remaining, 500), expires: 5000 });
        let count = 0;
        for await (const message of some) {
          found.push([message.seq, message.string()]);
          count += 1;
          remaining = info.state.last_seq - message.seq;
        }
        if (!count) break;
      }
      return JSON.stringify(found);
    });
  }

  /** Delete the table: both streams with all messages. */
  drop() {
    return withPlainFaults(async () => {
      for (const name of [this.log, this.talk]) {
        await this.#here(this.manager.streams.delete(name)).catch((fault) => {
          if (fault?.code !== MISSING) throw fault;
        });
      }
    });
  }

  async close() {
    this.over = true;
    clearTimeout(this.#stuck);
    for (const end of this.ends) {
      end.over = true;
      end.stop();
    }
    await this.line.close();
  }
}
