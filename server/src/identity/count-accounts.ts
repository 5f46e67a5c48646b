import type { Db } from "../platform/database/database.ts";
import { keysIn } from "./keys/valid-keys.ts";

/** How many keys there are that are not revoked, as an admin's list counts them. */
export async function countApiKeys(db: Db): Promise<number> {
  const { count } = await keysIn(db, null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many people have come with a token of the OpenID provider. */
export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
