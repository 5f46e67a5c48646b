import { type AlertMessage, enqueueAlertMessages } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { clientSubscribers } from "../../push/index.ts";
import type { PlannedAlert } from "./planned-alert.ts";

/** Adds alerts to the ledger: one mail each, or a push to each browser that the client has now (search.md, D46). */
export async function enqueueAlerts(
  ctx: Context,
  alerts: readonly (PlannedAlert & { email: string })[],
): Promise<void> {
  const browsers = await clientSubscribers(
    ctx,
    alerts.filter(({ channel }) => channel === "push").map(({ clientId }) => clientId),
  );
  await enqueueAlertMessages(
    ctx,
    alerts.flatMap(({ id, clientId, brokerageId, channel, dueAt, email }): AlertMessage[] => {
      const common = { alertId: id, brokerageId, dueAt };
      if (channel === "email") return [{ ...common, email }];
      return (browsers.get(clientId) ?? []).map((each) => ({
        ...common,
        subscriptionId: each.id,
        name: each.name,
      }));
    }),
  );
}
