import { requireClient } from "../../favorites/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockClient, reschedule } from "../alerts/reschedule.ts";
import type { Message, SearchParams } from "../saved-searches.schemas.ts";
import { requireSearch } from "./saved-search-row.ts";

/**
 * Deletes a search of the client. What was scheduled for it alone is not sent.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 `Search not found`.
 */
export async function deleteSavedSearch(ctx: TenantContext, { id }: SearchParams): Promise<Message> {
  const client = await requireClient(ctx);
  const { clientId } = client;
  await inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, client);
    await requireSearch(ctx.db, { id, clientId });
    const recipient = await lockClient(ctx, client);
    await ctx.db.deleteFrom("saved_searches").where("id", "=", id).execute();
    await reschedule(ctx, recipient);
  });
  return { message: "Search deleted" };
}
