import { type Static, Type } from "typebox";
import { Timestamp } from "../../platform/http/fields.ts";
import { ListOf, PageQuery } from "../../platform/http/list-envelope.ts";

export const SourcesQuery = Type.Object(PageQuery);

export const SourcePage = ListOf(
  Type.Object({ id: Type.Integer(), name: Type.String(), created_at: Timestamp() }),
);
export type SourcePage = Static<typeof SourcePage>;
