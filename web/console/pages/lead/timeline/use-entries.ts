import { api, type Schema } from "../../../app/api.ts";
import { useLeadMeta } from "../lead-meta.ts";
import { ofLead } from "../lead-query.ts";
import type { Entry } from "./entry.ts";
import { eventEntries } from "./event-entries.tsx";
import { consentEntries, messageEntries, visitEntries } from "./other-entries.tsx";

/** Everything that has happened with a lead, newest first. A part that cannot be read is named, the others stand. */
export function useEntries(lead: Schema<"Lead">) {
  const meta = useLeadMeta();
  const events = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/transitions", ofLead(lead.id));
  const messages = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/messages", ofLead(lead.id));
  const visits = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/visits", ofLead(lead.id));
  const flags = api.useQuery("get", "/api/v1/admin/leads/{lead_id}/flags", ofLead(lead.id));
  const all = [events, messages, visits, flags];
  const entries: Entry[] = [
    ...(events.data ? eventEntries(events.data.events, lead, meta) : []),
    ...(messages.data ? messageEntries(messages.data) : []),
    ...(visits.data ? visitEntries(visits.data) : []),
    ...(flags.data ? consentEntries(flags.data, meta) : []),
  ];
  return {
    entries: entries.toReversed().toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
    isLoading: all.some(({ isPending }) => isPending),
    error: all.find(({ error, data }) => error && data === undefined)?.error ?? null,
    retry: () => void Promise.all(all.map(({ refetch }) => refetch())),
  };
}
