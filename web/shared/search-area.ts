/** The parameters of a box: what a map shows. */
export const BOX = ["min_lat", "max_lat", "min_lng", "max_lng"] as const;
/** Those of a circle. */
export const RADIUS = ["center_lat", "center_lng", "radius_miles"] as const;
/** All parameters that state an area. A search has one of the three forms. */
export const AREAS: readonly string[] = [...BOX, ...RADIUS, "polygon"];

export type Box = Record<(typeof BOX)[number], number>;

/** Degrees with five decimals: a meter. */
export const DEGREE_DECIMALS = 5;

/** The box that an address states; null when it does not state all four edges. */
export function readBox(parameters: URLSearchParams): Box | null {
  const edges = BOX.map((name) => [name, Number(parameters.get(name) || Number.NaN)] as const);
  return edges.some(([, degrees]) => Number.isNaN(degrees)) ? null : (Object.fromEntries(edges) as Box);
}

/** A box as parameters. Edges beyond the poles and the date line are those of the world. */
export function boxParameters(box: Box): [string, string][] {
  return BOX.map((name) => {
    const limit = name.endsWith("lat") ? 90 : 180;
    const edge = Math.min(limit, Math.max(-limit, box[name]));
    return [name, edge.toFixed(DEGREE_DECIMALS)];
  });
}
