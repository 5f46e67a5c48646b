import type { ReadLead } from "../lead-query.ts";
import { ContactFacts } from "./contact-facts.tsx";
import { Favorites } from "./favorites.tsx";
import { Flags } from "./flags.tsx";
import { LeadPreferences } from "./lead-preferences.tsx";
import { Origin } from "./origin.tsx";
import { SavedSearches } from "./saved-searches.tsx";
import { Tags } from "./tags.tsx";

/** What is known of the person. */
export function LeadFacts({ read }: { read: ReadLead }) {
  const { record: lead } = read;
  return (
    <div className="lead-facts" data-column="facts">
      <ContactFacts read={read} />
      <Tags lead={lead} />
      <Flags lead={lead} />
      <LeadPreferences lead={lead} />
      <Favorites leadId={lead.id} />
      <SavedSearches leadId={lead.id} />
      <Origin lead={lead} />
    </div>
  );
}
