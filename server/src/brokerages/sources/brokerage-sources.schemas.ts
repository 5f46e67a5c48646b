import { type Static, Type } from "typebox";
import { Text } from "../../platform/http/fields.ts";

export const BrokerageSources = Type.Object({
  sources: Type.Array(Text(100), {
    maxItems: 1000,
    description:
      "Names, as `GET /api/admin/sources` has them; none means that listings of all sources are shown",
  }),
});
export type BrokerageSources = Static<typeof BrokerageSources>;
