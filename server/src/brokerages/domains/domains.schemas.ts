import { type Static, Type } from "typebox";
import { Id, Text, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, PageQuery } from "../../platform/http/list-envelope.ts";

export const DomainParams = Type.Object({ brokerage_id: Id(), domain_id: Id() });
export const DomainListQuery = Type.Object(PageQuery);
export const AddDomainBody = Type.Object({
  domain: Text(260, { description: "A host name; port and www. are dropped" }),
});

export const Domain = Type.Object({
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  domain: Type.String({ description: "Lower case, without port and www." }),
  created_at: Timestamp(),
});
export type Domain = Static<typeof Domain>;
export const DomainPage = ListOf(Domain);
export type DomainPage = Static<typeof DomainPage>;
