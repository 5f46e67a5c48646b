import { Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Nullable } from "../../platform/http/list-envelope.ts";

/** web.md, W2. */
export const Towns = Component("Towns", {
  towns: Type.Array(
    Component("Town", {
      city: Type.String(),
      state: Nullable(Type.String({ description: "The abbreviation; null where its listings have none" })),
      slug: Type.String({ description: "The name in addresses: `coeur-d-alene`" }),
      count: Type.Integer({ minimum: 1, description: "Number of Active listings" }),
      latitude: Nullable(
        Type.Number({
          description:
            "The middle of the positions of its Active listings, in degrees; null where none shows one",
        }),
      ),
      longitude: Nullable(Type.Number({ description: "The same to the east" })),
    }),
  ),
});
