import { type Static, Type } from "typebox";
import { LinkRequestId } from "../client-tokens/index.ts";
import { Component } from "../platform/http/component.ts";
import { BlankableText, Email, Id, Timestamp } from "../platform/http/fields.ts";
import { ListOf, Nullable, OneOf, PageQuery } from "../platform/http/list-envelope.ts";
import { InterpretedQuery, ListingFiltersBody } from "../search/index.ts";

export const frequencies = ["instant", "daily", "weekly", "off"] as const;
export type Frequency = (typeof frequencies)[number];
export const alertChannels = ["email", "push"] as const;
export type AlertChannel = (typeof alertChannels)[number];
export const eventKinds = ["new", "price_drop", "back_on_market", "status", "open_house"] as const;
export type EventKind = (typeof eventKinds)[number];
export const searchStatuses = ["active", "paused"] as const;
export type SearchStatus = (typeof searchStatuses)[number];

export const Frequency = (options: { default?: Frequency; description?: string } = {}) =>
  OneOf(frequencies, options);

export const Channels = () =>
  Type.Array(OneOf(alertChannels, { title: "AlertChannel" }), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
  });

const Events = () =>
  Type.Array(OneOf(eventKinds), {
    minItems: 1,
    maxItems: eventKinds.length,
    uniqueItems: true,
    description:
      "`new`: begins to match; `status`: any other change of the status; `open_house`: a new open house for the public",
  });

const HOW_OFTEN =
  "`instant`: at most three alerts an hour, then gathered; `daily`: at 8:00; `weekly`: on Saturdays at 8:00, in the client's time zone";

const TimeZone = Type.Optional(
  Type.String({
    trim: true,
    format: "time-zone",
    maxLength: 100,
    description: "IANA time zone of the client, for all of their alerts; default: that of the brokerage",
  }),
);

const Name = Type.Optional(Nullable(BlankableText(120, { description: "For the client's list and mails" })));
const Query = Type.Optional(
  Nullable(
    Type.String({
      trim: true,
      minLength: 1,
      maxLength: 500,
      description:
        "The search in plain words. It is kept as it is understood now: filters, exclusions and wanted features decide, other words only rank results",
    }),
  ),
);

const definition = { name: Name, filters: Type.Optional(ListingFiltersBody), query: Query };

/** What is saved of a search. A filter or a query is required. */
const SaveSearchFields = {
  ...definition,
  frequency: Frequency({ default: "daily", description: HOW_OFTEN }),
  channels: Type.Unsafe<AlertChannel[]>({ ...Channels(), default: ["email"] }),
  events: Type.Unsafe<EventKind[]>({ ...Events(), default: ["new", "price_drop", "back_on_market"] }),
  time_zone: TimeZone,
};

export const CreateSavedSearchBody = Type.Object({
  ...SaveSearchFields,
  email: Type.Optional({
    ...Email(),
    description: "Of a visitor without a token: the search is saved once the mail's link is used",
  }),
  request_id: LinkRequestId(
    "With `email`: an id of this request, new for each, for a page that asks for the code of the email; the code is then sent with it",
  ),
});
export type CreateSavedSearchBody = Static<typeof CreateSavedSearchBody>;

export const CreateLeadSearchBody = Type.Object(SaveSearchFields);
export type CreateLeadSearchBody = Static<typeof CreateLeadSearchBody>;

export const UpdateSavedSearchBody = Type.Object({
  ...definition,
  frequency: Type.Optional(Frequency({ description: HOW_OFTEN })),
  channels: Type.Optional(Channels()),
  events: Type.Optional(Events()),
  time_zone: TimeZone,
});
export type UpdateSavedSearchBody = Static<typeof UpdateSavedSearchBody>;

export const SearchParams = Type.Object({ id: Id() });
export type SearchParams = Static<typeof SearchParams>;

const SEEN = "When the client last said that they have seen what the search finds";

export const SavedSearch = Component("SavedSearch", {
  id: Type.Integer(),
  name: Nullable(Type.String()),
  filters: Type.Record(Type.String(), Type.Unknown(), { description: "As they were given" }),
  query: Nullable(
    Type.String({ description: "As it was written; for staff without what it says of protected classes" }),
  ),
  interpreted: Nullable(InterpretedQuery),
  frequency: Frequency({ description: "The client's choice" }),
  effective_frequency: Frequency({
    description: "`weekly` when alerts were unanswered for eight weeks; `off` while the search is paused",
  }),
  channels: Channels(),
  events: Events(),
  status: OneOf(searchStatuses, {
    description: "`paused` when alerts were unanswered for 16 weeks, until the search is changed",
  }),
  time_zone: Type.String({ description: "IANA time zone in which alerts are due" }),
  total: Type.Integer({ minimum: 0, description: "Listings that match now" }),
  new_count: Type.Integer({
    minimum: 0,
    description: "Of these, the ones that began to match since `last_seen_at`, or since the search was saved",
  }),
  last_seen_at: Nullable(Type.Unsafe<Date>({ ...Timestamp(), description: SEEN })),
  made_by: Nullable(
    Type.String({ description: "The member of staff who saved it for a lead; null: the client" }),
  ),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
export type SavedSearch = Static<typeof SavedSearch>;

export const SavedSearchList = ListOf(SavedSearch);
export type SavedSearchList = Static<typeof SavedSearchList>;
export const SearchesQuery = Type.Object(PageQuery);
export type SearchesQuery = Static<typeof SearchesQuery>;

export const PendingSearch = Component("PendingSavedSearch", {
  status: OneOf(["pending_confirmation"]),
});
export type PendingSearch = Static<typeof PendingSearch>;

export const ResultsQuery = Type.Object({
  ...PageQuery,
  since: Type.Optional(
    Type.String({
      format: "date-time",
      description:
        "ISO timestamp: only listings that began to match after it. Those that matched when the search was saved count as beginning then",
    }),
  ),
  ref: Type.Optional(Type.String({ maxLength: 100, description: "Of an alert's link: counts the click" })),
});
export type ResultsQuery = Static<typeof ResultsQuery>;

export const SearchSeen = Component("SavedSearchSeen", {
  last_seen_at: Type.Unsafe<Date>({ ...Timestamp(), description: SEEN }),
});
export type SearchSeen = Static<typeof SearchSeen>;

export const Message = Type.Object({ message: Type.String() });
export type Message = Static<typeof Message>;

export const ConfirmParams = Type.Object({
  token: Type.String({ maxLength: 500, description: "The token in the email's link, after `#token=`" }),
});
export type ConfirmParams = Static<typeof ConfirmParams>;

/** The signed token of a link in an alert. */
export const LinkParams = Type.Object({ token: Type.String({ maxLength: 500 }) });

export const LeadSearchParams = Type.Object({ lead_id: Id() });

export const ConfirmedSearch = Component("ConfirmedSavedSearch", {
  search: SavedSearch,
  client_id: Type.Integer(),
  auth_token: Type.String({ description: "Token for `Authorization: Bearer …`, valid for 90 days" }),
});
export type ConfirmedSearch = Static<typeof ConfirmedSearch>;

export const FavoriteAlerts = Component("FavoriteAlerts", {
  frequency: Frequency({ description: "The client's choice" }),
  effective_frequency: Frequency({
    description: "`weekly` when alerts were unanswered for eight weeks; `off` while they are paused",
  }),
  channels: Channels(),
  status: OneOf(searchStatuses),
});
export type FavoriteAlerts = Static<typeof FavoriteAlerts>;

export const UpdateFavoriteAlertsBody = Type.Object({
  frequency: Type.Optional(Frequency({ description: HOW_OFTEN })),
  channels: Type.Optional(Channels()),
});
export type UpdateFavoriteAlertsBody = Static<typeof UpdateFavoriteAlertsBody>;
