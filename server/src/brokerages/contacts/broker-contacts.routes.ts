import { deletionOf } from "../../platform/http/record-version.ts";
import { route } from "../../platform/http/route.ts";
import { brokerContactVersion } from "../brokerage-versions.ts";
import { Message } from "../brokerages.schemas.ts";
import * as schemas from "./broker-contacts.schemas.ts";
import { createBrokerContact } from "./create-broker-contact.ts";
import { deleteBrokerContact } from "./delete-broker-contact.ts";
import { getBrokerContact } from "./get-broker-contact.ts";
import { listBrokerContacts } from "./list-broker-contacts.ts";
import { searchBrokerContacts } from "./search-broker-contacts.ts";
import { updateBrokerContact } from "./update-broker-contact.ts";

const contacts = { tag: "Broker contacts" } as const;
const missing = { 404: "Broker contact not found" };

export const brokerContactRoutes = [
  route({
    ...contacts,
    method: "GET",
    path: "/api/admin/broker-contacts",
    operationId: "listBrokerContacts",
    summary: "List broker contacts",
    permission: "authenticated",
    query: schemas.ContactListQuery,
    response: schemas.BrokerContactPage,
    run: listBrokerContacts,
  }),
  route({
    ...contacts,
    method: "POST",
    path: "/api/admin/broker-contacts",
    operationId: "createBrokerContact",
    summary: "Create a broker contact",
    permission: "broker",
    body: schemas.CreateBrokerContactBody,
    response: schemas.BrokerContact,
    errors: { 404: "Brokerage not found" },
    run: createBrokerContact,
  }),
  route({
    ...contacts,
    method: "GET",
    path: "/api/admin/broker-contacts/{contact_id}",
    operationId: "getBrokerContact",
    version: brokerContactVersion,
    summary: "Get a broker contact",
    permission: "authenticated",
    params: schemas.ContactParams,
    response: schemas.BrokerContact,
    errors: missing,
    run: getBrokerContact,
  }),
  route({
    ...contacts,
    method: "PUT",
    path: "/api/admin/broker-contacts/{contact_id}",
    operationId: "updateBrokerContact",
    version: brokerContactVersion,
    summary: "Update a broker contact",
    description: "Fields that are absent keep their values.",
    permission: "broker",
    params: schemas.ContactParams,
    body: schemas.UpdateBrokerContactBody,
    response: schemas.BrokerContact,
    errors: missing,
    run: updateBrokerContact,
  }),
  route({
    ...contacts,
    method: "DELETE",
    path: "/api/admin/broker-contacts/{contact_id}",
    operationId: "deleteBrokerContact",
    summary: "Delete a broker contact",
    permission: "admin",
    params: schemas.ContactParams,
    response: Message,
    errors: missing,
    version: deletionOf(brokerContactVersion),
    run: deleteBrokerContact,
  }),
  route({
    ...contacts,
    method: "GET",
    path: "/api/admin/search/broker-contacts",
    operationId: "searchBrokerContacts",
    summary: "Search broker contacts",
    permission: "authenticated",
    query: schemas.ContactSearchQuery,
    response: schemas.ContactSearchResults,
    run: searchBrokerContacts,
  }),
];
