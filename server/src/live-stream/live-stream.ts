import { randomInt } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { encodeComment, encodeJsonEvent } from "../platform/http/server-sent-events.ts";
import type { StreamScope } from "./stream-scope.ts";

/** What may wait for a slow reader, beside what the operating system holds. Then the stream is closed; its client resumes it. */
const MAX_WAITING_BYTES = 256 * 1024;
const COMMENT_MS = 15_000;
/** Clients of a process that stops do not all connect again in the same moment. */
const RETRY_MS = { least: 1000, most: 3000 };

type Options = {
  /** Whose stream it is: streams are limited for each person. */
  person: string;
  /** The stream ends with it. */
  sessionId: number;
  scope: StreamScope;
  /** Whether the credentials still allow this scope. Called before each comment. */
  isAllowed: () => Promise<boolean>;
  onClose: () => void;
};

/** One open stream of events. */
export class LiveStream {
  readonly body: Readable;
  readonly person: string;
  readonly sessionId: number;
  readonly scope: StreamScope;
  /** The position up to which everything was sent. */
  position = 0;
  #resume: (() => void) | null = null;
  readonly #closing = new AbortController();
  readonly #onClose: () => void;
  #sentBytes = 0;

  constructor({ person, sessionId, scope, isAllowed, onClose }: Options) {
    this.person = person;
    this.sessionId = sessionId;
    this.scope = scope;
    this.#onClose = onClose;
    this.body = new Readable({ highWaterMark: MAX_WAITING_BYTES / 4, read: () => this.#resume?.() });
    this.body.once("close", () => this.#close());
    void this.#comment(isAllowed);
  }

  get isOpen(): boolean {
    return !this.#closing.signal.aborted;
  }

  /** The first bytes: headers are sent with them. Without events before the next cut, the stream is resumed at its position. */
  greet(): void {
    const retryMs = randomInt(RETRY_MS.least, RETRY_MS.most);
    this.send(Buffer.from(encodeComment("connected", { id: this.position, retryMs })));
  }

  /** Sent when events may be missing: the client reads everything again. */
  reset(position: number): void {
    this.position = position;
    this.send(Buffer.from(encodeJsonEvent({ id: position, event: "reset", data: {} })));
  }

  /** Sends bytes; a stream whose reader is too slow is closed instead. */
  send(bytes: Buffer): void {
    if (!this.isOpen || bytes.length === 0) return;
    this.#sentBytes += bytes.length;
    this.body.push(bytes);
    if (this.body.readableLength > MAX_WAITING_BYTES) this.body.destroy();
  }

  /** Resolves when little waits for the reader, or when the stream is closed. */
  async drained(): Promise<void> {
    while (this.isOpen && this.body.readableLength >= this.body.readableHighWaterMark) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    this.#resume = null;
  }

  /** Ends the reply after what was sent. */
  end(): void {
    if (!this.isOpen) return;
    this.#close();
    this.body.push(null);
  }

  #close(): void {
    this.#closing.abort();
    this.#resume?.();
    this.#onClose();
  }

  /** Keeps proxies from closing a quiet connection, and ends the stream of credentials that have ended. */
  async #comment(isAllowed: () => Promise<boolean>): Promise<void> {
    const { signal } = this.#closing;
    for (let takenBefore = 0; this.isOpen; ) {
      await delay(COMMENT_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!this.isOpen) return;
      if (!(await isAllowed())) return this.end();
      const taken = this.#sentBytes - this.body.readableLength;
      // Its reader has taken nothing since the last comment.
      if (this.body.readableLength > 0 && taken === takenBefore) {
        this.body.destroy();
        return;
      }
      takenBefore = taken;
      this.send(Buffer.from(encodeComment("open", { id: this.position })));
    }
  }
}
