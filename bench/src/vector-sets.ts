import { seeded } from "./synthetic-listings.ts";

export const DIMENSIONS = 384;
const CLUSTERS = 400;
const GROUPS = 20;
/** The directions in which vectors of a group differ: far fewer than dimensions, as with real models. */
const WAYS = 32;
/** Distance of vectors from the centre of their cluster, which has length 1: in those directions, and in any. */
const SPREAD = 0.7;
const NOISE = 0.25;

export type VectorSet = {
  label: string;
  vectors: Float32Array[];
  /** The cluster of each. */
  clusters: number[];
  queries: Float32Array[];
};

/**
 * Vectors like those of texts about homes: clusters of very different sizes, similar to each other in groups, whose
 * vectors differ in few directions. Queries are a little further from the centres.
 */
export function clusteredSet(count: number, queries: number): VectorSet {
  const random = seeded(384);
  const groups = Array.from({ length: GROUPS }, () => ({
    middle: direction(random),
    ways: Array.from({ length: WAYS }, () => direction(random)),
  }));
  const middles = Array.from({ length: CLUSTERS }, (_, nth) =>
    away(groupOf(groups, nth).middle, 1, direction(random)),
  );
  const draw = () => Math.floor(random() * random() * CLUSTERS);
  const near = (cluster: number, spread: number) => {
    const some = along(groupOf(groups, cluster).ways, random);
    return away(away(middles[cluster] as Float32Array, spread, some), NOISE, direction(random));
  };
  const clusters = Array.from({ length: count }, draw);
  return {
    label: "in clusters",
    clusters,
    vectors: clusters.map((cluster) => near(cluster, SPREAD)),
    queries: Array.from({ length: queries }, () => near(draw(), SPREAD * 1.2)),
  };
}

/** Random vectors, which no model makes: the hardest case. */
export function randomSet(count: number, queries: number): VectorSet {
  const random = seeded(768);
  return {
    label: "random",
    clusters: Array.from({ length: count }, () => Math.floor(random() * CLUSTERS)),
    vectors: Array.from({ length: count }, () => direction(random)),
    queries: Array.from({ length: queries }, () => direction(random)),
  };
}

/** Keys (positions + 1) of a share of all vectors: chosen one by one, or as whole clusters. */
export function drawFilter(set: VectorSet, share: number, by: "key" | "cluster", seed: number): Float64Array {
  const random = seeded(seed);
  const all = Float64Array.from(set.vectors.keys(), (at) => at + 1);
  if (by === "key") return all.filter(() => random() < share);
  const order = Array.from({ length: CLUSTERS }, (_, cluster) => ({ cluster, at: random() }));
  const sizes = new Int32Array(CLUSTERS);
  for (const cluster of set.clusters) sizes[cluster] = (sizes[cluster] as number) + 1;
  const chosen = new Set<number>();
  let held = 0;
  for (const { cluster } of order.sort((one, other) => one.at - other.at)) {
    if (held >= share * all.length) break;
    chosen.add(cluster);
    held += sizes[cluster] as number;
  }
  return all.filter((key) => chosen.has(set.clusters[key - 1] as number));
}

function direction(random: () => number): Float32Array {
  return unit(Float32Array.from({ length: DIMENSIONS }, () => gauss(random)));
}

function groupOf<Group>(groups: Group[], cluster: number): Group {
  return groups[cluster % GROUPS] as Group;
}

/** A combination of these directions. */
function along(ways: Float32Array[], random: () => number): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const way of ways) {
    const share = gauss(random);
    for (let at = 0; at < DIMENSIONS; at++) sum[at] = (sum[at] as number) + share * (way[at] as number);
  }
  return unit(sum);
}

function away(from: Float32Array, far: number, towards: Float32Array): Float32Array {
  return unit(from.map((value, at) => value + far * (towards[at] as number)));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
