import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { useMay } from "../../app/me.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { Icon } from "../../icons/icon.tsx";
import { CreateWebhook } from "./create-webhook.tsx";
import { eventNames } from "./event-names.ts";
import { WebhookStatus } from "./webhook-status.tsx";

const route = getRouteApi("/staff/webhooks");

/** Where events are sent to. */
export function WebhooksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const brokerage_id = useBrokerageId();
  const list = api.useQuery("get", "/api/admin/webhooks", { params: { query: { ...search, brokerage_id } } });
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title="Webhooks"
      intro="Other programs learn of leads, tours and listings at once."
      actions={
        may("createWebhook") && (
          <button type="button" className="button" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            Add a webhook
          </button>
        )
      }
    >
      <ListPanel
        title="Webhooks"
        list={list}
        empty={<Empty title="There is no webhook.">Add one to send events to an address of yours.</Empty>}
        onPage={(page) => void navigate({ search: { page } })}
      >
        {(webhook) => (
          <li key={webhook.id} className="row">
            <div className="row-words">
              <Link
                className="row-title"
                to="/webhooks/$webhookId"
                params={{ webhookId: String(webhook.id) }}
              >
                <bdi>{webhook.url}</bdi>
              </Link>
              <span className="row-detail">
                {webhook.events.map((event) => eventNames[event]).join(" · ")}
              </span>
            </div>
            <WebhookStatus webhook={webhook} />
          </li>
        )}
      </ListPanel>
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Page>
  );
}
