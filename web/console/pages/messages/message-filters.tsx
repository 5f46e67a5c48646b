import { getRouteApi } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { filled } from "../../app/search-values.ts";
import { Field, optionsOf, SelectField } from "../../components/field.tsx";
import { channelNames, outcomeNames } from "./message-names.ts";

const route = getRouteApi("/staff/messages");
const ALL = { value: "", label: "All" };

/** By channel, by what became of it, and by the whole address or number of the recipient. */
export function MessageFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void navigate({
      search: {
        channel: filled(form.get("channel")) as typeof search.channel,
        outcome: filled(form.get("outcome")) as typeof search.outcome,
        to: filled(form.get("to")),
      },
    });
  };
  return (
    <form className="filters" onSubmit={submit} key={JSON.stringify(search)}>
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
      <button type="submit" className="button quiet">
        Show
      </button>
    </form>
  );
}
