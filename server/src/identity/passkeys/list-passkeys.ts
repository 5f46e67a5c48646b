import type { Static } from "typebox";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, type PageRequest } from "../../platform/http/list-envelope.ts";
import type { PasskeyPage } from "./passkeys.schemas.ts";

/** The caller's passkeys, oldest first; at most 20 (`MAX_PASSKEYS`), and none of a key. */
export async function listPasskeys(
  { db, actor }: ActorContext,
  page: PageRequest,
): Promise<Static<typeof PasskeyPage>> {
  const passkeys = await db
    .selectFrom("passkeys")
    .select(["id", "name", "rp_id as host", "created_at", "last_used_at"])
    .where("user_id", "=", actor.userId)
    .orderBy("id")
    .execute();
  const first = (page.page - 1) * page.page_size;
  return envelope(passkeys.slice(first, first + page.page_size), passkeys.length, page);
}
