import { type Static, Type } from "typebox";
import { Id } from "../../../platform/http/fields.ts";
import { LeadParams } from "../../leads.schemas.ts";

export const UnverifiedContactParams = Type.Object({
  ...LeadParams.properties,
  event_id: Id({ description: "The `id` of the timeline row `unverified_contact`" }),
});
export type UnverifiedContactParams = Static<typeof UnverifiedContactParams>;
