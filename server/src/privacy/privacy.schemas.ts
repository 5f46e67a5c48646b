import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Email, Id, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";

export const kinds = ["erase", "export"] as const;
export type Kind = (typeof kinds)[number];
export const statuses = ["pending_confirmation", "confirmed", "done"] as const;
export type Status = (typeof statuses)[number];

const kind = OneOf(kinds, {
  description: "erase: delete all data about the person; export: get a copy of it",
});

export const CreatePrivacyRequestBody = Type.Object({ email: Email(), kind });
export type CreatePrivacyRequestBody = Static<typeof CreatePrivacyRequestBody>;

export const CreateOwnPrivacyRequestBody = Type.Object({ kind });
export type CreateOwnPrivacyRequestBody = Static<typeof CreateOwnPrivacyRequestBody>;

export const PrivacyRequestReceived = Component("ReceivedPrivacyRequest", {
  id: Type.Integer(),
  status: OneOf(statuses),
});
export type PrivacyRequestReceived = Static<typeof PrivacyRequestReceived>;

export const TokenParams = Type.Object({
  token: Type.String({ description: "The token in the email's link" }),
});
export type TokenParams = Static<typeof TokenParams>;

export const PrivacyRequestParams = Type.Object({ request_id: Id() });
export type PrivacyRequestParams = Static<typeof PrivacyRequestParams>;

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

/** Counts of what an erasure deleted, or of what an export contains. */
export const Receipt = Component("PrivacyReceipt", {
  leads: Count(),
  timeline_events: Count(),
  signals: Count(),
  flags: Count(),
  tags: Type.Optional(Count("Missing in receipts older than the tags of leads")),
  routing_decisions: Type.Optional(Count("Erasures only")),
  drip_enrollments: Type.Optional(Count("Missing in receipts older than the drip feature")),
  tours: Count(),
  messages: Count("Rows of the message ledger; the content is not stored"),
  webhook_deliveries: Type.Optional(
    Count("Webhook deliveries about the person; missing in receipts older than webhooks"),
  ),
  newsletter_subscriptions: Count(),
  clients: Type.Optional(
    Count("Records of the verified address; this and the following fields are missing in older receipts"),
  ),
  favorites: Type.Optional(Count()),
  magic_links: Type.Optional(Count()),
  saved_searches: Type.Optional(Count()),
  visitor_sessions: Type.Optional(Count()),
  visitor_events: Type.Optional(Count()),
  audit_rows: Type.Optional(Count("Only for erasures: rows that stay, without personal data")),
  kept_replies: Type.Optional(Count("Only for erasures: stored replies to POSTs with an Idempotency-Key")),
  vectors: Count(),
  images: Count(),
});
export type Receipt = Static<typeof Receipt>;

export const PrivacyRequest = Component("PrivacyRequest", {
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  kind: OneOf(kinds),
  status: OneOf(statuses),
  email: Nullable(
    Type.String({ description: "null after an erasure, or when the download link of an export has expired" }),
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
    description: "The person's address; also finds completed requests, which no longer contain it",
  }),
  brokerage_id: Type.Optional(
    Id({ description: "For admins: only requests to this brokerage; others see their own brokerage's" }),
  ),
});
export type PrivacyRequestQuery = Static<typeof PrivacyRequestQuery>;

export const PrivacyRequestPage = ListOf(PrivacyRequest);
export type PrivacyRequestPage = Static<typeof PrivacyRequestPage>;
