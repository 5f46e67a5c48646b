import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const form = {
  firstName: " Ada ",
  lastName: "Lovelace",
  email: "ada@visitors.test",
  subject: "Selling my house",
  message: "What is it worth?",
};

describe("the contact form", () => {
  let lintel: TestApp;
  let tenant: { id: number; host: string };
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    tenant = await lintel.createTenant("forms");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  it("becomes a lead of the domain's brokerage, in NEW, with its first timeline row and its clock running", async () => {
    const reply = await lintel.call("/api/contact", { method: "POST", host: tenant.host, body: form });
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, message: expect.any(String), lead_id: expect.any(Number) },
    ]);
    const lead = await lintel.call(`/api/v1/admin/leads/${reply.body.lead_id}`, { key: admin });
    expect([lead.status, lead.body]).toEqual([
      200,
      expect.objectContaining({
        first_name: "Ada",
        brokerage_id: tenant.id,
        stage: "NEW",
        status: "new",
        pipeline_type: "seller",
        seller_status: "lead",
        buyer_status: null,
        source_domain: tenant.host,
        temperature: { score: 15, band: "cold" },
        sla: { target_seconds: 300, remaining_seconds: 300, breached_at: null },
        available_transitions: ["contact_attempted", "bogus_contact_detected"],
      }),
    ]);
  });
});
