import type { IPolicy } from "cockatiel";
import type { Clock } from "../../platform/clock.ts";
import type { Outbound, OutboundReply } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { trimTrailing } from "../../platform/trim-trailing.ts";
import type { FeedConnection } from "../feed-row.ts";
import { AccessToken, type IssuedToken } from "./access-token.ts";
import { LONGEST_REQUEST_MS } from "./budget-limits.ts";
import { FeedError, LargeReply } from "./feed-error.ts";
import { networkFailure } from "./network-failure.ts";
import { MAX_REPLY_BYTES, messageIn, objectIn, textOf } from "./read-reply.ts";
import { refusal } from "./refusal.ts";
import type { ReplySize, RequestBudget, Turn } from "./request-budget.ts";
import { retryAfterMs } from "./retry-after.ts";
import { type Retries, retryRequests } from "./retry-requests.ts";

/** A page of an OData list. */
export type Page = {
  records: Record<string, unknown>[];
  /** As the server wrote it. */
  nextLink: string | null;
  count: number | null;
};

export type ClientOptions = Retries & {
  /** Longest time without a byte. */
  idleMs: number;
  deadlineMs: number;
  /** Whether Retry-After is waited for. */
  waits: boolean;
  /** The most that a page may have, unpacked. */
  maxReplyBytes: number;
};

export const usualOptions: ClientOptions = {
  tries: 3,
  pauseMs: 1000,
  idleMs: 30_000,
  deadlineMs: LONGEST_REQUEST_MS,
  waits: true,
  maxReplyBytes: MAX_REPLY_BYTES,
};

/** Of one request, each followed by the pause that it asks for. */
const MAX_REFUSALS = 100;
const MAX_TOKEN_BYTES = 1_048_576;
/** A token is renewed so often when the budget makes the request wait for longer than it lives. */
const MAX_RENEWALS = 5;

type Parts = {
  outbound: Pick<Outbound, "prepare" | "send">;
  clock: Clock;
  connection: FeedConnection;
  budget: RequestBudget;
  signal: AbortSignal;
  options?: Partial<ClientOptions>;
  /** A token that an earlier client of the same feed may have got. */
  issued?: IssuedToken;
};

/**
 * Asks the server of a feed, within its budget, with its credentials; those go to the origin of base_url alone. Obeys Retry-After,
 * and tries again what may succeed later.
 */
export class FeedClient {
  readonly #parts: Parts;
  readonly #options: ClientOptions;
  readonly #token: AccessToken;
  readonly #retries: IPolicy;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#options = { ...usualOptions, ...parts.options };
    this.#token = new AccessToken(
      parts.connection.auth,
      (url, form) => this.#sendForm(url, form),
      parts.issued,
    );
    this.#retries = retryRequests(this.#options);
  }

  /** Fetches the token of client credentials. @throws FeedError */
  async authorize(): Promise<void> {
    await this.#retried(() => this.#token.value());
  }

  /** A page of a list, by an address below base_url or a link of an earlier page. @throws FeedError, LargeReply */
  async page(address: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#retried(async () => {
      const { value, ...envelope } = objectIn(await this.#get(address, headers));
      if (!Array.isArray(value))
        throw new FeedError("bad_reply", { detail: "The reply has no list (value)", transient: true });
      const nextLink = envelope["@odata.nextLink"];
      const count = Number(envelope["@odata.count"] ?? Number.NaN);
      return {
        // Other values in the list become empty records, which are rejected because they have no key.
        records: value.map((each) => (isRecord(each) ? each : {})),
        nextLink: typeof nextLink === "string" && nextLink !== "" ? nextLink : null,
        count: Number.isInteger(count) ? count : null,
      };
    });
  }

  /** One record by its key; null when there is none. @throws FeedError */
  async record(address: string): Promise<Record<string, unknown> | null> {
    try {
      return await this.#retried(async () => objectIn(await this.#get(address, {})));
    } catch (error) {
      if (error instanceof FeedError && (error.status === 404 || error.status === 410)) return null;
      throw error;
    }
  }

  /** The `$metadata` document. @throws FeedError */
  async metadata(): Promise<string> {
    return this.#retried(() => this.#get(this.address("$metadata"), { accept: "application/xml" }));
  }

  /** An address below base_url. */
  address(path: string): string {
    return `${trimTrailing("/", this.#parts.connection.baseUrl)}/${path}`;
  }

  /**
   * The permission to request a photo now, and the headers to do it with: no credentials, but a User-Agent that may hold the token
   * where the feed is configured so (MLS Grid). @throws FeedError
   */
  async mediaTurn(size: { expected: number; most: number }): Promise<{ turn: Turn; headers: HeaderFields }> {
    const hasToken = this.#parts.connection.userAgent?.includes("{token}") ?? false;
    const { turn, token } = await this.#take({ kind: "photo", ...size }, hasToken);
    return { turn, headers: this.#agent(token) };
  }

  /** A text that may hold what the server was sent, without the feed's secrets. */
  masked(text: string): string {
    return this.#token.masked(text);
  }

  async #retried<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#parts;
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const stop = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([
        this.#retries.execute(() => {
          signal.throwIfAborted();
          return work();
        }, signal),
        aborted.promise,
      ]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async #get(url: string, headers: Record<string, string>): Promise<string> {
    const { connection } = this.#parts;
    if (new URL(url).origin !== new URL(connection.baseUrl).origin)
      throw new FeedError("bad_next_link", { detail: "It leads to another server" });
    const request: FeedRequest = {
      url,
      kind: "page",
      hasToken: true,
      headers: (token) => ({
        accept: "application/json",
        "accept-encoding": "gzip",
        ...this.#agent(token),
        ...headers,
        authorization: `Bearer ${token}`,
      }),
    };
    let { reply, token } = await this.#obeying(request);
    if (reply.status === 401 && this.#token.forget(token)) ({ reply, token } = await this.#obeying(request));
    if (reply.status === 200)
      return textOf(reply, this.#options.maxReplyBytes).catch((error) => this.#refuse(error));
    const text = await textOf(reply).catch(() => "");
    throw refusal(
      reply.status,
      messageIn(text, (message) => this.masked(message)),
    );
  }

  /** @throws LargeReply in place of `too_large` where others may read the reply. */
  #refuse(error: Error): never {
    const isLimited = this.#options.maxReplyBytes < MAX_REPLY_BYTES;
    throw isLimited && error instanceof FeedError && error.code === "too_large" ? new LargeReply() : error;
  }

  #agent(token: string): HeaderFields {
    const { userAgent } = this.#parts.connection;
    return userAgent === null ? {} : { "user-agent": userAgent.replaceAll("{token}", () => token) };
  }

  async #sendForm(url: string, body: string): Promise<OutboundReply> {
    const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
    const request = { url, kind: "token", hasToken: false, method: "POST", body } as const;
    return (await this.#obeying({ ...request, headers: () => headers })).reply;
  }

  /** Sends the request again after each Retry-After. */
  async #obeying(request: FeedRequest): Promise<Sent> {
    for (let refusals = 0; ; refusals++) {
      const sent = await this.#send(request);
      const wait = retryAfterMs(sent.reply, this.#parts.clock.now());
      if (wait === null) return sent;
      await this.#parts.budget.pause(wait);
      if (!this.#options.waits) return sent;
      if (refusals === MAX_REFUSALS) throw refusal(429, `It has done so ${MAX_REFUSALS} times`);
    }
  }

  /** Sends the request again when the budget of the hour has left too few bytes for its reply: it waits for twice as many. */
  async #send(request: FeedRequest): Promise<Sent> {
    const most = request.kind === "token" ? MAX_TOKEN_BYTES : this.#options.maxReplyBytes;
    for (let expected = 0; ; ) {
      const { turn, token } = await this.#take({ kind: request.kind, expected, most }, request.hasToken);
      const reply = await this.#exchange(request, turn, token);
      if (reply !== "too large") return { reply, token };
      // The most that there is.
      if (turn.maxBytes === most || expected > turn.maxBytes) this.#refuse(new FeedError("too_large"));
      expected = Math.min(most, turn.maxBytes * 2);
    }
  }

  /** The token is taken before its request has a turn, and again when it is over by then. */
  async #take(size: ReplySize, hasToken: boolean): Promise<{ turn: Turn; token: string }> {
    const { budget, outbound, signal } = this.#parts;
    await outbound.prepare();
    for (let renewals = 0; ; renewals++) {
      const token = hasToken ? await this.#token.value() : "";
      const turn = await budget.take(size, signal);
      if (!hasToken || renewals === MAX_RENEWALS || this.#token.isValid(token)) return { turn, token };
      await turn.release();
    }
  }

  async #exchange(request: FeedRequest, turn: Turn, token: string): Promise<OutboundReply | "too large"> {
    const { outbound, signal } = this.#parts;
    const { idleMs, deadlineMs } = this.#options;
    const { url, method, body, headers } = request;
    let received = 0;
    try {
      return await outbound.send({
        url,
        ...(method && { method }),
        ...(body !== undefined && { body }),
        headers: headers(token),
        maxBytes: turn.maxBytes,
        idleMs,
        deadlineMs,
        signal,
        received: (bytes) => {
          received += bytes;
        },
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundError)) throw error;
      if (error.reason === "too_large") return "too large";
      throw networkFailure(error, received);
    } finally {
      await turn.received(received);
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type HeaderFields = Record<string, string>;

type FeedRequest = {
  url: string;
  kind: ReplySize["kind"];
  hasToken: boolean;
  method?: "POST";
  headers: (token: string) => HeaderFields;
  body?: string;
};

type Sent = { reply: OutboundReply; token: string };
