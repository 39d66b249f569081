// A table's two streams on a NATS server: the log, which lasts, and the talk, which need not. What
// goes through is sealed text; who may read it is the business of app/browser/sync/net/nats.py.
// build.py bundles this with the kept NATS packages, in a build that names a server.

import { wsconnect } from "@nats-io/nats-core";
import { AckPolicy, DeliverPolicy, DiscardPolicy, jetstream, jetstreamManager, RetentionPolicy, StorageType } from "@nats-io/jetstream";

const SECOND = 1e9; // in nanoseconds, as the server counts

// The line mends itself. What this page sends does not come back to it. The other servers of a cluster
// are not asked by their own addresses, for the page's policy knows one alone.
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

// Why there is no line. One that was hung up without a word is tried so often.
const GONE = "disconnected";
const HUNG_UP = "it hung up without a word";
const ASKS = "authorization: it asks for a login";
const TRIES = 3;

// Who reads, reads for a while: nothing of it is kept.
const BRIEF = { ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.StartSequence, mem_storage: true, num_replicas: 1 };

// Three copies where the server is one of a cluster; 10074: it is alone, 10005: with too few.
const COPIES = 3;
const ALONE = [10074, 10005];

/** What went wrong: JetStream's code of it (0: none), and what was said. app/sync/net_faults.py
 * knows what it means. */
const told = (fault) => `${Number.isInteger(fault?.code) ? fault.code : 0} ${fault?.name ?? ""} ${fault?.message ?? fault}`.slice(0, 300);

async function asked(doing) {
  try {
    return await doing();
  } catch (fault) {
    throw new Error(told(fault));
  }
}

/** A first line to a server, as far as it came: what the server said of itself, and on hanging up. What
 * it says last can be lost when it hangs up at once, and a client that waits hears nothing. */
class Greeting {
  constructor(login) {
    this.ended = new Promise((_, failed) => {
      // It hangs up: why was told before, if it was told.
      this.hangs = () => failed(new Error(this.why || (this.asks && !login ? ASKS : this.met ? HUNG_UP : GONE)));
    });
    this.ended.catch(() => {});
  }

  /** A socket that is listened to until the line stands. */
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

/** The line, when it stands. Fails as soon as the server hangs up, with what it said. */
async function greeted(url, login) {
  const greeting = new Greeting(login.user);
  const wsFactory = async (to) => ({ socket: greeting.socket(to), encrypted: to.startsWith("wss:") });
  const coming = wsconnect({ ...STEADY, ...login, servers: url, wsFactory });
  try {
    return await Promise.race([coming, greeting.ended]);
  } catch (fault) {
    coming.then((late) => late.close(), () => {});
    throw fault;
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

/** say(what): `here` when the server answers again, else what is wrong, as errors are told. */
export const open = (url, user, pass, table, say) =>
  asked(async () => {
    const line = await opened(url, user ? { user, pass } : {});
    return new Line(line, table, await jetstreamManager(line, { checkAPI: false }), jetstream(line), say);
  });

class Line {
  #most = 0;
  #lost;
  #loses;

  constructor(line, table, manager, streams, say) {
    Object.assign(this, { line, table, manager, streams, say, ends: [] });
    this.#stands();
    this.#watched();
  }

  #stands() {
    this.#lost = new Promise((_, failed) => (this.#loses = failed));
    this.#lost.catch(() => {});
  }

  async #watched() {
    for await (const { type, error } of this.line.status()) {
      if (type === "disconnect") {
        this.#loses(new Error(GONE));
        this.say(told(GONE));
      } else if (type === "reconnect") {
        this.#stands();
        this.say("here");
      } else if (type === "error" && /authoriz|authentic|connections exceeded/i.test(error)) this.say(told(error));
    }
  }

  /** What is asked of the server, for as long as the line stands: the client's own would wait for an
   * answer after it, while the server has long been back. What comes through twice counts once. */
  #here(doing) {
    return Promise.race([this.#lost, doing]);
  }

  /** Bytes of one message, as the server said last. */
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

  /** The two streams, made where they are not there yet. Bytes: how large the log may grow. */
  begin(bytes) {
    return asked(async () => {
      const subject = `tableside.${this.table}`;
      const both = { retention: RetentionPolicy.Limits, duplicate_window: 120 * SECOND };
      await this.#made({ ...both, name: this.log, subjects: [`${subject}.log`], storage: StorageType.File, discard: DiscardPolicy.New, max_bytes: bytes });
      await this.#made({ ...both, name: this.talk, subjects: [`${subject}.to.*`, `${subject}.from.*`], storage: StorageType.File, discard: DiscardPolicy.Old, max_bytes: 32e6, max_age: 600 * SECOND });
    });
  }

  async #made(stream, num_replicas = COPIES) {
    try {
      await this.#here(this.manager.streams.add({ ...stream, num_replicas }));
    } catch (fault) {
      if (fault?.code === 10058) return await this.#copied(stream.name); // it is there, made otherwise
      if (num_replicas === 1 || !ALONE.includes(fault?.code)) throw fault;
      await this.#made(stream, 1);
    }
  }

  /** One that was made while servers were missing is kept on more than one as soon as they are there. */
  async #copied(name) {
    const { config } = await this.#here(this.manager.streams.info(name));
    if (config.num_replicas >= COPIES) return;
    try {
      await this.#here(this.manager.streams.update(name, { ...config, num_replicas: COPIES }));
    } catch (fault) {
      if (!ALONE.includes(fault?.code)) throw fault;
    }
  }

  /** Its place in the stream. id: the server takes it once. after: the place that must be the last. */
  publish(subject, text, id, after) {
    const expect = after < 0 ? {} : { expect: { lastSubjectSequence: after } };
    return asked(async () => {
      try {
        return (await this.#here(this.streams.publish(this.#subject(subject), text, { msgID: id, timeout: 8000, ...expect }))).seq;
      } catch (fault) {
        // Nobody takes it: is the table there at all?
        if (fault?.name === "JetStreamNotEnabled") await this.#here(this.manager.streams.info(subject === "log" ? this.log : this.talk));
        throw fault;
      }
    });
  }

  /** heard(subject's last part, text) for each that is new from now on, in order. */
  follow(subject, heard) {
    return asked(async () => {
      let { created, state } = await this.#here(this.manager.streams.info(this.talk));
      let last = state.last_seq;
      let messages = await this.#consume(subject, last + 1);
      const end = { over: false, stop: () => messages.stop() };
      this.ends.push(end);
      (async () => {
        while (!end.over) {
          try {
            for await (const message of messages) {
              last = message.seq;
              heard(message.subject.split(".").at(-1), message.string());
            }
          } catch {
            // begun anew below
          }
          // The server that kept it is gone, or forgot it: go on behind what was heard last.
          while (!end.over) {
            try {
              const there = await this.#here(this.manager.streams.info(this.talk));
              if (there.created !== created) last = 0; // it was deleted and made anew meanwhile
              created = there.created;
              messages = await this.#consume(subject, last + 1);
              break;
            } catch (fault) {
              if (fault?.code === 10059) return this.say(told(fault)); // the table is no more
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
    // What the server forgot, or what was kept on one that is gone, says nothing ever more.
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

  /** All that lies in the log, each as [place, text]. */
  read(from) {
    return asked(async () => {
      const found = [];
      const info = await this.#here(this.manager.streams.info(this.log));
      const consumer = await this.#here(this.manager.consumers.add(this.log, { ...BRIEF, inactive_threshold: 30 * SECOND, opt_start_seq: Math.max(from, 1) }));
      const messages = await this.#here(this.streams.consumers.get(this.log, consumer.name));
      let left = Math.max(0, info.state.last_seq - Math.max(from, info.state.first_seq || 1) + 1);
      while (left > 0) {
        const some = await messages.fetch({ max_messages: Math.min(left, 500), expires: 5000 });
        let came = 0;
        for await (const message of some) {
          found.push([message.seq, message.string()]);
          came += 1;
          left = info.state.last_seq - message.seq;
        }
        if (!came) break;
      }
      return JSON.stringify(found);
    });
  }

  /** The table is no more: both streams, with all that lies there. */
  drop() {
    return asked(async () => {
      for (const name of [this.log, this.talk]) {
        await this.#here(this.manager.streams.delete(name)).catch((fault) => {
          if (fault?.code !== 10059) throw fault; // else it is gone already
        });
      }
    });
  }

  async close() {
    for (const end of this.ends) {
      end.over = true;
      end.stop();
    }
    await this.line.close();
  }
}
