/** Events of webhooks (SPEC: Webhook events; the others are additions). */
export const eventNames = [
  "image.analyzed",
  "indexing.completed",
  "lead.created",
  "lead.stage_changed",
  "lead.assigned",
  "tour.requested",
  "listing.updated",
] as const;

export type EventName = (typeof eventNames)[number];
