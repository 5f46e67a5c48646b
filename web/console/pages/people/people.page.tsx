import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Schema } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { useMay } from "../../app/me.ts";
import { useOwnBrokerageId } from "../../app/own-brokerage.ts";
import { useDebounced } from "../../app/use-debounced.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Badge } from "../../components/badge.tsx";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Page } from "../../components/page.tsx";
import { NewAgent } from "./new-agent.tsx";
import { PeopleNav } from "./people-nav.tsx";

type Candidate = Schema<"PreviewedCandidate">;

/** The agents, and who of them takes leads. */
export function PeoplePage() {
  const may = useMay();
  const [words, setWords] = useState("");
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const search = useDebounced(words.trim());
  const brokerage_id = useBrokerageId();
  const own = useOwnBrokerageId();
  const list = api.useQuery(
    "get",
    "/api/admin/agents",
    { params: { query: { page, brokerage_id, ...(search && { search }) } } },
    { placeholderData: keepPreviousData },
  );
  const rotation = api.useQuery(
    "post",
    "/api/v1/admin/routing/preview",
    { body: { brokerage_id: own } },
    { enabled: may("previewRouting") && own !== undefined },
  );
  const candidates = new Map(rotation.data?.candidates.map((each) => [each.agent_id, each]));
  return (
    <Page
      title="People"
      actions={
        may("createAgent") && (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            New agent
          </button>
        )
      }
    >
      <PeopleNav />
      <ListPanel
        title="Agents"
        list={list}
        onPage={setPage}
        above={
          <div className="filters">
            <label className="field">
              <span className="field-label">Name or email</span>
              <input
                type="search"
                value={words}
                onChange={({ currentTarget }) => {
                  setWords(currentTarget.value);
                  setPage(1);
                }}
              />
            </label>
          </div>
        }
        empty={<Empty title={search ? "No agent has these words." : "There is no agent yet."} />}
      >
        {(agent) => <AgentRow key={agent.id} agent={agent} candidate={candidates.get(agent.id)} />}
      </ListPanel>
      {isAdding && <NewAgent onClose={() => setAdding(false)} />}
    </Page>
  );
}

function AgentRow({ agent, candidate }: { agent: Schema<"AgentCard">; candidate: Candidate | undefined }) {
  const { id, name, email, phone, photo_url, status } = agent;
  return (
    <li className="row">
      <Avatar name={name} photoUrl={photo_url} />
      <div className="row-words">
        <Link to="/people/agents/$agentId" params={{ agentId: String(id) }} className="row-title">
          <bdi>{name}</bdi>
        </Link>
        <bdi className="row-detail">{[email, phone].filter(Boolean).join(" · ")}</bdi>
      </div>
      {status === "inactive" ? <Badge icon="pause">Inactive</Badge> : <Availability candidate={candidate} />}
    </li>
  );
}

function Availability({ candidate }: { candidate: Candidate | undefined }) {
  if (!candidate) return null;
  if (candidate.reason !== null)
    return (
      <Badge tone="warn" icon="pause">
        {candidate.reason.charAt(0).toUpperCase() + candidate.reason.slice(1)}
      </Badge>
    );
  return (
    <Badge tone="good" icon="check">
      {candidate.rank === 1 ? "Gets the next lead" : "Takes leads"}
    </Badge>
  );
}
