import type { TestApp } from "../harness/test-app.ts";

type Brokerage = { id: number; host: string; agentId: number; admin: string };

/** Makers of leads of one brokerage that its agent has, named after the marker. */
export function leadMakers(lintel: TestApp, { id, host, agentId, admin }: Brokerage, marker: string) {
  const send = async (method: "POST" | "PUT" | "PATCH", path: string, body: object) => {
    const reply = await lintel.call(path, { method, key: admin, host, body });
    if (reply.status > 201) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  const makeLead = async (): Promise<number> =>
    (
      await send("POST", "/api/v1/admin/leads", {
        first_name: marker,
        last_name: marker,
        email: `${marker}@leads.test`,
        subject: marker,
        message: marker,
        notes: marker,
        assigned_agent_id: agentId,
        brokerage_id: id,
      })
    ).id;
  let tags = 0;
  return {
    makeLead,
    async makeBookedLead() {
      const lead = await makeLead();
      await send("PUT", `/api/v1/admin/leads/${lead}/follow-up`, { due_at: "2030-01-01T00:00:00Z" });
      return lead;
    },
    async makeFlaggedLead() {
      const lead = await makeLead();
      await send("PUT", `/api/v1/admin/leads/${lead}/flags/do_not_call`, { reason: marker });
      return lead;
    },
    /** One that came by itself, and that the agent has by now, whosever turn it was. */
    async makeRoutedLead(): Promise<number> {
      const { lead_id } = await send("POST", "/api/contact", {
        firstName: marker,
        lastName: marker,
        email: `${marker}@forms.test`,
        subject: marker,
        message: marker,
      });
      await send("PATCH", `/api/v1/admin/leads/${lead_id}`, { assigned_agent_id: agentId });
      return lead_id;
    },
    /** One that the person has confirmed, and that has not been done. */
    async makePrivacyRequest(): Promise<number> {
      const at = lintel.clock.now();
      const { id: request } = await lintel.database.db
        .insertInto("privacy_requests")
        .values({
          brokerage_id: id,
          kind: "erase",
          email: `${marker}@privacy.test`,
          email_hash: Buffer.from(marker),
          token_expires_at: at,
          status: "confirmed",
          created_at: at,
          confirmed_at: at,
          due_at: at,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return request;
    },
    /** A tag of a lead. */
    async makeTag(): Promise<{ id: number; lead: number }> {
      const lead = await makeLead();
      const name = `tag-${++tags}`;
      await send("PUT", `/api/v1/admin/leads/${lead}/tags`, { tags: [name, "seen"] });
      const tag = await lintel.database.db
        .selectFrom("lead_tag_names")
        .select("id")
        .where("brokerage_id", "=", id)
        .where("name", "=", name)
        .executeTakeFirstOrThrow();
      return { id: tag.id, lead };
    },
    /** What a form in the name of a lead has of its person that the lead has not. */
    async makeUnverifiedContact(): Promise<{ lead: number; event: number }> {
      const lead = await makeLead();
      const at = lintel.clock.now();
      const { id: event } = await lintel.database.db
        .insertInto("lead_events")
        .values({
          lead_id: lead,
          event_type: "unverified_contact",
          occurred_at: at,
          actor_type: "visitor",
          actor_name: "website visitor",
          payload: JSON.stringify({ intake: "tour_request", name: marker, phone: "208-555-0199" }),
          created_at: at,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { lead, event: Number(event) };
    },
    /** A tour of a lead that the agent has by now. */
    async makeTour(): Promise<number> {
      const tour = await send("POST", "/api/tours", {
        listing_id: "MATRIX-1",
        name: `${marker} ${marker}`,
        email: `${marker}@tours.test`,
      });
      const { lead_id } = (await lintel.call(`/api/tours/${tour.id}`, { key: admin })).body;
      await send("PATCH", `/api/v1/admin/leads/${lead_id}`, { assigned_agent_id: agentId });
      return tour.id;
    },
  };
}
