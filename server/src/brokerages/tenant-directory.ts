import { LRUCache } from "lru-cache";
import type { Tenant } from "../platform/context.ts";
import { DatabaseUnavailable } from "../platform/database/connection-errors.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { isPossibleDomain } from "../platform/http/host.ts";
import { tenantByDomain, tenantById } from "./tenant.queries.ts";

/** Age from which an answer is refreshed while it stays in use. */
const REFRESH_AFTER_MS = 500;
/** Age from which a request waits for the database. */
const MAX_AGE_MS = 1000;
/** The same for a brokerage that no other process can change. */
const MAX_AGE_SINGLE_WRITER_MS = 10_000;
/** Unknown domains have a cache of their own, so that invented names cannot evict those of brokerages. */
const MAX_UNKNOWN_DOMAINS = 1000;
const QUERY_TIMEOUT_MS = 2000;

/**
 * Resolves a domain or an id to its brokerage. Answers are cached for one second and refreshed after half of it, so that
 * a search under load waits for no query and a change by another process takes effect within that second; `forget` makes a
 * change by this process effective at once. While the database is unreachable the cached answer stays in use, so that
 * searches keep working.
 */
export class TenantDirectory {
  readonly #tenants: LRUCache<string, Answer, Db>;
  readonly #strangers: LRUCache<string, Answer, Db>;
  readonly #db: Db;
  readonly #maxAgeMs: number;
  readonly #localNames: boolean;
  #changes = 0;

  /**
   * @param singleWriter true where this process is the only one that writes (the embedded database).
   * @param localNames whether `<slug>.localhost` is a name of each brokerage.
   */
  constructor(db: Db, { singleWriter = false, localNames = false } = {}) {
    this.#db = db;
    this.#localNames = localNames;
    this.#maxAgeMs = singleWriter ? MAX_AGE_SINGLE_WRITER_MS : MAX_AGE_MS;
    const options = {
      ttl: REFRESH_AFTER_MS,
      perf: { now: () => performance.now() },
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      allowStaleOnFetchRejection: true,
      // A `forget` during a fetch does not cancel it: its callers still get the answer.
      ignoreFetchAbort: true,
      fetchMethod: (key: string, _stale: Answer | undefined, { context }: { context: Db }) =>
        Promise.race([this.#load(context, key), rejectAfterTimeout()]),
    };
    this.#tenants = new LRUCache<string, Answer, Db>({ ...options, max: 10_000 });
    this.#strangers = new LRUCache<string, Answer, Db>({ ...options, max: MAX_UNKNOWN_DOMAINS });
  }

  /**
   * @param domain normalized as in the domains table; null when the request had no Host header.
   * @param db pass the transaction's own inside a transaction: a cache miss must not need a second connection.
   * @throws AppError 400 `Missing Host header`, 404 `Brokerage not found`.
   */
  async byDomain(domain: string | null, db: Db = this.#db): Promise<Tenant> {
    if (domain === null) throw new AppError("bad_request", "Missing Host header");
    if (!isPossibleDomain(domain)) throw new AppError("not_found", "Brokerage not found");
    return this.#tenant(`domain ${domain}`, db);
  }

  /**
   * @param db as of `byDomain`.
   * @throws AppError 404 `Brokerage not found`, also for a disabled one.
   */
  async byId(brokerageId: number, db: Db = this.#db): Promise<Tenant> {
    return this.#tenant(`id ${brokerageId}`, db);
  }

  /**
   * All domains of the brokerage that this domain belongs to; empty when it belongs to none or the database is
   * unreachable.
   */
  async siblingDomains(domain: string | null): Promise<readonly string[]> {
    if (domain === null || !isPossibleDomain(domain)) return [];
    return this.#answer(`domain ${domain}`).then(
      (answer) => answer.tenant?.domains ?? [],
      () => [],
    );
  }

  /** The same without a query, for callers over a rate limit; may be older than a second. */
  cachedSiblingDomains(domain: string | null): readonly string[] {
    return this.#tenants.peek(`domain ${domain}`, { allowStale: true })?.tenant?.domains ?? [];
  }

  /** Number of cached domains and ids, unknown ones included. */
  get size(): number {
    return this.#tenants.size + this.#strangers.size;
  }

  forget(): void {
    this.#changes++;
    this.#tenants.clear();
    this.#strangers.clear();
  }

  /**
   * Loads again when `forget` was called meanwhile: the answer may be from before the change, and would be cached for
   * a second.
   */
  async #load(db: Db, key: string): Promise<Answer> {
    for (;;) {
      const before = this.#changes;
      const answer = await this.#read(db, key);
      if (before === this.#changes) return answer;
    }
  }

  async #read(db: Db, key: string): Promise<Answer> {
    const name = key.slice(key.indexOf(" ") + 1);
    const tenant = key.startsWith("id ")
      ? await tenantById(db, Number(name))
      : await tenantByDomain(db, name, { localNames: this.#localNames });
    return { tenant, at: performance.now() };
  }

  async #tenant(key: string, db: Db): Promise<Tenant> {
    const { tenant } =
      db === this.#db ? await this.#answer(key) : (this.#usable(key) ?? (await this.#read(db, key)));
    if (!tenant) throw new AppError("not_found", "Brokerage not found");
    return tenant;
  }

  /** @throws DatabaseUnavailable when the database does not answer and nothing is cached. */
  async #answer(key: string): Promise<Answer> {
    const known = this.#tenants.get(key) ?? this.#strangers.get(key);
    if (known) return known;
    const usable = this.#usable(key);
    const refreshed = this.#refresh(key);
    if (!usable) return refreshed;
    // A failed refresh leaves the cached answer in use until it is too old.
    refreshed.catch(() => {});
    return usable;
  }

  /** The cached answer unless it is too old. */
  #usable(key: string): Answer | null {
    const answer =
      this.#tenants.peek(key, { allowStale: true }) ?? this.#strangers.peek(key, { allowStale: true });
    if (!answer) return null;
    const maxAgeMs = answer.tenant ? this.#maxAgeMs : MAX_AGE_MS;
    return performance.now() - answer.at < maxAgeMs ? answer : null;
  }

  async #refresh(key: string): Promise<Answer> {
    const cache = this.#tenants.peek(key, { allowStale: true }) ? this.#tenants : this.#strangers;
    const before = this.#changes;
    const answer = await cache.fetch(key, { context: this.#db });
    if (answer === undefined) throw new DatabaseUnavailable();
    // A stale answer that there was no such brokerage before an outage does not hold during the outage.
    if (answer.tenant === null && performance.now() - answer.at >= MAX_AGE_MS)
      throw new DatabaseUnavailable();
    if (cache === this.#strangers && answer.tenant && before === this.#changes) {
      this.#tenants.set(key, answer);
      this.#strangers.delete(key);
    }
    return answer;
  }
}

/** `at`: when it came, by the process's clock. */
type Answer = { tenant: Tenant | null; at: number };

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new DatabaseUnavailable()), QUERY_TIMEOUT_MS).unref();
  });
}
