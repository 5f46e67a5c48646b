import { AppError } from "../platform/errors.ts";

type Bounds = { map_bounds_north?: number | null; map_bounds_south?: number | null };

/**
 * Validates the map as it will be stored, also when only one edge was sent. East may be less than west: such a box
 * crosses the 180th meridian.
 *
 * @throws AppError 422 when north is not above south.
 */
export function checkMap({ map_bounds_north: north, map_bounds_south: south }: Bounds): void {
  if (north == null || south == null || north > south) return;
  throw new AppError("invalid", [
    {
      loc: ["body", "map_bounds_north"],
      msg: "map_bounds_north must be greater than map_bounds_south",
      type: "value_error",
    },
  ]);
}
