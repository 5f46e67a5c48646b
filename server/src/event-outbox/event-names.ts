/** What webhooks tell (SPEC: Webhook events; the further ones are ours). */
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
