import { useId, useState } from "react";
import { loadable, preload, useFirstInput, useLoadable } from "../app/loadable.ts";
import { Icon } from "../icons/icon.tsx";
import type { ChosenLead, ListStart } from "./lead-list-box.tsx";
import { leadName } from "./leads/lead-name.ts";

const leadListBox = loadable(async () => (await import("./lead-list-box.tsx")).LeadListBox);

/** What leads are found by. */
const WORDS = "Name, email or phone";

type LeadChooserProps = {
  label: string;
  value: ChosenLead | null;
  onChoose: (lead: ChosenLead | null) => void;
};

/** Chooses a lead by name, email or phone; the newest ones are offered first. Until it is used, it is an input without its list. */
export function LeadChooser({ label, value, onChoose }: LeadChooserProps) {
  const id = useId();
  const [start, setStart] = useState<ListStart | null>(null);
  const LeadListBox = useLoadable(leadListBox, start !== null);
  useFirstInput(() => preload(leadListBox));
  const open = () => setStart({ isOpen: true });
  const name = value ? leadName(value) : "";
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {LeadListBox ? (
        <LeadListBox {...{ id, value, onChoose, start }} placeholder={WORDS} />
      ) : (
        <div className="chooser">
          <input
            id={id}
            role="combobox"
            aria-expanded={false}
            autoComplete="off"
            placeholder={WORDS}
            value={start?.typed ?? name}
            onPointerDown={open}
            onFocus={() => setStart((begun) => begun ?? { isOpen: false })}
            onChange={({ currentTarget }) => setStart({ isOpen: true, typed: currentTarget.value })}
          />
          <button type="button" className="icon-button" tabIndex={-1} aria-label="Show leads" onClick={open}>
            <Icon name="caret-down" />
          </button>
        </div>
      )}
    </div>
  );
}
