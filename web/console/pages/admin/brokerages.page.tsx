import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Icon } from "../../icons/icon.tsx";
import { AdminPage } from "./admin-page.tsx";
import { BrokerageRow } from "./brokerage-row.tsx";
import { CreateBrokerage } from "./create-brokerage.tsx";

const route = getRouteApi("/staff/admin");

/** All brokerages of the server. */
export function BrokeragesPage() {
  const { page, disabled = false } = route.useSearch();
  const navigate = route.useNavigate();
  const list = api.useQuery("get", "/api/admin/brokerages", {
    params: { query: { page, include_disabled: disabled } },
  });
  const [isCreating, setCreating] = useState(false);
  return (
    <AdminPage
      title="Brokerages"
      actions={
        <button type="button" className="button" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          Create a brokerage
        </button>
      }
    >
      <ListPanel
        title="Brokerages"
        list={list}
        actions={
          <button
            type="button"
            className="button small quiet"
            aria-pressed={disabled}
            onClick={() => void navigate({ search: disabled ? {} : { disabled: true } })}
          >
            {disabled ? "Hide disabled ones" : "Show disabled ones too"}
          </button>
        }
        empty={<Empty title="There is no brokerage.">Create one to begin.</Empty>}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
      >
        {(brokerage) => <BrokerageRow key={brokerage.id} brokerage={brokerage} mayBeDisabled={disabled} />}
      </ListPanel>
      {isCreating && <CreateBrokerage onClose={() => setCreating(false)} />}
    </AdminPage>
  );
}
