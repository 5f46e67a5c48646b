import { effective, isBackedOff } from "./oracle-times.ts";
import type {
  Kind,
  OracleEvent,
  OracleListing,
  OraclePerson,
  OracleSearch,
  Report,
  Wish,
} from "./oracle-types.ts";

export function isShown({ status }: OracleListing): boolean {
  return status !== "Withdrawn" && status !== "Incomplete";
}

/** A sold home may be shown. */
export function isOnMarket(listing: OracleListing): boolean {
  return isShown(listing) && listing.status !== "Closed";
}

export function matches(search: OracleSearch, { city, price, beds }: OracleListing): boolean {
  return (
    city === search.city && price >= search.minPrice && price <= search.maxPrice && beds >= search.minBeds
  );
}

/** What a person is told of some events of one channel, by what is true now. */
export function reportOf(
  person: OraclePerson,
  events: readonly OracleEvent[],
  listings: ReadonlyMap<string, OracleListing>,
  now: number,
): Report {
  const report: Report = {
    homes: new Map(),
    searches: new Set(),
    hasFavorites: false,
    mentionsWeekly: false,
  };
  for (const [id, own] of Map.groupBy(events, ({ listing }) => listing))
    addHome(report, person, listings.get(id) as OracleListing, own, now);
  const [first] = events;
  report.mentionsWeekly = first?.channel === "email" && isBackedOff(person, now) && !person.weeklyMentioned;
  return report;
}

function addHome(
  report: Report,
  person: OraclePerson,
  listing: OracleListing,
  events: readonly OracleEvent[],
  now: number,
): void {
  if (!isShown(listing) || !person.brokerage.sources.has(listing.source)) return;
  const kinds = new Set<Kind>();
  let from = 0;
  for (const event of events) {
    if (event.channel === "email" && !person.mayBeMailed) continue;
    const isWanted = (wish: Wish) =>
      wish.channels.includes(event.channel) && effective(person, wish, now) !== "off";
    const holding = [...event.kinds].filter((kind) => holds(kind, event, listing));
    const wishes = event.searches.filter(
      (search) =>
        person.searches.includes(search) &&
        matches(search, listing) &&
        isWanted(search) &&
        holding.some((kind) => search.events.includes(kind)),
    );
    const asFavorite = event.ofFavorite && person.favorites.has(listing.id) && isWanted(person.favoritesWish);
    for (const kind of holding) {
      const isOfFavorite = asFavorite && kind !== "new";
      if (!isOfFavorite && !wishes.some((search) => search.events.includes(kind))) continue;
      kinds.add(kind);
      if (kind === "price_drop") from = Math.max(from, event.from ?? 0);
      if (isOfFavorite) report.hasFavorites = true;
      for (const search of wishes) report.searches.add(search);
    }
  }
  if (kinds.size > 0)
    report.homes.set(listing.id, { reasons: reasonsOf(kinds, from, listing), price: listing.price });
}

/** What has changed again is not told. */
function holds(kind: Kind, { from, toStatus }: OracleEvent, { price, status }: OracleListing): boolean {
  const isSoldSince = status === "Closed" && toStatus !== "Closed";
  if (isSoldSince && (kind === "new" || kind === "price_drop")) return false;
  if (kind === "price_drop") return from !== null && price < from;
  if (kind === "back_on_market") return status === "Active";
  if (kind === "status") return status === toStatus;
  return kind === "new";
}

function reasonsOf(kinds: ReadonlySet<Kind>, from: number, { price, status }: OracleListing): string[] {
  const isBack = kinds.has("back_on_market");
  return [
    ...(isBack ? ["Back on the market"] : []),
    ...(kinds.has("new") && !isBack ? ["New"] : []),
    ...(kinds.has("price_drop") ? [`\u2212$${(from - price).toLocaleString("en-US")}`] : []),
    ...(kinds.has("status") && !isBack ? [status === "Closed" ? "Sold" : status] : []),
  ];
}
