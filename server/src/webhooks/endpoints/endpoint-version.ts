import type { ActorContext } from "../../platform/context.ts";
import type { RecordVersion } from "../../platform/http/record-version.ts";
import { auditView } from "./endpoint-view.ts";
import { lockEndpoint, requireVisibleEndpoint } from "./visible-endpoint.ts";

/** What users decide: deliveries change the row too. */
export const webhookVersion = {
  record: "webhook",
  read: async (ctx, { webhook_id }) => auditView(await requireVisibleEndpoint(ctx, webhook_id)),
  lock: (ctx, { webhook_id }) => lockEndpoint(ctx, webhook_id),
} satisfies RecordVersion<ActorContext, { webhook_id: number }>;
