import { compare } from "./odata/filter.ts";
import { type FeedRecord, type ResourceName, resources } from "./resources.ts";

/**
 * What the server holds: the records of each resource, with their history as events. A record's time of modification is set by
 * the change, so that late commits and equal times can be made.
 */
export class Market {
  readonly #records = new Map<ResourceName, Map<string, FeedRecord>>();
  /** By resource and fields of the order; dropped with each change of the resource. */
  readonly #sorted = new Map<string, readonly FeedRecord[]>();
  /** The keys of a listing's Media. */
  readonly #mediaOf = new Map<string, Set<string>>();
  #sequence = 0;

  constructor() {
    for (const name of Object.keys(resources) as ResourceName[]) this.#records.set(name, new Map());
  }

  get(resource: ResourceName, key: string): FeedRecord | undefined {
    return this.#of(resource).get(key);
  }

  size(resource: ResourceName): number {
    return this.#of(resource).size;
  }

  keys(resource: ResourceName): string[] {
    return [...this.#of(resource).keys()];
  }

  /** A listing's Media, by Order. */
  mediaOf(listingKey: string): FeedRecord[] {
    return [...(this.#mediaOf.get(listingKey) ?? [])]
      .map((key) => this.get("Media", key) as FeedRecord)
      .sort((one, other) => compare(one.Order, other.Order));
  }

  put(resource: ResourceName, record: FeedRecord): void {
    const key = String(record[resources[resource].key]);
    this.#of(resource).set(key, record);
    if (resource === "Media") this.#link(record, key);
    this.#changed(resource, key);
  }

  remove(resource: ResourceName, key: string): void {
    const record = this.get(resource, key);
    if (!record) return;
    if (resource === "Property")
      for (const media of this.mediaOf(key)) this.remove("Media", String(media.MediaKey));
    if (resource === "Media") this.#mediaOf.get(String(record.ResourceRecordKey))?.delete(key);
    this.#of(resource).delete(key);
    this.#changed(resource, key);
  }

  /** The records of a resource in an order: fields with "asc" or "desc", the key last. */
  sorted(
    resource: ResourceName,
    order: readonly [field: string, descending: boolean][],
  ): readonly FeedRecord[] {
    const name = `${resource} ${JSON.stringify(order)}`;
    let list = this.#sorted.get(name);
    if (!list) {
      list = [...this.#of(resource).values()].sort((one, other) => {
        for (const [field, descending] of order) {
          const found = compare(one[field], other[field]);
          if (found !== 0) return descending ? -found : found;
        }
        return 0;
      });
      this.#sorted.set(name, list);
    }
    return list;
  }

  #of(resource: ResourceName): Map<string, FeedRecord> {
    return this.#records.get(resource) as Map<string, FeedRecord>;
  }

  #link(record: FeedRecord, key: string): void {
    const listing = String(record.ResourceRecordKey);
    const keys = this.#mediaOf.get(listing) ?? new Set();
    keys.add(key);
    this.#mediaOf.set(listing, keys);
  }

  #changed(resource: ResourceName, key: string): void {
    for (const name of this.#sorted.keys()) if (name.startsWith(`${resource} `)) this.#sorted.delete(name);
    if (resource === "EntityEvent") return;
    this.put("EntityEvent", {
      EntityEventSequence: ++this.#sequence,
      ResourceName: resource,
      ResourceRecordKey: key,
      ResourceRecordUrl: `${resource}('${key.replaceAll("'", "''")}')`,
    });
  }
}
