import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

/** An office with an agent who has a key, a broker contact, and a way to suggest edits of them. */
export type SuggestionsFixture = BrokerageFixture & {
  ann: { id: number; key: string };
  contactId: number;
  /** As Ann, of herself, unless it is said otherwise. */
  suggest(body?: object, key?: string): Promise<Reply>;
  decide(id: number, how: "approve" | "reject", key?: string, reason?: unknown): Promise<Reply>;
  /** The same by Ann, when it must be there: its id. */
  suggestPending(changes: object, target?: object): Promise<number>;
};

export const SUGGESTIONS = "/api/admin/suggestions";

export async function openSuggestions(lintel: TestApp, slug: string): Promise<SuggestionsFixture> {
  const brokerage = await openBrokerage(lintel, slug);
  const agent = await lintel.createAgent(brokerage.id, { slug: `${slug}-ann`, name: "Ann", bio: "Old." });
  const key = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: agent.id });
  const contact = await lintel.call("/api/admin/broker-contacts", {
    method: "POST",
    key: brokerage.broker,
    body: { brokerage_id: brokerage.id, name: "Bo", email: `bo@${slug}.test` },
  });
  const self = { target_type: "agent", target_id: agent.id };
  const suggest = (body: object = { changes: { bio: "New." } }, by = key) =>
    lintel.call(SUGGESTIONS, { method: "POST", key: by, body: { ...self, ...body } });
  return {
    ...brokerage,
    ann: { id: agent.id, key },
    contactId: contact.body.id,
    suggest,
    decide: (id, how, by = brokerage.broker, reason = "No.") =>
      lintel.call(`${SUGGESTIONS}/${id}/${how}`, {
        method: "POST",
        key: by,
        ...(how === "reject" && { body: { reason } }),
      }),
    async suggestPending(changes, target = {}) {
      const { status, body } = await suggest({ changes, ...target });
      if (status !== 201) throw new Error(`not suggested: ${JSON.stringify(body)}`);
      return body.id;
    },
  };
}
