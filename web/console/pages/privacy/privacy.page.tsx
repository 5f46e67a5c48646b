import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Schema } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { PrivacyFilters } from "./privacy-filters.tsx";
import { RequestRow } from "./request-row.tsx";
import { RunRequest } from "./run-request.tsx";

const route = getRouteApi("/staff/privacy");

/** Requests of people for an erasure or a copy of what is known of them, and what was done. */
export function PrivacyPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const brokerage_id = useBrokerageId();
  const list = api.useQuery("get", "/api/v1/admin/privacy/requests", {
    params: { query: { ...search, brokerage_id } },
  });
  const [chosen, choose] = useState<Schema<"PrivacyRequest"> | null>(null);
  return (
    <Page
      title="Privacy"
      intro="People ask on the website for an erasure, or for a copy of their data. They confirm it by a mail first."
    >
      <ListPanel
        title="Requests"
        list={list}
        above={<PrivacyFilters />}
        empty={
          <Empty title="No such request.">
            What people ask for stands here as soon as they have been sent the mail to confirm it.
          </Empty>
        }
        onPage={(page) => void navigate({ search: { ...search, page } })}
      >
        {(request) => <RequestRow key={request.id} request={request} onRun={() => choose(request)} />}
      </ListPanel>
      {chosen && <RunRequest request={chosen} onClose={() => choose(null)} />}
    </Page>
  );
}
