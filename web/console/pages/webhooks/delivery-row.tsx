import { useMutation } from "@tanstack/react-query";
import { client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { queries } from "../../app/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Moment } from "../../components/moment.tsx";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { Attempts } from "./attempts.tsx";
import { deliveryNames, deliveryTones, eventNames } from "./event-names.ts";

type DeliveryRowProps = { webhook: Schema<"Webhook">; delivery: Schema<"WebhookDelivery"> };

/** A delivery: what it says, how the receiver has replied, and sending it again. */
export function DeliveryRow({ webhook, delivery }: DeliveryRowProps) {
  const replay = useMutation<unknown, ApiError>({
    mutationFn: () =>
      client.POST("/api/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", {
        params: { path: { webhook_id: webhook.id, delivery_id: delivery.id } },
      }),
    async onSuccess() {
      await queries.invalidateQueries({
        queryKey: ["get", "/api/admin/webhooks/{webhook_id}/deliveries"],
      });
      notify({ title: "The delivery is sent again" });
    },
    onError: (error) => notifyFailure("Not sent again", messageOf(error)),
  });
  const { event, subject, status, created_at, last_status, last_failure } = delivery;
  return (
    <li className="row">
      <div className="row-words">
        <span className="row-title">{eventNames[event]}</span>
        <span className="row-detail">
          <bdi>{subject}</bdi>, <Moment at={created_at} />
        </span>
        {last_failure && (
          <bdi className="row-detail">
            {last_status === null ? "" : `${last_status}: `}
            {last_failure}
          </bdi>
        )}
        <details>
          <summary>Content and attempts</summary>
          <Attempts delivery={delivery} />
        </details>
      </div>
      <Badge tone={deliveryTones[status]}>{deliveryNames[status]}</Badge>
      <div className="row-actions">
        <button
          type="button"
          className="button small quiet"
          disabled={replay.isPending || webhook.status === "disabled"}
          onClick={() => replay.mutate()}
        >
          Send again
        </button>
      </div>
    </li>
  );
}
