import { Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";

export const ImportQuery = Type.Object({
  source: Type.String({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }),
  replace: Type.Optional(
    Type.Boolean({
      description: "The body is the whole source: its listings that the body lacks are removed",
    }),
  ),
  removal_guard_percent: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        "With `replace`: nothing is removed when more than 50 listings, and more than this share of the source's, would be. Default: 20",
    }),
  ),
});

const ImportRemoval = Component(
  "ImportRemoval",
  {
    state: OneOf(["succeeded", "held", "interrupted"], {
      description: "`held`: nothing was removed; see `error`",
    }),
    listings: Type.Integer({ description: "The source's listings before the import" }),
    missing: Nullable(
      Type.Integer({ description: "Those of them that the body lacks; null when it is not known" }),
    ),
    removed: Type.Integer({ description: "Listings that were removed" }),
    error: Nullable(
      Component("ImportRemovalError", {
        code: OneOf(["removals_held", "pages_missing", "unreadable_keys", "rejects_file"]),
        message: Type.String(),
      }),
    ),
  },
  { description: "Only with `replace`" },
);

const IncompleteImport = Component(
  "IncompleteImport",
  { code: OneOf(["pages_missing", "rejects_file"]), message: Type.String() },
  {
    description:
      "Why the body does not hold the whole source, where it says so itself, as by `@odata.nextLink`",
  },
);

export const ImportReport = Component("ImportReport", {
  source: Type.String(),
  read: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer(),
  rejects: Type.Array(
    Component("ImportReject", { line: Type.Integer(), reasons: Type.Array(Type.String()) }),
    {
      description: "The first 100 errors",
    },
  ),
  incomplete: Type.Optional(IncompleteImport),
  removal: Type.Optional(ImportRemoval),
});
