import type { Platform } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

/** A user as of their last token. */
export type StoredUser = {
  id: number;
  email: string | null;
  role: string;
  brokerageId: number | null;
  agentId: number | null;
  lastSeenAt: Date;
};

export async function findUser(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<StoredUser | null> {
  const row = await db
    .selectFrom("users")
    .select([
      "id",
      "email",
      "role",
      "brokerage_id as brokerageId",
      "agent_id as agentId",
      "last_seen_at as lastSeenAt",
    ])
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row ?? null;
}

/** Concurrent first requests of one person get the same row. */
export async function upsertUser(
  { db, clock }: Platform,
  user: Omit<StoredUser, "id" | "lastSeenAt"> & { issuer: string; subject: string },
): Promise<number> {
  const now = clock.now();
  const fields = {
    email: user.email,
    role: user.role,
    brokerage_id: user.brokerageId,
    agent_id: user.agentId,
    last_seen_at: now,
  };
  const { id } = await db
    .insertInto("users")
    .values({ issuer: user.issuer, subject: user.subject, created_at: now, ...fields })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doUpdateSet(fields))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A person's access rights according to their last token. */
type UserAccess = { id: number; role: string; brokerageId: number | null; agentId: number | null };

/** Those of the given people who have used the API since then, with the rights of their last token. */
export async function usersSeenSince(
  db: Db,
  userIds: readonly number[],
  since: Date,
): Promise<Map<number, UserAccess>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(["id", "role", "brokerage_id as brokerageId", "agent_id as agentId"])
    .where("id", "in", userIds)
    .where("last_seen_at", ">=", since)
    .execute();
  return new Map(rows.map((person) => [person.id, person]));
}

/** The number of people who have signed in with a token of the OpenID provider. */
export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
