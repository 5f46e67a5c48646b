import { getRouteApi } from "@tanstack/react-router";
import { filled } from "../../app/search-values.ts";
import { Field, optionsOf, SelectField } from "../../components/field.tsx";
import { FilterForm } from "../../components/filter-form.tsx";
import { channelNames, outcomeNames } from "./message-names.ts";

const route = getRouteApi("/staff/messages");
const ALL = { value: "", label: "All" };

/** By channel, by what became of it, and by the whole address or number of the recipient. */
export function MessageFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (form: FormData) => {
    void navigate({
      search: {
        channel: filled(form.get("channel")) as typeof search.channel,
        outcome: filled(form.get("outcome")) as typeof search.outcome,
        to: filled(form.get("to")),
      },
    });
  };
  return (
    <FilterForm search={search} onShow={show}>
      <SelectField
        name="channel"
        label="Channel"
        defaultValue={search.channel ?? ""}
        options={[ALL, ...optionsOf(channelNames)]}
      />
      <SelectField
        name="outcome"
        label="Outcome"
        defaultValue={search.outcome ?? ""}
        options={[ALL, ...optionsOf(outcomeNames)]}
      />
      <Field name="to" label="Recipient" placeholder="Whole address or number" defaultValue={search.to} />
    </FilterForm>
  );
}
