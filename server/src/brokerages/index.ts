export { type BrokerageBranding, brokerageBranding } from "./brokerage-branding.ts";
export { type BrokerageSummary, brokerageSummaries, brokerageSummary } from "./brokerage-summary.ts";
export { brokerageVersion, brokerContactVersion } from "./brokerage-versions.ts";
export { brokerageRoutes } from "./brokerages.routes.ts";
export { UpdateBrokerageBody } from "./brokerages.schemas.ts";
export { UpdateBrokerContactBody } from "./contacts/broker-contacts.schemas.ts";
export { type BrokerContactCard, brokersOf, primaryContactEmail } from "./contacts/brokers-of.ts";
export { contactsWithEmail } from "./contacts/contacts-with-email.ts";
export { createBrokerContact } from "./contacts/create-broker-contact.ts";
export { brokerContactSource } from "./contacts/index-contact.ts";
export { updateBrokerContact } from "./contacts/update-broker-contact.ts";
export { findVisibleContact } from "./contacts/visible-contact.ts";
export { countBrokerages, countBrokerContacts, countDomains } from "./count-brokerages.ts";
export { createBrokerage } from "./create-brokerage.ts";
export { addBrokerageDomain } from "./domains/add-brokerage-domain.ts";
export { freeDomains } from "./domains/free-domains.ts";
export {
  brokerageBySlug,
  disabledBrokerages,
  enabledBrokerages,
  findBySlug,
  hasBrokerages,
  isEnabledBrokerage,
  requireBrokerage,
} from "./enabled-brokerages.ts";
export { brokerageSource } from "./index-brokerage.ts";

export { brokerageServices, type UsesBrokerages } from "./services.ts";
export { websiteAddress } from "./site/website-address.ts";
export { brokeragesShowing } from "./sources/brokerages-showing.ts";
export { removeSourceHere, type SourceRemoval, type SourceRemovalProgress } from "./sources/delete-source.ts";
export { visibleSourceIds } from "./sources/get-brokerage-sources.ts";
export { shownSince } from "./sources/shown-since.sql.ts";
export { updateBrokerage } from "./update-brokerage.ts";
export { findVisibleBrokerage, lockBrokerage } from "./visible-brokerage.ts";
