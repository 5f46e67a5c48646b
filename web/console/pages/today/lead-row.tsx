import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { Schema } from "../../app/api.ts";
import { refreshLeads } from "../../app/refresh-leads.ts";
import { Badge } from "../../components/badge.tsx";
import { ContactButtons } from "../../components/leads/contact-buttons.tsx";
import { ContactComposer } from "../../components/leads/contact-composer.tsx";
import type { ContactKind } from "../../components/leads/contact-kinds.ts";
import { FollowUpForm } from "../../components/leads/follow-up-form.tsx";
import { Heat } from "../../components/leads/heat.tsx";
import { leadName } from "../../components/leads/lead-name.ts";
import { Icon } from "../../icons/icon.tsx";
import { focusNeighbor, focusRow } from "./row-keys.ts";

type LeadRowProps = {
  lead: Schema<"LeadSummary">;
  /** What stands first: the clock, or when the follow-up is due. */
  first: ReactNode;
  detail: string;
  showAgent: boolean;
};

/** How long a row takes to leave, as in today.css. */
const LEAVE_MS = 200;

/** A lead with what can be done now. A contact that is logged is what the row waits for: it leaves, and the next one has the focus. */
export function LeadRow({ lead, first, detail, showAgent }: LeadRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState<ContactKind | "follow-up" | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const cancel = () => {
    setOpen(null);
    focusRow(row.current);
  };
  const leave = () => {
    setOpen(null);
    setLeaving(true);
    focusNeighbor(row.current);
    setTimeout(() => void refreshLeads().then(() => setLeaving(false)), LEAVE_MS);
  };
  const stay = () => {
    cancel();
    void refreshLeads();
  };
  return (
    <li ref={row} className="row today-row" data-row data-leaving={isLeaving}>
      <span className="row-first">{first}</span>
      <div className="row-words">
        <span className="row-name">
          <Link className="row-title" to="/leads/$leadId" params={{ leadId: String(lead.id) }} data-row-link>
            <bdi>{leadName(lead)}</bdi>
          </Link>
          {lead.temperature.band !== "cold" && <Heat temperature={lead.temperature} />}
          {lead.suspect.length > 0 && (
            <Badge tone="warn" icon="warning">
              may be spam
            </Badge>
          )}
        </span>
        <bdi className="row-detail clipped">{detail}</bdi>
      </div>
      {showAgent && <bdi className="row-side clipped">{lead.assigned_agent?.name ?? "No agent"}</bdi>}
      <div className="row-actions">
        <ContactButtons lead={lead} onContact={setOpen} />
        <button
          type="button"
          className="icon-button"
          data-act="follow-up"
          aria-label={`Book a follow-up with ${leadName(lead)}`}
          onClick={() => setOpen("follow-up")}
        >
          <Icon name="calendar-plus" />
        </button>
      </div>
      {open === "follow-up" && (
        <FollowUpForm leadId={lead.id} followUp={lead.follow_up} onBooked={stay} onCancel={cancel} />
      )}
      {open !== null && open !== "follow-up" && (
        <ContactComposer
          lead={lead}
          kind={open}
          onLogged={open === "note" ? stay : leave}
          onCancel={cancel}
        />
      )}
    </li>
  );
}
