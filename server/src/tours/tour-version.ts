import type { ActorContext } from "../platform/context.ts";
import { type RecordVersion, versionFields } from "../platform/http/record-version.ts";
import { getTour } from "./get-tour.ts";
import { lockTour } from "./update-tour.ts";

/** The tour as shown, without what its listing changes. */
export const tourVersion = {
  record: "tour request",
  read: async (ctx, { request_id }) => versionFields(await getTour(ctx, { request_id }), ["address", "city"]),
  lock: (ctx, { request_id }) => lockTour(ctx, request_id),
} satisfies RecordVersion<ActorContext, { request_id: number }>;
