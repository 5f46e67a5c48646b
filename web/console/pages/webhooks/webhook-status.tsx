import type { Schema } from "../../app/api.ts";
import { Badge } from "../../components/badge.tsx";

const reasons = {
  gone: "Disabled: the receiver is gone",
  failing: "Disabled: five days without success",
  by_hand: "Disabled by hand",
};

/** Whether deliveries are sent, and why not. */
export function WebhookStatus({ webhook }: { webhook: Schema<"Webhook"> }) {
  const { status, disabled_reason, failing_since } = webhook;
  if (status === "disabled")
    return (
      <Badge tone="bad" icon="pause">
        {reasons[disabled_reason ?? "by_hand"]}
      </Badge>
    );
  if (failing_since)
    return (
      <Badge tone="warn" icon="warning">
        Failing
      </Badge>
    );
  return (
    <Badge tone="good" icon="check-circle">
      Active
    </Badge>
  );
}
