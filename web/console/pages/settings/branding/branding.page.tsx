import { useEffect, useState } from "react";
import { useOwnBrokerageId } from "../../../app/own-brokerage.ts";
import { FormFields, readFields } from "../../../components/form-fields.tsx";
import { Panel } from "../../../components/panel.tsx";
import { EditBrokerage } from "../edit-brokerage.tsx";
import type { Brokerage } from "../save-brokerage.ts";
import { SettingsPage } from "../settings-page.tsx";
import { brandingFieldGroups, listFields } from "./branding-fields.ts";
import { LinksField, readLinks } from "./links-field.tsx";
import { WebsitePicture } from "./website-picture.tsx";

const fields = brandingFieldGroups.flatMap(({ fields }) => fields);
/** While a person types, the picture waits. */
const PAUSE_MS = 500;

/** How the brokerage's website looks, what it says first, what it has, and its menus, beside a picture of it. */
export function BrandingPage() {
  const brokerage_id = useOwnBrokerageId();
  const [typed, setTyped] = useState<Partial<Brokerage>>({});
  const shown = useAfterPause(typed);
  return (
    <SettingsPage title="Website" intro="What visitors see. A change is shown within a minute.">
      <div className="branding">
        <EditBrokerage read={readBranding} onInput={(form) => setTyped(readBranding(form))}>
          {(record, error) => (
            <>
              {brandingFieldGroups.map(({ title, fields }) => (
                <Panel key={title} title={title}>
                  <div className="panel-body">
                    <FormFields fields={fields} record={record} error={error} />
                  </div>
                </Panel>
              ))}
              <Panel title="Menus">
                <div className="panel-body">
                  <LinksField name="nav_main" label="Main menu" links={record.nav_main} error={error} />
                  <LinksField name="nav_footer" label="At the foot" links={record.nav_footer} error={error} />
                </div>
              </Panel>
            </>
          )}
        </EditBrokerage>
        {brokerage_id !== undefined && (
          <WebsitePicture key={brokerage_id} brokerageId={brokerage_id} fields={shown} />
        )}
      </div>
    </SettingsPage>
  );
}

function readBranding(form: FormData): Partial<Brokerage> {
  return {
    ...readFields(form, fields, listFields),
    nav_main: readLinks(form, "nav_main"),
    nav_footer: readLinks(form, "nav_footer"),
  };
}

function useAfterPause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
