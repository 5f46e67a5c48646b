import type { FormEvent } from "react";
import { client, type Schema } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";
import { useAllAgents } from "../../app/use-all-agents.ts";
import { useDraft } from "../../app/use-draft.ts";
import { ifMatch, useVersioned, type Versioned, versioned } from "../../app/versioned.ts";
import { EditNotice } from "../../components/edit-notice.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { SelectField } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { SaveBar } from "../../components/save-bar.tsx";
import { notify } from "../../components/toasts.tsx";
import { strategyHints, strategyOptions } from "./strategies.ts";

type Settings = Schema<"LeadSettings">;
type StrategyDraft = Pick<Settings, "routing_strategy" | "primary_agent_id">;

const PATH = "/api/admin/brokerages/{brokerage_id}/lead-settings";

/** How agents are chosen. */
export function StrategyPanel({ brokerageId }: { brokerageId: number }) {
  const { data, error, refetch, readAgain } = useVersioned(["versioned", PATH, brokerageId], async () =>
    versioned(await client.GET(PATH, { params: { path: { brokerage_id: brokerageId } } })),
  );
  return (
    <section className="panel" aria-labelledby="strategy">
      <h2 id="strategy">Strategy</h2>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : data ? (
        <StrategyForm brokerageId={brokerageId} loaded={data} readAgain={readAgain} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

type FormProps = {
  brokerageId: number;
  loaded: Versioned<Settings>;
  readAgain: () => Promise<Versioned<Settings>>;
};

function StrategyForm({ brokerageId, loaded, readAgain }: FormProps) {
  const { data: agents = [] } = useAllAgents({ of: brokerageId });
  const edit = useDraft<Settings, StrategyDraft, StrategyDraft>({
    stored: loaded,
    readAgain,
    toDraft: ({ routing_strategy, primary_agent_id }) => ({ routing_strategy, primary_agent_id }),
    toBody: (draft) => draft,
    async save(body, etag) {
      const reply = await client.PUT(PATH, {
        params: { path: { brokerage_id: brokerageId } },
        headers: ifMatch(etag),
        body,
      });
      return versioned(reply);
    },
    onSaved: async () => {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => typeof path === "string" && /routing|lead-settings/.test(path),
      });
      notify({ title: "The strategy is saved", text: "It holds from the next lead on." });
    },
  });
  const { draft, setDraft, error } = edit;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <form onSubmit={submit}>
      <EditNotice edit={edit} onTakeTheirs={edit.discard} />
      <div className="panel-body">
        <SelectField
          name="routing_strategy"
          label="Leads go to agents"
          hint={strategyHints[draft.routing_strategy]}
          options={strategyOptions}
          value={draft.routing_strategy}
          onChange={({ currentTarget }) =>
            setDraft({ ...draft, routing_strategy: currentTarget.value as Settings["routing_strategy"] })
          }
          error={error}
        />
        {draft.routing_strategy === "primary_agent" && (
          <SelectField
            name="primary_agent_id"
            label="Primary agent"
            options={[
              { value: "", label: "None yet" },
              // One who is not active any more is shown until another one is chosen.
              ...agents
                .filter(({ id, status }) => status === "active" || id === draft.primary_agent_id)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={String(draft.primary_agent_id ?? "")}
            onChange={({ currentTarget }) =>
              setDraft({ ...draft, primary_agent_id: Number(currentTarget.value) || null })
            }
            error={error}
          />
        )}
      </div>
      <SaveBar edit={edit} />
    </form>
  );
}
