import { useMay } from "../../../app/me.ts";
import { useOwnBrokerageId } from "../../../app/own-brokerage.ts";
import { FormFields, readFields } from "../../../components/form-fields.tsx";
import { Panel } from "../../../components/panel.tsx";
import { EditBrokerage } from "../edit-brokerage.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { brokerageFieldGroups } from "./brokerage-fields.ts";
import { Domains } from "./domains.tsx";

const all = brokerageFieldGroups.flatMap(({ fields }) => fields);

/** Who the brokerage is: its name, address, licence, and its domains. */
export function BrokeragePage() {
  const may = useMay();
  const brokerage_id = useOwnBrokerageId();
  return (
    <SettingsPage title="Brokerage" intro="Mails, brochures and the website show it.">
      <EditBrokerage read={(form) => readFields(form, all)}>
        {(record, error) =>
          brokerageFieldGroups.map(({ title, fields }) => (
            <Panel key={title} title={title}>
              <div className="panel-body">
                <FormFields fields={fields} record={record} error={error} />
              </div>
            </Panel>
          ))
        }
      </EditBrokerage>
      {may("listBrokerageDomains") && brokerage_id !== undefined && (
        <Domains key={brokerage_id} brokerageId={brokerage_id} />
      )}
    </SettingsPage>
  );
}
