import { useNavigate, useSearch } from "@tanstack/react-router";
import { useAgents } from "../../app/use-agents.ts";
import { FilterSelect } from "../../components/filter-select.tsx";
import { Page } from "../../components/page.tsx";
import { LeadPageActions } from "../lead-list/lead-page-actions.tsx";
import { ViewBar } from "../lead-list/view-bar.tsx";
import { Board } from "./board.tsx";
import type { BoardSearch } from "./board-search.ts";

/** The pipeline: a column for each stage. */
export function LeadBoardPage() {
  const { new: isAdding, ...filters } = useSearch({ from: "/staff/leads/board" });
  const agents = useAgents();
  const navigate = useNavigate();
  const change = (patch: BoardSearch) =>
    void navigate({ to: "/leads/board", search: { ...filters, ...patch } });
  return (
    <Page
      title="Board"
      className="board-page"
      actions={<LeadPageActions on="board" isAdding={isAdding === true} />}
    >
      <div className="board-head">
        <ViewBar on="board" filters={filters} />
        <search className="lead-filters">
          {agents.length > 0 && (
            <FilterSelect
              label="Agent"
              any="Any agent"
              value={filters.agent === undefined ? undefined : String(filters.agent)}
              options={agents.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => change({ agent: id === undefined ? undefined : Number(id) })}
            />
          )}
          <FilterSelect
            label="Pipeline"
            any="Buyers and sellers"
            value={filters.pipeline_type}
            options={[
              { value: "buyer", label: "Buyers" },
              { value: "seller", label: "Sellers" },
            ]}
            onChange={(path) => change({ pipeline_type: path as BoardSearch["pipeline_type"] })}
          />
        </search>
      </div>
      <Board key={JSON.stringify(filters)} filters={filters} />
    </Page>
  );
}
