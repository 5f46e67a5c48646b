import { isDeepStrictEqual } from "node:util";
import type { Contender } from "./contenders.ts";

type Page = { items: { listing_id: string }[]; total: number };

/**
 * Sends each search to all contenders. Returns the totals.
 *
 * @throws when a total, a listing of the page, their order or a field of one differs from the first contender's.
 */
export async function compareReplies(
  contenders: readonly Contender[],
  paths: readonly string[],
): Promise<number[]> {
  const totals: number[] = [];
  for (const path of paths) {
    const [first, ...others] = await Promise.all(
      contenders.map(async (contender) => ({ contender, page: await pageOf(contender, path) })),
    );
    if (!first) return totals;
    totals.push(first.page.total);
    for (const { contender, page } of others) {
      const difference = firstDifference(first.page, page);
      if (difference)
        throw new Error(`${contender.name} differs from ${first.contender.name} at ${path}: ${difference}`);
    }
  }
  return totals;
}

export function firstDifference(expected: Page, actual: Page): string | null {
  if (expected.total !== actual.total) return `total ${actual.total} instead of ${expected.total}`;
  if (expected.items.length !== actual.items.length)
    return `${actual.items.length} listings instead of ${expected.items.length}`;
  for (const [at, item] of expected.items.entries()) {
    const other = actual.items[at]!;
    if (item.listing_id !== other.listing_id)
      return `listing ${at + 1} is ${other.listing_id} instead of ${item.listing_id}`;
    if (!isDeepStrictEqual(item, other)) return `${JSON.stringify(other)} instead of ${JSON.stringify(item)}`;
  }
  return null;
}

async function pageOf({ name, origin }: Contender, path: string): Promise<Page> {
  const reply = await fetch(origin + path);
  if (!reply.ok) throw new Error(`${name} answered ${reply.status} to ${path}: ${await reply.text()}`);
  return (await reply.json()) as Page;
}
