import type { Schema } from "../../app/api.ts";
import { ownMoment } from "../../app/time-zone.ts";
import { Badge } from "../../components/badge.tsx";
import { strategyWords } from "./strategies.ts";

/** Of a preview, with the rank; of a decision, without. */
type Candidate = Schema<"RoutingCandidate"> & Partial<Schema<"PreviewedCandidate">>;

/** Every agent with the place in the order, or why it was left out. */
export function Candidates({
  candidates,
  chosenId,
}: {
  candidates: readonly Candidate[];
  chosenId: number | null;
}) {
  const place = ({ agent_id, eligible, rank }: Candidate) =>
    agent_id === chosenId ? -1 : (rank ?? (eligible ? candidates.length : candidates.length + 1));
  return (
    <ol className="candidates">
      {candidates
        .toSorted((one, other) => place(one) - place(other))
        .map((candidate) => (
          <CandidateRow
            key={candidate.agent_id}
            candidate={candidate}
            isChosen={candidate.agent_id === chosenId}
          />
        ))}
    </ol>
  );
}

function CandidateRow({ candidate, isChosen }: { candidate: Candidate; isChosen: boolean }) {
  const { name, eligible, reason, rank, ranked_by, last_lead_at } = candidate;
  return (
    <li className="candidate" data-chosen={isChosen} data-eligible={eligible}>
      <span className="step-number">{rank ?? "–"}</span>
      <span className="row-words">
        <bdi className="row-title">{name}</bdi>
        {last_lead_at !== undefined && (
          <span className="row-detail">
            {last_lead_at ? `last lead ${ownMoment(last_lead_at)}` : "no lead yet"}
          </span>
        )}
      </span>
      {isChosen ? (
        <Badge tone="good" icon="check-circle">
          {ranked_by ? `Gets it: ${strategyWords[ranked_by]}` : "Gets it"}
        </Badge>
      ) : reason ? (
        <Badge tone="warn" icon="pause">
          {reason}
        </Badge>
      ) : (
        <Badge>could have it</Badge>
      )}
    </li>
  );
}
