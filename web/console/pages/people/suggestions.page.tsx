import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../app/api.ts";
import { Empty } from "../../components/empty.tsx";
import { SelectField } from "../../components/field.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { PeopleNav } from "./people-nav.tsx";
import { SuggestionRow } from "./suggestion-row.tsx";

const PAGE_SIZE = 20;

const options = [
  { value: "pending", label: "To decide" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
];

/** Changes that were suggested, with what each field is and what it would become. */
export function SuggestionsPage() {
  const { status = "pending" } = useSearch({ from: "/staff/suggestions" });
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const list = api.useQuery(
    "get",
    "/api/admin/suggestions",
    { params: { query: { status, page, page_size: PAGE_SIZE } } },
    { placeholderData: keepPreviousData },
  );
  const show = (chosen: string) => {
    setPage(1);
    void navigate({
      to: "/suggestions",
      search: chosen === "pending" ? {} : { status: chosen as "approved" | "rejected" },
    });
  };
  return (
    <Page title="Suggestions">
      <PeopleNav />
      <ListPanel
        title={options.find(({ value }) => value === status)?.label ?? ""}
        list={list}
        onPage={setPage}
        above={
          <div className="filters">
            <SelectField
              name="status"
              label="Show"
              options={options}
              value={status}
              onChange={({ currentTarget }) => show(currentTarget.value)}
            />
          </div>
        }
        empty={
          <Empty title="No suggestion.">
            {status === "pending" && "Everything is decided. New suggestions of agents appear here."}
          </Empty>
        }
      >
        {(suggestion) => <SuggestionRow key={suggestion.id} suggestion={suggestion} />}
      </ListPanel>
    </Page>
  );
}
