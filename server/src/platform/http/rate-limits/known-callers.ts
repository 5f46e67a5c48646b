import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import type { Actor } from "../permissions.ts";

const FRESH_MS = 5000;
const PATIENCE_MS = 500;

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

  /** Null without credentials, and while nobody can say whose they are. */
  async find(headers: IncomingHttpHeaders, authenticate: Authenticate): Promise<string | null> {
    const { authorization = "", "x-api-key": key = "" } = headers;
    if (authorization === "" && key === "") return null;
    const name = hash("sha256", `${key}\n${authorization}`, "base64url");
    const known = this.#found.get(name);
    if (known) return known.caller;
    const asked = this.#found.fetch(name, { context: authenticate });
    const answer = await Promise.race([asked, giveUp()]).catch(() => null);
    return answer?.caller ?? null;
  }
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
