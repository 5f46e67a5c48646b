import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { BlankableText, Email, Id, Phone, Text, Timestamp } from "../../platform/http/fields.ts";
import { ListOf, Nullable, PageQuery } from "../../platform/http/list-envelope.ts";

export const ContactParams = Type.Object({ contact_id: Id() });

const OfBrokerage = {
  brokerage_id: Type.Optional(
    Id({ description: "Only contacts of this brokerage, if the caller may see it" }),
  ),
};
export const ContactListQuery = Type.Object({ ...PageQuery, ...OfBrokerage });
export type ContactListQuery = Static<typeof ContactListQuery>;

const named = { name: Text(200), email: Email() };
const optional = {
  phone: Nullable(Phone()),
  license_type: Nullable(BlankableText(100)),
  license_number: Nullable(BlankableText(100)),
  is_primary: Type.Boolean({
    description: "true: this contact is the brokerage's owner, and replaces the previous one",
  }),
};

export const CreateBrokerContactBody = Type.Object({
  brokerage_id: Id(),
  ...named,
  ...Type.Partial(Type.Object(optional)).properties,
});
export type CreateBrokerContactBody = Static<typeof CreateBrokerContactBody>;

/** The brokerage of a contact cannot change. */
export const UpdateBrokerContactBody = Type.Partial(Type.Object({ ...named, ...optional }));
export type UpdateBrokerContactBody = Static<typeof UpdateBrokerContactBody>;

/** SPEC: Broker contact. */
export const BrokerContact = Component("BrokerContact", {
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String({ description: "In E.164: +12085550100" })),
  phone_display: Nullable(Type.String({ description: "For display: (208) 555-0100" })),
  license_type: Nullable(Type.String()),
  license_number: Nullable(Type.String()),
  is_primary: Type.Boolean(),
  created_at: Timestamp(),
});
export type BrokerContact = Static<typeof BrokerContact>;
export const BrokerContactPage = ListOf(BrokerContact);
export type BrokerContactPage = Static<typeof BrokerContactPage>;

export const ContactSearchQuery = Type.Object({
  q: Type.String({ trim: true, minLength: 1, maxLength: 300 }),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  ...OfBrokerage,
});
export type ContactSearchQuery = Static<typeof ContactSearchQuery>;

export const ContactSearchResults = Component("BrokerContactSearchResults", {
  query: Type.String(),
  results: Type.Array(
    Component("FoundBrokerContact", {
      ...Type.Pick(BrokerContact, ["id", "brokerage_id", "name", "email", "phone", "is_primary"]).properties,
      similarity: Type.Number({
        minimum: 0,
        maximum: 1,
        description: "How well the contact matches the query",
      }),
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
});
export type ContactSearchResults = Static<typeof ContactSearchResults>;
