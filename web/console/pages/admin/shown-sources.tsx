import { api, client } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { ifMatch, useVersioned, versioned } from "../../app/versioned.ts";
import { CheckField } from "../../components/check-field.tsx";
import { EditForm } from "../../components/edit-form.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { Panel } from "../../components/panel.tsx";

const PATH = "/api/admin/brokerages/{brokerage_id}/sources";

/** The sources whose listings the chosen brokerage shows: none chosen means all. */
export function ShownSources() {
  const brokerage_id = useBrokerageId();
  if (brokerage_id === undefined) return null;
  return (
    <Panel title="Shown by the chosen brokerage">
      <div className="panel-body">
        <p className="hint">Without a choice, it shows the listings of all sources.</p>
        <Choice key={brokerage_id} brokerageId={brokerage_id} />
      </div>
    </Panel>
  );
}

function Choice({ brokerageId }: { brokerageId: number }) {
  const path = { brokerage_id: brokerageId };
  const all = api.useQuery("get", "/api/admin/sources", { params: { query: { page_size: 100 } } });
  const { data, error, refetch, readAgain } = useVersioned(["versioned", PATH, brokerageId], async () =>
    versioned(await client.GET(PATH, { params: { path } })),
  );
  if (!data || !all.data) {
    const failure = error ?? all.error;
    const retry = () => void Promise.all([refetch(), all.refetch()]);
    return failure ? <ErrorNotice error={failure} retry={retry} /> : <Loading />;
  }
  const names = [...new Set([...all.data.items.map(({ name }) => name), ...data.record.sources])].sort();
  return (
    <EditForm
      stored={{ ...data, record: { sources: data.record.sources.toSorted() } }}
      read={(form) => ({ sources: form.getAll("sources").map(String).sort() })}
      save={async ({ sources = [] }, etag) =>
        versioned(await client.PUT(PATH, { params: { path }, headers: ifMatch(etag), body: { sources } }))
      }
      readAgain={readAgain}
      saved="The brokerage shows these sources"
    >
      {(record) => (
        <fieldset className="check-list">
          <legend className="visually-hidden">Sources</legend>
          {names.map((name) => (
            <CheckField
              key={name}
              name="sources"
              value={name}
              label={name}
              defaultChecked={record.sources.includes(name)}
            />
          ))}
        </fieldset>
      )}
    </EditForm>
  );
}
