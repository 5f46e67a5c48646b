import type { Reply, TestApp } from "./test-app.ts";

/** A brokerage with a key of each role; the agent's is bound to the brokerage alone. */
export type BrokerageFixture = { id: number; host: string; broker: string; agent: string };

export async function openBrokerage(lintel: TestApp, slug: string): Promise<BrokerageFixture> {
  const { id, host } = await lintel.createTenant(slug);
  return {
    id,
    host,
    broker: await lintel.createKey("broker", { brokerageId: id }),
    agent: await lintel.createKey("agent", { brokerageId: id }),
  };
}

/** Status and body, which is what most replies are compared by. */
export const outcome = ({ status, body }: Reply) => [status, body];

/** The fields that a 422 complains about, with what it says. */
export const validationErrors = ({ status, body }: Reply) => [
  status,
  (body.detail as { loc: unknown[]; msg: string }[]).map(({ loc, msg }) => [loc.join("."), msg]),
];

/** The audit rows of a record, oldest first. */
export async function auditOf(lintel: TestApp, targetType: string, targetId: number | string) {
  return lintel.database.db
    .selectFrom("audit_log")
    .select(["action", "actor_name", "brokerage_id", "before", "after"])
    .where("target_type", "=", targetType)
    .where("target_id", "=", String(targetId))
    .orderBy("id")
    .execute();
}
