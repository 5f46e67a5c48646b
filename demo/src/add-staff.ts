import { createAgent } from "../../server/src/agents/index.ts";
import { createBrokerContact, type UsesBrokerages } from "../../server/src/brokerages/index.ts";
import type { UsesModels } from "../../server/src/models/index.ts";
import type { Context } from "../../server/src/platform/context.ts";
import type { Person } from "./leads/staff-actor.ts";
import { photoKey, portraitFile } from "./photo-files.ts";
import { CONTACTS, STAFF } from "./staff.ts";

/** The agents by slug, and the owner. */
export type Staff = { agents: Map<string, Person & { id: number }>; broker: Person };

/** Gives the demo brokerage its agents and its two broker contacts. */
export async function addStaff(
  ctx: Context<UsesBrokerages & UsesModels>,
  brokerage_id: number,
): Promise<Staff> {
  const agents: Staff["agents"] = new Map();
  for (const [nth, { slug, name, bio, specialties, timeZone, weight }] of STAFF.entries()) {
    const first = slug.split("-", 1)[0];
    const { id, email } = await createAgent(ctx, {
      ...{ brokerage_id, slug, name, bio, specialties },
      email: `${first}@sawtooth-snake.example`,
      phone: `(208) 555-01${60 + nth}`,
      photo_url: ctx.storage.publicUrl(photoKey(portraitFile(slug))),
      social_links: { instagram: `https://instagram.example/${slug}` },
      ...(weight !== undefined && { weight }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
    });
    agents.set(slug, { role: "agent", id, name, email });
  }
  for (const contact of CONTACTS) await createBrokerContact(ctx, { brokerage_id, ...contact });
  const [{ name, email }] = CONTACTS;
  return { agents, broker: { role: "broker", id: null, name, email } };
}
