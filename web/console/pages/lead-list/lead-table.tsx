import { Link } from "@tanstack/react-router";
import { agoText, dueText } from "../../app/ago-text.ts";
import type { Schema } from "../../app/api.ts";
import { ownMoment } from "../../app/time-zone.ts";
import { Badge } from "../../components/badge.tsx";
import { ClockRing } from "../../components/clock-ring.tsx";
import { Heat } from "../../components/leads/heat.tsx";
import { leadName } from "../../components/leads/lead-name.ts";
import { flagLabel, stageLabel, useLeadMeta } from "../lead/lead-meta.ts";
import { useRowKeys } from "./use-row-keys.ts";
import type { Selection } from "./use-selection.ts";

type Lead = Schema<"LeadSummary">;
type LeadTableProps = { leads: readonly Lead[]; readAt: number; selection: Selection; canSelect: boolean };

/** A page of leads. */
export function LeadTable({ leads, readAt, selection, canSelect }: LeadTableProps) {
  useRowKeys(leads, selection);
  const isAll = leads.every(({ id }) => selection.ids.has(id));
  const isSome = leads.some(({ id }) => selection.ids.has(id));
  return (
    <table className="lead-table">
      <thead>
        <tr>
          {canSelect && (
            <th scope="col" className="cell-select">
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={isAll}
                ref={(box) => {
                  if (box) box.indeterminate = isSome && !isAll;
                }}
                onChange={selection.toggleShown}
              />
              <span className="select-all" aria-hidden="true">
                Select all
              </span>
            </th>
          )}
          <th scope="col">Name</th>
          <th scope="col">Stage</th>
          <th scope="col">Heat</th>
          <th scope="col">Agent</th>
          <th scope="col">Next step</th>
          <th scope="col">Arrived</th>
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <LeadRow key={lead.id} {...{ lead, readAt, selection, canSelect }} />
        ))}
      </tbody>
    </table>
  );
}

function LeadRow({ lead, readAt, selection, canSelect }: Omit<LeadTableProps, "leads"> & { lead: Lead }) {
  const meta = useLeadMeta();
  const isSelected = selection.ids.has(lead.id);
  const { remaining_seconds: remaining, target_seconds: target } = lead.sla;
  return (
    <tr data-lead={lead.id} data-selected={isSelected || undefined}>
      {canSelect && (
        <td className="cell-select">
          <input
            type="checkbox"
            aria-label={`Select ${leadName(lead)}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              selection.toggle(lead.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      <td className="cell-name">
        <Link to={`/leads/${lead.id}` as "/leads"} className="row-title" data-row-focus>
          <bdi>{leadName(lead)}</bdi>
        </Link>
        <bdi className="row-detail">{lead.subject}</bdi>
        {(lead.tags.length > 0 || lead.flags.length > 0 || lead.suspect.length > 0) && (
          <ul className="tags">
            {lead.suspect.length > 0 && (
              <li>
                <Badge tone="warn" icon="warning">
                  Suspect
                </Badge>
              </li>
            )}
            {lead.flags.map((flag) => (
              <li key={flag}>
                <Badge tone="bad" icon="flag">
                  {flagLabel(meta, flag)}
                </Badge>
              </li>
            ))}
            {lead.tags.map((tag) => (
              <li key={tag} className="tag">
                <bdi>{tag}</bdi>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="cell-stage">
        {stageLabel(meta, lead.stage)}
        {remaining !== null && target !== null && <ClockRing {...{ remaining, target, readAt }} />}
      </td>
      <td>
        <Heat temperature={lead.temperature} />
      </td>
      <td className="cell-agent">
        {lead.assigned_agent ? <bdi>{lead.assigned_agent.name}</bdi> : <span className="none">No agent</span>}
      </td>
      <td className="cell-next">
        {lead.follow_up ? (
          <>
            <time dateTime={lead.follow_up.due_at}>{dueText(lead.follow_up.due_at)}</time>
            {lead.follow_up.note && <bdi className="row-detail">{lead.follow_up.note}</bdi>}
          </>
        ) : (
          <span className="none">No next step</span>
        )}
      </td>
      <td className="cell-arrived">
        <time dateTime={lead.created_at} title={ownMoment(lead.created_at)}>
          {agoText(lead.created_at)}
        </time>
      </td>
    </tr>
  );
}
