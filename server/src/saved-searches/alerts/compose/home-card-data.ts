import { DateTime } from "luxon";
import type { ShownHome } from "../../../listings/index.ts";
import type { Home } from "../../../messages/index.ts";
import type { AlertLinks } from "./alert-links.ts";
import type { ReportedHome } from "./reported-homes.ts";

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** A home as a mail shows it, under the rules of its source. @param foundBy titles of the searches that found it. */
export function homeCardData(
  home: ShownHome,
  reported: ReportedHome,
  { links, foundBy }: { links: AlertLinks; foundBy: readonly string[] },
): Home {
  return {
    url: links.home(home.listingId),
    photo: home.photo,
    reasons: reasonsOf(reported, home),
    price: home.price === null ? null : dollars.format(home.price),
    address: addressOf(home),
    facts: factsOf(home),
    foundBy: foundBy.length === 0 ? "" : `Found by: ${foundBy.join(", ")}`,
    attribution: attributionOf(home),
  };
}

/** `New`, `−$15,000`, `Back on the market`, the status (search.md, D45). */
export function reasonsOf(
  { kinds, fromPrice, nextOpenHouse }: ReportedHome,
  { price, status }: ShownHome,
): string[] {
  const isBack = kinds.includes("back_on_market");
  const dropped = fromPrice !== null && price !== null ? fromPrice - price : 0;
  return [
    ...(isBack ? ["Back on the market"] : []),
    ...(kinds.includes("new") && !isBack ? ["New"] : []),
    ...(kinds.includes("status") && !isBack ? [status] : []),
    ...(kinds.includes("price_drop") && dropped > 0 ? [`\u2212${dollars.format(dropped)}`] : []),
    ...(kinds.includes("open_house") && nextOpenHouse ? [`Open house ${openHouseTime(nextOpenHouse)}`] : []),
  ];
}

function openHouseTime({ starts, ends, zone }: NonNullable<ReportedHome["nextOpenHouse"]>): string {
  const from = DateTime.fromMillis(starts, { zone, locale: "en-US" });
  const to = DateTime.fromMillis(ends, { zone, locale: "en-US" });
  const day = from.toFormat("ccc, LLL d");
  const isWholeDay = to.diff(from).toMillis() >= 86_000_000;
  return isWholeDay ? day : `${day}, ${from.toFormat("h:mm a")} to ${to.toFormat("h:mm a")}`;
}

function addressOf({ address, city, state, zip, listingId }: ShownHome): string {
  const region = [state, zip].filter(Boolean).join(" ");
  const place = [address, city, region].filter(Boolean).join(", ");
  return address === null ? [place, `MLS ${listingId}`].filter(Boolean).join(" · ") : place;
}

function factsOf({ beds, baths, sqft, propertyType }: ShownHome): string {
  const counted = (count: number | null, one: string, many: string) =>
    count === null ? "" : `${number.format(count)} ${count === 1 ? one : many}`;
  const facts = [
    counted(beds, "bed", "beds"),
    counted(baths, "bath", "baths"),
    counted(sqft, "sq ft", "sq ft"),
  ].filter(Boolean);
  return (facts.length > 0 ? facts : [propertyType]).join(" · ");
}

/** The office at least, as licences demand; where the source asks for it, also whom to ask and where the data is from. */
function attributionOf({ attribution }: ShownHome): string | null {
  if (attribution === null) return null;
  const { list_office, list_agent, contact, list_office_phone, list_office_email, source_name } = attribution;
  const reach = contact ?? list_office_phone ?? list_office_email;
  const courtesy = [list_office, list_agent, reach].filter(Boolean).join(", ");
  return [courtesy && `Listing courtesy of ${courtesy}`, source_name && `Source: ${source_name}`]
    .filter(Boolean)
    .join(" · ");
}
