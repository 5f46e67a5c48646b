import { FormFields, readFields } from "../../../components/form-fields.tsx";
import { Panel } from "../../../components/panel.tsx";
import { type Brokerage, EditBrokerage } from "../edit-brokerage.tsx";
import { SettingsPage } from "../settings-page.tsx";
import { brandingFieldGroups, listFields } from "./branding-fields.ts";
import { LinksField, readLinks } from "./links-field.tsx";

const fields = brandingFieldGroups.flatMap(({ fields }) => fields);

/** How the brokerage's website looks, what it says first, what it has, and its menus. */
export function BrandingPage() {
  return (
    <SettingsPage title="Website" intro="What visitors see. A change is shown within a minute.">
      <EditBrokerage read={readBranding}>
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
