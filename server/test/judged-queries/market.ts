import { randomUUID } from "node:crypto";
import type { RawRecord } from "../../src/listings/index.ts";
import type { TenantContext } from "../../src/platform/context.ts";
import type { Services } from "../../src/services.ts";
import type { TestApp } from "../harness/test-app.ts";
import type { Grade, Home, JudgedQuery } from "./home.ts";

/** A brokerage that sees one set of listings, what is judged of them, and how each can be called. */
export type JudgedMarket = {
  name: string;
  host: string;
  ctx: TenantContext<Services>;
  queries: JudgedQuery[];
  /** Of everything that is for sale; others are no answers. */
  homes: Map<string, Home>;
  /** Listing ids by the database's. */
  names: Map<number, string>;
};

type Parts = { name: string; slug: string; records: RawRecord[]; homes: Home[]; queries: JudgedQuery[] };

/** Imports the records as a source of their own, to which a brokerage of their own subscribes. */
export async function openMarket(
  lintel: TestApp,
  { name, slug, records, homes, queries }: Parts,
): Promise<JudgedMarket> {
  const { db } = lintel.database;
  const { rejected } = await lintel.importListings(slug, records);
  if (rejected > 0) throw new Error(`${rejected} listings of ${name} were refused`);
  const { id: brokerage_id, host } = await lintel.createTenant(slug);
  const source = await db
    .selectFrom("sources")
    .select("id")
    .where("name", "=", slug)
    .executeTakeFirstOrThrow();
  await db.insertInto("brokerage_sources").values({ brokerage_id, source_id: source.id }).execute();
  lintel.services.brokerages.tenants.forget();
  const rows = await db
    .selectFrom("listings")
    .select(["id", "listing_id"])
    .where("source_id", "=", source.id)
    .execute();
  return {
    name,
    host,
    queries,
    homes: new Map(homes.map((home) => [home.id, home])),
    names: new Map(rows.map(({ id, listing_id }) => [id, listing_id])),
    ctx: {
      ...lintel.ctx,
      requestId: randomUUID(),
      tenant: {
        brokerageId: brokerage_id,
        sourceIds: [source.id],
        state: null,
        domain: host,
        domains: [host],
        revision: "",
      },
    },
  };
}

/** Grades of what was answered; a listing that is not for sale is no answer. */
export function gradesOf({ homes }: JudgedMarket, { judge }: JudgedQuery, answers: string[]): Grade[] {
  return answers.map((id) => {
    const home = homes.get(id);
    return home ? judge(home) : 0;
  });
}
