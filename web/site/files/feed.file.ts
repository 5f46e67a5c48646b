import { addressText, homePath, type ListingSummary, listingPath } from "../../shared/listing.ts";
import { decimal, money } from "../../shared/numbers.ts";
import { dataOf } from "../frame/api.ts";
import { absolute, canonicalOrigin } from "../frame/canonical.ts";
import { defineFile } from "../frame/file.ts";
import type { Visit } from "../frame/visit.ts";
import { xmlText } from "../frame/xml.ts";
import { homeTexts } from "../texts/home.ts";
import { listingTexts } from "../texts/listing.ts";

const ENTRIES = 50;

/** `/feed.xml`: the newest homes as Atom (RFC 4287). */
export const feedFile = defineFile({
  path: "/feed.xml",
  async load(visit) {
    const query = { status: ["Active" as const], state: "any", page_size: ENTRIES };
    const newest = { ...query, sort_by: "list_date" as const, sort_order: "desc" as const };
    const { items } = dataOf(await visit.api.GET("/api/properties", { params: { query: newest } }));
    const listed = items.filter(({ list_date }) => list_date !== null);
    const updated = listed[0] ? timeOf(listed[0]) : `${visit.now.getUTCFullYear()}-01-01T00:00:00Z`;
    const self = absolute(visit, "/feed.xml");
    const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
<id>${xmlText(self)}</id>
<title>${xmlText(`${visit.site.name}: ${homeTexts.newest}`)}</title>
<updated>${updated}</updated>
<author><name>${xmlText(visit.site.name)}</name><uri>${xmlText(canonicalOrigin(visit))}/</uri></author>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(absolute(visit, "/homes"))}"/>
<icon>${xmlText(absolute(visit, "/icon.svg"))}</icon>
${listed.map((listing) => entry(visit, listing)).join("\n")}
</feed>
`;
    return { type: "application/atom+xml; charset=utf-8", body };
  },
});

function entry(visit: Visit, listing: ListingSummary): string {
  const address = addressText(listing) || listingTexts.hiddenAddress;
  const price = listing.list_price === null ? listingTexts.noPrice : money(listing.list_price);
  const link = absolute(visit, listingPath(listing));
  const { attribution } = listing;
  const summary = [
    price,
    factsText(listing),
    attribution?.list_office && listingTexts.listedBy(attribution.list_office),
  ];
  return `<entry>
<id>${xmlText(absolute(visit, homePath(listing)))}</id>
<title>${xmlText(`${price}: ${address}`)}</title>
<link href="${xmlText(link)}"/>
<published>${timeOf(listing)}</published>
<updated>${timeOf(listing)}</updated>
<summary>${xmlText(summary.filter(Boolean).join(" · "))}</summary>
</entry>`;
}

function factsText({ beds, baths, sqft }: ListingSummary): string {
  const part = (value: number | null, unit: (number: number) => { long: string }) =>
    value === null ? [] : [`${decimal(value)} ${unit(value).long}`];
  return [
    ...part(beds, listingTexts.beds),
    ...part(baths, listingTexts.baths),
    ...part(sqft, listingTexts.sqft),
  ].join(", ");
}

/** A listing has a day: noon in UTC is that day in every state. */
function timeOf({ list_date }: ListingSummary): string {
  return `${list_date?.slice(0, 10)}T12:00:00Z`;
}
