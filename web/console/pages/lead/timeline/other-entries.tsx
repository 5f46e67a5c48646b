import { counted } from "../../../../shared/numbers.ts";
import type { Schema } from "../../../app/api.ts";
import type { IconName } from "../../../icons/icon.tsx";
import { flagLabel, inWords } from "../lead-meta.ts";
import { ListingLine } from "../listing-line.tsx";
import type { Entry } from "./entry.ts";

const messageIcons: Record<string, IconName> = { email: "envelope-simple", text: "chat-text", push: "bell" };

/** Messages of the program, without their texts. */
export function messageEntries({ items }: Schema<"LeadMessages">): Entry[] {
  return items.map(({ kind, channel, to, outcome, at, reason }, nth) => ({
    key: `message ${nth}`,
    at,
    kind: "messages",
    icon: messageIcons[channel] ?? "paper-plane-tilt",
    title: `${inWords(kind)}: ${outcome}${reason ? ` (${reason})` : ""}`,
    by: `${inWords(channel)} to ${to}`,
  }));
}

/** Visits to the website, folded. */
export function visitEntries({ items }: Schema<"LeadVisits">): Entry[] {
  return items.map((visit) => ({
    key: `visit ${visit.started_at}`,
    at: visit.started_at,
    kind: "visits",
    icon: "eye",
    title: `Visited the website: ${visitText(visit)}`,
    ...(visit.homes.length > 0 && { details: <VisitedHomes homes={visit.homes} /> }),
  }));
}

/** `6 homes, 2 searches, 14 min` */
function visitText({ homes, searches, favorites_added, started_at, ended_at }: Schema<"LeadVisit">): string {
  const minutes = Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 60_000);
  return [
    counted(homes.length, "home"),
    ...(searches > 0 ? [counted(searches, "search", "searches")] : []),
    ...(favorites_added > 0 ? [counted(favorites_added, "new favorite")] : []),
    minutes > 0 ? `${minutes} min` : "under a minute",
  ].join(", ");
}

function VisitedHomes({ homes }: { homes: Schema<"LeadVisit">["homes"] }) {
  return (
    <details>
      <summary>Homes</summary>
      <ul className="lines">
        {homes.map((home) => (
          <li key={home.listing_id}>
            <ListingLine home={home} />
            <span className="muted">
              {home.seconds > 0 && ` ${Math.max(1, Math.round(home.seconds / 60))} min`}
              {home.views > 1 && ` ${home.views} times`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Flags that were set and cleared. */
export function consentEntries(
  { flags }: Schema<"LeadFlags">,
  meta: Schema<"LeadMeta"> | undefined,
): Entry[] {
  return flags.flatMap(({ flag, reason, set_at, set_by, cleared_at, cleared_by, clear_reason }) => {
    const label = flagLabel(meta, flag);
    const line = { kind: "consent", icon: "flag" } as const;
    return [
      { ...line, key: `set ${flag} ${set_at}`, at: set_at, title: `${label} set`, by: set_by, text: reason },
      ...(cleared_at === null
        ? []
        : [
            {
              ...line,
              key: `cleared ${flag} ${cleared_at}`,
              at: cleared_at,
              title: `${label} cleared`,
              by: cleared_by ?? "",
              text: clear_reason,
            },
          ]),
    ];
  });
}
