import type { AgentCard } from "../agents/index.ts";
import type { BrokerageBranding } from "../brokerages/index.ts";
import type { ListingDetail, SourceNotices } from "../listings/index.ts";
import { displayPhone } from "../platform/phone.ts";
import type { Brochure } from "./brochure.ts";
import { addressOf, detailsOf, factsOf, priceOf } from "./listing-facts.ts";
import { joined, longDateOf } from "./wording.ts";

export type BrochureSubject = {
  listing: ListingDetail;
  notices: SourceNotices;
  brokerage: BrokerageBranding;
  agent: AgentCard | null;
};

/** Where the listing's source has none of its own. */
const DISCLAIMER =
  "Information is deemed reliable but not guaranteed and should be independently verified. Measurements are " +
  "approximate. Offered subject to prior sale, change or withdrawal without notice. Not intended to solicit " +
  "property that is already listed.";

/** The text of a listing's brochure (SPEC: GET /api/properties/{listing_id}/pdf). */
export function brochureContent(subject: BrochureSubject, page: string, now: Date): Brochure {
  const { listing, brokerage, notices } = subject;
  const address = addressOf(listing);
  return {
    title: joined([address.street, address.place], ", ") || `MLS ${listing.listing_id}`,
    color: brokerage.primary_color,
    status: listing.status,
    address,
    price: priceOf(listing),
    facts: factsOf(listing),
    details: detailsOf(listing),
    description: listing.description,
    features: listing.features,
    contact: contactOf(subject),
    brokerage: { name: brokerage.name, nameBesideLogo: !brokerage.logo_is_wordmark },
    online: { url: page },
    smallPrint: {
      courtesy: courtesyOf(listing),
      brokerage: brokerageLine(brokerage),
      disclaimer: notices.disclaimer ?? DISCLAIMER,
      copyright: notices.copyright,
      prepared: `Prepared ${longDateOf(now)}`,
    },
  };
}

function contactOf({ agent, brokerage }: BrochureSubject): Brochure["contact"] {
  const website = brokerage.website && { text: hostOf(brokerage.website), url: brokerage.website };
  const phone = agent?.phone ?? brokerage.phone;
  const lines = [
    phone && { text: displayPhone(phone) ?? phone, url: `tel:${phone}` },
    agent && { text: agent.email, url: `mailto:${agent.email}` },
    website,
    !agent && officeAddress(brokerage) !== "" && { text: officeAddress(brokerage), url: null },
  ].filter((line) => line !== null && line !== "" && line !== false);
  return agent
    ? { role: "Your agent", name: agent.name, firm: brokerage.name, lines }
    : { role: "Presented by", name: brokerage.name, firm: null, lines };
}

/** The MLS rules require the listing brokerage to be named with every display of a listing. */
function courtesyOf({ list_office, list_agent }: ListingDetail): string | null {
  const agent = list_agent && joined([list_agent.name, list_agent.phone ?? list_agent.email], ", ");
  const credit = joined([list_office, agent], " · ");
  return credit === "" ? null : `Listing courtesy of ${credit}`;
}

function brokerageLine(brokerage: BrokerageBranding): string {
  const license = joined([brokerage.license_type, brokerage.license_number], " ");
  const office = officeAddress(brokerage);
  return joined(
    [brokerage.name, license && `Licensed: ${license}`, office, "Equal Housing Opportunity"],
    " · ",
  );
}

function officeAddress(brokerage: BrokerageBranding): string {
  const { address_street, address_city, address_state, address_state_abbr, address_zip } = brokerage;
  const state = joined([address_state_abbr ?? address_state, address_zip], " ");
  return joined([address_street, address_city, state], ", ");
}

function hostOf(website: string): string {
  return URL.canParse(website) ? new URL(website).host.replace(/^www\./, "") : website;
}
