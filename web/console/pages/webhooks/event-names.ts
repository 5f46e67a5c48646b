import type { Schema } from "../../app/api.ts";
import type { Tone } from "../../components/badge.tsx";

type Event = Schema<"Webhook">["events"][number];
type Status = Schema<"WebhookDelivery">["status"];

/** What each event is about. */
export const eventNames: Record<Event, string> = {
  "lead.created": "A lead has arrived",
  "lead.assigned": "A lead has an agent",
  "lead.stage_changed": "A lead has moved to another stage",
  "tour.requested": "A tour was requested",
  "listing.updated": "A listing has changed",
  "image.analyzed": "A photo was analyzed",
  "indexing.completed": "Photos were indexed",
};

export const deliveryNames: Record<Status, string> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

export const deliveryTones: Record<Status, Tone> = { pending: "note", delivered: "good", failed: "bad" };
