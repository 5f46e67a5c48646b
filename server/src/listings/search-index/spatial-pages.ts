import { type Bitmap, bitCount, hasBit, moveBits, setBit } from "./bitmap.ts";
import {
  type Cut,
  chooseCut,
  type Leaf,
  leafAt,
  leavesOf,
  type Node,
  newFork,
  newLeaf,
  type Positions,
  restoreTree,
  type StoredTree,
  storeTree,
  tile,
} from "./k-d-tree.ts";
import { PageBoxes, type PageRuns } from "./page-boxes.ts";
import type { Region } from "./region.ts";

/** Ordinals of a page. A page splits when it is full. */
export const PAGE = 128;
export const PAGE_WORDS = PAGE / 32;
/** Pages of a bulk load leave space for listings to come. */
export const FILLED_PAGE = 116;
const MIN_PAGES = 8;
/** How much larger everything becomes when it is full. What no listing has used yet takes no memory. */
const GROWTH = 1.25;
/** Of a bulk load in one go: a millisecond or two. */
const PART = 100_000;
const PAGES_A_PART = 200;
/** A leaf of several pages splits where it leaves at least so much of it on either side. */
const MIN_SHARE = 1 / 8;

/** Told of every page that is split: where the listings of `mask` have gone, at the same places within the page. */
export type OnSplit = (fromWord: number, toWord: number, mask: Bitmap) => void;

/** Which pages there are, as plain data. */
export type PagesLayout = { pages: number; root: StoredTree; unplaced: number[] };

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
  readonly #boxes = new PageBoxes();
  readonly #positions: () => Positions;
  readonly #onSplit: OnSplit;
  readonly #onFull: () => void;

  /**
   * @param positions of all ordinals.
   * @param on.full must make space for more pages.
   */
  constructor(positions: () => Positions, on: { split: OnSplit; full: () => void }) {
    this.#positions = positions;
    this.#onSplit = on.split;
    this.#onFull = on.full;
  }

  /** Pages that have ordinals. */
  get count(): number {
    return this.#pages;
  }

  /** How many pages there should be space for, after the next growth. */
  get nextCapacity(): number {
    return Math.ceil(Math.max(MIN_PAGES, this.#pages + 1, this.#used.length * GROWTH));
  }

  /** Pages there is space for. */
  get capacity(): number {
    return this.#used.length;
  }

  grow(pages: number): void {
    this.#boxes.grow(pages);
    const used = new Uint8Array(pages);
    used.set(this.#used);
    this.#used = used;
    const live = new Int32Array(pages * PAGE_WORDS);
    live.set(this.live);
    this.live = live;
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
    this.#boxes.extend(page, lat, lng);
    return ordinal;
  }

  remove(ordinal: number): void {
    const page = Math.floor(ordinal / PAGE);
    const word = ordinal >>> 5;
    this.live[word] = (this.live[word] as number) & ~(1 << (ordinal & 31));
    if (this.#used[page] === PAGE) this.#leafOf[page]?.open.push(page);
    this.#used[page] = (this.#used[page] as number) - 1;
    if (this.#used[page] === 0) this.#boxes.clear(page);
  }

  /** Runs of pages that a region touches, ascending. They are valid until the next call. */
  runsIn(region: Region): PageRuns {
    return this.#boxes.runsIn(region, this.#pages);
  }

  /** All pages as one run. */
  allRuns(): PageRuns {
    return this.#boxes.allRuns(this.#pages);
  }

  boxOf(page: number): [south: number, north: number, west: number, east: number] {
    return this.#boxes.of(page);
  }

  /**
   * Gives the listings at `positions` their ordinals, in an index that has none: a few milliseconds at a time.
   *
   * @returns by the listing's place in `positions` its ordinal.
   */
  *load(positions: Positions, count: number): Generator<void, Int32Array> {
    const ordinals = new Int32Array(count);
    const order = new Int32Array(count);
    let placed = 0;
    let end = count;
    for (let from = 0; from < count; from += PART) {
      const to = Math.min(from + PART, count);
      for (let nth = from; nth < to; nth++) {
        if (Number.isNaN(positions.lat[nth])) order[--end] = nth;
        else order[placed++] = nth;
      }
      yield;
    }
    const tiles: { order: Int32Array; leaf: Leaf }[] = [];
    this.#root = yield* tile(positions, order.subarray(0, placed), FILLED_PAGE, (leaf, order) => {
      tiles.push({ leaf, order });
    });
    tiles.push({ order: order.subarray(placed), leaf: this.#unplaced });
    const pages = tiles.reduce((sum, { order }) => sum + Math.ceil(order.length / FILLED_PAGE), 0);
    this.grow(Math.max(MIN_PAGES, Math.ceil(pages * GROWTH)));
    yield;
    let since = 0;
    for (const { order, leaf } of tiles) {
      for (let from = 0; from < order.length; from += FILLED_PAGE) {
        this.#loadPage(leaf, order.subarray(from, from + FILLED_PAGE), positions, ordinals);
        if (++since % PAGES_A_PART === 0) yield;
      }
    }
    return ordinals;
  }

  /** What `restore` needs. */
  get layout(): PagesLayout {
    return { pages: this.#pages, root: storeTree(this.#root), unplaced: this.#unplaced.pages.slice() };
  }

  /** Takes the pages of another index, without listings, in one that has none. */
  restore({ pages, root, unplaced }: PagesLayout): void {
    this.grow(Math.max(MIN_PAGES, Math.ceil(pages * GROWTH)));
    this.#root = restoreTree(root);
    this.#unplaced.pages.push(...unplaced);
    for (const leaf of [...leavesOf(this.#root), this.#unplaced]) {
      for (const page of leaf.pages) this.#leafOf[page] = leaf;
    }
    this.#pages = pages;
  }

  /** The first ordinals of a restored page have listings, whose positions are there already. */
  fillPage(page: number, count: number): void {
    const leaf = this.#leafOf[page];
    if (leaf === undefined || count > PAGE)
      throw new Error("A page has no leaf, or more listings than it can have");
    const { lat, lng } = this.#positions();
    for (let ordinal = page * PAGE; ordinal < page * PAGE + count; ordinal++) {
      setBit(this.live, ordinal);
      this.#boxes.extend(page, lat[ordinal] as number, lng[ordinal] as number);
    }
    this.#used[page] = count;
    if (count < PAGE) leaf.open.push(page);
  }

  #loadPage(leaf: Leaf, order: Int32Array, positions: Positions, ordinals: Int32Array): void {
    const page = this.#addPage(leaf);
    for (let at = 0; at < order.length; at++) {
      const nth = order[at] as number;
      ordinals[nth] = page * PAGE + at;
      setBit(this.live, page * PAGE + at);
      this.#boxes.extend(page, positions.lat[nth] as number, positions.lng[nth] as number);
    }
    this.#used[page] = order.length;
  }

  #leafAt(lat: number, lng: number): Leaf {
    return Number.isNaN(lat) ? this.#unplaced : leafAt(this.#root, lat, lng);
  }

  #addPage(leaf: Leaf): number {
    if (this.#pages === this.#used.length) this.#onFull();
    const page = this.#pages++;
    this.#boxes.clear(page);
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
    if (leaf.pages.length > 1 && share < MIN_SHARE) return false;
    const other = newLeaf(true);
    this.#forkLeaf(leaf, cut, other);
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

  #forkLeaf(leaf: Leaf, cut: Cut, above: Leaf): void {
    const { parent } = leaf;
    const fork = newFork(cut, leaf, above);
    fork.parent = parent;
    if (parent === null) this.#root = fork;
    else if (parent.below === leaf) parent.below = fork;
    else parent.above = fork;
  }

  #fitBox(page: number): void {
    this.#boxes.clear(page);
    const { lat, lng } = this.#positions();
    for (let ordinal = page * PAGE; ordinal < (page + 1) * PAGE; ordinal++) {
      if (hasBit(this.live, ordinal))
        this.#boxes.extend(page, lat[ordinal] as number, lng[ordinal] as number);
    }
  }
}
