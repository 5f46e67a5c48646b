import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorNotice } from "../../components/error-notice.tsx";
import type { ContactKind } from "../../components/leads/contact-kinds.ts";
import { leadName } from "../../components/leads/lead-name.ts";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { LeadFacts } from "./facts/lead-facts.tsx";
import { LeadActions, LeadStatus } from "./header/lead-header.tsx";
import type { LeadPart } from "./lead-page-search.ts";
import { type ReadLead, useLead } from "./lead-query.ts";
import { NextStep } from "./next/next-step.tsx";
import { LeadTimeline } from "./timeline/lead-timeline.tsx";

/** A lead: what is known, what has happened, what comes next. */
export function LeadPage() {
  const { data, error, refetch } = useLead();
  if (data) return <LoadedLead key={data.record.id} read={data} />;
  return (
    <Page title="Lead">
      {error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <Loading />}
    </Page>
  );
}

const parts: readonly [LeadPart, string][] = [
  ["timeline", "Timeline"],
  ["facts", "Facts"],
  ["next", "Next step"],
];

function LoadedLead({ read }: { read: ReadLead }) {
  const { record: lead } = read;
  const { part = "timeline" } = useSearch({ from: "/staff/leads/$leadId" });
  const navigate = useNavigate({ from: "/leads/$leadId" });
  const [contact, setContact] = useState<ContactKind | null>(null);
  const showPart = (part: LeadPart) => void navigate({ search: (now) => ({ ...now, part }), replace: true });
  const onContact = (kind: ContactKind) => {
    setContact(kind);
    showPart("timeline");
  };
  return (
    <Page
      title={leadName(lead)}
      className="lead-page"
      intro={<LeadStatus lead={lead} />}
      actions={<LeadActions read={read} onContact={onContact} />}
    >
      <nav className="lead-parts" aria-label="Parts of this page">
        {parts.map(([name, label]) => (
          <button key={name} type="button" aria-pressed={part === name} onClick={() => showPart(name)}>
            {label}
          </button>
        ))}
      </nav>
      <div className="lead-columns" data-part={part}>
        <LeadFacts read={read} />
        <LeadTimeline lead={lead} contact={contact} onContact={setContact} />
        <NextStep lead={lead} />
      </div>
    </Page>
  );
}
