/** A listing as its details show it, with the price of its sale. */
export type Seen = {
  listing_id: string;
  status: string;
  state: string | null;
  list_price: number | null;
  close_price: number | null;
  sqft: number | null;
  list_date: string | null;
  sold_date: string | null;
  days_on_market: number | null;
  history: { event: string; date: string; price: number | null; status: string }[];
};

/** The statistics by their definitions, month by month over all listings. Days are compared as text. */
export function naiveMonths(listings: readonly Seen[], count: number, now: Date) {
  return Array.from({ length: count }, (_, nth) => {
    const month = monthBefore(now, count - 1 - nth);
    const isCurrent = nth === count - 1;
    const listed = listings.filter(({ list_date }) => list_date?.startsWith(month));
    const sales = listings.filter(
      ({ status, sold_date }) => status === "Sold" && sold_date?.startsWith(month),
    );
    const priced = sales.filter(({ close_price }) => close_price !== null);
    const active = listings.filter((listing) =>
      isCurrent ? listing.status === "Active" : wasActive(listing, `${month}-31`),
    ).length;
    return {
      month,
      median_list_price: median(listed.map(priceWhenListed)),
      median_sold_price: median(sales.map(({ close_price }) => close_price)),
      median_price_per_sqft: median(
        priced.map(({ close_price, sqft }) => sqft && (close_price as number) / sqft),
      ),
      median_days_on_market: median(sales.map(({ days_on_market }) => days_on_market)),
      sale_to_list: median(
        priced.map(({ close_price, list_price }) => list_price && (close_price as number) / list_price),
      ),
      new: listed.length,
      sold: sales.length,
      active,
      months_of_supply: sales.length < 5 ? null : active / sales.length,
    };
  });
}

function monthBefore(now: Date, months: number): string {
  let [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  for (let left = months; left > 0; left--) {
    month--;
    if (month === 0) [year, month] = [year - 1, 12];
  }
  return `${year}-${String(month).padStart(2, "0")}`;
}

function priceWhenListed({ history, list_date, list_price }: Seen): number | null {
  const listed = history.find(({ event, date }) => event === "listed" && date === list_date);
  return listed?.price ?? list_price;
}

/** By the last change of its status up to the end of the day; before the first one, by what a new price says. */
function wasActive({ history, status, list_date, sold_date }: Seen, day: string): boolean {
  if (status === "Sold" && (sold_date === null || sold_date <= day)) return false;
  if (history.length === 0) return list_date !== null && list_date <= day;
  const past = history.filter(({ date }) => date <= day);
  const last = past.find(({ event }) => event !== "price_changed") ?? past[0];
  return last?.status === "Active";
}

function median(values: (number | null)[]): { value: number | null; n: number } {
  const known = values.filter((value): value is number => value !== null).sort((a, b) => a - b);
  const n = known.length;
  if (n < 5) return { value: null, n };
  const [low, high] = [known[Math.floor((n - 1) / 2)] as number, known[Math.floor(n / 2)] as number];
  return { value: (low + high) / 2, n };
}
