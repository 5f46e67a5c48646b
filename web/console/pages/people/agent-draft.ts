import { client, type Schema } from "../../app/api.ts";
import { ifMatch, type Versioned, versioned } from "../../app/versioned.ts";

type Agent = Schema<"Agent">;

/** What the form holds; `specialties` one a line. The photo is changed beside it. */
export type AgentDraft = Pick<
  Agent,
  "name" | "slug" | "email" | "status" | "weight" | "on_vacation" | "accepting_leads" | "sms_opt_out"
> &
  Record<"phone" | "bio" | "specialties" | "facebook" | "instagram" | "time_zone", string>;

export function draftOf(agent: Agent): AgentDraft {
  const { name, slug, email, status, weight, on_vacation, accepting_leads, sms_opt_out } = agent;
  return {
    ...{ name, slug, email, status, weight, on_vacation, accepting_leads, sms_opt_out },
    phone: agent.phone ?? "",
    bio: agent.bio ?? "",
    specialties: agent.specialties.join("\n"),
    facebook: agent.social_links.facebook ?? "",
    instagram: agent.social_links.instagram ?? "",
    time_zone: agent.time_zone ?? "",
  };
}

/** Fields that agents change in their own profile. */
export function profileBody({
  phone,
  bio,
  specialties,
  facebook,
  instagram,
  time_zone,
  ...draft
}: AgentDraft) {
  const { on_vacation, accepting_leads, sms_opt_out } = draft;
  return {
    ...{ on_vacation, accepting_leads, sms_opt_out },
    phone: phone.trim() || null,
    bio: bio.trim() || null,
    specialties: specialties
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
    social_links: { facebook: facebook.trim() || null, instagram: instagram.trim() || null },
    time_zone: time_zone.trim() || null,
  };
}

export function agentBody(draft: AgentDraft) {
  const { name, slug, email, status, weight } = draft;
  return { name, slug, email, status, weight, ...profileBody(draft) };
}

export type AgentChanges = Partial<ReturnType<typeof agentBody>>;

/** @throws ApiError 412 when the agent has changed since the version with that tag. */
export async function saveAgent(
  id: number,
  body: AgentChanges,
  etag: string | null,
): Promise<Versioned<Agent>> {
  const reply = await client.PUT("/api/admin/agents/{agent_id}", {
    params: { path: { agent_id: id } },
    headers: ifMatch(etag),
    body,
  });
  return versioned(reply);
}

export async function saveOwnProfile(body: AgentChanges, etag: string | null): Promise<Versioned<Agent>> {
  return versioned(await client.PATCH("/api/admin/me", { headers: ifMatch(etag), body }));
}

/** Asks a broker for what differs, instead of changing it. */
export async function suggestChange(
  agent: Versioned<Agent>,
  changes: AgentChanges,
): Promise<Versioned<Agent>> {
  await client.POST("/api/admin/suggestions", {
    body: { target_type: "agent", target_id: agent.record.id, changes },
  });
  return agent;
}
