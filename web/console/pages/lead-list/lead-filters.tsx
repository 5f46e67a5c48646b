import { useEffect, useRef, useState } from "react";
import { useAgents } from "../../app/use-agents.ts";
import { useTags } from "../../app/use-tags.ts";
import { FilterSelect } from "../../components/filter-select.tsx";
import { Icon } from "../../icons/icon.tsx";
import { useLeadMeta } from "../lead/lead-meta.ts";
import { filtersOf, type LeadSearch } from "./lead-search.ts";

type LeadFiltersProps = {
  search: LeadSearch;
  /** Changes the address. `replace`: without an entry of its own in the history. */
  onChange: (patch: LeadSearch, replace?: boolean) => void;
  onClear: () => void;
};

/** The filters of the list, each of which stands in the address. */
export function LeadFilters({ search, onChange, onClear }: LeadFiltersProps) {
  const meta = useLeadMeta();
  const agents = useAgents();
  const tags = useTags();
  // On phones, which show them by a button.
  const [isOpen, setOpen] = useState(false);
  const { sort: _sort, q, ...choices } = filtersOf(search);
  const chosen = Object.keys(choices).length;
  const agent = search.agent ? String(search.agent) : ofUnassigned(search.unassigned);
  return (
    <search className="lead-filters">
      <Words words={search.q ?? ""} onChange={(q, replace) => onChange({ q }, replace)} />
      <button
        type="button"
        className="button small quiet filter-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="funnel" />
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div className="filter-choices" data-open={isOpen || undefined}>
        <FilterSelect
          label="Stage"
          any="Any stage"
          value={search.stage}
          options={meta?.stages.map(({ stage, label }) => ({ value: stage, label })) ?? []}
          onChange={(stage) => onChange({ stage: stage as LeadSearch["stage"] })}
        />
        {agents.length > 0 && (
          <FilterSelect
            label="Agent"
            any="Any agent"
            value={agent}
            options={[
              { value: "none", label: "No agent" },
              { value: "some", label: "Some agent" },
              ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => onChange(agentFilter(value))}
          />
        )}
        <FilterSelect
          label="Heat"
          any="Any heat"
          value={search.temperature}
          options={[
            { value: "hot", label: "Hot" },
            { value: "warm", label: "Warm" },
            { value: "cold", label: "Cold" },
          ]}
          onChange={(band) => onChange({ temperature: band as LeadSearch["temperature"] })}
        />
        <FilterSelect
          label="Tag"
          any="Any tag"
          value={search.tag}
          options={tags.map(({ name, leads }) => ({ value: name, label: `${name} (${leads})` }))}
          onChange={(tag) => onChange({ tag })}
        />
        <FilterSelect
          label="Pipeline"
          any="Buyers and sellers"
          value={search.pipeline_type}
          options={[
            { value: "buyer", label: "Buyers" },
            { value: "seller", label: "Sellers" },
          ]}
          onChange={(path) => onChange({ pipeline_type: path as LeadSearch["pipeline_type"] })}
        />
        <FilterSelect
          label="Flag"
          any="Any flag"
          value={search.flag}
          options={meta?.flags.map(({ flag, label }) => ({ value: flag, label })) ?? []}
          onChange={(flag) => onChange({ flag: flag as LeadSearch["flag"] })}
        />
        <FilterSelect
          label="Suspect"
          any="Suspect or not"
          value={search.suspect === undefined ? undefined : String(search.suspect)}
          options={[
            { value: "true", label: "Suspect only" },
            { value: "false", label: "Not suspect" },
          ]}
          onChange={(value) => onChange({ suspect: value === undefined ? undefined : value === "true" })}
        />
        {(q !== undefined || chosen > 0) && (
          <button type="button" className="button small quiet" onClick={onClear}>
            <Icon name="x" />
            Clear filters
          </button>
        )}
      </div>
    </search>
  );
}

function ofUnassigned(unassigned: boolean | undefined): string | undefined {
  return unassigned === undefined ? undefined : unassigned ? "none" : "some";
}

function agentFilter(value: string | undefined): LeadSearch {
  const isNumber = value !== undefined && /^\d+$/.test(value);
  return {
    agent: isNumber ? Number(value) : undefined,
    unassigned: value === "none" ? true : value === "some" ? false : undefined,
  };
}

const PAUSE_MS = 250;

/** Changes the address when the typing pauses; further typing makes no further entry of the history. */
function Words({ words, onChange }: { words: string; onChange: (q: string, replace: boolean) => void }) {
  const [typed, setTyped] = useState(words);
  const [seen, setSeen] = useState(words);
  const [sent, setSent] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (words !== seen) {
    setSeen(words);
    // Back and forward, and "Clear filters"; not the words that were typed here, behind which more may be by now.
    if (words !== sent) {
      setSent(words);
      setTyped(words);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label className="filter-words">
      <span className="visually-hidden">
        Words of the name, email or subject, or digits of the phone number
      </span>
      <Icon name="magnifying-glass" />
      <input
        type="search"
        value={typed}
        maxLength={200}
        placeholder="Name, email, phone or subject"
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            setSent(value.trim());
            onChange(value.trim(), words !== "");
          }, PAUSE_MS);
        }}
      />
    </label>
  );
}
