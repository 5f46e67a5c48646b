import { leadByForm } from "../../../server/test/harness/contact-form.ts";
import type { ConsoleFixture } from "./console-fixture.ts";

const DRIPS = "/api/v1/admin/drips";

/** What a brokerage's office works with: two agents, one of them on vacation, a lead that Ann has, a sequence and a suggestion. */
export type GrowthFixture = {
  broker: string;
  ann: number;
  bob: number;
  /** Ada's. */
  lead: number;
  sequence: number;
  suggestion: number;
  /** A call of the API as the broker, or with another key. @throws when it is refused. */
  ask(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object, key?: string): Promise<Reply>;
};

type Reply = Awaited<ReturnType<ConsoleFixture["lintel"]["call"]>>["body"];

export async function openGrowth(fixture: ConsoleFixture): Promise<GrowthFixture> {
  const { lintel, brokerageId } = fixture;
  const broker = await fixture.key("broker");
  const ask: GrowthFixture["ask"] = async (method, path, body, key = broker) => {
    const { status, body: reply, text } = await lintel.call(path, { method, key, ...(body && { body }) });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return reply;
  };
  const { id: ann } = await lintel.createAgent(brokerageId, {
    name: "Ann Lee",
    slug: "ann-lee",
    bio: "Land.",
  });
  const { id: bob } = await lintel.createAgent(brokerageId, {
    name: "Bob Hill",
    slug: "bob-hill",
    on_vacation: true,
  });
  const lead = await leadByForm(lintel, "north.test");
  const { id: sequence } = await ask("POST", DRIPS, {
    name: "The first week",
    trigger_state: "ARCHIVED",
    steps: [
      {
        delay_days: 0,
        subject_template: "Homes for you, {{first_name}}",
        body_template:
          "Hello {{first_name}},\n\n<script>parent.hostile = 1</script> what matters most?\n\n{{agent_name}}",
      },
      { delay_days: 3, subject_template: "Still looking?", body_template: "Shall I send a list?" },
      { delay_days: 25, subject_template: "How is it going?", body_template: "I am here to help." },
    ],
  });
  const { id: suggestion } = await ask(
    "POST",
    "/api/admin/suggestions",
    {
      target_type: "agent",
      target_id: ann,
      changes: { bio: "Land and acreage east of Boise." },
      note: "Visitors ask for land.",
    },
    await fixture.key("agent", bob),
  );
  return { broker, ann, bob, lead, sequence, suggestion, ask };
}
