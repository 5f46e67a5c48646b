import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { fetchKeys, type IssuerKeys } from "./fetch-keys.ts";

/** A key that the provider has withdrawn works no longer than this. */
const MAX_AGE_MS = 10 * 60_000;

/** Bad tokens must not make us hammer the provider: it is asked this often within that time. */
const MAX_FETCHES = 5;
const WINDOW_MS = 30_000;

/**
 * The keys of the OpenID provider, fetched when the first token comes. While the provider is away the last ones stand:
 * whoever is signed in goes on working.
 */
export class ProviderKeys {
  readonly #issuer: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #keys: IssuerKeys | null = null;
  #fetchedAt = 0;
  #away = false;
  #askedAt: number[] = [];
  #underWay: Promise<void> | null = null;

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
    const isOld = Math.abs(this.#now() - this.#fetchedAt) > MAX_AGE_MS;
    if (this.#keys === null || isOld) {
      const fetched = this.#fetch();
      // Nobody waits twice for a provider that does not answer.
      if (this.#keys === null || !this.#away) await fetched;
    }
    if (this.#keys === null) throw providerAway();
    return this.#keys;
  }

  /** Newer keys than these, because a token does not match them; null when they are not to be had now. */
  async newerThan(keys: IssuerKeys): Promise<IssuerKeys | null> {
    if (this.#keys === keys) await this.#fetch();
    return this.#keys === keys ? null : this.#keys;
  }

  /** One at a time, and not too often. Never throws. */
  async #fetch(): Promise<void> {
    if (this.#underWay === null && !this.#mayAsk()) return;
    this.#underWay ??= this.#replaceKeys().finally(() => {
      this.#underWay = null;
    });
    await this.#underWay;
  }

  async #replaceKeys(): Promise<void> {
    this.#askedAt.push(this.#now());
    try {
      this.#keys = await fetchKeys(this.#issuer);
      this.#fetchedAt = this.#now();
      this.#away = false;
    } catch (error) {
      this.#away = true;
      this.#log.warn({ err: error }, "the OpenID provider's keys could not be fetched");
    }
  }

  #mayAsk(): boolean {
    this.#askedAt = this.#askedAt.filter((at) => Math.abs(this.#now() - at) < WINDOW_MS);
    return this.#askedAt.length < MAX_FETCHES;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

export function providerAway(): AppError {
  return new AppError("unavailable", "The identity provider cannot be reached at the moment");
}
