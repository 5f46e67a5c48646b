import { client, type Schema } from "../../../app/api.ts";
import { useOwnBrokerageId } from "../../../app/own-brokerage.ts";
import { useAllAgents } from "../../../app/use-all-agents.ts";
import { ifMatch, useVersioned, versioned } from "../../../app/versioned.ts";
import { EditForm } from "../../../components/edit-form.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { FormFields, readFields } from "../../../components/form-fields.tsx";
import { Loading } from "../../../components/loading.tsx";
import { Panel } from "../../../components/panel.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { leadSettingGroups, type Settings } from "./setting-groups.ts";

const PATH = "/api/admin/brokerages/{brokerage_id}/lead-settings";

/** How soon leads are answered, who gets them, and what happens when they wait. */
export function LeadSettingsPage() {
  const brokerage_id = useOwnBrokerageId();
  return (
    <SettingsPage
      title="Lead settings"
      intro="How soon a lead is to be answered, who gets it, and what happens while it waits."
    >
      {brokerage_id === undefined ? (
        <Loading />
      ) : (
        <LeadSettings key={brokerage_id} brokerageId={brokerage_id} />
      )}
    </SettingsPage>
  );
}

function LeadSettings({ brokerageId }: { brokerageId: number }) {
  const path = { brokerage_id: brokerageId };
  const agents = useAllAgents({ of: brokerageId });
  const { data, error, refetch, readAgain } = useVersioned(["versioned", PATH, brokerageId], async () =>
    versioned(await client.GET(PATH, { params: { path } })),
  );
  if (!data || !agents.data) {
    const failure = (!data && error) || agents.error;
    const retry = () => void Promise.all([refetch(), agents.refetch()]);
    return failure ? <ErrorNotice error={failure} retry={retry} /> : <Loading />;
  }
  const groups = leadSettingGroups(agents.data);
  const save = async (changes: Partial<Settings>, etag: string | null) =>
    versioned(
      await client.PUT(PATH, {
        params: { path },
        headers: ifMatch(etag),
        body: changes as Partial<Schema<"LeadSettings">>,
      }),
    );
  return (
    <EditForm
      stored={data}
      read={(form) =>
        readFields(
          form,
          groups.flatMap(({ fields }) => fields),
        ) as Partial<Settings>
      }
      save={save}
      readAgain={readAgain}
      saved="The settings are saved"
    >
      {(record, refusal) =>
        groups.map(({ title, fields }) => (
          <Panel key={title} title={title}>
            <div className="panel-body">
              <FormFields fields={fields} record={record} error={refusal} />
            </div>
          </Panel>
        ))
      }
    </EditForm>
  );
}
