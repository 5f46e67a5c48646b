import { getRouteApi } from "@tanstack/react-router";
import { client } from "../../app/api.ts";
import { useVersioned, versioned } from "../../app/versioned.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Moment } from "../../components/moment.tsx";
import { Page } from "../../components/page.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EditWebhook } from "./edit-webhook.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookStatus } from "./webhook-status.tsx";

const route = getRouteApi("/staff/webhooks/$webhookId");

/** One webhook: what was delivered, and what is sent where. */
export function WebhookPage() {
  const webhook_id = Number(route.useParams().webhookId);
  const { data, error, refetch, readAgain } = useVersioned(
    ["versioned", "/api/admin/webhooks/{webhook_id}", webhook_id],
    async () =>
      versioned(await client.GET("/api/admin/webhooks/{webhook_id}", { params: { path: { webhook_id } } })),
  );
  if (error && !data)
    return (
      <Page title="Webhook">
        <ErrorNotice error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <Loading />;
  const { record } = data;
  return (
    <Page
      title={new URL(record.url).host}
      intro={
        <>
          <WebhookStatus webhook={record} /> Added by <bdi>{record.created_by}</bdi>,{" "}
          <Moment at={record.created_at} />
        </>
      }
      actions={<WebhookActions webhook={record} />}
    >
      <ErrorNotice error={error} retry={() => void refetch()} />
      <Deliveries webhook={record} />
      <EditWebhook key={webhook_id} stored={data} readAgain={readAgain} />
    </Page>
  );
}
