import { join } from "node:path";
import sharp from "sharp";
import { PHOTOS } from "../../../../feed-server/src/king-county.ts";
import type { FeedServer } from "../../../../feed-server/src/serve-feed.ts";
import { differences, expectedListing, isPublic } from "./expected-listing.ts";
import type { FeedServers } from "./feed-servers.ts";
import type { MarketChanges } from "./market-changes.ts";

const PAGE = 100;
const AT_ONCE = 8;
/** Pictures are compared as squares of that many pixels. */
const SIDE = 16;
/** The mean difference of grey values, of 255. Copies are compressed anew; different photos differ by far more. */
const SAME_BELOW = 6;

type Shown = { photos: string[] } & Record<string, unknown>;

/** Compares what the API shows with the feed's server. */
export class StoreJudge {
  readonly #servers: FeedServers;
  readonly #upstream: FeedServer;
  readonly #changes: MarketChanges;
  readonly #tenant: string;
  /** Addresses that show the picture of a file. */
  readonly #pictures = new Set<string>();

  constructor(parts: { servers: FeedServers; upstream: FeedServer; changes: MarketChanges; tenant: number }) {
    this.#servers = parts.servers;
    this.#upstream = parts.upstream;
    this.#changes = parts.changes;
    this.#tenant = `brokerage_id=${parts.tenant}`;
  }

  /** The ids of all listings that the API lists. */
  async listed(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let page = 1; ; page++) {
      const path = `/api/properties?${this.#tenant}&state=any&page_size=${PAGE}&page=${page}`;
      const { status, body } = await this.#servers.call<{ items: { listing_id: string }[] }>("GET", path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      for (const { listing_id } of body.items) ids.add(listing_id);
      if (body.items.length < PAGE) return ids;
    }
  }

  /**
   * What differs between the API and the server, a line each; with `photos`, photo by photo too.
   * Listings that are not public must answer 404.
   */
  async compare({ photos }: { photos: boolean }): Promise<string[]> {
    const records = this.#changes.records();
    const found: string[] = [];
    const listed = await this.listed();
    for (const id of listed) if (!isPublic(records.get(id))) found.push(`${id} is listed, and not offered`);
    const waiting = [...records];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [id, record] = next;
        if (isPublic(record) && !listed.has(id)) found.push(`${id} is not listed`);
        found.push(...(await this.#compareOne(id, record, photos)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  }

  async #compareOne(id: string, record: Record<string, unknown>, withPhotos: boolean): Promise<string[]> {
    const { status, body } = await this.#servers.call<Shown>(
      "GET",
      `/api/properties/${encodeURIComponent(id)}?${this.#tenant}`,
    );
    if (!isPublic(record))
      return status === 404 ? [] : [`${id} is not public, and its detail answered ${status}`];
    if (status !== 200) return [`the detail of ${id} answered ${status}`];
    const expected = expectedListing(this.#upstream.market, record);
    const { photos_count, ...fields } = expected.fields;
    const found = differences(withPhotos ? { ...fields, photos_count } : fields, body).map(
      (each) => `${id}: ${each}`,
    );
    return withPhotos ? [...found, ...(await this.#comparePhotos(id, expected.photos, body.photos))] : found;
  }

  async #comparePhotos(id: string, files: readonly string[], shown: readonly string[]): Promise<string[]> {
    if (shown.length !== files.length) return [`${id} shows ${shown.length} of ${files.length} photos`];
    const found: string[] = [];
    for (const [nth, file] of files.entries()) {
      const address = shown[nth] as string;
      if (this.#pictures.has(`${address} ${file}`)) continue;
      const wrong = await this.#differenceOf(address, file);
      if (wrong === null) this.#pictures.add(`${address} ${file}`);
      else found.push(`photo ${nth} of ${id}, ${address}, is not ${file}: ${wrong}`);
    }
    return found;
  }

  /** Null where our address shows the picture of the file. */
  async #differenceOf(address: string, file: string): Promise<string | null> {
    const { pathname, origin } = new URL(address, "http://ours");
    if (origin === this.#upstream.origin) return "it is the server's address";
    const { status, bytes } = await this.#servers.bytes(pathname);
    if (status !== 200) return `it is answered ${status}`;
    const [own, other] = await Promise.all([greys(bytes), greys(join(PHOTOS, file))]);
    const mean =
      own.reduce((total, value, at) => total + Math.abs(value - (other[at] as number)), 0) / own.length;
    return mean < SAME_BELOW ? null : `grey values differ by ${mean.toFixed(1)}`;
  }
}

async function greys(picture: Buffer | string): Promise<Buffer> {
  return sharp(picture).resize(SIDE, SIDE, { fit: "fill" }).greyscale().raw().toBuffer();
}
