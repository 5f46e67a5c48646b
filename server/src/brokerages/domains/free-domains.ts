import type { Db } from "../../platform/database/database.ts";

/** Those of the domains that no brokerage has, not even a disabled one. */
export async function freeDomains(db: Db, domains: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("brokerage_domains")
    .select("domain")
    .where("domain", "in", domains)
    .execute();
  const taken = new Set(rows.map(({ domain }) => domain));
  return domains.filter((domain) => !taken.has(domain));
}
