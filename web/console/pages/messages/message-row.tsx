import { Link } from "@tanstack/react-router";
import type { Schema } from "../../app/api.ts";
import { Badge } from "../../components/badge.tsx";
import { fieldLabel } from "../../components/changes.tsx";
import { Moment } from "../../components/moment.tsx";
import { Icon } from "../../icons/icon.tsx";
import { channelIcons, channelNames, outcomeNames, outcomeTones } from "./message-names.ts";

/** A message of the ledger. */
export function MessageRow({ message }: { message: Schema<"LedgerMessage"> }) {
  const { kind, channel, to, outcome, attempts, reason, due_at, finished_at, lead_id } = message;
  return (
    <li className="row">
      <span className="badge">
        <Icon name={channelIcons[channel]} />
        {channelNames[channel]}
      </span>
      <div className="row-words">
        <bdi className="row-title">{to}</bdi>
        <span className="row-detail">
          {fieldLabel(kind)}
          {lead_id !== null && (
            <>
              ,{" "}
              <Link to="/leads/$leadId" params={{ leadId: String(lead_id) }}>
                lead {lead_id}
              </Link>
            </>
          )}
        </span>
        {reason && <bdi className="row-detail">{reason}</bdi>}
      </div>
      <span className="row-side">
        <Moment at={finished_at ?? due_at} />
        {attempts > 1 && `, ${attempts} attempts`}
      </span>
      <Badge tone={outcomeTones[outcome]}>{outcomeNames[outcome]}</Badge>
    </li>
  );
}
