import { useState } from "react";
import { useMay } from "../../../app/me.ts";
import { Badge } from "../../../components/badge.tsx";
import { Icon } from "../../../icons/icon.tsx";
import { FactSection } from "../fact-section.tsx";
import { inWords } from "../lead-meta.ts";
import type { ReadLead } from "../lead-query.ts";
import { ContactForm } from "./contact-form.tsx";

/** How the person is reached, and what staff note of them. */
export function ContactFacts({ read }: { read: ReadLead }) {
  const [isEditing, setEditing] = useState(false);
  const may = useMay();
  const { record: lead } = read;
  if (isEditing) return <ContactForm read={read} onClose={() => setEditing(false)} />;
  const { email, call } = lead.may_receive;
  const facts: [string, string | null, string | null][] = [
    ["Email", lead.email || null, email.allowed ? null : email.reason],
    ["Phone", lead.phone, call.allowed || lead.phone === null ? null : call.reason],
    ["Pipeline", inWords(lead.pipeline_type), null],
    ["Notes", lead.notes || null, null],
  ];
  return (
    <FactSection
      title="Contact"
      action={
        may("updateLead") && (
          <button
            type="button"
            className="icon-button"
            aria-label="Edit the contact data"
            onClick={() => setEditing(true)}
          >
            <Icon name="pencil-simple" />
          </button>
        )
      }
    >
      <dl className="facts-list">
        {facts.map(([label, value, refused]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>
              {value === null ? (
                <span className="muted">none</span>
              ) : (
                <bdi className="multiline">{value}</bdi>
              )}
              {refused !== null && value !== null && (
                <Badge tone="bad" icon="warning-circle">
                  {refused}
                </Badge>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </FactSection>
  );
}
