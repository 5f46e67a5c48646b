import { setImmediate } from "node:timers/promises";
import type { TenantContext } from "../../platform/context.ts";
import { weakTag } from "../../platform/http/etag.ts";
import { EncodedJson } from "../../platform/http/json-body.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import type { UsesListings } from "../services.ts";
import { slugOf } from "../slug.ts";
import { type FoundTown, readPlaces, townsOf } from "./read-towns.ts";

/** A meter or so. */
const DECIMALS = 5;

/**
 * The towns of the Active public listings with their numbers and positions, from the index in memory. A position is the median of each
 * coordinate, so that one wrong position moves it little.
 */
export async function listTowns(ctx: TenantContext<UsesListings>): Promise<EncodedJson> {
  const { index, replies } = ctx.listings;
  const { sourceIds } = ctx.tenant;
  const key = JSON.stringify(["towns", sourceIds]);
  const state = { version: index.searchVersion, now: 0, span: { from: 0, until: Infinity } };
  const known = replies.get(key, state);
  if (known) return known;
  const filters = { status: "Active", ...(sourceIds && { sourceIds }) };
  const places = index.readMatches(filters, null, readPlaces);
  const towns: string[] = [];
  for await (const town of iterateYielding(places ? await inParts(townsOf(places)) : []))
    towns.push(JSON.stringify(shown(town)));
  const json = `{"towns":[${towns.join(",")}]}`;
  const reply = new EncodedJson(json, weakTag(json));
  replies.set(key, state, reply);
  return reply;
}

async function inParts<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}

function shown({ city, state, count, lats, lngs }: FoundTown) {
  return { city, state, slug: slugOf(city), count, latitude: median(lats), longitude: median(lngs) };
}

/** Of an even number the lower one. Null of none. */
function median(values: number[]): number | null {
  const sorted = new Float64Array(values).sort();
  const middle = sorted[(sorted.length - 1) >> 1];
  return middle === undefined ? null : Number(middle.toFixed(DECIMALS));
}
