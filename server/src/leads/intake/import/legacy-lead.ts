import { Type } from "typebox";
import { BlankableText, Email } from "../../../platform/http/fields.ts";
import { OneOf } from "../../../platform/http/list-envelope.ts";
import { compileValidator, describeIssues } from "../../../platform/http/validation.ts";
import { type LegacyStatus, legacyStatuses } from "../../lifecycle/projections.ts";
import { MESSAGE_LENGTH } from "../intake.schemas.ts";

/** A lead of other software. Its stage follows from the legacy status. */
export type LegacyLead = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  notes: string | null;
  status: LegacyStatus;
  agentEmail: string | null;
  /** Null: not in the file. */
  receivedAt: Date | null;
  source: string | null;
};

/** The columns of a file, validated like the fields of a form. */
const LegacyRow = Type.Object({
  first_name: Type.Optional(BlankableText(100)),
  last_name: Type.Optional(BlankableText(100)),
  email: Email(),
  phone: Type.Optional(BlankableText(40)),
  subject: Type.Optional(BlankableText(200)),
  message: Type.Optional(BlankableText(MESSAGE_LENGTH)),
  status: OneOf(legacyStatuses, { ignoreCase: true, default: "new" }),
  notes: Type.Optional(BlankableText(20_000)),
  agent_email: Type.Optional(BlankableText(255)),
  created_at: Type.Optional(BlankableText(40)),
  source: Type.Optional(BlankableText(255)),
});
type LegacyRow = { email: string; status: LegacyStatus } & { [Column in LegacyColumn]?: string };

export type LegacyColumn = keyof typeof LegacyRow.properties;
export const fileColumns = Object.keys(LegacyRow.properties) as LegacyColumn[];

const validate = compileValidator({ schema: LegacyRow, httpPart: "body" });

/** Parses a row; returns all reasons when it is invalid. */
export function parseLegacyLead(
  values: Partial<Record<LegacyColumn, string>>,
  now: Date,
): { lead: LegacyLead } | { reasons: string[] } {
  // Blank cells count as absent.
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  const reasons: string[] = [];
  if (validate(filled) !== true) {
    const found = describeIssues((validate.errors ?? []) as Parameters<typeof describeIssues>[0], "body");
    reasons.push(...found.map(({ msg }) => msg));
  }
  if (!filled.first_name && !filled.last_name) reasons.push("first_name or last_name is required");
  const time = filled.created_at ? parseLegacyTime(filled.created_at, now) : null;
  if (typeof time === "string") reasons.push(time);
  if (reasons.length > 0 || typeof time === "string") return { reasons };

  const row = filled as LegacyRow;
  return {
    lead: {
      first_name: row.first_name ?? "",
      last_name: row.last_name ?? "",
      email: row.email,
      phone: row.phone ?? null,
      subject: row.subject ?? "",
      message: row.message ?? "",
      notes: row.notes ?? null,
      status: row.status,
      agentEmail: row.agent_email ?? null,
      receivedAt: time,
      source: row.source ?? null,
    },
  };
}

const PATTERN =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The time a legacy lead was received: a date or a timestamp, in UTC by default. Returns a text when invalid. */
export function parseLegacyTime(text: string, now: Date): Date | string {
  const [, day, clock = "00:00", zone = "Z"] = PATTERN.exec(text) ?? [];
  const moment = new Date(`${day}T${clock}${fullOffset(zone)}`);
  const isMoment = !Number.isNaN(moment.getTime());
  // Date parses February 30 as a day in March.
  if (!isMoment || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day as string)) {
    return "created_at must be a day or a time such as 2024-03-01 or 2024-03-01T09:30:00Z";
  }
  return moment > now ? "created_at is in the future" : moment;
}

function fullOffset(zone: string): string {
  if (/^(?:z|utc)$/i.test(zone)) return "Z";
  const digits = zone.replace(":", "");
  return `${digits.slice(0, 3)}:${digits.slice(3) || "00"}`;
}
