import { askingPrice } from "./pricing.ts";
import type { Random } from "./random.ts";
import type { ResoProperty } from "./reso-property.ts";

const DAY = 86_400_000;

/** One change of a listing on the market; `day` counts from the contract date. */
type Step = { day: number; status: string; price: number; change: string };

/** The fields that differ between two versions of one listing. */
export type Version = Pick<
  ResoProperty,
  | "StandardStatus"
  | "MlsStatus"
  | "ListPrice"
  | "OriginalListPrice"
  | "PreviousListPrice"
  | "PriceChangeTimestamp"
  | "ClosePrice"
  | "CloseDate"
  | "ListingContractDate"
  | "OnMarketDate"
  | "DaysOnMarket"
  | "ModificationTimestamp"
  | "PhotosChangeTimestamp"
  | "MajorChangeType"
>;

const STATUSES = [
  ["Active", 62],
  ["Pending", 10],
  ["Active Under Contract", 5],
  ["Coming Soon", 3],
  ["Closed", 17],
  ["Expired", 1.2],
  ["Withdrawn", 1],
  ["Canceled", 0.8],
] as const;

type Status = (typeof STATUSES)[number][0];

/** The calendar day `days` after (or before) the given one, as YYYY-MM-DD. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Days since the listing contract, days on the market, and days since the end. */
function spans(status: Status, random: Random): { age: number; market: number } {
  // The square favours fresh listings: most of what is for sale is younger than two months.
  const fresh = (longest: number) => 1 + Math.floor(random.next() ** 2 * longest);
  if (status === "Coming Soon") return { age: random.int(1, 9), market: 0 };
  if (status === "Active") return { age: fresh(190), market: 0 };
  if (status === "Pending" || status === "Active Under Contract") {
    const market = 2 + fresh(70);
    return { age: market + random.int(1, 32), market };
  }
  const market = status === "Closed" ? 2 + fresh(110) : random.int(60, 190);
  return { age: market + random.int(status === "Closed" ? 26 : 2, 360), market };
}

function priceChanges(first: number, from: number, until: number, random: Random): Step[] {
  const steps: Step[] = [];
  let price = first;
  for (let day = from + random.int(11, 40); day < until; day += random.int(12, 45)) {
    if (!random.chance(0.62) || steps.length === 4) continue;
    const next = askingPrice(
      price * (random.chance(0.08) ? random.between(1.01, 1.03) : random.between(0.955, 0.985)),
      random,
    );
    if (next === price) continue;
    price = next;
    steps.push({ day, status: "Active", price, change: "Price Change" });
  }
  return steps;
}

/** The listing's versions, oldest first, each day later than the one before and none after `today`. */
export function marketHistory(value: number, today: string, random: Random): Version[] {
  const status = random.weighted(STATUSES);
  const { age, market } = spans(status, random);
  const contractDate = dayAfter(today, -age);
  const first = askingPrice(value, random);
  const longestTeaser = market > 0 ? Math.min(6, market - 1) : 6;
  const teased = status !== "Coming Soon" && age > 9 && random.chance(0.12);
  const teaser = teased ? random.int(1, longestTeaser) : 0;
  const steps: Step[] =
    status === "Coming Soon" || teaser > 0
      ? [{ day: 0, status: "Coming Soon", price: first, change: "New Listing" }]
      : [];
  if (status !== "Coming Soon")
    steps.push({
      day: teaser,
      status: "Active",
      price: first,
      change: teaser > 0 ? "Active" : "New Listing",
    });
  const until = status === "Active" ? age : market;
  if (status !== "Coming Soon") steps.push(...priceChanges(first, teaser, until, random));
  const last = steps.at(-1)!.price;
  if (status === "Closed") {
    const pendingDays = random.int(18, 60);
    const closing = Math.min(age - 1, market + pendingDays);
    steps.push(
      { day: market, status: "Pending", price: last, change: "Pending" },
      { day: Math.max(market + 1, closing), status: "Closed", price: last, change: "Closed" },
    );
  } else if (status !== "Active" && status !== "Coming Soon")
    steps.push({ day: market, status, price: last, change: status });
  return versionsOf(steps, { contractDate, onMarket: teaser, age }, random);
}

type Dates = { contractDate: string; onMarket: number; age: number };

function versionsOf(steps: Step[], { contractDate, onMarket, age }: Dates, random: Random): Version[] {
  const closePrice = (listPrice: number) => askingPrice(listPrice * random.normal(0.988, 0.015), random);
  const versions: Version[] = [];
  for (const [i, { day, status, price, change }] of steps.entries()) {
    const previous = versions.at(-1);
    const stamp = `${dayAfter(contractDate, day)}T${String(random.int(14, 23)).padStart(2, "0")}:${String(random.int(0, 59)).padStart(2, "0")}:${String(random.int(0, 59)).padStart(2, "0")}Z`;
    const moved = previous !== undefined && previous.ListPrice !== price;
    const over =
      status === "Closed" || status === "Expired" || status === "Withdrawn" || status === "Canceled";
    // The last version of an active listing has today's count; older ones have that of their day.
    const counted = (i === steps.length - 1 && !over ? age : day) - onMarket;
    versions.push({
      StandardStatus: status,
      MlsStatus: status === "Active Under Contract" ? "Contingent" : status === "Closed" ? "Sold" : status,
      ListPrice: price,
      OriginalListPrice: steps[0]!.price,
      ...(moved
        ? { PreviousListPrice: previous.ListPrice, PriceChangeTimestamp: stamp }
        : previous?.PreviousListPrice !== undefined && {
            PreviousListPrice: previous.PreviousListPrice,
            PriceChangeTimestamp: previous.PriceChangeTimestamp!,
          }),
      ...(status === "Closed" && { ClosePrice: closePrice(price), CloseDate: dayAfter(contractDate, day) }),
      ListingContractDate: contractDate,
      ...(status !== "Coming Soon" && { OnMarketDate: dayAfter(contractDate, onMarket) }),
      DaysOnMarket: status === "Coming Soon" ? 0 : counted,
      ModificationTimestamp: stamp,
      PhotosChangeTimestamp: versions[0]?.ModificationTimestamp ?? stamp,
      MajorChangeType: change,
    });
  }
  return versions;
}
