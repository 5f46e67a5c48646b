import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { metadata } from "../../../feed-server/src/odata/metadata.ts";
import { syntheticFeed } from "../synthetic-feed.ts";
import { syntheticKey } from "./synthetic-keys.ts";

// A RESO Web API that costs little, in a process of its own: `records COUNT MEDIA FROM` or `keys COUNT`. Pages are in the order that is asked
// for, behind the key that the filter names.

/** Where the list of a request begins, and how its records are written. */
type Listed = { size: number; indexAfter: (key: string) => number; at: (index: number) => string };

const SELECTED = ["ListingKey", "ModificationTimestamp", "StandardStatus"];
const USUAL_PAGE = 1000;

const [kind, count = "0", media = "0", from = "0"] = process.argv.slice(2);
const lists =
  kind === "keys" ? listOfKeys(Number(count)) : listOfRecords(Number(count), Number(media), Number(from));

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname.endsWith("/$metadata")) {
    response.setHeader("content-type", "application/xml");
    return response.end(metadata(["Property"], { missing: [], unknown: [] }));
  }
  const query = url.searchParams;
  const list = query.get("$orderby")?.startsWith("ListingKey") ? lists.byKey : lists.byTime;
  const size = Number(
    query.get("$top") ?? /maxpagesize=(\d+)/.exec(String(request.headers.prefer))?.[1] ?? USUAL_PAGE,
  );
  const after = /ListingKey gt '([^']*)'/.exec(query.get("$filter") ?? "")?.[1];
  const begin = after === undefined ? 0 : list.indexAfter(after);
  const end = Math.min(list.size, begin + size);
  const records = Array.from({ length: end - begin }, (_, nth) => list.at(begin + nth));
  response.setHeader("content-type", "application/json");
  response.end(`{"value":[${records.join(",")}]${end < list.size ? ',"@odata.nextLink":"more"' : ""}}`);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/odata`);
});

function listOfKeys(size: number): { byKey: Listed; byTime: Listed } {
  const list: Listed = {
    size,
    indexAfter: (key) => Number(key.replaceAll(/\D/g, "")),
    at: (index) => JSON.stringify(syntheticKey(index + 1)),
  };
  return { byKey: list, byTime: list };
}

function listOfRecords(size: number, photos: number, first: number): { byKey: Listed; byTime: Listed } {
  type Kept = { key: string; time: string; text: string; selected: string };
  const records = [...syntheticFeed(size, { media: photos, from: first })].map((record): Kept => {
    const fields = record as Record<string, string>;
    return {
      key: fields.ListingKey as string,
      time: fields.ModificationTimestamp as string,
      text: JSON.stringify(record),
      selected: JSON.stringify(record, SELECTED),
    };
  });
  const listed = (sorted: Kept[], text: (record: Kept) => string): Listed => {
    const indexOf = new Map(sorted.map(({ key }, index) => [key, index + 1]));
    return {
      size,
      indexAfter: (key) => indexOf.get(key) ?? 0,
      at: (index) => text(sorted[index] as Kept),
    };
  };
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  const byTime = records.toSorted(
    (one, other) => compare(one.time, other.time) || compare(one.key, other.key),
  );
  const byKey = records.toSorted((one, other) => compare(one.key, other.key));
  return { byKey: listed(byKey, ({ selected }) => selected), byTime: listed(byTime, ({ text }) => text) };
}
