import type { RawRecord } from "../../listings/index.ts";
import type { FeedClient } from "../client/feed-client.ts";
import { FeedError } from "../client/feed-error.ts";
import type { Metadata } from "../client/metadata.ts";
import { NextLinks } from "../client/next-links.ts";
import { keyFields, literal, queryOf, type Resource } from "../client/odata-query.ts";
import type { Feed } from "../feed-row.ts";
import { filterFor } from "./feed-filter.ts";
import { comparedFields, recordPasses } from "./record-passes.ts";

type Shape = { select?: string[] | null; expand?: string | null; orderby?: string | null };

/** How many keys a request may name, and the length of their literals together. */
const WAYS = [
  { way: "in", keys: 50 },
  { way: "or", keys: 5 },
  { way: "single", keys: 1 },
  { way: "address", keys: 1 },
] as const;
const MAX_LITERALS = 3000;

/**
 * Reads records by their keys, those of the feed's filter alone: by `in`, by alternatives where the server does not know that, each by
 * itself, or by its own address (D14). What a server does not know is found out once.
 */
export class ByKey {
  readonly #client: FeedClient;
  readonly #server: { feed: Pick<Feed, "filter">; metadata: Metadata };
  #way = 0;

  constructor(client: FeedClient, server: { feed: Pick<Feed, "filter">; metadata: Metadata }) {
    this.#client = client;
    this.#server = server;
  }

  /** The records of these keys; those that are not there are left out. @throws FeedError */
  async *records(resource: Resource, keys: string[], shape: Shape = {}): AsyncGenerator<RawRecord[]> {
    yield* this.recordsWhere(resource, keyFields[resource], keys, shape);
  }

  /** The records whose `field` has one of these values. @throws FeedError */
  async *recordsWhere(
    resource: Resource,
    field: string,
    values: string[],
    shape: Shape = {},
  ): AsyncGenerator<RawRecord[]> {
    const literals = values.map((value) => literal(this.#server.metadata[resource], field, value));
    for (let at = 0; at < values.length; ) {
      const { way, keys } = WAYS[this.#way] as (typeof WAYS)[number];
      const count = fitting(literals.slice(at, at + keys));
      const some = literals.slice(at, at + count);
      const feedFilter = resource === "EntityEvent" ? null : filterFor(this.#server, resource);
      const isKey = field === keyFields[resource];
      try {
        // A server that takes no filter by key, and one that was not asked for any, has the record at its address.
        if (isKey && (way === "address" || (way === "single" && feedFilter === null)))
          yield await this.#single(resource, some[0] as string, shape, feedFilter);
        else yield await this.#list(resource, [conditionOf(field, some, way === "in"), feedFilter], shape);
        at += count;
      } catch (error) {
        if (!(error instanceof FeedError && error.code === "strategy_unsupported")) throw error;
        if (this.#way === WAYS.length - 1 || (!isKey && way === "single")) throw error;
        this.#way++;
      }
    }
  }

  /** A record is at its address outside of the filter too. */
  async #single(
    resource: Resource,
    key: string,
    { select, expand }: Shape,
    filter: string | null,
  ): Promise<RawRecord[]> {
    const fields = select && [...new Set([...select, ...comparedFields(filter ?? "")])];
    const query = queryOf(resource, { ...(fields && { select: fields }), ...(expand && { expand }) });
    const path = query.replace(resource, `${resource}(${encodeURIComponent(key)})`);
    const record = await this.#client.record(this.#client.address(path));
    return record === null || (filter !== null && !recordPasses(filter, record)) ? [] : [record];
  }

  /** All pages of a list. */
  async #list(resource: Resource, filter: (string | null)[], shape: Shape): Promise<RawRecord[]> {
    const records: RawRecord[] = [];
    const links = new NextLinks();
    let address: string | null = this.#client.address(queryOf(resource, { filter, ...shape }));
    while (address !== null) {
      const page = await this.#client.page(address, { prefer: "odata.maxpagesize=1000" });
      for (const record of page.records) records.push(record);
      address = page.nextLink === null ? null : links.follow(page.nextLink, address);
    }
    return records;
  }
}

function conditionOf(field: string, literals: string[], isIn: boolean): string {
  if (literals.length === 1) return `${field} eq ${literals[0]}`;
  if (isIn) return `${field} in (${literals.join(",")})`;
  return literals.map((value) => `${field} eq ${value}`).join(" or ");
}

/** How many of them fit into an address; at least one. */
function fitting(literals: string[]): number {
  let length = 0;
  let count = 0;
  for (const { length: more } of literals) {
    length += more;
    if (count > 0 && length > MAX_LITERALS) break;
    count++;
  }
  return count;
}
