import pLimit from "p-limit";
import {
  lasting,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_REDIRECTS,
  PhotoError,
  type UsesPhotos,
} from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import { redirectOf } from "../../platform/outbound/redirect-of.ts";
import type { FeedClient } from "../client/feed-client.ts";
import type { Turn } from "../client/request-budget.ts";
import { retryAfterMs } from "../client/retry-after.ts";
import {
  forgetRequest,
  HOUR_MS,
  MAX_LATER_MS,
  noteRequest,
  type PhotoRequest,
  postponeRequest,
  settleRequest,
} from "./photo-requests.ts";

/** Of the first photo; later ones are expected to be as large as the largest so far. */
const USUAL_BYTES = 200_000;
/** A picture that cannot be used is fetched again after this time: its MLS may correct it without a new time. */
const UNUSABLE_MS = 24 * HOUR_MS;
/** Pause after a 429 without Retry-After. */
const LIMITED_MS = 60_000;
/** Failures in a row after which the photos' server counts as down. */
const MAX_FAILURES = 5;
const DOWN_MS = 60_000;

type Parts = {
  ctx: Context<UsesPhotos>;
  sourceId: number;
  client: Pick<FeedClient, "mediaTurn">;
  signal: AbortSignal;
};

/** A request that is noted, with the permission to send it now. */
type Taken = { request: PhotoRequest; turn: Turn; headers: Record<string, string> };

/** Requests photos of a feed: within its budget, noted before they are sent, without its credentials. */
export class PhotoRequester {
  readonly #parts: Parts;
  /** Requests are sent in the order in which they were wanted, and each is noted before the next one is considered. */
  readonly #serialize = pLimit(1);
  #largest = USUAL_BYTES;
  #failuresInRow = 0;
  #pausedUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** When photos may be requested; their server has asked for a pause, or is down. Unix ms. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /**
   * Requests a photo at an address, and stores it. Each redirect that is followed is another request of the budget.
   *
   * @returns the request, settled; null when it may not be sent now.
   * @throws FeedStopped, FeedError of a token; AppError when the storage is unavailable; the signal's reason.
   */
  async request(photo: { key: string; url: string }): Promise<PhotoRequest | null> {
    const { ctx, client } = this.#parts;
    const taken = await this.#serialize(async () => {
      if (this.#pausedUntil > this.#now().getTime()) return null;
      const request = await this.#note(photo);
      if (request === null) return null;
      // Last: nothing may delay a request that has its turn.
      const sent = await client.mediaTurn(this.#size).catch(async (error) => {
        await forgetRequest(ctx.db, request);
        throw error;
      });
      const waited = this.#now().getTime() - request.requestedAt.getTime();
      if (waited > MAX_LATER_MS / 2) await postponeRequest(ctx.db, request, this.#now());
      return { request, ...sent };
    });
    if (taken === null) return null;
    const { request } = taken;
    let sending = taken;
    for (let url: string | null = photo.url, redirects = MAX_PHOTO_REDIRECTS; ; redirects--) {
      url = await this.#sendCounted(url, sending, redirects);
      if (url === null) return request;
      // The headers too: a token that they hold may have ended while the turn was waited for.
      const sent = await client.mediaTurn(this.#size).catch(async (error) => {
        await settleRequest(ctx.db, request, { outcome: "failed", retryAt: this.#after(HOUR_MS) });
        throw error;
      });
      sending = { request, ...sent };
    }
  }

  get #size(): { expected: number; most: number } {
    return { expected: this.#largest, most: MAX_PHOTO_BYTES };
  }

  async #sendCounted(url: string, taken: Taken, redirects: number): Promise<string | null> {
    let received = 0;
    const count = (bytes: number) => {
      received += bytes;
    };
    try {
      return await this.#send(url, taken, { redirects, received: count });
    } finally {
      this.#largest = Math.max(this.#largest, received);
      await taken.turn.received(received);
    }
  }

  #after(ms: number): Date {
    return new Date(this.#now().getTime() + ms);
  }

  #now(): Date {
    return this.#parts.ctx.clock.now();
  }

  #note({ key, url }: { key: string; url: string }): Promise<PhotoRequest | null> {
    const { ctx, sourceId } = this.#parts;
    return noteRequest(ctx.db, { sourceId, key, url, now: this.#now() });
  }

  /** @returns the address that it redirects to, when one may be followed; else the request is settled. */
  async #send(
    url: string,
    { request, turn: { maxBytes }, headers }: Taken,
    { redirects, received }: { redirects: number; received: (bytes: number) => void },
  ): Promise<string | null> {
    const { ctx, signal } = this.#parts;
    try {
      const copyKey = await ctx.photos.copy(url, { headers, maxBytes, received, signal });
      this.#failuresInRow = 0;
      await settleRequest(ctx.db, request, { outcome: "copied", copyKey });
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PhotoError)) throw error;
      const next = error.refusal && redirectOf(url, error.refusal);
      if (next !== null && redirects > 0) return next;
      const failure = next === null ? error : new PhotoError("too_many_redirects");
      await this.#settleFailure(request, failure, maxBytes);
      return null;
    }
  }

  /** @param maxBytes what the budget of the hour had left for it. */
  async #settleFailure(
    request: PhotoRequest,
    { reason, refusal }: PhotoError,
    maxBytes: number,
  ): Promise<void> {
    const { db } = this.#parts.ctx;
    const status = refusal?.status ?? 0;
    if ([403, 404, 410].includes(status)) {
      this.#failuresInRow = 0;
      return settleRequest(db, request, { outcome: "refused", retryAt: this.#after(HOUR_MS) });
    }
    const wait = refusal && retryAfterMs({ ...refusal, body: Buffer.alloc(0) }, this.#now());
    if (status === 429 || wait !== null) {
      this.#pause(wait ?? LIMITED_MS);
      return settleRequest(db, request, { outcome: "limited", retryAt: this.#after(wait ?? HOUR_MS) });
    }
    const isCutOff = reason === "too_large" && maxBytes < MAX_PHOTO_BYTES;
    if (status === 0 && lasting.has(reason) && !isCutOff) {
      this.#failuresInRow = 0;
      return settleRequest(db, request, { outcome: "unusable", retryAt: this.#after(UNUSABLE_MS) });
    }
    if (!isCutOff && ++this.#failuresInRow >= MAX_FAILURES) this.#pause(DOWN_MS);
    return settleRequest(db, request, { outcome: "failed", retryAt: this.#after(HOUR_MS) });
  }

  #pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now().getTime() + ms);
  }
}
