import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { fetchKeys, type IssuerKeys } from "./fetch-keys.ts";

/** A key that the provider has withdrawn is accepted at most this long. */
const MAX_AGE_MS = 10 * 60_000;
/**
 * Keys of this age are fetched again in the background, so that a key published ahead of its use is cached before it
 * signs.
 */
const REFRESH_MS = 5 * 60_000;

/**
 * Time between fetches, independent of the number of invalid tokens. It doubles while fetches follow each other, which
 * limits them to about 15 a minute.
 */
const SPACING_MS = 1000;
const MAX_SPACING_MS = 4000;
const QUIET_MS = 30_000;

/**
 * The keys of the OpenID provider, fetched for the first token. While the provider is unreachable the last keys stay
 * in use, so that signed-in people can keep working.
 */
export class ProviderKeys {
  readonly #issuer: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #keys: IssuerKeys | null = null;
  #fetchedAt = 0;
  #away = false;
  /** On the monotonic clock: a clock change must not cause a burst of fetches. */
  #beganAt = Number.NEGATIVE_INFINITY;
  #spacingMs = SPACING_MS;
  #underWay: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(issuer: string, clock: Clock, log: Log) {
    this.#issuer = issuer;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether the last fetch failed. */
  get isUnreachable(): boolean {
    return this.#away;
  }

  /** @throws AppError 503 when no keys have been fetched: the token may be valid. */
  async current(): Promise<IssuerKeys> {
    const age = Math.abs(this.#clock.now().getTime() - this.#fetchedAt);
    if (this.#keys === null) await (this.#underWay ?? this.#fetchNext());
    else if (age > REFRESH_MS) {
      const fetched = this.#underWay ?? this.#fetchNext();
      // After a failed fetch requests no longer wait for the provider.
      if (age > MAX_AGE_MS && !this.#away) await fetched;
    }
    if (this.#keys === null) throw providerUnreachable();
    return this.#keys;
  }

  /**
   * Newer keys than these, for a token that does not match them; null when there are none. The token waits for the
   * next fetch and is not refused before it: otherwise invalid tokens could use up the fetches that a valid token with
   * a new key needs.
   */
  async newerThan(keys: IssuerKeys): Promise<IssuerKeys | null> {
    if (this.#keys === keys) await this.#underWay;
    // A fetch that started before this token arrived may have missed its key.
    if (this.#keys === keys) await this.#fetchNext();
    return this.#keys === keys ? null : this.#keys;
  }

  /** The next fetch to start, shared by all callers until it starts. Never rejects. */
  #fetchNext(): Promise<void> {
    this.#next ??= this.#serialized();
    return this.#next;
  }

  async #serialized(): Promise<void> {
    const sinceLast = performance.now() - this.#beganAt;
    if (sinceLast > QUIET_MS) this.#spacingMs = SPACING_MS;
    // The timer does not keep a stopping process alive.
    if (sinceLast < this.#spacingMs) await wait(this.#spacingMs - sinceLast, undefined, { ref: false });
    await this.#underWay;
    this.#next = null;
    if (sinceLast < QUIET_MS) this.#spacingMs = Math.min(MAX_SPACING_MS, this.#spacingMs * 2);
    this.#beganAt = performance.now();
    this.#underWay = this.#replaceKeys();
    await this.#underWay;
    this.#underWay = null;
  }

  async #replaceKeys(): Promise<void> {
    try {
      this.#keys = await fetchKeys(this.#issuer);
      this.#fetchedAt = this.#clock.now().getTime();
      this.#away = false;
    } catch (error) {
      this.#away = true;
      this.#log.warn({ err: error }, "OpenID provider keys fetch failed");
    }
  }
}

export function providerUnreachable(): AppError {
  return new AppError("unavailable", "The identity provider cannot be reached at the moment");
}
