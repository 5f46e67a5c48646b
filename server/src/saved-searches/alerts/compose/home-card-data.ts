import { DateTime } from "luxon";
import type { ShownHome } from "../../../listings/index.ts";
import type { Home } from "../../../messages/index.ts";
import { money, quantity } from "../../../platform/american-numbers.ts";
import type { EventKind } from "../../saved-searches.schemas.ts";
import type { AlertLinks } from "./alert-links.ts";
import type { ReportedHome } from "./reported-homes.ts";

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
    price: home.price === null ? null : money(home.price),
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
  const dropped = fromPrice !== null && price !== null ? fromPrice - price : 0;
  const reasons: Record<EventKind, string | null> = {
    new: "New",
    back_on_market: "Back on the market",
    price_drop: dropped > 0 ? `\u2212${money(dropped)}` : null,
    status,
    open_house: nextOpenHouse && `Open house ${openHouseTime(nextOpenHouse)}`,
  };
  return kinds.flatMap((kind) => reasons[kind] ?? []);
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
    count === null ? "" : `${quantity(count)} ${count === 1 ? one : many}`;
  const facts = [
    counted(beds, "bed", "beds"),
    counted(baths, "bath", "baths"),
    counted(sqft, "sq ft", "sq ft"),
  ].filter(Boolean);
  return (facts.length > 0 ? facts : [propertyType]).join(" · ");
}

/** The office, unless the source hides it (search.md, D45); where the source asks for it, also whom to ask and where the data is from. */
function attributionOf({ office, attribution }: ShownHome): string {
  const { list_agent, contact, list_office_phone, list_office_email, source_name } = attribution ?? {};
  const reach = contact ?? list_office_phone ?? list_office_email;
  const courtesy = [office, list_agent, reach].filter(Boolean).join(", ");
  return [courtesy && `Listing courtesy of ${courtesy}`, source_name && `Source: ${source_name}`]
    .filter(Boolean)
    .join(" · ");
}
