import type { Static } from "typebox";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, type PageRequest, rowsOf } from "../../platform/http/list-envelope.ts";
import type { ApiKey, ApiKeyPage } from "../identity.schemas.ts";
import { keysIn, listKeys, scopeOf } from "./valid-keys.ts";

/** The keys that the caller may manage, newest first, without their secrets. */
export async function listApiKeys(ctx: ActorContext, page: PageRequest): Promise<Static<typeof ApiKeyPage>> {
  const scope = scopeOf(ctx.actor);
  const { total } = await keysIn(ctx.db, scope)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(page);
  const rows = await listKeys(ctx, scope).limit(limit).offset(offset).execute();
  return envelope(rows as ApiKey[], total, page);
}
