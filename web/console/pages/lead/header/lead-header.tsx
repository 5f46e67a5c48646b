import type { Schema } from "../../../app/api.ts";
import { useMay } from "../../../app/me.ts";
import { useShortcut } from "../../../app/shell/shortcuts.ts";
import { WaitingClock } from "../../../components/clock.tsx";
import { ContactButtons } from "../../../components/leads/contact-buttons.tsx";
import type { ContactKind } from "../../../components/leads/contact-kinds.ts";
import { Heat } from "../../../components/leads/heat.tsx";
import { type ReadLead, useLead } from "../lead-query.ts";
import { AssignButton } from "./assign-button.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { StageMenu } from "./stage-menu.tsx";

/** Stage, temperature, and the clock while the lead waits. */
export function LeadStatus({ lead }: { lead: Schema<"Lead"> }) {
  const { dataUpdatedAt } = useLead();
  return (
    <span className="lead-status">
      <StageMenu lead={lead} />
      <Heat temperature={lead.temperature} />
      {lead.sla.remaining_seconds !== null && (
        <WaitingClock lead={lead} readAt={{ arrived: dataUpdatedAt, serverTime: undefined }} />
      )}
    </span>
  );
}

type LeadActionsProps = { read: ReadLead; onContact: (kind: ContactKind) => void };

export function LeadActions({ read, onContact }: LeadActionsProps) {
  const may = useMay();
  const press = (kind: ContactKind) =>
    document.querySelector<HTMLElement>(`.lead-page .page-head [data-act="${kind}"]`)?.click();
  useShortcut("c", () => press("call"));
  useShortcut("t", () => press("text"));
  useShortcut("m", () => press("email"));
  useShortcut("n", () => press("note"));
  return (
    <>
      <ContactButtons lead={read.record} onContact={onContact} />
      {may("updateLead") && <AssignButton read={read} />}
      {may("deleteLead") && <DeleteButton lead={read.record} />}
    </>
  );
}
