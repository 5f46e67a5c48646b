import { type TObject, Type } from "typebox";
import type { EventName } from "../../event-outbox/index.ts";
import { Nullable } from "../../platform/http/list-envelope.ts";

const Count = () => Type.Integer({ minimum: 0 });
const Moment = () => Type.String({ format: "date-time" });
const MaybeText = () => Nullable(Type.String());
const MaybeId = () => Nullable(Type.Integer());

/** When each event is sent, and the `data` of its message (SPEC: Webhook events; the others are additions). */
export const eventData: Record<EventName, { when: string; data: TObject }> = {
  "lead.created": {
    when: "a lead is created, except by an import",
    data: Type.Object({
      lead_id: Type.Integer(),
      brokerage_id: Type.Integer(),
      name: Type.String(),
      email: MaybeText(),
      phone: MaybeText(),
      source: Type.String(),
      pipeline_type: Type.String(),
      stage: Type.String(),
      assigned_agent_id: MaybeId(),
      property_id: MaybeText(),
      created_at: Moment(),
    }),
  },
  "lead.stage_changed": {
    when: "a lead changes its stage",
    data: Type.Object({
      lead_id: Type.Integer(),
      brokerage_id: Type.Integer(),
      event: Type.String(),
      from_stage: Type.String(),
      to_stage: Type.String(),
      reason_code: MaybeText(),
      occurred_at: Moment(),
    }),
  },
  "lead.assigned": {
    when: "a lead is assigned to another agent, or unassigned",
    data: Type.Object({
      lead_id: Type.Integer(),
      brokerage_id: Type.Integer(),
      agent_id: MaybeId(),
      agent_name: MaybeText(),
      previous_agent_id: MaybeId(),
    }),
  },
  "tour.requested": {
    when: "a visitor requests a tour",
    data: Type.Object({
      tour_id: Type.Integer(),
      brokerage_id: Type.Integer(),
      lead_id: Type.Integer(),
      property_id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      phone: MaybeText(),
      preferred_date: MaybeText(),
      preferred_time: MaybeText(),
      message: MaybeText(),
      created_at: Moment(),
    }),
  },
  "listing.updated": {
    when:
      "a listing that the brokerage shows is created, changed or removed: sent within about a minute, several " +
      "changes in that time as one event",
    data: Type.Object({
      property_id: Type.String(),
      source: Type.String(),
      change: Type.Enum(["created", "updated", "removed"]),
      status: MaybeText(),
      list_price: Nullable(Type.Number()),
      address: MaybeText(),
      city: MaybeText(),
      state: MaybeText(),
      updated_at: Moment(),
    }),
  },
  "image.analyzed": {
    when: "a photo of such a listing is analyzed",
    data: Type.Object({
      image_id: Type.String(),
      property_id: Type.String(),
      room_type: MaybeText(),
      features_count: Count(),
      confidence_avg: Nullable(Type.Number()),
    }),
  },
  "indexing.completed": {
    when: "an indexing job ends; sent to every subscriber",
    data: Type.Object({
      job_id: Type.String(),
      images_processed: Count(),
      success_count: Count(),
      error_count: Count(),
      duration_seconds: Type.Number({ minimum: 0 }),
    }),
  },
};

/** The events as rows of a Markdown table. */
export function eventTable(): string {
  return Object.entries(eventData)
    .map(([name, { when, data }]) => `| \`${name}\` | ${when} | ${Object.keys(data.properties).join(", ")} |`)
    .join("\n");
}
