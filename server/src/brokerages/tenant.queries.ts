import { sql } from "kysely";
import type { Tenant } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";

const sourceIds = sql<number[] | null>`(
  select array_agg(source_id) from brokerage_sources where brokerage_sources.brokerage_id = brokerages.id
)`;

const domains = sql<string[]>`array(
  select domain from brokerage_domains as own where own.brokerage_id = brokerages.id
)`;

const state = sql<
  string | null
>`lower(substring(brokerages.address_state_abbr from '^\\s*([A-Za-z]{2})\\s*$'))`;

/** The versions of the rows of this slice that a website shows. `xmin` differs after every update, also of the same millisecond. */
const revision = sql<string>`concat_ws(
  ' ',
  brokerages.xmin,
  (
    select string_agg(concat_ws('.', contact.id, contact.xmin), ',' order by contact.id)
    from broker_contacts as contact where contact.brokerage_id = brokerages.id
  ),
  (
    select string_agg(concat_ws('.', own.id, own.xmin), ',' order by own.id)
    from brokerage_domains as own where own.brokerage_id = brokerages.id
  )
)`;

const columns = [
  "brokerages.id as brokerageId",
  sourceIds.as("sourceIds"),
  domains.as("domains"),
  state.as("state"),
  revision.as("revision"),
] as const;

/**
 * Disabled brokerages do not resolve.
 *
 * @param localNames whether `<slug>.localhost` is a name of each brokerage.
 */
export async function tenantByDomain(
  db: Db,
  domain: string,
  { localNames }: { localNames: boolean },
): Promise<Tenant | null> {
  const row = await db
    .selectFrom("brokerage_domains")
    .innerJoin("brokerages", "brokerages.id", "brokerage_domains.brokerage_id")
    .where("brokerage_domains.domain", "=", domain)
    .where("brokerages.disabled_at", "is", null)
    .select(columns)
    .select("brokerage_domains.domain")
    .executeTakeFirst();
  if (row) return row;
  const slug = localNames ? /^([a-z0-9-]+)\.localhost$/.exec(domain)?.[1] : undefined;
  return slug === undefined ? null : tenantByLocalName(db, slug, domain);
}

/** On the machine itself each brokerage has a name without being given one: `<slug>.localhost` (web.md, W5). */
async function tenantByLocalName(db: Db, slug: string, domain: string): Promise<Tenant | null> {
  const row = await db
    .selectFrom("brokerages")
    .where("slug", "=", slug)
    .where("disabled_at", "is", null)
    .select(columns)
    .executeTakeFirst();
  return row ? { ...row, domain, domains: [...row.domains, domain] } : null;
}

export async function tenantById(db: Db, brokerageId: number): Promise<Tenant | null> {
  const row = await db
    .selectFrom("brokerages")
    .where("id", "=", brokerageId)
    .where("disabled_at", "is", null)
    .select(columns)
    .select(sql<null>`null`.as("domain"))
    .executeTakeFirst();
  return row ?? null;
}
