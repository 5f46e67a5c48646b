import { isDeepStrictEqual } from "node:util";
import type { ReplyKind } from "./answer-queries.ts";
import type { Contender } from "./contenders.ts";
import { mapDifference, readClusters, readTile } from "./map-replies.ts";
import { replyOf, type Workload } from "./workloads.ts";

type Page = { items: { listing_id: string }[]; total: number; facets?: Record<string, unknown> };

type Comparison = {
  read(reply: Response): Promise<{ total: number }>;
  /** Null when they are equal. */
  difference(expected: { total: number }, actual: { total: number }): string | null;
};

const comparisons = {
  page: { read: (reply) => readPage(reply), difference: firstDifference },
  facets: { read: (reply) => readPage(reply, "facets"), difference: firstDifference },
  nearMisses: { read: (reply) => readPage(reply, "near_misses"), difference: firstDifference },
  clusters: { read: readClusters, difference: mapDifference },
  tile: { read: readTile, difference: mapDifference },
} satisfies Record<ReplyKind, Comparison>;

/**
 * Sends each request to all contenders that have such replies. Returns the totals.
 *
 * @throws when a total, a facet, a listing of the page, their order or a field of one differs from the first contender's; of maps, when
 * the total does, the sum of what is shown, or a listing where all are shown.
 */
export async function compareReplies(
  contenders: readonly Contender[],
  workload: Workload,
  paths: readonly string[],
): Promise<number[]> {
  const { read, difference }: Comparison = comparisons[replyOf(workload)];
  const compared = contenders.filter(({ workloads }) => workloads.includes(workload));
  const totals: number[] = [];
  for (const path of paths) {
    const [first, ...others] = await Promise.all(
      compared.map(async (contender) => ({
        contender,
        answer: await read(await replyFrom(contender, path)),
      })),
    );
    if (!first) return totals;
    totals.push(first.answer.total);
    for (const { contender, answer } of others) {
      const found = difference(first.answer, answer);
      if (found)
        throw new Error(`${contender.name} differs from ${first.contender.name} at ${path}: ${found}`);
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
  for (const name of Object.keys({ ...expected.facets, ...actual.facets })) {
    const [wanted, has] = [expected.facets?.[name], actual.facets?.[name]];
    if (!isDeepStrictEqual(wanted, has))
      return `facet ${name} is ${JSON.stringify(has)} instead of ${JSON.stringify(wanted)}`;
  }
  return null;
}

async function replyFrom(contender: Contender, path: string): Promise<Response> {
  const reply = await contender.request(path);
  if (!reply.ok)
    throw new Error(`${contender.name} answered ${reply.status} to ${path}: ${await reply.text()}`);
  return reply;
}

async function readPage(reply: Response, field = "items"): Promise<Page> {
  const page = (await reply.json()) as Page & Record<string, unknown>;
  if (page[field] === undefined) throw new Error(`${reply.url} was answered without ${field}`);
  return page;
}
