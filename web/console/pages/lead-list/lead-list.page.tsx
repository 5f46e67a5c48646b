import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { useLoadable } from "../../app/loadable.ts";
import { useMay } from "../../app/me.ts";
import { Empty } from "../../components/empty.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { BulkBar, bulkActionDialog } from "./bulk-bar.tsx";
import { countText } from "./edit-leads.ts";
import { LeadFilters } from "./lead-filters.tsx";
import { LeadPageActions } from "./lead-page-actions.tsx";
import { filtersOf, type LeadSearch } from "./lead-search.ts";
import { LeadSort } from "./lead-sort.tsx";
import { LeadTable } from "./lead-table.tsx";
import { useSelection } from "./use-selection.ts";
import { ViewBar } from "./view-bar.tsx";

const PAGE_SIZE = 50;

/** All leads that the person may see, by filters that stand in the address. */
export function LeadListPage() {
  const search = useSearch({ from: "/staff/leads" });
  const navigate = useNavigate({ from: "/leads" });
  const may = useMay();
  const brokerage_id = useBrokerageId();
  const { new: _new, assign: isAssigning, page = 1, ...filters } = search;
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = api.useQuery(
    "get",
    "/api/v1/admin/leads",
    { params: { query: { ...filters, page, page_size: PAGE_SIZE, brokerage_id } } },
    { placeholderData: keepPreviousData },
  );
  const selection = useSelection(data?.items.map(({ id }) => id) ?? [], brokerage_id);
  const go = (next: LeadSearch, replace = false) => void navigate({ search: next, replace });
  const change = (patch: LeadSearch, replace = false) => {
    selection.clear();
    // Words are applied after a pause, in which another filter may have been chosen.
    void navigate({ search: (now) => ({ ...filtersOf(now), ...patch }), replace });
  };
  return (
    <Page title="Leads" actions={<LeadPageActions on="list" isAdding={search.new === true} />}>
      <ViewBar on="list" filters={filtersOf(search)} />
      <LeadFilters search={search} onChange={change} onClear={() => change(cleared)} />
      <section className="panel" aria-label="Leads">
        <div className="list-head">
          <p role="status">{data && countText(data.total)}</p>
          <LeadSort sort={search.sort} onChange={(sort) => change({ sort })} />
        </div>
        <ErrorNotice error={error} retry={() => void refetch()} />
        {!data ? (
          !error && <Loading />
        ) : data.items.length === 0 ? (
          <NoLeads isFiltered={Object.keys(filters).length > 0} />
        ) : (
          <LeadTable
            leads={data.items}
            readAt={dataUpdatedAt}
            selection={selection}
            canSelect={may("editLeadsInBulk")}
          />
        )}
        {data && (
          <Pager
            page={page}
            pageSize={PAGE_SIZE}
            total={data.total}
            onPage={(page) => go({ ...filters, page: page === 1 ? undefined : page })}
          />
        )}
      </section>
      <BulkBar selection={selection} />
      {/* Not those of the search before, which are shown until the reply arrives. */}
      {isAssigning && data && !isPlaceholderData && data.items.length > 0 && may("editLeadsInBulk") && (
        <AssignShown leads={data.items} onEnd={() => go({ ...filters, page: search.page }, true)} />
      )}
    </Page>
  );
}

/** Assigns the leads that the list shows: they stay the same ones while the form is open. */
function AssignShown({ leads, onEnd }: { leads: readonly { id: number }[]; onEnd: () => void }) {
  const [leadIds] = useState(() => leads.map(({ id }) => id));
  const BulkActionDialog = useLoadable(bulkActionDialog, true);
  return (
    BulkActionDialog && <BulkActionDialog action="assign" {...{ leadIds }} onClose={onEnd} onDone={onEnd} />
  );
}

/** The order stays. */
const cleared: LeadSearch = {
  q: undefined,
  stage: undefined,
  agent: undefined,
  unassigned: undefined,
  temperature: undefined,
  flag: undefined,
  tag: undefined,
  pipeline_type: undefined,
  suspect: undefined,
};

function NoLeads({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No lead matches these filters." />
  ) : (
    <Empty title="There are no leads yet.">
      Those who write by the website appear here; others are added by “New lead”.
    </Empty>
  );
}
