import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { counted } from "../../../shared/numbers.ts";
import { api, client, type Schema } from "../../app/api.ts";
import { type ApiError, messageOf } from "../../app/api-error.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { notify, notifyFailure } from "../../components/toasts.tsx";
import { Icon } from "../../icons/icon.tsx";
import { readDripsAgain } from "./read-drips-again.ts";
import { stageWords } from "./words.ts";

/** Sequences that every brokerage can copy and change. A copy is turned off until it has been read. */
export function Starters() {
  const { data, error, refetch } = api.useQuery("get", "/api/v1/admin/drips/starters", {});
  return (
    <section className="panel" aria-labelledby="starters">
      <h2 id="starters">Starters</h2>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <ul className="rows">
          {data.items.map((starter) => (
            <StarterRow key={starter.key} starter={starter} />
          ))}
        </ul>
      )}
    </section>
  );
}

function StarterRow({ starter }: { starter: Schema<"DripStarter"> }) {
  const { key, name, description, steps, trigger_state } = starter;
  const brokerage_id = useBrokerageId();
  const navigate = useNavigate();
  const copy = useMutation<Schema<"DripSequence">, ApiError>({
    mutationFn: async () => {
      const { data } = await client.POST("/api/v1/admin/drips/starters/{key}", {
        params: { path: { key } },
        body: { active: false, ...(brokerage_id && { brokerage_id }) },
      });
      return data as Schema<"DripSequence">;
    },
    onSuccess: async ({ id }) => {
      await readDripsAgain();
      notify({ title: `${name} was copied`, text: "It is turned off until you turn it on." });
      await navigate({ to: "/drips/$sequenceId", params: { sequenceId: String(id) } });
    },
    onError: (refusal) => notifyFailure(`${name} was not copied`, messageOf(refusal)),
  });
  return (
    <li className="row">
      <div className="row-words">
        <span className="row-title">{name}</span>
        <span className="row-detail">{description}</span>
      </div>
      <span className="row-side">
        {counted(steps.length, "email")} · {stageWords(trigger_state)}
      </span>
      <button
        type="button"
        className="button small quiet"
        aria-label={`Copy ${name}`}
        disabled={copy.isPending}
        onClick={() => copy.mutate()}
      >
        <Icon name="copy" />
        Copy
      </button>
    </li>
  );
}
