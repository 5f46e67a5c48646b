import type { TenantContext } from "../../platform/context.ts";
import type { UsesListings } from "../services.ts";
import { acceptedSources } from "./accepted-sources.ts";
import type { HiddenFields } from "./shown-fields.ts";

/** What a source hides from the caller, who may have accepted its VOW terms. */
export async function hiddenFromCaller(
  ctx: TenantContext<UsesListings>,
  sourceId: number,
): Promise<HiddenFields | undefined> {
  const { sources } = ctx.listings;
  const source = await sources.find(sourceId);
  const isVowClient = (await acceptedSources(ctx)).has(sourceId);
  return isVowClient ? sources.hiddenFromClient(sourceId) : source?.hidden;
}
