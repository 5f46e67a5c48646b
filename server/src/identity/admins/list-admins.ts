import type { Static } from "typebox";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, type PageRequest, rowsOf } from "../../platform/http/list-envelope.ts";
import type { AdminPage } from "../sign-in.schemas.ts";

/** The admins who sign in by email, oldest first. */
export async function listAdmins({ db }: ActorContext, page: PageRequest): Promise<Static<typeof AdminPage>> {
  const { total } = await db
    .selectFrom("admins")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(page);
  const admins = await db
    .selectFrom("admins")
    .select(["id", "email", "created_at"])
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(admins, total, page);
}
