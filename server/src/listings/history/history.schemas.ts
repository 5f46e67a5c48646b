import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";

const value = (description: string) =>
  Nullable(Type.Unsafe<number | string>({ type: ["number", "string"], description }));

/** search.md, D22. */
export const ListingChange = Component(
  "ListingChange",
  {
    at: Type.String({ format: "date", description: "The day" }),
    event: OneOf(["listed", "price_changed", "status_changed", "relisted"], {
      description: "`relisted`: offered again after it was sold or off the market",
    }),
    from: value(
      "What was there before: a price in US dollars, of `status_changed` a status; null when it is unknown or hidden",
    ),
    to: value(
      "What has been there since: a price in US dollars, of `status_changed` a status. `Off Market` is any reason why the listing was not shown",
    ),
  },
  { description: "A change of a listing that visitors could see" },
);
export type ListingChange = Static<typeof ListingChange>;
