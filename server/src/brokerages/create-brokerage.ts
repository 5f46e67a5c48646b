import type { Insertable } from "kysely";
import type { Context } from "../context.ts";
import { afterCommit, inTransaction } from "../platform/database/database.ts";
import type { Brokerages } from "../platform/database/types.generated.ts";

type Input = { brokerage: Insertable<Brokerages>; domains: string[] };

/** Creates a brokerage with the domains it answers on. Domains are lower case, without port and `www.`. */
export async function createBrokerage(ctx: Context, { brokerage, domains }: Input): Promise<{ id: number }> {
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const { id } = await db
      .insertInto("brokerages")
      .values(brokerage)
      .returning("id")
      .executeTakeFirstOrThrow();
    if (domains.length > 0) {
      await db
        .insertInto("brokerage_domains")
        .values(domains.map((domain) => ({ brokerage_id: id, domain })))
        .execute();
    }
    afterCommit(ctx, () => ctx.tenants.forget());
    return { id };
  });
}
