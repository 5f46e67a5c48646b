import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, type Schema } from "../app/api.ts";
import { useBrokerageId } from "../app/brokerage.ts";
import { useDebounced } from "../app/use-debounced.ts";
import { Icon } from "../icons/icon.tsx";

export type ChosenLead = Pick<Schema<"LeadSummary">, "id" | "first_name" | "last_name" | "email" | "stage">;

const MOST_SHOWN = 20;

type LeadChooserProps = {
  label: string;
  value: ChosenLead | null;
  onChoose: (lead: ChosenLead | null) => void;
};

/** Chooses a lead by name, email or phone; the newest ones are offered first. */
export function LeadChooser({ label, value, onChoose }: LeadChooserProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const q = useDebounced(words.trim(), 200);
  const brokerage_id = useBrokerageId();
  const { data, isFetching } = api.useQuery(
    "get",
    "/api/v1/admin/leads",
    {
      params: {
        query: { ...(q.length > 1 && { q }), sort: "-created_at", page_size: MOST_SHOWN, brokerage_id },
      },
    },
    { placeholderData: keepPreviousData },
  );
  const found: ChosenLead[] = data?.items ?? [];
  const items = value && !found.some((lead) => lead.id === value.id) ? [...found, value] : found;
  return (
    <Combobox.Root
      items={items}
      value={value}
      filter={null}
      autoHighlight
      itemToStringLabel={nameOf}
      isItemEqualToValue={(one, other) => one.id === other.id}
      onValueChange={onChoose}
      onInputValueChange={(typed, { reason }) => setWords(reason === "input-change" ? typed : "")}
    >
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <Combobox.InputGroup className="chooser">
          <Combobox.Input id={id} placeholder="Name, email or phone" />
          <Combobox.Trigger className="icon-button" aria-label="Show leads">
            <Icon name="caret-down" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner className="positioner" sideOffset={4}>
          <Combobox.Popup className="menu chooser-menu" aria-busy={isFetching || undefined}>
            <Combobox.Empty className="palette-empty">
              {isFetching ? "Searching …" : "No lead has these words."}
            </Combobox.Empty>
            <Combobox.List>
              {(lead: ChosenLead) => (
                <Combobox.Item key={lead.id} value={lead} className="menu-item">
                  <bdi>{nameOf(lead)}</bdi>
                  <bdi className="menu-hint">{lead.email}</bdi>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

export function nameOf({ id, first_name, last_name, email }: ChosenLead): string {
  return `${first_name} ${last_name}`.trim() || email || `Lead ${id}`;
}
