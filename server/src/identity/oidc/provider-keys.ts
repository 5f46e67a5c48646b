import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { fetchKeys, type IssuerKeys } from "./fetch-keys.ts";

/** The longest time for which a key that the provider has withdrawn is accepted. */
const MAX_AGE_MS = 10 * 60_000;
/** Keys this old are fetched again in the background, so that a key which is published ahead is known before it signs. */
const REFRESH_MS = 5 * 60_000;

/**
 * From one fetch to the next, however many bad tokens come: it doubles while fetches follow each other, so that the provider is asked
 * some 15 times a minute at most.
 */
const SPACING_MS = 1000;
const MAX_SPACING_MS = 4000;
const QUIET_MS = 30_000;

/**
 * The keys of the OpenID provider, fetched for the first token. While the provider cannot be reached the last keys stay in use,
 * so that people who are signed in go on working.
 */
export class ProviderKeys {
  readonly #issuer: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #keys: IssuerKeys | null = null;
  #fetchedAt = 0;
  #away = false;
  /** By the process's own time: tests and changed clocks do not make us hammer the provider. */
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
  get providerIsAway(): boolean {
    return this.#away;
  }

  /** @throws AppError 503 while there are none: the token may be good. */
  async current(): Promise<IssuerKeys> {
    const age = Math.abs(this.#clock.now().getTime() - this.#fetchedAt);
    if (this.#keys === null) await (this.#underWay ?? this.#fetchNext());
    else if (age > REFRESH_MS) {
      const fetched = this.#underWay ?? this.#fetchNext();
      // Only the first request waits for a provider that does not answer.
      if (age > MAX_AGE_MS && !this.#away) await fetched;
    }
    if (this.#keys === null) throw providerAway();
    return this.#keys;
  }

  /**
   * Newer keys than these, because a token does not match them; null when there are none. A token waits for the next fetch and is
   * not refused before it, so that bad tokens cannot use up what a good one of a new key needs.
   */
  async newerThan(keys: IssuerKeys): Promise<IssuerKeys | null> {
    if (this.#keys === keys) await this.#underWay;
    // A fetch that began before this token came may have missed the key.
    if (this.#keys === keys) await this.#fetchNext();
    return this.#keys === keys ? null : this.#keys;
  }

  /** The fetch that begins next, shared by all who want one until then. Never throws. */
  #fetchNext(): Promise<void> {
    this.#next ??= this.#inTurn();
    return this.#next;
  }

  async #inTurn(): Promise<void> {
    const sinceLast = performance.now() - this.#beganAt;
    if (sinceLast > QUIET_MS) this.#spacingMs = SPACING_MS;
    // A process that stops does not wait for it.
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
      this.#log.warn({ err: error }, "the OpenID provider's keys could not be fetched");
    }
  }
}

export function providerAway(): AppError {
  return new AppError("unavailable", "The identity provider cannot be reached at the moment");
}
