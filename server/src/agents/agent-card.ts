import type { Db } from "../platform/database/database.ts";

/**
 * The agent's contact details beside a listing or on a brochure. `photo_url` is as stored: an uploaded photo is a path
 * under `/files/`.
 */
export type AgentCard = {
  id: number;
  name: string;
  slug: string;
  email: string;
  phone: string | null;
  bio: string | null;
  photo_url: string | null;
};

/** An agent of that brokerage in the public view; null when the agent is missing, inactive or disabled. */
export async function agentCard(
  db: Db,
  { brokerageId, agentId }: { brokerageId: number; agentId: number },
): Promise<AgentCard | null> {
  const card = await db
    .selectFrom("agents")
    .select(["id", "name", "slug", "email", "phone", "bio", "photo_url"])
    .where("id", "=", agentId)
    .where("brokerage_id", "=", brokerageId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return card ?? null;
}
