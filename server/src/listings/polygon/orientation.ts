import { orient2d } from "robust-predicates";

/**
 * On which side of the line from a to b a point p is: positive on the left, negative on the right, 0 on the line. The sign is exact.
 * The y axis points up; that of the library points down.
 */
export function sideOf(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  return -orient2d(ax, ay, bx, by, px, py);
}

/** Whether two points are on different sides of a line, neither of them on it. Their product could be rounded to 0. */
export function areOpposite(side: number, other: number): boolean {
  return (side > 0 && other < 0) || (side < 0 && other > 0);
}
