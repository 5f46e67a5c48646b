import { AsyncLocalStorage } from "node:async_hooks";
import { endedSessions } from "../identity/index.ts";
import type { Platform } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { encodeJsonEvent } from "../platform/http/server-sent-events.ts";
import { iterateYielding } from "../platform/yield-every.ts";
import { LiveStream } from "./live-stream.ts";
import { endOfLog, numberEvents, readEvents } from "./stream-log.ts";
import { keyOf, type LoggedEvent, type StreamScope, seenIn } from "./stream-scope.ts";

const POLL_MS = 250;
/** How soon a stream ends with its session. What the session may see is verified before each comment. */
const SESSIONS_MS = 1000;
const MAX_STREAMS = 500;
const MAX_STREAMS_OF_PERSON = 5;
/** Positions a query: of those that follow the log, and of a stream that is resumed. */
const PAGE = 500;

type Opening = {
  person: string;
  /** Of the cookie. */
  sessionId: number;
  scope: StreamScope;
  /** The position after which the stream is resumed; NaN: one that this log never gave; null: a new stream. */
  lastEventId: number | null;
  isAllowed: () => Promise<boolean>;
};

/**
 * The open streams of this process. While there are some, one follower reads the log four times a second and gives each event to the
 * streams that may see it; streams of one scope share the bytes. `npm run bench streams` measures it.
 */
export class LiveStreams {
  readonly #platform: Pick<Platform, "db" | "log" | "stopping">;
  readonly #all = new Set<LiveStream>();
  /** Those that have everything up to `#position`; others are resumed from the database. */
  readonly #live = new Set<LiveStream>();
  #position = 0;
  #polling: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #sessionsReadAt = 0;
  #isBehind = false;
  /** Work for all streams has no part in the request that opened one. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(platform: Pick<Platform, "db" | "log" | "stopping">) {
    this.#platform = platform;
    platform.stopping.addEventListener("abort", () => this.close());
  }

  get size(): number {
    return this.#all.size;
  }

  /** @throws AppError 429 and 503 when too many streams are open. */
  async open({ lastEventId, ...options }: Opening): Promise<LiveStream> {
    const { stopping } = this.#platform;
    if (this.#all.size >= MAX_STREAMS || stopping.aborted)
      throw new AppError("unavailable", "Too many streams at the moment", { retryAfter: 5 });
    const ofPerson = [...this.#all].filter(({ person }) => person === options.person);
    if (ofPerson.length >= MAX_STREAMS_OF_PERSON)
      throw new AppError("too_many_requests", `Close a stream first: ${MAX_STREAMS_OF_PERSON} are open`, {
        retryAfter: 15,
      });
    const onClose = () => {
      this.#all.delete(stream);
      this.#live.delete(stream);
    };
    const stream: LiveStream = this.#outside(() => new LiveStream({ ...options, onClose }));
    this.#all.add(stream);
    try {
      // The position of a stream of another process may be ahead of this one's.
      await this.#outside(() => this.#poll());
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    this.#timer ??= this.#outside(() => setTimeout(() => this.#follow(), POLL_MS).unref());
    this.#begin(stream, lastEventId);
    return stream;
  }

  /** Ends all streams; clients connect again, to another process. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const stream of this.#all) stream.end();
  }

  #begin(stream: LiveStream, lastEventId: number | null): void {
    stream.position = lastEventId ?? this.#position;
    const isKnown = stream.position <= this.#position;
    if (!isKnown) stream.position = this.#position;
    stream.greet();
    if (!isKnown) stream.reset(this.#position);
    this.#outside(() => this.#catchUp(stream)).catch((error: unknown) => {
      this.#platform.log.warn({ err: error }, "live stream not resumed, closed");
      stream.end();
    });
  }

  /** Sends what a stream has missed, and makes it one of those that are followed for. */
  async #catchUp(stream: LiveStream): Promise<void> {
    while (stream.isOpen && stream.position < this.#position) {
      const through = Math.min(stream.position + PAGE, this.#position);
      const events = await readEvents(this.#platform.db, {
        after: stream.position,
        through,
        scope: stream.scope,
      });
      if (events === null) stream.reset(this.#position);
      else {
        stream.send(encodeFor(stream.scope, events));
        stream.position = through;
      }
      await stream.drained();
    }
    if (stream.isOpen) this.#live.add(stream);
  }

  async #follow(): Promise<void> {
    try {
      if (this.#all.size > 0) {
        await this.#endWithSessions();
        await this.#poll();
      }
      this.#isBehind = false;
    } catch (error) {
      // Logged once an outage, not at each poll.
      if (!this.#isBehind) this.#platform.log.error({ err: error }, "live stream not read, will retry");
      this.#isBehind = true;
    }
    if (this.#timer) this.#timer = setTimeout(() => this.#follow(), POLL_MS).unref();
  }

  /** A person who signs out or is disabled gets no event more, and learns it in their open page. One query for all streams. */
  async #endWithSessions(): Promise<void> {
    const now = performance.now();
    if (now - this.#sessionsReadAt < SESSIONS_MS) return;
    this.#sessionsReadAt = now;
    const streams = [...this.#all];
    const ids = streams.map(({ sessionId }) => sessionId);
    const ended = await endedSessions(this.#platform.db, ids);
    for (const stream of streams) if (ended.has(stream.sessionId)) stream.end();
  }

  /** Resolves when every event that was committed before the call has been given to the streams. */
  async #poll(): Promise<void> {
    // One that is under way may have read before the caller's commit.
    if (this.#polling) await this.#polling.catch(() => {});
    this.#polling ??= this.#readNew().finally(() => {
      this.#polling = null;
    });
    return this.#polling;
  }

  async #readNew(): Promise<void> {
    const { db } = this.#platform;
    const end = await endOfLog(db);
    const last = end.isPending ? await numberEvents({ db }) : end.position;
    // The database was restored from a backup: positions are given a second time.
    if (last < this.#position) {
      this.#position = last;
      for (const stream of this.#live) stream.reset(last);
    }
    while (this.#position < last) {
      // For no stream there is nothing to read: one that is opened later begins here.
      const isFollowed = this.#live.size > 0;
      const page = Math.min(this.#position + PAGE, last);
      const events = isFollowed ? await readEvents(db, { after: this.#position, through: page }) : [];
      // Null after a pause of the process of more than a day.
      const through = isFollowed && events !== null ? page : last;
      const streams = [...this.#live];
      this.#position = through;
      if (events === null) for (const stream of streams) stream.reset(through);
      else await distribute(streams, events, through);
    }
  }
}

/** Streams that are made live meanwhile have these events already. */
async function distribute(
  streams: readonly LiveStream[],
  events: readonly LoggedEvent[],
  through: number,
): Promise<void> {
  const bytesOf = new Map<string, Buffer>();
  for await (const stream of iterateYielding(streams)) {
    const key = keyOf(stream.scope);
    const bytes = bytesOf.get(key) ?? encodeFor(stream.scope, events);
    bytesOf.set(key, bytes);
    stream.position = through;
    stream.send(bytes);
  }
}

function encodeFor(scope: StreamScope, events: readonly LoggedEvent[]): Buffer {
  const texts = events.flatMap((logged) => {
    const seen = seenIn(scope, logged);
    return seen === null ? [] : encodeJsonEvent({ id: logged.position, ...seen });
  });
  return Buffer.from(texts.join(""));
}
