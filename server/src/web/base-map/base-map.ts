import { FetchSource, PMTiles, type RangeResponse, ResolvedValueCache, TileType } from "pmtiles";
import { FileSource } from "./file-source.ts";

const contentTypes: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: "application/vnd.mapbox-vector-tile",
  [TileType.Png]: "image/png",
  [TileType.Jpeg]: "image/jpeg",
  [TileType.Webp]: "image/webp",
  [TileType.Avif]: "image/avif",
};

/** Of attributions, which are HTML. */
const TAGS = /<[^<>]*>/g;
const MAX_ATTRIBUTION = 300;
/** How long a part of an archive at an address may take. */
const PART_MS = 10_000;

/** What a website's map knows of its base map. */
export type BaseMapDescription = {
  kind: "vector" | "raster";
  minzoom: number;
  maxzoom: number;
  /** West, south, east, north. */
  bounds: [number, number, number, number];
  /** Whom the map must name, as plain text. */
  attribution: string;
};

/** An archive at an address, of which each part must arrive in time. */
class RemoteArchive extends FetchSource {
  override getBytes(
    offset: number,
    length: number,
    passed?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    const late = AbortSignal.timeout(PART_MS);
    return super.getBytes(offset, length, passed ? AbortSignal.any([passed, late]) : late, etag);
  }
}

/** The archive of `MAP_TILES`. Its directories are read once and kept. */
export class BaseMap {
  readonly #archive: PMTiles;
  readonly #file: FileSource | null;

  constructor(address: string) {
    this.#file = /^https?:/.test(address) ? null : new FileSource(address);
    // The library's default cache also keeps failures: an archive that was away once would stay away.
    this.#archive = new PMTiles(this.#file ?? new RemoteArchive(address), new ResolvedValueCache());
  }

  async describe(): Promise<BaseMapDescription> {
    const [header, metadata] = await Promise.all([this.#archive.getHeader(), this.#archive.getMetadata()]);
    const { attribution = "" } = metadata as { attribution?: unknown };
    return {
      kind: header.tileType === TileType.Mvt ? "vector" : "raster",
      minzoom: header.minZoom,
      maxzoom: header.maxZoom,
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      attribution: String(attribution).replaceAll(TAGS, "").slice(0, MAX_ATTRIBUTION),
    };
  }

  /** @returns null where the archive has no such tile. */
  async tile(z: number, x: number, y: number): Promise<{ bytes: Buffer; type: string } | null> {
    const { tileType, minZoom, maxZoom } = await this.#archive.getHeader();
    if (z < minZoom || z > maxZoom) return null;
    const tile = await this.#archive.getZxy(z, x, y);
    const type = contentTypes[tileType];
    return tile && type ? { bytes: Buffer.from(tile.data), type } : null;
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
