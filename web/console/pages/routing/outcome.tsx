import type { Schema } from "../../app/api.ts";
import { Candidates } from "./candidates.tsx";
import { strategyWords } from "./strategies.ts";

/** Who would get the lead, in a sentence, and every agent's place. */
export function Outcome({ preview }: { preview: Schema<"RoutingPreview"> }) {
  const { agent_id, candidates } = preview;
  return (
    <>
      <p className="outcome" role="status">
        {sentence(preview)}
      </p>
      <Candidates candidates={candidates} chosenId={agent_id} />
    </>
  );
}

function sentence({ reason, agent_id, candidates, used_strategy }: Schema<"RoutingPreview">) {
  const agent = candidates.find((each) => each.agent_id === agent_id);
  const name = <bdi>{agent?.name ?? "The agent of the earlier lead"}</bdi>;
  switch (reason) {
    case "no_agent":
      return "It would stay without an agent: none can take leads.";
    case "same_email_within_a_day":
      return <>{name} would get it: a lead of the same address came within a day.</>;
    case "open_lead_of_same_email":
      return agent_id === null ? (
        "It would join an open lead of the same address, which has no agent."
      ) : (
        <>{name} would get it: it joins an open lead of the same address.</>
      );
    case "routed":
      return (
        <>
          {name} would get it, {used_strategy && strategyWords[used_strategy]}.
        </>
      );
  }
}
