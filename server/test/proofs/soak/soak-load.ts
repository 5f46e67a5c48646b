import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import type { MixRequest, VisitorMix } from "./visitor-mix.ts";

/** `307` and `308` lead to a home's own address. */
const GOOD = new Set([200, 201, 204, 301, 302, 307, 308]);
const TICK_MS = 5;
const REPLY_WITHIN_MS = 30_000;

export type Sent = { requests: number; errors: number; p50: number; p99: number };

/** Sends the mix, by callers who each wait for their reply, or at a constant rate regardless of replies. */
export class SoakLoad {
  readonly byKind = new Map<string, number>();
  /** By kind and answer: how many, and the first one's text. */
  readonly errors = new Map<string, { count: number; first: string }>();
  requests = 0;
  readonly #mix: VisitorMix;
  readonly #pool: Pool;
  #times: number[] = [];
  #errors = 0;
  #open = 0;

  constructor(mix: VisitorMix, port: number, connections: number) {
    this.#mix = mix;
    this.#pool = new Pool(`http://127.0.0.1:${port}`, {
      ...{ connections, pipelining: 1 },
      ...{ headersTimeout: REPLY_WITHIN_MS, bodyTimeout: REPLY_WITHIN_MS },
    });
  }

  /** @returns requests a second. */
  async closedLoop(seconds: number, callers: number): Promise<number> {
    const before = this.requests;
    const began = performance.now();
    const end = began + seconds * 1000;
    const call = async () => {
      while (performance.now() < end) await this.#send(this.#mix.next(), performance.now());
    };
    await Promise.all(Array.from({ length: callers }, call));
    return ((this.requests - before) * 1000) / (performance.now() - began);
  }

  /** Each request is sent at its time, and its reply measured from then. */
  async constantRate(aSecond: number, seconds: number): Promise<void> {
    const began = performance.now();
    const all = Math.round(aSecond * seconds);
    for (let sent = 0; sent < all; ) {
      const due = Math.min(all, Math.floor(((performance.now() - began) * aSecond) / 1000));
      for (; sent < due; sent++) void this.#send(this.#mix.next(), began + (sent * 1000) / aSecond);
      await delay(TICK_MS);
    }
    while (this.#open > 0) await delay(TICK_MS);
  }

  /** Since the last call. */
  take(): Sent {
    const times = this.#times.toSorted((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    const sent = { requests: times.length, errors: this.#errors, p50: at(0.5), p99: at(0.99) };
    this.#times = [];
    this.#errors = 0;
    return sent;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #send({ kind, read, ...request }: MixRequest, due: number): Promise<void> {
    this.#open++;
    try {
      const { statusCode, body } = await this.#pool.request(request);
      const isGood = GOOD.has(statusCode);
      if (isGood && read === undefined) await body.dump({ limit: Number.POSITIVE_INFINITY });
      else {
        const text = await body.text();
        if (isGood) read?.(text);
        else this.#failed(`${kind}: ${statusCode}`, text);
      }
    } catch (error) {
      this.#failed(`${kind}: ${(error as Error).message}`, String((error as Error).cause ?? ""));
    }
    this.#open--;
    this.requests++;
    this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + 1);
    this.#times.push(performance.now() - due);
  }

  #failed(what: string, text: string): void {
    this.#errors++;
    const known = this.errors.get(what);
    if (known) known.count++;
    else this.errors.set(what, { count: 1, first: text.slice(0, 300) });
  }
}
