import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { api, type Schema } from "../app/api.ts";
import { useBrokerageId } from "../app/brokerage.ts";
import { useDebounced } from "../app/use-debounced.ts";
import { Icon } from "../icons/icon.tsx";
import { leadName } from "./leads/lead-name.ts";

export type ChosenLead = Pick<Schema<"LeadSummary">, "id" | "first_name" | "last_name" | "email" | "stage">;

/** How the list begins, where its input was used before it was loaded. */
export type ListStart = { isOpen: boolean; typed?: string };

type LeadListBoxProps = {
  /** Of its input. */
  id: string;
  placeholder: string;
  value: ChosenLead | null;
  onChoose: (lead: ChosenLead | null) => void;
  start: ListStart | null;
};

const MOST_SHOWN = 20;

/** The part of `LeadChooser` that is loaded when it is first used. */
export function LeadListBox({ id, placeholder, value, onChoose, start }: LeadListBoxProps) {
  const [words, setWords] = useState(start?.typed ?? "");
  const input = useRef<HTMLInputElement>(null);
  const goOn = useEffectEvent(() => {
    if (!start || !input.current) return;
    const { length } = input.current.value;
    input.current.focus();
    // What is typed next stands behind what was typed before; else it replaces the name, as after Tab.
    input.current.setSelectionRange(start.typed === undefined ? 0 : length, length);
  });
  useLayoutEffect(() => goOn(), []);
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
  // The leads of what was typed before are shown until those of all words have come.
  const isBusy = isFetching || q !== words.trim();
  const found: ChosenLead[] = data?.items ?? [];
  const items = value && !found.some((lead) => lead.id === value.id) ? [...found, value] : found;
  return (
    <Combobox.Root
      items={items}
      value={value}
      defaultOpen={start?.isOpen ?? false}
      {...(start?.typed !== undefined && { defaultInputValue: start.typed })}
      filter={null}
      autoHighlight
      itemToStringLabel={(lead: ChosenLead) => leadName(lead)}
      isItemEqualToValue={(one, other) => one.id === other.id}
      onValueChange={onChoose}
      onInputValueChange={(typed, { reason }) => setWords(reason === "input-change" ? typed : "")}
    >
      <Combobox.InputGroup className="chooser">
        <Combobox.Input id={id} placeholder={placeholder} ref={input} />
        <Combobox.Trigger className="icon-button" aria-label="Show leads">
          <Icon name="caret-down" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className="positioner" sideOffset={4}>
          <Combobox.Popup className="menu chooser-menu" aria-busy={isBusy || undefined}>
            <Combobox.Empty className="palette-empty">
              {isBusy ? "Searching …" : "No lead has these words."}
            </Combobox.Empty>
            <Combobox.List>
              {(lead: ChosenLead) => (
                <Combobox.Item key={lead.id} value={lead} className="menu-item">
                  <bdi>{leadName(lead)}</bdi>
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
