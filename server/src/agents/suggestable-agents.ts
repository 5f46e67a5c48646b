import type { Context } from "../platform/context.ts";
import { publicPhotoUrl } from "./agent-row.ts";

/** An agent for the suggestions to visitors, with the profile text. */
export type SuggestableAgent = {
  id: number;
  name: string;
  email: string;
  photo_url: string | null;
  bio: string | null;
  specialties: string[];
};

/** The agents of a brokerage who can take a new visitor now: active, accepting leads, not on vacation. */
export async function suggestableAgents(ctx: Context, brokerageId: number): Promise<SuggestableAgent[]> {
  const rows = await ctx.db
    .selectFrom("agents")
    .select(["id", "name", "email", "photo_url", "bio", "specialties"])
    .where("brokerage_id", "=", brokerageId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null)
    .where("accepting_leads", "=", true)
    .where("on_vacation", "=", false)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, photo_url: publicPhotoUrl(ctx, row.photo_url) }));
}
