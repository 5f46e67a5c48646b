import { INSIDE, OUTSIDE, type Region } from "./region.ts";

/** Where pages match a region: pages [from, to), which are all inside or all crossing. */
export type PageRuns = { from: Int32Array; to: Int32Array; isInside: Uint8Array; count: number };

/** For each page the box of its listings. It only grows until the page is split or empty. */
export class PageBoxes {
  #minLat = new Float64Array(0);
  #maxLat = new Float64Array(0);
  #minLng = new Float64Array(0);
  #maxLng = new Float64Array(0);
  #runs: PageRuns = newRuns(0);

  grow(pages: number): void {
    const grown = (column: Float64Array) => {
      const larger = new Float64Array(pages);
      larger.set(column);
      return larger;
    };
    [this.#minLat, this.#maxLat] = [grown(this.#minLat), grown(this.#maxLat)];
    [this.#minLng, this.#maxLng] = [grown(this.#minLng), grown(this.#maxLng)];
    this.#runs = newRuns(pages);
  }

  /** Runs of pages that a region touches, ascending. They are valid until the next call. */
  runsIn(region: Region, pages: number): PageRuns {
    const { minLat, maxLat, minLng, maxLng } = region.bounds;
    const [souths, norths, wests, easts] = [this.#minLat, this.#maxLat, this.#minLng, this.#maxLng];
    const runs = this.#runs;
    const { from, to, isInside } = runs;
    let count = 0;
    for (let page = 0; page < pages; page++) {
      const south = souths[page] as number;
      if (!(south <= maxLat)) continue;
      const north = norths[page] as number;
      if (!(north >= minLat)) continue;
      const west = wests[page] as number;
      if (!(west <= maxLng)) continue;
      const east = easts[page] as number;
      if (!(east >= minLng)) continue;
      const lies = region.classify(south, north, west, east);
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
    return runs;
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
    return [
      this.#minLat[page] as number,
      this.#maxLat[page] as number,
      this.#minLng[page] as number,
      this.#maxLng[page] as number,
    ];
  }

  /** Comparisons with the NaN of a listing without a position are false, so that the page lies nowhere. */
  extend(page: number, lat: number, lng: number): void {
    if (lat < (this.#minLat[page] as number)) this.#minLat[page] = lat;
    if (lat > (this.#maxLat[page] as number)) this.#maxLat[page] = lat;
    if (lng < (this.#minLng[page] as number)) this.#minLng[page] = lng;
    if (lng > (this.#maxLng[page] as number)) this.#maxLng[page] = lng;
  }

  clear(page: number): void {
    this.#minLat[page] = Infinity;
    this.#maxLat[page] = -Infinity;
    this.#minLng[page] = Infinity;
    this.#maxLng[page] = -Infinity;
  }
}

function newRuns(pages: number): PageRuns {
  return {
    from: new Int32Array(pages),
    to: new Int32Array(pages),
    isInside: new Uint8Array(pages),
    count: 0,
  };
}
