import { FilterSelect } from "../../components/filter-select.tsx";
import type { LeadSearch } from "./lead-search.ts";

type Sort = LeadSearch["sort"];

const NEWEST = "Newest first";
const labels = {
  created_at: "Oldest first",
  response_due: "Waiting longest first",
  "-temperature": "Hottest first",
  last_contact: "Not contacted for longest",
  "-last_contact": "Contacted last",
  stage: "First stage first",
  "-stage": "Last stage first",
};

/** The order of the list. */
export function LeadSort({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  return (
    <FilterSelect
      label="Order"
      any={NEWEST}
      value={sort === "-created_at" ? undefined : sort}
      options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
      onChange={(value) => onChange(value as Sort)}
    />
  );
}
