import { type Bitmap, bitCount, hasBit, moveBits, setBit } from "./bitmap.ts";
import {
  type Cut,
  chooseCut,
  type Fork,
  type Leaf,
  leafAt,
  type Node,
  newLeaf,
  type Positions,
  tile,
} from "./k-d-tree.ts";
import { INSIDE, OUTSIDE, type Region } from "./region.ts";

/** Ordinals of a page. A page splits when it is full. */
export const PAGE = 128;
export const PAGE_WORDS = PAGE / 32;
/** Pages of a bulk load leave space for listings to come. */
export const FILLED_PAGE = 112;
/** A leaf of several pages splits where it leaves at least so much of it on either side. */
const LEAST_SHARE = 1 / 8;

/** Told of every page that is split: where the listings of `mask` have gone, at the same places within the page. */
export type OnSplit = (fromWord: number, toWord: number, mask: Bitmap) => void;

/** Where pages match a region: pages [from, to), which are all inside or all crossing. */
export type PageRuns = { from: Int32Array; to: Int32Array; isInside: Uint8Array; count: number };

/**
 * Gives listings their ordinals: pages of 128, each with the listings of one leaf of a k-d tree over the earth, so that an area is a
 * few runs of pages. A page that is full is split in two, and nothing else ever moves.
 */
export class SpatialPages {
  live: Bitmap = new Int32Array(0);
  #pages = 0;
  #root: Node = newLeaf(true);
  readonly #unplaced = newLeaf(false);
  #leafOf: Leaf[] = [];
  #used = new Uint8Array(0);
  /** The box of a page's listings; it only grows until the page is split. */
  #minLat = new Float64Array(0);
  #maxLat = new Float64Array(0);
  #minLng = new Float64Array(0);
  #maxLng = new Float64Array(0);
  #runs: PageRuns = newRuns(0);
  readonly #positions: () => Positions;
  readonly #onSplit: OnSplit;
  readonly #onFull: (pages: number) => void;

  /**
   * @param positions of all ordinals.
   * @param onFull asks for space for more than so many pages.
   */
  constructor(positions: () => Positions, on: { split: OnSplit; full: (pages: number) => void }) {
    this.#positions = positions;
    this.#onSplit = on.split;
    this.#onFull = on.full;
  }

  /** Pages that have ordinals. */
  get count(): number {
    return this.#pages;
  }

  /** Pages there is space for. */
  get capacity(): number {
    return this.#used.length;
  }

  grow(pages: number): void {
    const grown = (column: Float64Array) => {
      const larger = new Float64Array(pages);
      larger.set(column);
      return larger;
    };
    [this.#minLat, this.#maxLat] = [grown(this.#minLat), grown(this.#maxLat)];
    [this.#minLng, this.#maxLng] = [grown(this.#minLng), grown(this.#maxLng)];
    const used = new Uint8Array(pages);
    used.set(this.#used);
    this.#used = used;
    const live = new Int32Array(pages * PAGE_WORDS);
    live.set(this.live);
    this.live = live;
    this.#runs = newRuns(pages);
  }

  /** An ordinal for a new listing. NaN: it has no position. */
  add(lat: number, lng: number): number {
    let leaf = this.#leafAt(lat, lng);
    if (leaf.open.length === 0) {
      if (leaf.isPlaced && this.#split(leaf)) leaf = this.#leafAt(lat, lng);
      if (leaf.open.length === 0) this.#addPage(leaf);
    }
    const page = leaf.open.at(-1) as number;
    const ordinal = this.#freeOrdinal(page);
    setBit(this.live, ordinal);
    this.#used[page] = (this.#used[page] as number) + 1;
    if (this.#used[page] === PAGE) leaf.open.pop();
    this.#extend(page, lat, lng);
    return ordinal;
  }

  remove(ordinal: number): void {
    const page = Math.floor(ordinal / PAGE);
    const word = ordinal >>> 5;
    this.live[word] = (this.live[word] as number) & ~(1 << (ordinal & 31));
    if (this.#used[page] === PAGE) this.#leafOf[page]?.open.push(page);
    this.#used[page] = (this.#used[page] as number) - 1;
    if (this.#used[page] === 0) this.#clearBox(page);
  }

  /** Runs of pages that a region touches, ascending. They are valid until the next call. */
  runsIn(region: Region): PageRuns {
    const { minLat, maxLat, minLng, maxLng } = region.bounds;
    const [souths, norths, wests, easts] = [this.#minLat, this.#maxLat, this.#minLng, this.#maxLng];
    const runs = this.#runs;
    const { from, to, isInside } = runs;
    const pages = this.#pages;
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

  /** All pages as one run. */
  allRuns(): PageRuns {
    const runs = this.#runs;
    runs.from[0] = 0;
    runs.to[0] = this.#pages;
    runs.isInside[0] = 1;
    runs.count = this.#pages > 0 ? 1 : 0;
    return runs;
  }

  boxOf(page: number): [south: number, north: number, west: number, east: number] {
    return [
      this.#minLat[page] as number,
      this.#maxLat[page] as number,
      this.#minLng[page] as number,
      this.#maxLng[page] as number,
    ];
  }

  /**
   * Gives the listings at `positions` their ordinals, in an index that has none: a few milliseconds at a time.
   *
   * @param capacityFor is told how many pages there will be at most.
   * @returns by the listing's place in `positions` its ordinal.
   */
  *load(positions: Positions, count: number): Generator<void, Int32Array> {
    const ordinals = new Int32Array(count);
    const order = new Int32Array(count);
    let placed = 0;
    let end = count;
    for (let nth = 0; nth < count; nth++) {
      if (Number.isNaN(positions.lat[nth])) order[--end] = nth;
      else order[placed++] = nth;
    }
    yield;
    const tiles: { order: Int32Array; leaf: Leaf }[] = [];
    this.#root = yield* tile(positions, order.subarray(0, placed), FILLED_PAGE, (leaf, order) => {
      tiles.push({ leaf, order });
    });
    tiles.push({ order: order.subarray(placed), leaf: this.#unplaced });
    this.#onFull(tiles.reduce((pages, { order }) => pages + Math.ceil(order.length / FILLED_PAGE), 0));
    for (const { order, leaf } of tiles) {
      for (let at = 0; at < order.length; at++) {
        if (at % FILLED_PAGE === 0) this.#addPage(leaf);
        const page = leaf.pages.at(-1) as number;
        const nth = order[at] as number;
        const ordinal = page * PAGE + (at % FILLED_PAGE);
        ordinals[nth] = ordinal;
        setBit(this.live, ordinal);
        this.#used[page] = (this.#used[page] as number) + 1;
        this.#extend(page, positions.lat[nth] as number, positions.lng[nth] as number);
      }
    }
    return ordinals;
  }

  #leafAt(lat: number, lng: number): Leaf {
    return Number.isNaN(lat) ? this.#unplaced : leafAt(this.#root, lat, lng);
  }

  #addPage(leaf: Leaf): number {
    if (this.#pages === this.#used.length) this.#onFull(this.#pages + 1);
    const page = this.#pages++;
    this.#clearBox(page);
    this.#leafOf[page] = leaf;
    leaf.pages.push(page);
    leaf.open.push(page);
    return page;
  }

  #freeOrdinal(page: number): number {
    let word = page * PAGE_WORDS;
    while (this.live[word] === -1) word++;
    return word * 32 + 31 - Math.clz32(~(this.live[word] as number) & ((this.live[word] as number) + 1));
  }

  /** Cuts a full leaf in two where its listings lie apart. @returns false when they do not. */
  #split(leaf: Leaf): boolean {
    const positions = this.#positions();
    const ordinals = new Int32Array(leaf.pages.length * PAGE);
    ordinals.forEach((_, nth) => {
      ordinals[nth] = (leaf.pages[Math.floor(nth / PAGE)] as number) * PAGE + (nth % PAGE);
    });
    const cut = chooseCut(positions, ordinals, ordinals.length >>> 1);
    if (!cut) return false;
    const column = positions[cut.axis];
    const below = ordinals.reduce((count, each) => count + ((column[each] as number) < cut.at ? 1 : 0), 0);
    const share = Math.min(below, ordinals.length - below) / ordinals.length;
    if (leaf.pages.length > 1 && share < LEAST_SHARE) return false;
    const other = newLeaf(true);
    this.#replaceLeaf(leaf, ordinals[0] as number, { ...cut, below: leaf, above: other });
    for (const page of leaf.pages) this.#splitPage(page, cut, other);
    for (const each of [leaf, other]) {
      each.open = each.pages.filter((page) => (this.#used[page] as number) < PAGE);
    }
    return true;
  }

  #splitPage(page: number, { axis, at }: Cut, other: Leaf): void {
    const mask = new Int32Array(PAGE_WORDS);
    const column = this.#positions()[axis];
    for (let nth = 0; nth < PAGE; nth++) {
      if ((column[page * PAGE + nth] as number) >= at) setBit(mask, nth);
    }
    const moved = mask.reduce((sum, word) => sum + bitCount(word), 0);
    if (moved === 0) return;
    const to = this.#addPage(other);
    this.#onSplit(page * PAGE_WORDS, to * PAGE_WORDS, mask);
    moveBits(this.live, page * PAGE_WORDS, to * PAGE_WORDS, mask);
    this.#used[to] = moved;
    this.#used[page] = PAGE - moved;
    for (const each of [page, to]) this.#fitBox(each);
  }

  /** @param ordinal of any listing of the leaf: its position leads there. */
  #replaceLeaf(leaf: Leaf, ordinal: number, fork: Fork): void {
    const { lat, lng } = this.#positions();
    let node: Node = this.#root;
    let parent: { node: Fork; side: "below" | "above" } | null = null;
    while ("axis" in node) {
      const side: "below" | "above" =
        ((node.axis === "lat" ? lat : lng)[ordinal] as number) < node.at ? "below" : "above";
      parent = { node, side };
      node = node[side];
    }
    if (node !== leaf) throw new Error("The leaf of a page is not where its listings are");
    if (parent) parent.node[parent.side] = fork;
    else this.#root = fork;
  }

  #fitBox(page: number): void {
    this.#clearBox(page);
    const { lat, lng } = this.#positions();
    for (let ordinal = page * PAGE; ordinal < (page + 1) * PAGE; ordinal++) {
      if (hasBit(this.live, ordinal)) this.#extend(page, lat[ordinal] as number, lng[ordinal] as number);
    }
  }

  /** Comparisons with the NaN of a listing without a position are false, so that the page lies nowhere. */
  #extend(page: number, lat: number, lng: number): void {
    if (lat < (this.#minLat[page] as number)) this.#minLat[page] = lat;
    if (lat > (this.#maxLat[page] as number)) this.#maxLat[page] = lat;
    if (lng < (this.#minLng[page] as number)) this.#minLng[page] = lng;
    if (lng > (this.#maxLng[page] as number)) this.#maxLng[page] = lng;
  }

  #clearBox(page: number): void {
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
