import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import { credentialOf } from "../credential.ts";
import type { Actor } from "../permissions.ts";
import type { Caller } from "./sender.ts";

const FRESH_MS = 5000;
const LOOKUP_TIMEOUT_MS = 500;
const REMEMBERED_MS = 3_600_000;

/**
 * Identifies the caller whose limits a public request counts against. Public routes need no credentials: bad ones are
 * ignored, good ones cached for some seconds, so that a search with a key is as fast as one without.
 */
export class KnownCallers {
  readonly #found = new LRUCache<string, Answer, Authenticate>({
    max: 10_000,
    ttl: FRESH_MS,
    fetchMethod: (_key, _stale, { context: authenticate }) => lookUp(authenticate),
  });
  /**
   * Callers with credentials that were good within the last hour. Bad credentials are not stored, so that they cannot
   * evict good ones.
   */
  readonly #good = new LRUCache<string, Caller>({ max: 10_000, ttl: REMEMBERED_MS });
  /** Pending lookups per address. */
  readonly #lookups = new Map<string, number>();

  /** The cached caller of the credentials; null when unknown. */
  cached(headers: IncomingHttpHeaders): Caller | null {
    const name = nameOf(headers);
    return name === null ? null : (this.#good.get(name) ?? null);
  }

  /** True when the request has credentials that were not verified within the last hour. */
  isUnverified(headers: IncomingHttpHeaders): boolean {
    return nameOf(headers) !== null && this.cached(headers) === null;
  }

  /** Caches the result of a lookup; null: the credentials are bad. */
  remember(headers: IncomingHttpHeaders, caller: Caller | null): void {
    const name = nameOf(headers);
    if (name === null) return;
    if (caller === null) this.#good.delete(name);
    else this.#good.set(name, caller);
  }

  /** Reserves one of `most` lookups for an address; null when all are in use. @returns the release function. */
  reserve(address: string, most: number): (() => void) | null {
    const taken = this.#lookups.get(address) ?? 0;
    if (taken >= most) return null;
    this.#lookups.set(address, taken + 1);
    return () => {
      const left = (this.#lookups.get(address) ?? 1) - 1;
      if (left > 0) this.#lookups.set(address, left);
      else this.#lookups.delete(address);
    };
  }

  /** Entries in memory. */
  get size(): number {
    return this.#found.size + this.#good.size + this.#lookups.size;
  }

  /** Null without credentials. While they cannot be verified, the caller that they had within the last hour, if any. */
  async find(headers: IncomingHttpHeaders, authenticate: Authenticate): Promise<Caller | null> {
    const name = nameOf(headers);
    if (name === null) return null;
    const known = this.#found.get(name);
    if (known) return known.caller;
    const lookup = this.#found.fetch(name, { context: authenticate });
    const answer = await Promise.race([lookup, lookupTimeout()]).catch(() => null);
    if (!answer) return this.cached(headers);
    this.remember(headers, answer.caller);
    return answer.caller;
  }
}

/** Cache key: a hash of the credential that decides. Null without one. */
function nameOf(headers: IncomingHttpHeaders): string | null {
  const credential = credentialOf(headers);
  return credential && hash("sha256", JSON.stringify(credential), "base64url");
}

type Authenticate = () => Promise<Actor | null>;
type Answer = { caller: Caller | null };

async function lookUp(authenticate: Authenticate): Promise<Answer> {
  try {
    const actor = await authenticate();
    return { caller: actor && callerOf(actor) };
  } catch (error) {
    if (error instanceof AppError && error.code !== "unavailable") return { caller: null };
    throw error;
  }
}

/** The API key, or the subject of the token, with the limits of its own. */
export function callerOf(actor: Actor): Caller {
  const { requests_per_minute = null, requests_per_hour = null } = actor.keyLimits ?? {};
  return {
    key: callerKey(actor),
    // A key's own limits are those of the sessions that it opens: they would bound nothing otherwise.
    isAtConsole: actor.sessionId !== undefined && requests_per_minute === null && requests_per_hour === null,
    limits: {
      ...(requests_per_minute !== null && { caller_minute: requests_per_minute }),
      ...(requests_per_hour !== null && { caller_hour: requests_per_hour }),
    },
    forwardsVisitors: actor.keyLimits?.forwards_visitors === true,
  };
}

function callerKey(actor: Actor): string {
  if (actor.apiKeyId !== null) return `key ${actor.apiKeyId}`;
  return actor.userId === null ? `name ${actor.name}` : `user ${actor.userId}`;
}

function lookupTimeout(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, LOOKUP_TIMEOUT_MS, null).unref());
}
