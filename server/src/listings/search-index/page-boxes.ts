import type { Box } from "../distance.ts";
import { INSIDE, OUTSIDE, type Region } from "./region.ts";

/** Where pages match a region: pages [from, to), which are all inside or all crossing. */
export type PageRuns = { from: Int32Array; to: Int32Array; isInside: Uint8Array; count: number };

/** Pages of a group: pages that follow one another lie near one another, but for those that were split off later. */
const GROUP = 16;

/** For each page the box of its listings, which only grows until the page is split or empty, and for each group of pages one that holds them. */
export class PageBoxes {
  readonly #pages = new Boxes();
  readonly #groups = new Boxes();
  #runs: PageRuns = newRuns(0);

  grow(pages: number): void {
    this.#pages.grow(pages);
    this.#groups.grow(Math.ceil(pages / GROUP));
    this.#runs = newRuns(pages);
  }

  /** Runs of pages that a region touches, ascending. They are valid until the next call. */
  runsIn(region: Region, pages: number): PageRuns {
    this.#runs.count = 0;
    for (let group = 0; group * GROUP < pages; group++) {
      if (this.#groups.touches(group, region.bounds)) {
        this.#addRuns(region, group * GROUP, Math.min(pages, (group + 1) * GROUP));
      }
    }
    return this.#runs;
  }

  #addRuns(region: Region, first: number, end: number): void {
    const { minLat, maxLat, minLng, maxLng } = this.#pages;
    const runs = this.#runs;
    const { from, to, isInside } = runs;
    let { count } = runs;
    for (let page = first; page < end; page++) {
      if (!this.#pages.touches(page, region.bounds)) continue;
      const lies = region.classify(
        minLat[page] as number,
        maxLat[page] as number,
        minLng[page] as number,
        maxLng[page] as number,
      );
      if (lies === OUTSIDE) continue;
      const inside = lies === INSIDE ? 1 : 0;
      if (count > 0 && to[count - 1] === page && isInside[count - 1] === inside) {
        to[count - 1] = page + 1;
        continue;
      }
      from[count] = page;
      to[count] = page + 1;
      isInside[count++] = inside;
    }
    runs.count = count;
  }

  /** Pages [0, pages) as one run. */
  allRuns(pages: number): PageRuns {
    const runs = this.#runs;
    runs.from[0] = 0;
    runs.to[0] = pages;
    runs.isInside[0] = 1;
    runs.count = pages > 0 ? 1 : 0;
    return runs;
  }

  of(page: number): [south: number, north: number, west: number, east: number] {
    const { minLat, maxLat, minLng, maxLng } = this.#pages;
    return [minLat[page] as number, maxLat[page] as number, minLng[page] as number, maxLng[page] as number];
  }

  extend(page: number, lat: number, lng: number): void {
    this.#pages.extend(page, lat, lng);
    this.#groups.extend(Math.floor(page / GROUP), lat, lng);
  }

  clear(page: number): void {
    this.#pages.clear(page);
  }
}

/** Boxes of degrees by number; a new one is empty. */
class Boxes {
  minLat = new Float64Array(0);
  maxLat = new Float64Array(0);
  minLng = new Float64Array(0);
  maxLng = new Float64Array(0);

  grow(boxes: number): void {
    this.minLat = grown(this.minLat, boxes, Infinity);
    this.maxLat = grown(this.maxLat, boxes, -Infinity);
    this.minLng = grown(this.minLng, boxes, Infinity);
    this.maxLng = grown(this.maxLng, boxes, -Infinity);
  }

  touches(nth: number, { minLat, maxLat, minLng, maxLng }: Box): boolean {
    return (
      (this.minLat[nth] as number) <= maxLat &&
      (this.maxLat[nth] as number) >= minLat &&
      (this.minLng[nth] as number) <= maxLng &&
      (this.maxLng[nth] as number) >= minLng
    );
  }

  /** Comparisons with the NaN of a listing without a position are false, so that its box lies nowhere. */
  extend(nth: number, lat: number, lng: number): void {
    if (lat < (this.minLat[nth] as number)) this.minLat[nth] = lat;
    if (lat > (this.maxLat[nth] as number)) this.maxLat[nth] = lat;
    if (lng < (this.minLng[nth] as number)) this.minLng[nth] = lng;
    if (lng > (this.maxLng[nth] as number)) this.maxLng[nth] = lng;
  }

  clear(nth: number): void {
    this.minLat[nth] = Infinity;
    this.maxLat[nth] = -Infinity;
    this.minLng[nth] = Infinity;
    this.maxLng[nth] = -Infinity;
  }
}

function grown(column: Float64Array<ArrayBuffer>, boxes: number, empty: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(boxes).fill(empty, column.length);
  larger.set(column);
  return larger;
}

function newRuns(pages: number): PageRuns {
  return {
    from: new Int32Array(pages),
    to: new Int32Array(pages),
    isInside: new Uint8Array(pages),
    count: 0,
  };
}
