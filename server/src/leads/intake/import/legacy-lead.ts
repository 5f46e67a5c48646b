import { Type } from "typebox";
import { BlankableText, Email } from "../../../platform/http/fields.ts";
import { OneOf } from "../../../platform/http/list-envelope.ts";
import { compileValidator, describeIssues } from "../../../platform/http/validation.ts";
import { type LegacyStatus, legacyStatuses } from "../../lifecycle/projections.ts";
import { MESSAGE_LENGTH } from "../intake.schemas.ts";
import { legacyTime } from "./legacy-time.ts";

/** A lead of other software, of which only a legacy status says how far it has come. */
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
  /** Null: the file does not say. */
  receivedAt: Date | null;
  source: string | null;
};

/** The columns of a file, judged as the fields of a form are. */
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

/** A row by its columns; or every reason why it cannot be a lead. */
export function readLegacyLead(
  values: Partial<Record<LegacyColumn, string>>,
  now: Date,
): { lead: LegacyLead } | { reasons: string[] } {
  // A blank cell says nothing.
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  const reasons: string[] = [];
  if (validate(said) !== true) {
    const found = describeIssues((validate.errors ?? []) as Parameters<typeof describeIssues>[0], "body");
    reasons.push(...found.map(({ msg }) => msg));
  }
  if (!said.first_name && !said.last_name) reasons.push("first_name or last_name is required");
  const time = said.created_at ? legacyTime(said.created_at, now) : null;
  if (typeof time === "string") reasons.push(time);
  if (reasons.length > 0 || typeof time === "string") return { reasons };

  const row = said as LegacyRow;
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
