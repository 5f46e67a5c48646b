import type { FormEvent } from "react";
import { api, client, type Schema } from "../../app/api.ts";
import { queries } from "../../app/queries.ts";
import { useDraft } from "../../app/use-draft.ts";
import { ifMatch, useVersioned, type Versioned, versioned } from "../../app/versioned.ts";
import { ConflictNotice } from "../../components/conflict-notice.tsx";
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
  const { data, error, refetch } = useVersioned(["versioned", PATH, brokerageId], async () =>
    versioned(await client.GET(PATH, { params: { path: { brokerage_id: brokerageId } } })),
  );
  return (
    <section className="panel" aria-labelledby="strategy">
      <h2 id="strategy">Strategy</h2>
      {error ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : data ? (
        <StrategyForm brokerageId={brokerageId} loaded={data} reload={refetch} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

type FormProps = { brokerageId: number; loaded: Versioned<Settings>; reload: () => Promise<unknown> };

function StrategyForm({ brokerageId, loaded, reload }: FormProps) {
  const agents = useActiveAgents(brokerageId);
  const edit = useDraft<Settings, StrategyDraft>({
    loaded,
    reload,
    toDraft: ({ routing_strategy, primary_agent_id }) => ({ routing_strategy, primary_agent_id }),
    async save(draft, etag) {
      const reply = await client.PUT(PATH, {
        params: { path: { brokerage_id: brokerageId } },
        headers: ifMatch(etag),
        body: draft,
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
      {edit.conflict && (
        <ConflictNotice conflict={edit.conflict} onOverwrite={edit.overwrite} onDiscard={edit.discard} />
      )}
      <ErrorNotice error={error} />
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
              ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={String(draft.primary_agent_id ?? "")}
            onChange={({ currentTarget }) =>
              setDraft({ ...draft, primary_agent_id: Number(currentTarget.value) || null })
            }
            error={error}
          />
        )}
      </div>
      <SaveBar isDirty={edit.isDirty} isSaving={edit.isSaving} onDiscard={edit.discard} />
    </form>
  );
}

/** The agents who can be chosen, by name. */
export function useActiveAgents(brokerageId: number): Schema<"AgentCard">[] {
  const { data } = api.useQuery("get", "/api/admin/agents", {
    params: { query: { brokerage_id: brokerageId, status: "active", page_size: 100 } },
  });
  return data?.items ?? [];
}
