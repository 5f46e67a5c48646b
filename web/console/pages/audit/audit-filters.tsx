import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "../../app/me.ts";
import { filled } from "../../app/search-values.ts";
import { CheckField } from "../../components/check-field.tsx";
import { Field, optionsOf, SelectField } from "../../components/field.tsx";
import { FilterForm } from "../../components/filter-form.tsx";
import { actionNames } from "./action-names.ts";

const route = getRouteApi("/staff/audit");

/** By person, action, record and days. */
export function AuditFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { role } = useMe();
  const show = (form: FormData) => {
    void navigate({
      search: {
        actor: filled(form.get("actor")),
        action: filled(form.get("action")) as typeof search.action,
        target_type: filled(form.get("target_type")),
        target_id: filled(form.get("target_id")),
        since: filled(form.get("since")),
        until: filled(form.get("until")),
        ...(form.get("everywhere") !== null && { everywhere: true as const }),
      },
    });
  };
  return (
    <FilterForm search={search} onShow={show}>
      <Field name="actor" label="Who" placeholder="Part of a name" defaultValue={search.actor} />
      <SelectField
        name="action"
        label="What was done"
        defaultValue={search.action ?? ""}
        options={[{ value: "", label: "All" }, ...optionsOf(actionNames)]}
      />
      <Field
        name="target_type"
        label="Kind of record"
        placeholder="agent, brokerage, webhook …"
        defaultValue={search.target_type}
      />
      <Field name="target_id" label="Id of the record" defaultValue={search.target_id} />
      <Field name="since" label="From" type="date" defaultValue={search.since} />
      <Field name="until" label="Until" type="date" defaultValue={search.until} />
      {role === "admin" && (
        <CheckField
          name="everywhere"
          label="Of all brokerages, and of the server"
          defaultChecked={search.everywhere}
        />
      )}
    </FilterForm>
  );
}
