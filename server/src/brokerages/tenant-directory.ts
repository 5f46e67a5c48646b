import { LRUCache } from "lru-cache";
import { DatabaseUnavailable } from "../platform/database/connection-trouble.ts";
import type { Db } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { tenantByDomain, tenantById } from "./tenant.queries.ts";

/** Whose data a request may see. */
export type Tenant = {
  brokerageId: number;
  /** The listing sources it subscribes to; null means all. */
  sourceIds: readonly number[] | null;
  /** The domain it was asked for by; null when it was by its id. */
  domain: string | null;
  /** Its own domains, as the domain table writes them: their pages may read with credentials. */
  domains: readonly string[];
};

const FRESH_MS = 1000;
const PATIENCE_MS = 2000;

/**
 * Finds the brokerage of a domain or an id. Answers are remembered for a second, so that a search needs no query,
 * and a change of another process is seen within it; `forget` makes this process see its own at once. While the
 * database is away the last answer stands: searches go on.
 */
export class TenantDirectory {
  readonly #tenants: LRUCache<string, Answer, Db>;
  readonly #db: Db;
  #changes = 0;

  constructor(db: Db) {
    this.#db = db;
    this.#tenants = new LRUCache<string, Answer, Db>({
      max: 10_000,
      ttl: FRESH_MS,
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      allowStaleOnFetchRejection: true,
      // A `forget` while an answer is on its way does not take it from whoever waits for it.
      ignoreFetchAbort: true,
      fetchMethod: (key, _stale, { context }) => Promise.race([this.#load(context, key), tooLate()]),
    });
  }

  /**
   * @param domain as the domain table writes it; null when the request named none.
   * @throws AppError 400 `Missing Host header`, 404 `Brokerage not found`.
   */
  async byDomain(domain: string | null): Promise<Tenant> {
    if (domain === null) throw new AppError("bad_request", "Missing Host header");
    return this.#find(`domain ${domain}`);
  }

  /**
   * @param db inside a transaction its own: it is asked what is not remembered, as there may be no other connection.
   * @throws AppError 404 `Brokerage not found`, also for a disabled one.
   */
  async byId(brokerageId: number, db: Db = this.#db): Promise<Tenant> {
    const key = `id ${brokerageId}`;
    if (db === this.#db) return this.#find(key);
    const { tenant } = this.#tenants.get(key) ?? (await load(db, key));
    if (!tenant) throw new AppError("not_found", "Brokerage not found");
    return tenant;
  }

  /** Every domain of the brokerage that has this one; none when no brokerage has it, or nobody can say. */
  async domainsBeside(domain: string | null): Promise<readonly string[]> {
    if (domain === null) return [];
    return this.#answer(`domain ${domain}`).then(
      (answer) => answer.tenant?.domains ?? [],
      () => [],
    );
  }

  forget(): void {
    this.#changes++;
    this.#tenants.clear();
  }

  /** What was asked before a change of ours is asked again: its answer would stand for a second. */
  async #load(db: Db, key: string): Promise<Answer> {
    for (;;) {
      const before = this.#changes;
      const answer = await load(db, key);
      if (before === this.#changes) return answer;
    }
  }

  async #find(key: string): Promise<Tenant> {
    const answer = await this.#answer(key);
    if (!answer.tenant) throw new AppError("not_found", "Brokerage not found");
    return answer.tenant;
  }

  /** @throws DatabaseUnavailable when the database does not answer and the brokerage is not known. */
  async #answer(key: string): Promise<Answer> {
    const known = this.#tenants.get(key) ?? (await this.#tenants.fetch(key, { context: this.#db }));
    // That there was no such brokerage before an outage says nothing of now; and nothing is known of what was never asked.
    if (known === undefined || (known.tenant === null && this.#tenants.getRemainingTTL(key) <= 0))
      throw new DatabaseUnavailable();
    return known;
  }
}

type Answer = { tenant: Tenant | null };

async function load(db: Db, key: string): Promise<Answer> {
  const name = key.slice(key.indexOf(" ") + 1);
  return {
    tenant: key.startsWith("id ") ? await tenantById(db, Number(name)) : await tenantByDomain(db, name),
  };
}

function tooLate(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new DatabaseUnavailable()), PATIENCE_MS).unref();
  });
}
