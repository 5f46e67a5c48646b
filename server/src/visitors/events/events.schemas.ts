import { type Static, Type } from "typebox";
import { OneOf } from "../../platform/http/list-envelope.ts";
import { PreferenceItem } from "../visitors.schemas.ts";

export const MAX_EVENTS = 1000;

export const eventTypes = [
  "property_view",
  "photo_engagement",
  "filter_change",
  "search_query",
  "favorite_added",
  "favorite_removed",
] as const;

const Amount = () => Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000 }));

const Engagement = Type.Object({
  time_seconds: Amount(),
  scroll_percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  photos_viewed: Amount(),
  used_calculator: Type.Optional(Type.Boolean()),
  downloaded_pdf: Type.Optional(Type.Boolean()),
});

/** Fields that an event of these types must have, beside its type and timestamp. */
const demanded = (types: string[], required: string[]) => ({
  if: { properties: { type: { enum: types } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so
  then: { required },
});

/** SPEC: Behavioural event types. */
const Event = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "The browser's own: an event that comes again with the same id counts once",
      }),
    ),
    type: OneOf(eventTypes),
    timestamp: Type.String({ format: "date-time" }),
    listing_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    engagement: Type.Optional(Engagement),
    photo_index: Amount(),
    dwell_ms: Amount(),
    zoomed: Type.Optional(Type.Boolean()),
    filter: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    value: Type.Optional(
      Type.Unknown({ description: "Of a filter: anything, up to 2,000 characters of JSON" }),
    ),
    query: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  {
    allOf: [
      demanded(["property_view", "favorite_added", "favorite_removed"], ["listing_id"]),
      demanded(["photo_engagement"], ["listing_id", "photo_index", "dwell_ms"]),
      demanded(["filter_change"], ["filter", "value"]),
      demanded(["search_query"], ["query"]),
    ],
  },
);
export type ReportedEvent = Static<typeof Event>;

export const EventsBody = Type.Object({
  session_id: Type.Optional(
    Type.String({ format: "uuid", description: "For beacons, which cannot set X-Session-ID" }),
  ),
  events: Type.Array(Event, { maxItems: MAX_EVENTS }),
});
export type EventsBody = Static<typeof EventsBody>;

export const EventsReply = Type.Object({
  success: Type.Boolean(),
  processed: Type.Integer({ description: "Events that are new: repeats are not counted" }),
  updated_preferences: Type.Array(PreferenceItem),
});
export type EventsReply = Static<typeof EventsReply>;
