import type { ActorContext } from "../../platform/context.ts";
import { envelope, type PageRequest, rowsOf } from "../../platform/http/list-envelope.ts";
import type { SourcePage } from "./sources.schemas.ts";

/** Where listings come from: every MLS feed and file that was ever imported, by name (decisions.md: Listings). */
export async function listSources(ctx: ActorContext, input: PageRequest): Promise<SourcePage> {
  const { total } = await ctx.db
    .selectFrom("sources")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const items = await ctx.db
    .selectFrom("sources")
    .select(["id", "name", "created_at"])
    .orderBy("name")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(items, total, input);
}
