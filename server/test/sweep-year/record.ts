import { createHash } from "node:crypto";
import type { TestApp } from "../harness/test-app.ts";
import { differences } from "./new-records.ts";
import type { Oracle } from "./oracle.ts";
import type { Year } from "./year.ts";

/** The differences between the final leads of the oracle and the product. */
export async function differencesAtTheEnd(
  { database }: TestApp,
  { oracle, leadDriver, brokerageDriver }: Year,
): Promise<string[]> {
  const rows = await database.db
    .selectFrom("leads")
    .select([
      "id",
      "stage",
      "assigned_agent_id",
      "registration_status",
      "follow_up_due_at",
      "follow_up_reminded_at",
    ])
    .execute();
  const found = rows.map((row) =>
    JSON.stringify([
      leadDriver.names.get(row.id),
      row.stage,
      row.assigned_agent_id && brokerageDriver.agentEmails.get(row.assigned_agent_id),
      row.registration_status,
      row.follow_up_due_at?.getTime() ?? null,
      row.follow_up_reminded_at !== null,
    ]),
  );
  return differences(expectedAtTheEnd(oracle), found);
}

function expectedAtTheEnd({ leads }: Oracle): string[] {
  return [...leads.values()].map(({ name, stage, agent, registration, followUp }) =>
    JSON.stringify([
      name,
      stage,
      agent,
      registration,
      followUp?.dueAt ?? null,
      followUp?.isReminded ?? false,
    ]),
  );
}

/**
 * All messages of the year and all timeline rows, in an order that does not depend on which of two brokerages was faster: the
 * same seed makes the same text. References and ids are left out.
 */
export async function recordOf({ database: { db } }: TestApp, { leadDriver }: Year) {
  const messages = await db
    .selectFrom("messages")
    .select(["lead_id", "kind", "channel", "recipient", "state", "due_at", "created_at"])
    .execute();
  const rows = await db.selectFrom("lead_events").selectAll().orderBy("id").execute();
  const messageLines = messages.map(({ lead_id, ...message }) =>
    JSON.stringify([leadDriver.names.get(lead_id ?? 0), message]),
  );
  const timelines = Object.groupBy(rows, ({ lead_id }) => leadDriver.names.get(lead_id) ?? "");
  const lines = Object.entries(timelines).flatMap(([lead, events = []]) =>
    events.map(({ id: _id, lead_id: _lead, payload, ...row }) =>
      JSON.stringify([lead, row, impersonal(payload)]),
    ),
  );
  // Rows of one lead are written one after another: they keep their order.
  const text = [...messageLines.toSorted(), ...lines.toSorted((a, b) => byLead(a, b))].join("\n");
  return {
    lines: messageLines.length + lines.length,
    bytes: Buffer.byteLength(text),
    digest: createHash("sha256").update(text).digest("hex"),
  };
}

function byLead(a: string, b: string): number {
  const [one, other] = [a, b].map((line) => line.slice(0, line.indexOf(",")));
  return one === other ? 0 : String(one) < String(other) ? -1 : 1;
}

/** Agents have the same ids in every run; tours of two brokerages may change theirs. */
function impersonal(payload: unknown): unknown {
  const { tour_id: _, ...rest } = payload as Record<string, unknown>;
  return rest;
}
