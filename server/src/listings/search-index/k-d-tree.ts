/** Pages with listings of one part of the earth; several only where they are at the same point. */
export type Leaf = { pages: number[]; open: number[]; isPlaced: boolean; parent: Fork | null };
export type Fork = Cut & { below: Node; above: Node; parent: Fork | null };
export type Node = Leaf | Fork;
export type Cut = { axis: "lat" | "lng"; at: number };
export type Positions = { lat: Float64Array; lng: Float64Array };

/** So many listings are compared in one go: about a millisecond. */
const PART = 20_000;
/** Smaller parts are tiled to the end in one go: about a millisecond. */
const MIN_YIELDING = 4000;
/** More than a part is cut by a sample of about so many. */
const SAMPLE = 5000;
const RADIANS = Math.PI / 180;

export function newLeaf(isPlaced: boolean): Leaf {
  return { pages: [], open: [], isPlaced, parent: null };
}

export function newFork({ axis, at }: Cut, below: Node, above: Node): Fork {
  const fork: Fork = { axis, at, below, above, parent: null };
  below.parent = fork;
  above.parent = fork;
  return fork;
}

/** A tree as plain data: pages of leaves. */
export type StoredTree = { pages: number[] } | (Cut & { below: StoredTree; above: StoredTree });

export function storeTree(node: Node): StoredTree {
  if (!("axis" in node)) return { pages: node.pages.slice() };
  return { axis: node.axis, at: node.at, below: storeTree(node.below), above: storeTree(node.above) };
}

/** Its leaves have no open pages. */
export function restoreTree(stored: StoredTree): Node {
  if ("axis" in stored) return newFork(stored, restoreTree(stored.below), restoreTree(stored.above));
  return { ...newLeaf(true), pages: stored.pages };
}

export function* leavesOf(node: Node): Generator<Leaf> {
  if (!("axis" in node)) {
    yield node;
    return;
  }
  yield* leavesOf(node.below);
  yield* leavesOf(node.above);
}

/** The leaf of a position below a node. */
export function leafAt(node: Node, lat: number, lng: number): Leaf {
  let at = node;
  while ("axis" in at) at = (at.axis === "lat" ? lat : lng) < at.at ? at.below : at.above;
  return at;
}

/**
 * A tree whose leaves have at most `size` of the listings in `order`, about as many each, or all that are at one point. `order` is rearranged so that each leaf's
 * listings lie together; `visit` is told of them leaf by leaf.
 */
export function* tile(
  positions: Positions,
  order: Int32Array,
  size: number,
  visit: (leaf: Leaf, order: Int32Array) => void,
): Generator<void, Node> {
  const leaves = Math.ceil(order.length / size);
  const half = Math.round((order.length * (leaves >> 1)) / leaves);
  const cut = order.length <= size ? null : cutOf(positions, order, half);
  if (!cut) {
    const leaf = newLeaf(true);
    visit(leaf, order);
    return leaf;
  }
  const middle = yield* partition(positions[cut.axis], order, cut.at);
  const below = yield* tile(positions, order.subarray(0, middle), size, visit);
  const above = yield* tile(positions, order.subarray(middle), size, visit);
  return newFork(cut, below, above);
}

function cutOf(positions: Positions, order: Int32Array, half: number): Cut | null {
  if (order.length <= PART) return chooseCut(positions, order, half);
  const stride = Math.floor(order.length / SAMPLE) | 1;
  const sample = Int32Array.from(
    { length: Math.floor(order.length / stride) },
    (_, nth) => order[nth * stride] as number,
  );
  return chooseCut(positions, sample, sample.length >>> 1) ?? chooseCut(positions, order, half);
}

/**
 * Where to cut listings so that about `half` of them are below, across the longer side of their box; null when all are at one point.
 * Rearranges `order`.
 */
export function chooseCut(positions: Positions, order: Int32Array, half: number): Cut | null {
  const { lat, lng } = positions;
  const [south, north] = bounds(lat, order);
  const [west, east] = bounds(lng, order);
  const height = north - south;
  const width = (east - west) * Math.cos(((south + north) / 2) * RADIANS);
  if (north === south && east === west) return null;
  const axis = (height >= width || east === west) && north > south ? "lat" : "lng";
  const column = positions[axis];
  const value = select(column, order, Math.min(half, order.length - 1));
  if (value > (axis === "lat" ? south : west)) return { axis, at: value };
  // Half of them have the least value.
  let next = Infinity;
  for (let nth = 0; nth < order.length; nth++) {
    const other = column[order[nth] as number] as number;
    if (other > value && other < next) next = other;
  }
  return { axis, at: next };
}

function bounds(column: Float64Array, order: Int32Array): [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (let nth = 0; nth < order.length; nth++) {
    const value = column[order[nth] as number] as number;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** Puts what is less than `at` first, a part at a time. @returns how many these are. */
function* partition(column: Float64Array, order: Int32Array, at: number): Generator<void, number> {
  let below = 0;
  for (let from = 0; from < order.length; from += PART) {
    const to = Math.min(from + PART, order.length);
    for (let nth = from; nth < to; nth++) {
      const each = order[nth] as number;
      if ((column[each] as number) >= at) continue;
      order[nth] = order[below] as number;
      order[below++] = each;
    }
    if (order.length >= MIN_YIELDING) yield;
  }
  return below;
}

/** The value that sorting would put at a place (quickselect). Rearranges `order`. */
function select(column: Float64Array, order: Int32Array, place: number): number {
  let left = 0;
  let right = order.length - 1;
  while (left < right) {
    const pivot = medianOfThree(column, order, left, right);
    let low = left;
    let high = right;
    while (low <= high) {
      while ((column[order[low] as number] as number) < pivot) low++;
      while ((column[order[high] as number] as number) > pivot) high--;
      if (low > high) break;
      const swapped = order[low] as number;
      order[low++] = order[high] as number;
      order[high--] = swapped;
    }
    if (place <= high) right = high;
    else if (place >= low) left = low;
    else break;
  }
  return column[order[place] as number] as number;
}

function medianOfThree(column: Float64Array, order: Int32Array, left: number, right: number): number {
  const a = column[order[left] as number] as number;
  const b = column[order[(left + right) >>> 1] as number] as number;
  const c = column[order[right] as number] as number;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
