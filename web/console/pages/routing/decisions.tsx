import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Schema } from "../../app/api.ts";
import { ownMoment } from "../../app/time-zone.ts";
import { Empty } from "../../components/empty.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Icon } from "../../icons/icon.tsx";
import { Candidates } from "./candidates.tsx";
import { strategyWords } from "./strategies.ts";

const PAGE_SIZE = 20;

/** The last decisions, each with every agent's reason. */
export function Decisions({ brokerageId }: { brokerageId: number }) {
  const [page, setPage] = useState(1);
  const list = api.useQuery(
    "get",
    "/api/v1/admin/routing/decisions",
    { params: { query: { brokerage_id: brokerageId, page, page_size: PAGE_SIZE } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <ListPanel
      title="Last decisions"
      list={list}
      onPage={setPage}
      empty={<Empty title="No lead has been routed yet.">Each decision appears here with its reasons.</Empty>}
    >
      {(decision) => <DecisionRow key={`${decision.lead_id} ${decision.decided_at}`} decision={decision} />}
    </ListPanel>
  );
}

function DecisionRow({ decision }: { decision: Schema<"LeadRoutingDecision"> }) {
  const { lead_id, lead_name, agent_id, candidates, decided_at } = decision;
  const name = lead_name || `Lead ${lead_id}`;
  const agent = candidates.find((each) => each.agent_id === agent_id);
  const leadPage: string = `/leads/${lead_id}`;
  return (
    <li className="row decision">
      <div className="row-words">
        <Link to={leadPage} className="row-title">
          <bdi>{name}</bdi>
        </Link>
        <time className="row-detail" dateTime={decided_at}>
          {ownMoment(decided_at)}
        </time>
      </div>
      <details>
        <summary>
          <bdi>{agent?.name ?? "No agent"}</bdi>, {why(decision)}
        </summary>
        <Candidates candidates={candidates} chosenId={agent_id} />
      </details>
      <Link
        to="/routing"
        search={{ lead: lead_id }}
        hash="what-if"
        className="button small quiet"
        aria-label={`What if ${name} was routed again`}
      >
        <Icon name="shuffle" />
        What if
      </Link>
    </li>
  );
}

/** The strategy that decided, and why it was another than the brokerage's. */
function why({ agent_id, strategy, used_strategy, candidates }: Schema<"LeadRoutingDecision">): string {
  const eligible = candidates.filter((each) => each.eligible).length;
  if (agent_id === null) return `none of ${candidates.length} could take it`;
  const among = `among ${eligible} of ${candidates.length}`;
  if (strategy === used_strategy || used_strategy === "visitor_choice")
    return `${strategyWords[used_strategy]}, ${among}`;
  return `${strategyWords[used_strategy]} (not ${strategyWords[strategy]}), ${among}`;
}
