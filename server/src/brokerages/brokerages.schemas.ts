import { type Static, Type } from "typebox";
import { BrokerageParameter, Nullable } from "../platform/http/list-envelope.ts";

export const BrokerageQuery = Type.Object(BrokerageParameter);

export const PublicBrokerage = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  tagline: Nullable(Type.String()),
  logo_url: Nullable(Type.String()),
  primary_color: Nullable(Type.String({ description: "#RRGGBB" })),
  address_city: Nullable(Type.String()),
  address_state_abbr: Nullable(Type.String()),
  social_facebook: Nullable(Type.String()),
  social_instagram: Nullable(Type.String()),
});
export type PublicBrokerage = Static<typeof PublicBrokerage>;
