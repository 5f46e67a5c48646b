import type { Search } from "./steady-searches.ts";

/** Searches of visitors, as they are asked beside other work. */
export const LISTING_SEARCHES: Search[] = [
  { name: "newest", path: "/api/properties?state=any", aSecond: 20 },
  {
    name: "box",
    path: "/api/properties?state=any&min_lat=43.5&max_lat=43.7&min_lng=-116.4&max_lng=-116.1",
    aSecond: 20,
  },
  {
    name: "filter",
    path: "/api/properties?state=any&min_beds=3&max_price=600000&sort_by=list_price",
    aSecond: 20,
  },
];

/** Response times of searches by name, in words. */
export function spread(times: Map<string, number[]>): string {
  const sorted = [...times.values()].flat().toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms of ${sorted.length}`;
}
