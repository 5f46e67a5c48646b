import type { Db } from "../platform/database/database.ts";
import { keysIn } from "./keys/valid-keys.ts";

/** The number of keys that are not revoked, as in an admin's list. */
export async function countApiKeys(db: Db): Promise<number> {
  const { count } = await keysIn(db, null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of people who have signed in with a token of the OpenID provider. */
export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
