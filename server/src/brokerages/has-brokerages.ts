import type { Context } from "../platform/context.ts";

/** False in a fresh installation: nobody has a website on it yet. */
export async function hasBrokerages(ctx: Pick<Context, "db">): Promise<boolean> {
  return (await ctx.db.selectFrom("brokerages").select("id").limit(1).executeTakeFirst()) !== undefined;
}
