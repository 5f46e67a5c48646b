import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import { credentialOf } from "../credential.ts";
import type { Actor } from "../permissions.ts";

const FRESH_MS = 5000;
const PATIENCE_MS = 500;
const RECALLED_MS = 3_600_000;

/**
 * Whose limits a public request counts against. Public routes ask for no credentials, so that bad ones are ignored
 * there, and good ones are remembered for some seconds: a search with a key is no slower than one without.
 */
export class KnownCallers {
  readonly #found = new LRUCache<string, Answer, Authenticate>({
    max: 10_000,
    ttl: FRESH_MS,
    fetchMethod: (_key, _stale, { context: authenticate }) => ask(authenticate),
  });
  /** Whose credentials were good within the last hour: bad ones have no place here, so that nobody can push these out. */
  readonly #good = new LRUCache<string, string>({ max: 10_000, ttl: RECALLED_MS });
  /** How many credentials of an address are being looked up. */
  readonly #lookups = new Map<string, number>();

  /** Whose the credentials were when they were last looked up, from memory alone; null when that is not known. */
  recall(headers: IncomingHttpHeaders): string | null {
    const name = nameOf(headers);
    return name === null ? null : (this.#good.get(name) ?? null);
  }

  /** Whether a request has credentials that have not been good within the last hour. */
  isStranger(headers: IncomingHttpHeaders): boolean {
    return nameOf(headers) !== null && this.recall(headers) === null;
  }

  /** Notes what a look at the credentials has shown; null: they are bad. */
  note(headers: IncomingHttpHeaders, caller: string | null): void {
    const name = nameOf(headers);
    if (name === null) return;
    if (caller === null) this.#good.delete(name);
    else this.#good.set(name, caller);
  }

  /** One of `most` places for an address; null when all are taken. @returns what gives it back. */
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

  /** What is held in memory now. */
  get size(): number {
    return this.#found.size + this.#good.size + this.#lookups.size;
  }

  /** Null without credentials, and while nobody can say whose they are. */
  async find(headers: IncomingHttpHeaders, authenticate: Authenticate): Promise<string | null> {
    const name = nameOf(headers);
    if (name === null) return null;
    const known = this.#found.get(name);
    if (known) return known.caller;
    const asked = this.#found.fetch(name, { context: authenticate });
    const answer = await Promise.race([asked, giveUp()]).catch(() => null);
    if (answer) this.note(headers, answer.caller);
    return answer?.caller ?? null;
  }
}

/** What credentials are remembered by: what decides, and nothing that is sent beside it. Null without any. */
function nameOf(headers: IncomingHttpHeaders): string | null {
  const credential = credentialOf(headers);
  return credential && hash("sha256", JSON.stringify(credential), "base64url");
}

type Authenticate = () => Promise<Actor | null>;
type Answer = { caller: string | null };

async function ask(authenticate: Authenticate): Promise<Answer> {
  try {
    const actor = await authenticate();
    return { caller: actor && callerKey(actor) };
  } catch (error) {
    if (error instanceof AppError && error.code !== "unavailable") return { caller: null };
    throw error;
  }
}

/** An API key, or the subject of a token. */
export function callerKey(actor: Actor): string {
  if (actor.apiKeyId !== null) return `key ${actor.apiKeyId}`;
  return actor.userId === null ? `name ${actor.name}` : `user ${actor.userId}`;
}

function giveUp(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
}
