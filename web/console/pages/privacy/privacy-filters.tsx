import { getRouteApi } from "@tanstack/react-router";
import { filled } from "../../app/search-values.ts";
import { Field, optionsOf, SelectField } from "../../components/field.tsx";
import { FilterForm } from "../../components/filter-form.tsx";
import { kindNames, statusNames } from "./request-names.ts";

const route = getRouteApi("/staff/privacy");

/** By kind, by status, and by the address of a person, which finds completed requests too. */
export function PrivacyFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (form: FormData) => {
    void navigate({
      search: {
        kind: filled(form.get("kind")) as typeof search.kind,
        status: filled(form.get("status")) as typeof search.status,
        email: filled(form.get("email")),
      },
    });
  };
  return (
    <FilterForm search={search} onShow={show}>
      <SelectField
        name="kind"
        label="Kind"
        defaultValue={search.kind ?? ""}
        options={[{ value: "", label: "All" }, ...optionsOf(kindNames)]}
      />
      <SelectField
        name="status"
        label="Status"
        defaultValue={search.status ?? ""}
        options={[{ value: "", label: "All" }, ...optionsOf(statusNames)]}
      />
      <Field name="email" label="Email of the person" type="email" defaultValue={search.email} />
    </FilterForm>
  );
}
