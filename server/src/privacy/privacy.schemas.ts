import { type Static, Type } from "typebox";
import { Email, Id, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";

export const kinds = ["erase", "export"] as const;
export type Kind = (typeof kinds)[number];
export const statuses = ["pending_confirmation", "confirmed", "done"] as const;
export type Status = (typeof statuses)[number];

export const CreatePrivacyRequestBody = Type.Object({
  email: Email(),
  kind: OneOf(kinds, { description: "erase: remove all that is held; export: a copy of it" }),
});
export type CreatePrivacyRequestBody = Static<typeof CreatePrivacyRequestBody>;

export const PrivacyRequestReceived = Type.Object({ id: Type.Integer(), status: OneOf(statuses) });
export type PrivacyRequestReceived = Static<typeof PrivacyRequestReceived>;

export const TokenParams = Type.Object({
  token: Type.String({ description: "As the link in the email has it" }),
});
export type TokenParams = Static<typeof TokenParams>;

export const PrivacyRequestParams = Type.Object({ request_id: Id() });
export type PrivacyRequestParams = Static<typeof PrivacyRequestParams>;

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

/** Counts of what an erasure deleted, or of what an export contains. */
export const Receipt = Type.Object({
  leads: Count(),
  timeline_events: Count(),
  signals: Count(),
  flags: Count(),
  routing_decisions: Type.Optional(Count("Erasures only")),
  drip_enrollments: Type.Optional(Count("Not in receipts from before there were drips")),
  tours: Count(),
  messages: Count("Rows of the ledger; what they said was not kept"),
  webhook_deliveries: Type.Optional(
    Count("Messages about them to other software; not in receipts from before there were webhooks"),
  ),
  newsletter_subscriptions: Count(),
  clients: Type.Optional(
    Count("The address as one that was shown to be theirs; not in older receipts, as what follows"),
  ),
  favorites: Type.Optional(Count()),
  magic_links: Type.Optional(Count()),
  visitor_sessions: Type.Optional(Count()),
  visitor_events: Type.Optional(Count()),
  audit_rows: Type.Optional(Count("Erasures only: rows that stay, and tell of nobody any more")),
  kept_replies: Type.Optional(Count("Erasures only: replies to POSTs with an Idempotency-Key")),
  vectors: Count(),
  images: Count(),
});
export type Receipt = Static<typeof Receipt>;

export const PrivacyRequest = Type.Object({
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  kind: OneOf(kinds),
  status: OneOf(statuses),
  email: Nullable(
    Type.String({ description: "null once an erasure is done, or the link to an export has expired" }),
  ),
  created_at: Timestamp(),
  confirmed_at: Nullable(Timestamp()),
  due_at: Nullable(Timestamp()),
  done_at: Nullable(Timestamp()),
  receipt: Nullable(Receipt),
});
export type PrivacyRequest = Static<typeof PrivacyRequest>;

export const PrivacyRequestQuery = Type.Object({
  ...PageQuery,
  kind: Type.Optional(OneOf(kinds)),
  status: Type.Optional(OneOf(statuses)),
  email: Type.Optional({
    ...Email(),
    description: "Whose: finds what is done and names nobody any more, too",
  }),
  brokerage_id: Type.Optional(Id({ description: "For admins; others see their own" })),
});
export type PrivacyRequestQuery = Static<typeof PrivacyRequestQuery>;

export const PrivacyRequestPage = ListOf(PrivacyRequest);
export type PrivacyRequestPage = Static<typeof PrivacyRequestPage>;
