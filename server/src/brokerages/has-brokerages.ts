import type { Context } from "../platform/context.ts";

/** False in a new installation. */
export async function hasBrokerages(ctx: Pick<Context, "db">): Promise<boolean> {
  return (await ctx.db.selectFrom("brokerages").select("id").limit(1).executeTakeFirst()) !== undefined;
}
