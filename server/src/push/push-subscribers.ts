import type { Context } from "../platform/context.ts";
import { batched } from "../platform/database/batched.ts";
import { activeSubscriptions } from "./active-subscriptions.ts";

/** A browser that receives alerts. */
export type PushSubscriber = { id: number; name: string };

type Reader = { kind: "agent" | "broker"; id: number; brokerageId: number };

/** Roles whose browsers receive the alerts of the brokerage's broker contacts. */
const BROKERS: readonly string[] = ["broker", "admin"];

type BrowsersOf = (reader: Reader) => PushSubscriber[];

/**
 * The browsers that an alert goes to: for an agent, the agent's own; for a broker contact, those of all brokers and
 * admins of the brokerage. None without a VAPID key pair.
 */
export const pushSubscribers: (ctx: Context, readers: readonly Reader[]) => Promise<BrowsersOf> = batched(
  async (ctx: Context, alerts: (readonly Reader[])[]) => {
    const browsersOf = await browsersOfAll(ctx, alerts.flat());
    return alerts.map(() => browsersOf);
  },
);

async function browsersOfAll(ctx: Context, readers: readonly Reader[]): Promise<BrowsersOf> {
  if (ctx.config.push === null || readers.length === 0) return () => [];
  const ids = (kind: Reader["kind"], of: (reader: Reader) => number) => [
    0,
    ...new Set(readers.filter((each) => each.kind === kind).map(of)),
  ];
  const rows = await ctx.db
    .selectFrom("push_subscriptions")
    .select(["id", "name", "role", "agent_id", "brokerage_id", "user_id", "api_key_id", "client_id"])
    .where((eb) =>
      eb.or([
        eb(
          "agent_id",
          "in",
          ids("agent", ({ id }) => id),
        ),
        eb.and([
          eb("role", "in", BROKERS),
          eb(
            "brokerage_id",
            "in",
            ids("broker", ({ brokerageId }) => brokerageId),
          ),
        ]),
      ]),
    )
    .orderBy("id")
    .execute();
  const known = await activeSubscriptions(ctx, rows);
  return ({ kind, id, brokerageId }) =>
    known
      .filter((row) =>
        kind === "agent"
          ? row.agent_id === id
          : BROKERS.includes(row.role) && row.brokerage_id === brokerageId,
      )
      .map((row) => ({ id: row.id, name: row.name }));
}
